"""A sheet's source and its plain data, put together as HTML in the reader's language."""

import re
from functools import cache
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tracker import templating
from tracker.locations import PACKAGE, PRINTOUTS
from tracker.translations.number_text import plain, signed
from tracker.translations.speaking import Speaker, speaker

ICONS: Final = PACKAGE / "static" / "icons.svg"
COLOURS: Final = {"ink": "#2a2017", "brass": "#7d560c", "north": "#1d3f69", "south": "#7d3510"}
SYMBOL: Final = re.compile(r'<symbol id="(\w+)" (viewBox="[^"]+")([^>]*)>(.*?)</symbol>', re.DOTALL)


def html(template: str, language: str, data: dict[str, Any]) -> str:
    return _environment(language).get_template(template).render(data)


@cache
def _environment(language: str) -> Environment:
    says: Speaker = speaker(language)
    # Whatever a player typed is text: everything is escaped, and templates come from one folder.
    environment = Environment(
        loader=FileSystemLoader(PRINTOUTS),
        autoescape=True,
        undefined=StrictUndefined,
    )
    templating.prepare(environment)
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        says.translated, says.counted, newstyle=True, pgettext=says.translated_as
    )
    environment.globals.update(
        language=language, plain=plain, signed=signed, icon=icon, term=says.translated_as
    )
    return environment


def icon(name: str, colour: str = "ink", extra: str = "", says: str = "") -> Markup:
    """A symbol of the web sheet, drawn in place: a PDF has no file to point to.

    Where no word stands beside it, it says what it is; else it is decoration.
    """
    return _icon(name, COLOURS[colour], extra, says)


@cache
def _icon(name: str, colour: str, extra: str, says: str) -> Markup:
    box, *drawn = _symbols()[name]
    attributes, drawing = (part.replace("currentColor", colour) for part in drawn)
    title = Markup("<title>{}</title>").format(says) if says else ""
    picture = f'<svg class="icon {extra}" {box} {attributes}>{title}{drawing}</svg>'
    return Markup(picture)  # noqa: S704


def symbol(name: str, colour: str, x: float, y: float, size: float) -> Markup:
    """Return a symbol as a part of a drawing, with its middle at this place."""
    box, *drawn = _symbols()[name]
    attributes, drawing = (part.replace("currentColor", colour) for part in drawn)
    _, _, width, _ = map(float, box.removeprefix('viewBox="').rstrip('"').split())
    place = f"translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({size / width:.4f})"
    return Markup(f'<g transform="{place}" {attributes}>{drawing}</g>')  # noqa: S704


@cache
def _symbols() -> dict[str, tuple[str, str, str]]:
    found = SYMBOL.findall(ICONS.read_text("utf-8"))
    return {name: (box, attributes, drawing) for name, box, attributes, drawing in found}
