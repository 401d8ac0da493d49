"""Chromium is started without its sandbox where it has none."""

import os
from pathlib import Path

import pytest

from tests.browser import serving
from tests.browser.serving import has_sandbox


@pytest.fixture
def plain_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A plain user without the helper of chromium-sandbox; what is found is in this folder."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(serving, "SANDBOX", tmp_path / "chrome-sandbox")
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def make_program(path: Path, status: int) -> None:
    path.write_text(f"#!/bin/sh\nexit {status}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(("status", "expected"), [(0, True), (1, False)])
def test_the_sandbox_of_a_plain_user_needs_namespaces(
    plain_user: Path, status: int, *, expected: bool
) -> None:
    make_program(plain_user / "unshare", status)

    assert has_sandbox() is expected


def test_the_sandbox_helper_does_without_namespaces(plain_user: Path) -> None:
    make_program(plain_user / "unshare", 1)
    make_program(plain_user / "chrome-sandbox", 0)
    (plain_user / "chrome-sandbox").chmod(0o4755)

    assert has_sandbox()


def test_root_has_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)

    assert not has_sandbox()
