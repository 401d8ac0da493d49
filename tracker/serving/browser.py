"""The browser of this machine, and a server that may be running here already."""

import ssl
import sys
import threading
import webbrowser
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final
from urllib.parse import urlsplit

OF_SSH: Final = ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT")
OF_A_SCREEN: Final = ("DISPLAY", "WAYLAND_DISPLAY")
ANSWER_SECONDS: Final = 5.0
ALIVE: Final = "alive"
MOST_READ: Final = 2_000


def has_a_screen(platform: str, environment: Mapping[str, str]) -> bool:
    """Return whether somebody sits in front of this machine: not over SSH, not in a service."""
    if any(environment.get(name) for name in OF_SSH):
        return False
    if platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in OF_A_SCREEN)


def open_sheet(address: str) -> None:
    """Open an address in the browser, in a thread, because some browsers let their caller wait."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def is_running(sheet: str) -> bool:
    """Return whether a server of ours answers at this address."""
    is_well, words = ask(f"{sheet}healthz")
    return is_well and words == ALIVE


def ask(address: str) -> tuple[bool, str]:
    """Return whether an address of this machine answers that all is well, and what it says."""
    parts = urlsplit(address)
    host = parts.netloc
    if parts.scheme == "https":
        # The certificate is this machine's own. It is for other machines to check.
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        line: HTTPConnection = HTTPSConnection(host, timeout=ANSWER_SECONDS, context=context)
    else:
        line = HTTPConnection(host, timeout=ANSWER_SECONDS)
    try:
        line.request("GET", parts.path)
        answer = line.getresponse()
        words = answer.read(MOST_READ).decode("utf-8", "replace").strip()
    except (HTTPException, OSError) as error:
        return False, f"Nobody answers at {address}: {error}."
    finally:
        line.close()
    return answer.status == HTTPStatus.OK, words


def is_wanted(is_asked_for: bool, environment: Mapping[str, str]) -> bool:
    """Return whether to open the browser: it was asked for, and there is somebody to see it."""
    return is_asked_for and has_a_screen(sys.platform, environment)
