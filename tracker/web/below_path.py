"""The app below a path of its name, where other programs have the others.

Every address that the app makes begins with the path (`SCRIPT_NAME`), and its cookies are only sent
there.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from flask import has_request_context, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NOT_HERE: Final = "The sheet is below {path}/\n"


class BelowPath:
    """A filter of requests: those below the path reach the app, the addresses above lead there."""

    def __init__(self, app: "WSGIApplication", path: str) -> None:
        self._app = app
        self._path = path

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        asked: str = environ["PATH_INFO"]
        if asked.startswith(f"{self._path}/"):
            environ["SCRIPT_NAME"] = self._path
            environ["PATH_INFO"] = asked.removeprefix(self._path)
            return self._app(environ, start_response)
        if asked in ("/", self._path):
            start_response("308 Permanent Redirect", [("Location", f"{self._path}/")])
            return []
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [NOT_HERE.format(path=self._path).encode()]


def own_path() -> str:
    """Return the path below which this request is answered, or nothing."""
    return request.script_root if has_request_context() else ""
