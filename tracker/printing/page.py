"""A sheet's source and its plain data, put together as HTML in the reader's language."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from tracker import palette, templating
from tracker.locations import PACKAGE, PRINTOUTS
from tracker.translations.translator import Translator, plain, signed, translator

ICONS: Final = PACKAGE / "static" / "icons.svg"
SYMBOL: Final = re.compile(r'<symbol id="(\w+)" (viewBox="[^"]+")([^>]*)>(.*?)</symbol>', re.DOTALL)
ICON_WORDS: Final = re.compile(r'<img class="icon[^>]*alt="([^"]*)">')
TAG: Final = re.compile(r"<[^>]*>")


def html(template: str, language: str, data: dict[str, Any]) -> str:
    return _environment(language).get_template(template).render(data, repeated=Forms())


@cache
def _environment(language: str) -> Environment:
    says: Translator = translator(language)
    # Whatever a player typed is text: everything is escaped, and templates come from one folder.
    environment = Environment(loader=FileSystemLoader(PRINTOUTS), autoescape=True)
    templating.prepare(environment)
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        says.translated, says.counted, newstyle=True, pgettext=says.translated_as
    )
    environment.filters["printed"] = palette.printed
    environment.globals.update(
        language=language,
        plain=plain,
        signed=signed,
        icon=icon,
        term=says.translated_as,
        colours=palette.on_paper(),
    )
    return environment


@cache
def icon(name: str, colour: str = "ink", extra: str = "", says: str = "") -> Markup:
    """Return a symbol of the web sheet as an image, drawn once in a file; see `drawn_once`.

    Where no word stands beside it, it says what it is; else it is decoration.
    """
    image = Markup('<img class="icon {}" src="icon:{}:{}" alt="{}">')
    return image.format(extra, name, palette.on_paper()[colour], says)


def icon_svg(name: str, colour: str) -> str:
    """Return the drawing of an icon."""
    box, *drawn = _symbols()[name]
    attributes, drawing = (part.replace("currentColor", colour) for part in drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {attributes}>{drawing}</svg>'


class Forms:
    """The forms of one page: each is written out where it comes first, and named elsewhere."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def __call__(
        self, name: str, kind: str, says: str = "", *, caller: Callable[[], Markup]
    ) -> Markup:
        """Return the image of a form, behind the form itself where it is the first of its name.

        Unless somebody says more, the image is told in the words that stand on the form.
        """
        written = Markup("")
        if name not in self._said:
            form = caller()
            self._said[name] = says or heard(form)
            template = Markup('<template id="form:{}" class="form {}">{}</template>')
            written = template.format(name, kind, form)
        image = Markup('<img class="form" src="form:{}" alt="{}">')
        return written + image.format(name, self._said[name])


def heard(form: str) -> str:
    """Return the words of a form, with those that its icons stand for."""
    with_icons = ICON_WORDS.sub(r" \1 ", form)
    return " ".join(Markup(TAG.sub(" ", with_icons)).unescape().split())  # noqa: S704


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
