"""The interface for programs: the types of this title's positions."""

import json
from pathlib import Path

import msgspec
import pytest
from flask import Flask

from tests.web.arrange import Device
from tests.web.grizzled.arrange import make
from tracker.web.grizzled.interface import ExportedPosition

RECORDED = sorted((Path(__file__).parents[2] / "recorded" / "grizzled").glob("*.json"))


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_the_position_of_a_recorded_match_is_of_the_described_type(file: Path) -> None:
    position = json.loads(file.read_bytes())["position"]

    assert msgspec.convert(position, ExportedPosition).mission == position["mission"]


def test_the_description_and_the_answer_have_this_titles_position(
    app: Flask, device: Device
) -> None:
    match = make(device, orders="soldier")

    shown = {"Authorization": f"Bearer {device.secret}"}
    address = f"/api/matches/{match.removeprefix('/m/')}"
    answer = device.client.get(address, headers=shown).get_json()
    described = device.client.get("/api/openapi.json").get_data(as_text=True)

    assert msgspec.convert(answer["position"], ExportedPosition).orders is not None
    assert "no_mans_land" in described
