"""The token that every form carries, and that no page of another site knows."""

from typing import Final

from flask import Flask, g, request, session
from flask_wtf.csrf import CSRFProtect, same_origin

from tracker.web.headers import referrer

FIELD: Final = "csrf_token"
MOST_KNOWN: Final = 5_000


class FormTokens(CSRFProtect):
    """Checks the token of every form that is sent.

    One that was found good for a session is good for it when it comes again: none grows old
    (`WTF_CSRF_TIME_LIMIT`), and a page sends the same one all evening.
    """

    def __init__(self, app: Flask) -> None:
        self._known: set[tuple[str, str]] = set()
        super().__init__(app)

    def protect(self, apply_exemptions: bool = False) -> None:
        """Check what is sent now, by what is known or by its signature."""
        pair = _sent_pair()
        if pair in self._known and _is_from_here():
            return
        try:
            super().protect(apply_exemptions)
        except ValueError:  # Flask-WTF splits a referrer that is no address.
            self._error_response("The referrer is no address.")
        if pair is not None and g.get("csrf_valid"):
            self._remember(pair)

    def _remember(self, pair: tuple[str, str]) -> None:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known.add(pair)


def _sent_pair() -> tuple[str, str] | None:
    """Return the session's own part and the token that the form sent, where there are both.

    A program has no session, and a page that is only read sends no token.
    """
    of_session = session.get(FIELD) if request.method == "POST" else None
    sent = request.form.get(FIELD) if of_session else None
    return (str(of_session), sent) if sent else None


def _is_from_here() -> bool:
    """Return whether a page of ours sent it, as far as that is asked: only over https."""
    if not request.is_secure:
        return True
    page = referrer()
    return bool(page and same_origin(page, f"https://{request.host}/"))
