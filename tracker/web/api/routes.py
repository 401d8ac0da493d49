"""Every address of the interface: the shared views, and those of each title."""

from tracker.web.api import joining, openapi, read_views, transfer_views, write_views
from tracker.web.api.auth import blueprint
from tracker.web.titles import TITLE_PAGES

__all__ = ["blueprint", "joining", "openapi", "read_views", "transfer_views", "write_views"]

for _pages in TITLE_PAGES.values():
    for _operation in _pages.INTERFACE.operations:
        blueprint.add_url_rule(
            _operation.path.replace("{", "<").replace("}", ">"),
            _operation.name,
            _operation.view,
            methods=[_operation.method],
        )
