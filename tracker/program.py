"""The program that runs: builds the app and serves it to the table."""

import argparse
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from flask import Flask

from tracker import logs, private, temporary
from tracker.live.hub import Hub
from tracker.service.caretaker import Caretaker
from tracker.service.startup import background_services
from tracker.serving import browser
from tracker.serving.adapter import Adapter
from tracker.serving.addresses import (
    EVERYWHERE,
    addresses,
    every_address,
    from_a_phone,
    host_names,
    neighbouring,
)
from tracker.serving.hosts import Hosts
from tracker.serving.limits import DEFAULT_LIMITS, Limits, limits_of, raise_file_limit
from tracker.serving.server import CannotListen, Server, alongside, listening
from tracker.serving.terminal import greet
from tracker.settings import from_environment
from tracker.starting import HINDRANCES, explanation, lost_matches
from tracker.web import create_app
from tracker.web.own_names import listen
from tracker.web.plain_port_app import create_plain_port_app
from tracker.web.trust import Trust, offer

LARGEST_FORM: Final = 10_000
LAST_COPY: Final = 1.0
"""So many seconds a backup that is being made is waited for at the end."""
NEW_OBJECTS: Final = 5_000
"""So many new objects are looked through for garbage at once; Python's own number is 700."""


def serve(options: argparse.Namespace) -> None:
    """Serve the app until it is stopped; end the program with a sentence where it cannot start."""
    # A statement of the database lets go of Python's lock, and a thread that computes would keep
    # it for ten times as long: whoever writes would wait after every statement.
    sys.setswitchinterval(0.0005)
    with private.by_default(), ExitStack() as stack:
        try:
            server, sockets = ready(options, stack)
        except HINDRANCES as hindrance:
            if isinstance(hindrance, CannotListen) and opened_again(options):
                return
            print(explanation(hindrance), file=sys.stderr)
            sys.exit(2)
        if browser.is_wanted(options.browser, os.environ):
            browser.open_sheet(own_sheet(options))
        collect_seldom()
        server.run(sockets)


def opened_again(options: argparse.Namespace) -> bool:
    """Return whether our server is on this port already; then the browser shows it."""
    sheet = own_sheet(options)
    if not (browser.is_wanted(options.browser, os.environ) and browser.is_running(sheet)):
        return False
    print(f"Quartermaster is running already: {sheet}")
    webbrowser.open(sheet)
    return True


def own_sheet(options: argparse.Namespace) -> str:
    """Return the address of the sheet for this machine itself."""
    kind = "https" if options.https else "http"
    host = "localhost" if options.host == EVERYWHERE else options.host
    return f"{kind}://{host}:{options.port}{from_environment().path}/"


def collect_seldom() -> None:
    """Let the garbage collector stop the server seldom.

    It looks through everything that lives whenever that has grown by a quarter: 0.24 s with 150
    tables, in which nobody is answered. What was loaded at the start is never garbage, and with
    more new objects at once few of a request's grow old.
    """
    gc.collect()
    gc.freeze()
    _, *older = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *older)


def ready(options: argparse.Namespace, stack: ExitStack) -> tuple[Server, list[socket.socket]]:
    """The server and where it listens; whatever stands beside it ends with the stack."""
    settings = from_environment()
    logs.configure(settings.log, settings.log_level)
    # Before anything else: where another program listens nothing is opened, and nothing promised.
    limits = limits_of(raise_file_limit(), settings.connections, settings.proxies)
    sockets = stack.enter_context(listening(options.host, options.port, "--port", limits))
    if options.https:
        plain = listening(options.host, options.plain_port, "--plain-port", limits)
        plain_sockets = stack.enter_context(plain)
    temporary.put_into(settings.data)
    app = create_app(settings)
    stack.callback(app.extensions["database"].close)
    if warning := lost_matches(app.extensions["database"], settings.data):
        print(warning, file=sys.stderr)
    caretaker = Caretaker(app.extensions["database"], settings)
    caretaker.start()
    stack.callback(let_finish, caretaker.close)
    for service in background_services(app.extensions):
        service.start()
        stack.callback(service.close)
    app.extensions["fonts"].prepare()
    hub: Hub = app.extensions["hub"]
    if send := app.extensions["database"].listen(hub.publish, hub.receive):
        hub.send_by(send)
    hosts = Hosts([*settings.hosts, *host_names(), options.host])
    host, port, kind = options.host, options.port, "https" if options.https else "http"
    shown, nearby = addresses(host), neighbouring(host) if options.has_name else []
    name = stack.enter_context(findable(nearby, port, kind)) if nearby else ""
    shown += [name] if name else []
    listen(app, host, name)
    below = f"{settings.path}/"
    begin, notes, certificate = f"http://{from_a_phone(host)}:{port}{below}", [], None
    if options.https:
        names = [*shown, *every_address(), *host_names()]
        trust, certificate = secured(settings.data, names, port, options.plain_port)
        offer(app, trust)
        leading = create_plain_port_app(trust, app.extensions["fonts"])
        plain_server = led_in(leading, host, trust.plain_port, limits, hosts)
        stack.enter_context(alongside(plain_server, plain_sockets))
        begin = f"http://{from_a_phone(host)}:{trust.plain_port}{below}"
        notes = [f"A device that does not trust its certificate yet begins at {begin}"]
        notes += ["and compares this fingerprint (SHA-256):", f"  {trust.fingerprint}"]
    kept = "PostgreSQL" if settings.database_url else settings.data
    notes += [f"Matches are saved in {kept}. Stop with Ctrl-C."]
    greet(sys.stdout, [f"{kind}://{address}:{port}{below}" for address in shown], begin, notes)
    app.extensions["hub"].allow(limits.streams, limits.streams_by_address)
    return serving(app, host, port, certificate, limits, hosts), sockets


def findable(nearby: Sequence[str], port: int, kind: str) -> AbstractContextManager[str]:
    """Be found by a .local name while this lasts; the library for it is loaded only here."""
    from tracker.serving import naming

    return naming.findable(nearby, port, kind)


def let_finish(work: Callable[[], None]) -> None:
    """Wait for this a moment: a short copy is finished, a long one or a check is left off."""
    waiting = threading.Thread(target=work, daemon=True)
    waiting.start()
    waiting.join(LAST_COPY)


def serving(
    app: Flask,
    host: str,
    port: int,
    certificate: Path | None = None,
    limits: Limits = DEFAULT_LIMITS,
    hosts: Hosts | None = None,
) -> Server:
    """The server for this app. One process: SQLite has one writer, and its lock is in it."""
    hub, largest = app.extensions["hub"], app.config["MAX_CONTENT_LENGTH"]
    press = app.extensions["press"]
    adapter = Adapter(app, hub, largest, limits, hosts)
    return Server(adapter, host, port, certificate, press.close)


def secured(folder: Path, names: Sequence[str], port: int, plain_port: int) -> tuple[Trust, Path]:
    """Return what a device is offered to trust, and the certificate that the server shows it."""
    # Cryptography is loaded only where there is something to sign.
    from tracker.serving.authority import Unreadable, authority_in, server_certificate

    now = datetime.now(UTC)
    try:
        authority = authority_in(folder, names, now)
    except Unreadable as unreadable:
        sys.exit(
            f"{unreadable} holds no certificate authority. Move it away to make a new one; "
            "every device then has to trust that."
        )
    shown = (authority.certificate, authority.name, authority.fingerprint)
    return Trust(*shown, port, plain_port), server_certificate(folder, authority, names, now)


def led_in(app: Flask, host: str, port: int, limits: Limits, hosts: Hosts) -> Server:
    """The server on the plain port, which leads to the one over https."""
    return Server(Adapter(app, Hub(), LARGEST_FORM, limits, hosts), host, port)
