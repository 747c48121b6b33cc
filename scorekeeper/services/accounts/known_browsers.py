"""Browsers that were signed in to an account before: strangers' wrong passwords do not lock them out."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from scorekeeper.models import AccountRow, KnownBrowserRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.services.common.signing import digest

KNOWN_FOR: Final = timedelta(days=400)
_TOKEN_BYTES: Final = 32


def is_known(mail: str, token: str | None) -> bool:
    """Whether the browser with this token was signed in to the account with that mail address, as stored."""
    query = (
        select(KnownBrowserRow.account_id)
        .join(AccountRow, AccountRow.id == KnownBrowserRow.account_id)
        .where(AccountRow.mail == mail, KnownBrowserRow.token_hash == digest(token or ""))
    )
    with reading() as connection:
        return connection.execute(query).first() is not None


def remember(account_id: int, token: str | None, *, now: datetime) -> str:
    """Know a browser by its token from now on and return that token, a new one for a browser without."""
    token = token or secrets.token_urlsafe(_TOKEN_BYTES)
    row = {"account_id": account_id, "token_hash": digest(token)}
    with writing() as connection:
        connection.execute(delete(KnownBrowserRow).filter_by(**row))
        connection.execute(insert(KnownBrowserRow), {**row, "seen_at": now})
    return token


def forget_all(connection: Connection, account_id: int, *, but: str | None = None) -> None:
    """Forget the browsers of an account, except the one with the token `but`."""
    connection.execute(
        delete(KnownBrowserRow).where(
            KnownBrowserRow.account_id == account_id, KnownBrowserRow.token_hash != digest(but or "")
        )
    )
