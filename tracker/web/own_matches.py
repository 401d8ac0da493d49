"""Addresses that only one title has: they are of its own matches, and of no other title's."""

from functools import cache

from flask import abort, g, request

from tracker.web.titles import TITLE_PAGES


def refuse_other_titles() -> None:
    """Answer 404 where the match is of another title than the address."""
    owner = _owners().get(request.blueprint or "") or _owners().get(request.endpoint or "")
    if owner is not None and "visit" in g and owner != g.visit.title.NAME:
        abort(404)


@cache
def _owners() -> dict[str, str]:
    """Return the title of every blueprint, and of every view of the interface, that is its own."""
    blueprints = {
        blueprint.name: title
        for title, pages in TITLE_PAGES.items()
        for blueprint in pages.BLUEPRINTS
    }
    operations = {
        f"api.{operation.name}": title
        for title, pages in TITLE_PAGES.items()
        for operation in pages.INTERFACE.operations
    }
    return blueprints | operations
