"""A request as the app reads it (PEP 3333)."""

import sys
from collections.abc import MutableMapping
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from tracker.networks import network_of

Environ = dict[str, Any]


def environ_of(scope: MutableMapping[str, Any], body: IO[bytes], size: int) -> Environ:
    """The request as PEP 3333 writes it: text that stands for bytes, one value for each header."""
    server = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    path = unquote_to_bytes(scope["raw_path"]).decode("latin-1")
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        # `OPTIONS *` asks about no path at all.
        "PATH_INFO": path if path.startswith("/") else f"/{path}",
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        _add_header(environ, name.decode("latin-1"), value.decode("latin-1"))
    # Its length is known by now, however it was sent.
    environ["CONTENT_LENGTH"] = str(size) if size else environ.get("CONTENT_LENGTH", "")
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ


def _add_header(environ: Environ, name: str, value: str) -> None:
    # `X_Name` would be taken for `X-Name`, which somebody in between may have vouched for.
    if "_" in name:
        return
    key = name.upper().replace("-", "_")
    if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        key = f"HTTP_{key}"
    if key in environ:
        value = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
    environ[key] = value


def client_of(scope: MutableMapping[str, Any], proxies: int) -> str:
    """The network that a request comes from: as the outermost of our proxies says, if any."""
    if proxies:
        said = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
        forwarded = said.decode("latin-1").split(",")
        if len(forwarded) >= proxies:
            return network_of(forwarded[-proxies].strip())
    return network_of((scope.get("client") or ("",))[0])
