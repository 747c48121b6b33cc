"""Browsers that were signed in to an account before: nobody else's wrong passwords keep them out of it."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from scorekeeper.models import AccountRow, KnownBrowserRow
from scorekeeper.models.engine import reading, writing

KNOWN_FOR: Final = timedelta(days=400)
_TOKEN_BYTES: Final = 32


def is_known(mail: str, token: str | None) -> bool:
    """Whether the browser with this token was signed in to the account with that mail address, as stored."""
    query = (
        select(KnownBrowserRow.account_id)
        .join(AccountRow, AccountRow.id == KnownBrowserRow.account_id)
        .where(AccountRow.mail == mail, KnownBrowserRow.token_hash == _hash(token or ""))
    )
    with reading() as connection:
        return connection.execute(query).first() is not None


def remember(account_id: int, token: str | None, *, now: datetime) -> str:
    """Know the browser with this token from now on, one without a token by a new one; the token."""
    token = token or secrets.token_urlsafe(_TOKEN_BYTES)
    row = {"account_id": account_id, "token_hash": _hash(token)}
    with writing() as connection:
        connection.execute(delete(KnownBrowserRow).filter_by(**row))
        connection.execute(insert(KnownBrowserRow), {**row, "seen_at": now})
    return token


def forget_all(connection: Connection, account_id: int, *, but: str | None = None) -> None:
    """Know no browser of an account any more, but for the one with that token."""
    connection.execute(
        delete(KnownBrowserRow).where(
            KnownBrowserRow.account_id == account_id, KnownBrowserRow.token_hash != _hash(but or "")
        )
    )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
