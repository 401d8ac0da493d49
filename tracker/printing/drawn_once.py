"""Icons and forms for a pencil: drawn once in a PDF, shown wherever they are named.

WeasyPrint lays everything out and draws it anew wherever it stands. A form for nine players is
the same nine times, and a sheet has hundreds of icons. Here each becomes an object of the PDF
(a form XObject), which a page only refers to. In a page's HTML it is an image with an address of
its own, `icon:…` or `form:…`.
"""

import re
from typing import Any, Final, Protocol

FORM: Final = re.compile(
    r'<template id="form:([\w-]+)" class="([^"]*)">(.*?)</template>', re.DOTALL
)
ICON: Final = re.compile(r'src="(icon:[\w-]+:#[0-9a-f]{6})"')


class Drawing(Protocol):
    """A drawing with a size of its own, in CSS pixels."""

    width: float
    height: float

    def paint(self, stream: Any) -> None:
        """Draw it with its upper left corner at the origin."""


class DrawnOnce:
    """An image of WeasyPrint's that puts its drawing into the file once, and then refers to it."""

    def __init__(self, name: str, drawing: Drawing) -> None:
        self.name, self.drawing = name, drawing

    def get_intrinsic_size(self, *_: Any) -> tuple[float, float, float]:
        """Return width, height and their ratio, as WeasyPrint asks for them."""
        width, height = self.drawing.width, self.drawing.height
        return width, height, width / height

    def draw(self, stream: Any, width: float, height: float, _style: Any) -> None:
        """Draw it on a page; WeasyPrint calls this."""
        objects = stream._resources["XObject"]
        if self.name not in objects:
            objects[self.name] = self._object(stream)
        stream.transform(a=width / self.drawing.width, d=height / self.drawing.height)
        stream.draw_x_object(self.name)

    def _object(self, stream: Any) -> Any:
        group = stream.add_group(0, 0, self.drawing.width, self.drawing.height)
        del stream._resources["XObject"][group.id]
        # No transparency, which printers draw as a picture of dots; no tags, because the image
        # that refers to it has one.
        del group.extra["Group"]
        group._tags = None
        self.drawing.paint(group)
        return group
