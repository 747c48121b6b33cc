"""The data of the account page: sign-ins, passkeys, and whether there is a password."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from scorekeeper.models import AccountRow, PasskeyRow, SignInRow
from scorekeeper.models.engine import reading


@dataclass(frozen=True, slots=True)
class SignInItem:
    """One browser that is signed in."""

    id: int
    label: str
    created_at: datetime
    seen_at: datetime
    mine: bool


@dataclass(frozen=True, slots=True)
class PasskeyItem:
    """One passkey; `site` is the host name it works for."""

    id: int
    label: str
    site: str
    created_at: datetime
    used_at: datetime | None


@dataclass(frozen=True, slots=True)
class AccountPage:
    """The sign-ins of an account, first the one of this browser, then by latest use; and its passkeys."""

    has_password: bool
    sign_ins: tuple[SignInItem, ...]
    passkeys: tuple[PasskeyItem, ...]


def account_page(account_id: int, *, sign_in: int, now: datetime) -> AccountPage:
    """Read the page of an account for the browser with this sign-in."""
    with reading() as connection:
        sign_ins = _sign_ins(connection, account_id, mine=sign_in, now=now)
        stored = connection.scalar(select(AccountRow.password_hash).where(AccountRow.id == account_id))
        return AccountPage(
            has_password=stored is not None,
            sign_ins=tuple(sorted(sign_ins, key=lambda item: not item.mine)),
            passkeys=_passkeys(connection, account_id),
        )


def _sign_ins(connection: Connection, account_id: int, *, mine: int, now: datetime) -> list[SignInItem]:
    rows = connection.execute(
        select(SignInRow.id, SignInRow.label, SignInRow.created_at, SignInRow.seen_at)
        .where(SignInRow.account_id == account_id, SignInRow.expires_at > now)
        .order_by(SignInRow.seen_at.desc(), SignInRow.id.desc())
    )
    return [SignInItem(row.id, row.label, row.created_at, row.seen_at, row.id == mine) for row in rows]


def _passkeys(connection: Connection, account_id: int) -> tuple[PasskeyItem, ...]:
    rows = connection.execute(
        select(PasskeyRow.id, PasskeyRow.label, PasskeyRow.site, PasskeyRow.created_at, PasskeyRow.used_at)
        .where(PasskeyRow.account_id == account_id)
        .order_by(PasskeyRow.id)
    )
    return tuple(PasskeyItem(row.id, row.label, row.site, row.created_at, row.used_at) for row in rows)
