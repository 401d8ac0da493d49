"""Links on pages. An address of ours is the same in every answer, so it is built once."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from flask import current_app, url_for

MOST_CACHED: Final = 20_000


def link_to(endpoint: str, **values: str) -> str:
    """Return the address of a view, from the cache of the app."""
    built: Callable[..., str] = current_app.extensions["links"]
    return built(endpoint, **values)


def cached_links() -> Callable[..., str]:
    """Return `url_for` for one app, with a cache."""

    @lru_cache(MOST_CACHED)
    def built(endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return url_for(endpoint, **dict(values))

    def link(endpoint: str, **values: Any) -> str:
        if "_external" in values:  # with the host's name, which the request says
            return url_for(endpoint, **values)
        return built(endpoint, tuple(values.items()))

    return link
