"""Secrets that have replaced others: whose they are, and whether the device uses them yet."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Table, bindparam, delete, exists, or_, select, update
from sqlalchemy.orm import Session

from tracker.store.models import DeviceRow, ForgottenName, SecretRow, TitleDocument
from tracker.store.statements import Statement

MOST_UNUSED: Final = 8
"""Answers with a new secret that may get lost before the oldest secrets are deleted."""

_secrets: Final[Table] = SecretRow.metadata.tables["secret"]
_about = Statement(
    select(_secrets.c.name, _secrets.c.device, _secrets.c.is_used).where(
        or_(_secrets.c.name == bindparam("name"), _secrets.c.device == bindparam("name"))
    )
)
_belongings: Final = (DeviceRow.id, ForgottenName.device, TitleDocument.made_by)
_is_in_use = Statement(
    select(or_(*(exists().where(owner == bindparam("device")) for owner in _belongings)))
)


class ReplacedSecret(NamedTuple):
    """A new secret, by its name: the device that got it, and whether it came back."""

    name: str
    device: str
    is_used: bool


def about(session: Session, name: str) -> Sequence[ReplacedSecret]:
    """Return the secret of this name, if it replaced another, and those that replaced it."""
    return [ReplacedSecret(*row) for row in _about.rows(session, name=name)]


def is_in_use(session: Session, device: str) -> bool:
    """Return whether anything in the database belongs to this device."""
    found = _is_in_use.row(session, device=device)
    return found is not None and bool(found[0])


def add(session: Session, name: str, device: str) -> None:
    """Add a secret that replaces the device's own."""
    unused = sum(not row.is_used for row in about(session, device))
    if unused >= MOST_UNUSED:
        _delete_unused(session, device)
    session.add(SecretRow(name=name, device=device, is_used=False))


def mark_used(session: Session, secret: ReplacedSecret) -> None:
    """Let this be the device's only secret from now on."""
    session.execute(update(SecretRow).where(SecretRow.name == secret.name).values(is_used=True))
    _delete_unused(session, secret.device)


def _delete_unused(session: Session, device: str) -> None:
    unused = SecretRow.device == device, SecretRow.is_used.is_(False)
    session.execute(delete(SecretRow).where(*unused))
