"""The last hand at a PDF: what WeasyPrint leaves open of PDF/UA is put in its place.

A figure without words is decoration, and a footer is no part of the text: both become artifacts,
which a screen reader passes over. Heads of tables say whether they are a row's or a column's, and
the tree names every element that has an identifier.
"""

from collections.abc import Iterator
from typing import Any

import pydyf  # type: ignore[import-untyped]

Element = Any
"""A dictionary of pydyf, which has no types."""


class _Tree:
    """The tree of elements, by their references."""

    def __init__(self, pdf: Any) -> None:
        self.objects = {thing.reference: thing for thing in pdf.objects}
        self.root = self.objects[pdf.catalog["StructTreeRoot"]]

    def elements(self) -> Iterator[tuple[Element, bool]]:
        """Every element that is to be read, and whether it stands in the head of a table."""
        waiting = [(reference, False) for reference in self.root["K"]]
        while waiting:
            reference, is_in_head = waiting.pop()
            element = self.objects[reference]
            is_in_head = is_in_head or element["S"] == "/THead"
            element["K"][:] = [kid for kid in element["K"] if not self._is_decoration(kid)]
            waiting += [(kid, is_in_head) for kid in element["K"] if isinstance(kid, bytes)]
            yield element, is_in_head

    def _is_decoration(self, kid: object) -> bool:
        element = self.objects[kid] if isinstance(kid, bytes) else {}
        return element.get("S") == "/Figure" and "Alt" not in element


def finish(document: Any, pdf: Any) -> None:
    """Finish the document; WeasyPrint calls this before it writes the file."""
    tree = _Tree(pdf)
    read, named = set(), []
    for element, is_in_head in tree.elements():
        read.add(element.reference)
        if element["S"] == "/TH":
            element["A"]["Scope"] = "/Column" if is_in_head else "/Row"
        if "ID" in element:
            named.append((element["ID"], element.reference))
    _name(tree.root, named)
    numbers = tree.objects[tree.root["ParentTree"]]["Nums"]
    for number, page in enumerate(pdf.page_references):
        owners = numbers[2 * number + 1]
        unread = {mark for mark, owner in enumerate(owners) if owner not in read}
        for mark in unread:
            owners[mark] = "null"
        _make_artifacts(tree.objects[tree.objects[page]["Contents"]], unread)


def _name(root: Any, named: list[tuple[Any, bytes]]) -> None:
    in_order = sorted(named, key=lambda pair: str(pair[0].string))
    names = pydyf.Array([part for pair in in_order for part in pair])
    root["IDTree"] = pydyf.Dictionary({"Names": names})


def _make_artifacts(stream: Any, marks: set[int]) -> None:
    """Begin these pieces of a page as artifacts, which have no number."""
    made: list[Any] = []
    parts = iter(stream.stream)
    for part in parts:
        if isinstance(part, pydyf.Dictionary) and part.get("MCID") in marks:
            made[-1:] = ["/Artifact", b"BMC"]
            next(parts)
        else:
            made.append(part)
    stream.stream = made
