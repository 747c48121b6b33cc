"""What the page of an account shows: who it is, and all ways into it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from scorekeeper.models import AccountRow, PasskeyRow, SignInRow
from scorekeeper.models.engine import reading


@dataclass(frozen=True, slots=True)
class SignInLine:
    """One browser that is signed in."""

    id: int
    label: str
    created_at: datetime
    seen_at: datetime
    mine: bool


@dataclass(frozen=True, slots=True)
class PasskeyLine:
    """One passkey; `site` is the host name it works for."""

    id: int
    label: str
    site: str
    created_at: datetime
    used_at: datetime | None


@dataclass(frozen=True, slots=True)
class AccountPage:
    """The sign-in of the browser that asks comes first, then the one used last."""

    has_password: bool
    sign_ins: tuple[SignInLine, ...]
    passkeys: tuple[PasskeyLine, ...]


def account_page(account_id: int, *, sign_in: int, now: datetime) -> AccountPage:
    """The page of an account, as the browser with that sign-in sees it."""
    with reading() as connection:
        lines = _sign_ins(connection, account_id, mine=sign_in, now=now)
        stored = connection.scalar(select(AccountRow.password_hash).where(AccountRow.id == account_id))
        return AccountPage(
            has_password=stored is not None,
            sign_ins=tuple(sorted(lines, key=lambda line: not line.mine)),
            passkeys=_passkeys(connection, account_id),
        )


def _sign_ins(connection: Connection, account_id: int, *, mine: int, now: datetime) -> list[SignInLine]:
    rows = connection.execute(
        select(SignInRow.id, SignInRow.label, SignInRow.created_at, SignInRow.seen_at)
        .where(SignInRow.account_id == account_id, SignInRow.expires_at > now)
        .order_by(SignInRow.seen_at.desc(), SignInRow.id.desc())
    )
    return [SignInLine(row.id, row.label, row.created_at, row.seen_at, row.id == mine) for row in rows]


def _passkeys(connection: Connection, account_id: int) -> tuple[PasskeyLine, ...]:
    rows = connection.execute(
        select(PasskeyRow.id, PasskeyRow.label, PasskeyRow.site, PasskeyRow.created_at, PasskeyRow.used_at)
        .where(PasskeyRow.account_id == account_id)
        .order_by(PasskeyRow.id)
    )
    return tuple(PasskeyLine(row.id, row.label, row.site, row.created_at, row.used_at) for row in rows)
