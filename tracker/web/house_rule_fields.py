"""The house rules on a set-up form: a field for every switch that has variants."""

from collections.abc import Mapping
from typing import Any

from flask_wtf import FlaskForm
from msgspec import UNSET, Struct
from wtforms import RadioField

from tracker.engine.house_rule import HouseRule

AS_USUAL = "usual"
"""The form's word for a switch that is left out: the scenario decides."""


def add_fields(form: type[FlaskForm], house_rules: Mapping[str, HouseRule]) -> None:
    """Add a field for every switch that has variants; the first variant is the default."""
    for name, house_rule in house_rules.items():
        words = [_word(variant.value) for variant in house_rule.variants]
        if words:
            setattr(form, name, RadioField(choices=words, default=words[0]))  # type: ignore[arg-type]


def fill(form: FlaskForm, switches: Struct, house_rules: Mapping[str, HouseRule]) -> None:
    """Fill the fields in with the switches of an earlier match."""
    for name, house_rule in house_rules.items():
        if house_rule.variants:
            form[name].data = _word(getattr(switches, name))


def chosen(form: FlaskForm, house_rules: Mapping[str, HouseRule]) -> dict[str, Any]:
    """Return the switches that the form sets, as a match file has them."""
    values = {
        name: next(o.value for o in house_rule.variants if _word(o.value) == form[name].data)
        for name, house_rule in house_rules.items()
        if house_rule.variants
    }
    return {name: value for name, value in values.items() if value is not UNSET}


def _word(value: object) -> str:
    if value is UNSET:
        return AS_USUAL
    return str(value).lower() if isinstance(value, bool) else str(value)
