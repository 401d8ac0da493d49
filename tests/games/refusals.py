"""Refusals are judged by their rule and their reason: one rule number has several reasons."""

from typing import Any

from tracker.engine.title import AnyTitle, why_not


def must_refuse(title: AnyTitle, position: Any, entry: Any, rule: str, reason: str) -> None:
    """Fail unless the rule forbids the entry, for the reason: words of the sentence."""
    refusal = why_not(title, position, entry)
    assert refusal is not None, f"{entry} is allowed"
    assert refusal.rule == rule, refusal
    assert reason in refusal.message, refusal
