"""An entry as the fields of its form name it, so that it can be amended."""

from typing import Any

import msgspec

from tracker.web.paths_of_glory import figures
from tracker.web.paths_of_glory.figures import written

Document = dict[str, Any]


def as_arguments(entry: Any) -> dict[str, str]:
    """Return the fields of an entry's form, filled in as the entry was."""
    document: Document = msgspec.to_builtins(entry)
    arguments: dict[str, str] = {}
    for name, value in document.items():
        arguments |= _fields(name, value)
    if document["do"] == "replace":
        arguments |= _steps(document)
    return arguments


def _fields(name: str, value: Any) -> dict[str, str]:
    match name, value:
        case "as", str():
            return {"use": value}
        case "calculation", dict():
            return {"way": "figures", **figures.as_arguments(value)}
        case "loss_numbers", dict():
            return {"way": "numbers", **{f"loss_{who}": str(n) for who, n in value.items()}}
        case "dice", dict():
            return {f"die_{space}": str(die) for space, die in value.items()}
        case "set", dict():
            return _set(value)
        case _, list() | tuple():
            return {name: ",".join(map(str, value))}
    return {name: written(value)}


def _steps(document: Document) -> dict[str, str]:
    nation = document["nation"]
    return {
        f"army_{nation}": str(document.get("army_steps", 0)),
        f"corps_{nation}": str(document.get("corps_steps", 0)),
    }


def _set(numbers: Document) -> dict[str, str]:
    """Return what a correction set; of several forts the form shows the first."""
    arguments: dict[str, str] = {}
    for name, value in numbers.items():
        match name:
            case "vp":
                arguments["set_vp"] = str(value)
            case "control":
                arguments["set_control"] = ",".join(value)
            case "forts":
                fort, state = next(iter(value.items()))
                arguments |= {"set_fort": fort, "set_fort_state": state}
            case _:
                arguments |= {f"set_{name}_{key}": str(number) for key, number in value.items()}
    return arguments
