"""Letting another device write to a game: a link or a short code, used once, within a quarter of an hour.

It ends earlier together with the right by which it was made.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Connection, Row, Select, select

from scorekeeper.models import GameRow, InvitationRow, ScorerRightRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.services.common.faults import InvitationInvalid, UnknownRight
from scorekeeper.services.common.one_time_links import OneTimeLinks
from scorekeeper.services.common.signing import keyed
from scorekeeper.services.games import rights

VALID_FOR: Final = timedelta(minutes=15)
CODE_LENGTH: Final = 8
_LINKS: Final = OneTimeLinks(
    InvitationRow, longest=VALID_FOR, digest=lambda secret: keyed("invitation", secret).hex()
)
_Offer = Row[str, datetime | None, datetime | None]
# Without 0 and O, 1, I and L, 5 and S, 2 and Z, 8 and B, and V beside U: nobody mistypes what was read aloud.
CODE_LETTERS: Final = "34679ACDEFGHJKMNPQRTUWXY"


@dataclass(frozen=True, slots=True)
class Invitation:
    """The two ways to accept one offer. They are told once and stored as hashes."""

    token: str
    code: str
    expires_at: datetime


def invite(game_id: str, *, now: datetime, device: str | None = None, token: str | None = None) -> Invitation:
    """A fresh offer of the right to write; UnknownGame. `token` is its secret if it must be told again.

    `device` makes it, and UnknownRight tells that it may no longer write; None: a program, or the command.
    """
    with writing() as connection:
        right = None if device is None else rights.right_of(connection, game_id, device=device)
        if device is not None and right is None:
            raise UnknownRight(device)
        return add(connection, game_id, now=now, token=token, right=right)


def invite_alone(game_id: str, *, now: datetime) -> Invitation:
    """A fresh offer in the place of every right, link and token of programs that there is; UnknownGame."""
    with writing() as connection:
        end_everything(connection, game_id, now=now)
        return add(connection, game_id, now=now)


def end_everything(connection: Connection, game_id: str, *, now: datetime) -> None:
    """Let nobody write to a game any more, for good, until there is a fresh offer."""
    rights.end_all(connection, game_id, now=now)
    _LINKS.end(connection, InvitationRow.game_id == game_id)
    rights.renew_token(game_id)


def add(
    connection: Connection,
    game_id: str,
    *,
    now: datetime,
    token: str | None = None,
    right: int | None = None,
    account_id: int | None = None,
) -> Invitation:
    """The same within a transaction; `right` or `account_id` make it."""
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    rights.bump(connection, game_id)
    link = _LINKS.add(
        connection,
        now=now,
        token=token,
        code_hash=_LINKS.digest(code),
        game_id=game_id,
        created_at=now,
        made_by_right=right,
        made_by_account=account_id,
    )
    return Invitation(link.token, code, link.expires_at)


def end(connection: Connection, token: str) -> None:
    """End an offer that nobody has used."""
    _LINKS.end(connection, _LINKS.has_token(token))


def end_those_of(connection: Connection, account_id: int, *, games: Select[str]) -> None:
    """End the offers that an organiser made for some games and nobody has used."""
    _LINKS.end(connection, InvitationRow.made_by_account == account_id, InvitationRow.game_id.in_(games))


def find(token: str, *, now: datetime) -> str | None:
    """The game that an open offer is for, by the token of its link alone. Nothing is used up."""
    with reading() as connection:
        offer = _offer(connection, _LINKS.has_token(token), now=now)
        return offer.game_id if offer is not None and not _is_over(offer) else None


def accept(token: str, device: str, *, now: datetime) -> str:
    """Use an offer up by its link and give its right to `device`; the game's id, or InvitationInvalid.

    A device that has the right already uses nothing up: the same tap twice does no harm.
    """
    return _accept(_LINKS.has_token(token), device, via=rights.Via.LINK, now=now)


def accept_code(typed: str, device: str, *, now: datetime) -> str:
    """The same by the short code, as somebody typed it. It can be guessed: callers must count the tries."""
    return _accept(
        InvitationRow.code_hash == _LINKS.digest(typed_code(typed)), device, via=rights.Via.CODE, now=now
    )


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
        if _is_over(offer) or not _LINKS.redeem(connection, secret, now=now):
            raise InvitationInvalid
        rights.bump(connection, game_id)
        rights.add(connection, game_id, device=device, via=via, now=now)
        return game_id


def _offer(connection: Connection, secret: ColumnElement[bool], *, now: datetime) -> _Offer | None:
    """The offer with that secret that has not expired, used or not, to a game that is not deleted."""
    return connection.execute(
        select(InvitationRow.game_id, InvitationRow.used_at, ScorerRightRow.revoked_at)
        .join(GameRow, GameRow.id == InvitationRow.game_id)
        .outerjoin(ScorerRightRow, ScorerRightRow.id == InvitationRow.made_by_right)
        .where(secret, _LINKS.is_current(now=now), GameRow.deleted_at.is_(None))
    ).first()


def _is_over(offer: _Offer) -> bool:
    """Whether it is used, or whoever made it has lost the right since."""
    return offer.used_at is not None or offer.revoked_at is not None
