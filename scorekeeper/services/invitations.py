"""Letting another device write to a game: a link or a short code, used once, within a quarter of an hour."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Connection, Row, insert, select, update

from scorekeeper.models import GameRow, InvitationRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.services import rights
from scorekeeper.services.faults import InvitationInvalid
from scorekeeper.services.secret import keyed

VALID_FOR: Final = timedelta(minutes=15)
TOKEN_BYTES: Final = 24
CODE_LENGTH: Final = 8
# Without 0 and O, 1, I and L, 5 and S, 2 and Z, 8 and B, and V beside U: nobody mistypes what was read aloud.
CODE_LETTERS: Final = "34679ACDEFGHJKMNPQRTUWXY"


@dataclass(frozen=True, slots=True)
class Invitation:
    """The two ways to accept one offer. They are told once and stored as hashes."""

    token: str
    code: str
    expires_at: datetime


def invite(game_id: str, *, now: datetime, token: str | None = None) -> Invitation:
    """A fresh offer of the right to write; UnknownGame. `token` is its secret if it must be told again."""
    with writing() as connection:
        return add(connection, game_id, now=now, token=token)


def add(connection: Connection, game_id: str, *, now: datetime, token: str | None = None) -> Invitation:
    """The same within a transaction."""
    made = Invitation(
        token=token or secrets.token_urlsafe(TOKEN_BYTES),
        code="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
        expires_at=now + VALID_FOR,
    )
    rights.bump(connection, game_id)
    connection.execute(
        insert(InvitationRow),
        {
            "game_id": game_id,
            "token_hash": _hash(made.token),
            "code_hash": _hash(made.code),
            "created_at": now,
            "expires_at": made.expires_at,
        },
    )
    return made


def find(token: str, *, now: datetime) -> str | None:
    """The game that an open offer is for, by the token of its link alone. Nothing is used up."""
    with reading() as connection:
        offer = _offer(connection, _by_token(token), now=now)
        return offer.game_id if offer is not None and offer.used_at is None else None


def accept(token: str, device: str, *, now: datetime) -> str:
    """Use an offer up by its link and give its right to `device`; the game's id, or InvitationInvalid.

    A device that has the right already uses nothing up: the same tap twice does no harm.
    """
    return _accept(_by_token(token), device, via=rights.Via.LINK, now=now)


def accept_code(typed: str, device: str, *, now: datetime) -> str:
    """The same by the short code, as somebody typed it. It can be guessed: callers must count the tries."""
    return _accept(InvitationRow.code_hash == _hash(typed_code(typed)), device, via=rights.Via.CODE, now=now)


def typed_code(text: str) -> str:
    """A code as it was meant, whatever case, spaces and dashes it was typed with."""
    return "".join(char for char in text.upper() if char.isalnum())


def _accept(secret: ColumnElement[bool], device: str, *, via: rights.Via, now: datetime) -> str:
    with writing() as connection:
        offer = _offer(connection, secret, now=now)
        if offer is None:
            raise InvitationInvalid
        game_id: str = offer.game_id
        if rights.holds(connection, game_id, device=device):
            return game_id
        if offer.used_at is not None:
            raise InvitationInvalid
        connection.execute(update(InvitationRow).where(InvitationRow.id == offer.id).values(used_at=now))
        rights.bump(connection, game_id)
        rights.add(connection, game_id, device=device, via=via, now=now)
        return game_id


def _offer(
    connection: Connection, secret: ColumnElement[bool], *, now: datetime
) -> Row[int, str, datetime | None] | None:
    """The offer of that secret that is not too old, used or not, to a game that is not deleted."""
    return connection.execute(
        select(InvitationRow.id, InvitationRow.game_id, InvitationRow.used_at)
        .join(GameRow, GameRow.id == InvitationRow.game_id)
        .where(secret, InvitationRow.expires_at > now, GameRow.deleted_at.is_(None))
    ).first()


def _by_token(token: str) -> ColumnElement[bool]:
    return InvitationRow.token_hash == _hash(token)


def _hash(secret: str) -> str:
    return keyed("invitation", secret).hex()
