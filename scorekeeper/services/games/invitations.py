"""Letting another device write to a game: a link or a short code, used once, within a quarter of an hour.

An invitation ends earlier if the right of the device that made it is revoked.

The answer to a program that starts a game holds the API token of the game and the link of its first
invitation. Both are derived from the game, so that the answer can be sent again, and never stored.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Row, Select, select
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, InvitationRow, ScorerRightRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.entries import Started
from scorekeeper.services.common.faults import InvitationInvalid, UnknownRight
from scorekeeper.services.common.one_time_links import OneTimeLinks
from scorekeeper.services.common.signing import keyed, keyed_text
from scorekeeper.services.games import recording, rights

VALID_FOR: Final = timedelta(minutes=15)
CODE_LENGTH: Final = 8
_LINKS: Final = OneTimeLinks(
    InvitationRow, longest=VALID_FOR, digest=lambda secret: keyed("invitation", secret).hex()
)
_Offer = Row[str, datetime | None, datetime | None]
# No 0 and O, 1, I and L, 5 and S, 2 and Z, 8 and B, and no V beside U, which sound or look alike.
CODE_LETTERS: Final = "34679ACDEFGHJKMNPQRTUWXY"
# A start that is sent again is answered with its first token and link, even if a scorer has ended both since,
# so that a repeated request never grants access again.
FIRST_GENERATION: Final = 1


@dataclass(frozen=True, slots=True)
class Invitation:
    """The link token and the code of one invitation. They are shown once; only their hashes are stored."""

    token: str
    code: str
    expires_at: datetime


def invite(game_id: str, *, now: datetime, device: str | None = None, token: str | None = None) -> Invitation:
    """Make an invitation to write to a game; UnknownGame. `token` is its secret; None: a random one.

    `device` makes it, and UnknownRight says that it may not write any more; None: a program, or the command.
    """
    with writing() as session:
        right = None if device is None else rights.right_of(session, game_id, device=device)
        if device is not None and right is None:
            raise UnknownRight(device)
        return add(session, game_id, now=now, token=token, right=right)


def invite_alone(game_id: str, *, now: datetime) -> Invitation:
    """Make an invitation that replaces every right, link and token of a game; UnknownGame."""
    with writing() as session:
        end_everything(session, game_id, now=now)
        return add(session, game_id, now=now)


def end_everything(session: Session, game_id: str, *, now: datetime) -> None:
    """End every right, link and token of a game for good; only a new invitation lets anybody write again."""
    rights.end_all(session, game_id, now=now)
    _LINKS.end(session, InvitationRow.game_id == game_id)
    rights.renew_token(game_id)


def add(
    session: Session,
    game_id: str,
    *,
    now: datetime,
    token: str | None = None,
    right: int | None = None,
    account_id: int | None = None,
) -> Invitation:
    """Make an invitation within a transaction; `right` or `account_id` is of its maker."""
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    rights.bump(session, game_id)
    link = _LINKS.add(
        session,
        now=now,
        token=token,
        code_hash=_LINKS.digest(code),
        game_id=game_id,
        created_at=now,
        made_by_right=right,
        made_by_account=account_id,
    )
    return Invitation(link.token, code, link.expires_at)


def end_those_of(session: Session, account_id: int, *, games: Select[str]) -> None:
    """End the invitations that an organiser made for some games and nobody has used."""
    _LINKS.end(session, InvitationRow.made_by_account == account_id, InvitationRow.game_id.in_(games))


def find(token: str, *, now: datetime) -> str | None:
    """The id of the game of an open invitation, by the token of its link; the invitation stays unused."""
    with reading() as session:
        offer = _offer(session, _LINKS.has_token(token), now=now)
        return offer.game_id if offer is not None and not _is_over(offer) else None


def accept(token: str, device: str, *, now: datetime) -> str:
    """Use an invitation by its link and give `device` its right; the game's id, or InvitationInvalid.

    A device that has the right already does not use the invitation, so a second tap does no harm.
    """
    return _accept(_LINKS.has_token(token), device, via=rights.Via.LINK, now=now)


def accept_code(typed: str, device: str, *, now: datetime) -> str:
    """Use an invitation by its short code, as somebody typed it; otherwise as `accept`.

    A code can be guessed: callers must count the attempts.
    """
    return _accept(
        InvitationRow.code_hash == _LINKS.digest(typed_code(typed)), device, via=rights.Via.CODE, now=now
    )


def typed_code(text: str) -> str:
    """A typed code in capitals, without spaces and dashes."""
    return "".join(char for char in text.upper() if char.isalnum())


def _accept(secret: ColumnElement[bool], device: str, *, via: rights.Via, now: datetime) -> str:
    with writing() as session:
        offer = _offer(session, secret, now=now)
        if offer is None:
            raise InvitationInvalid
        game_id: str = offer.game_id
        if rights.holds(session, game_id, device=device):
            return game_id
        if _is_over(offer) or not _LINKS.redeem(session, secret, now=now):
            raise InvitationInvalid
        rights.bump(session, game_id)
        rights.add(session, game_id, device=device, via=via, now=now)
        return game_id


def _offer(session: Session, secret: ColumnElement[bool], *, now: datetime) -> _Offer | None:
    """The invitation with this secret, used or not, if it has not expired and its game is not deleted."""
    return session.execute(
        select(InvitationRow.game_id, InvitationRow.used_at, ScorerRightRow.revoked_at)
        .join(GameRow, GameRow.id == InvitationRow.game_id)
        .outerjoin(ScorerRightRow, ScorerRightRow.id == InvitationRow.made_by_right)
        .where(secret, _LINKS.is_current(now=now), GameRow.deleted_at.is_(None))
    ).first()


def _is_over(offer: _Offer) -> bool:
    """Whether an invitation is used, or the right of the device that made it is revoked."""
    return offer.used_at is not None or offer.revoked_at is not None


def start_by_program(event: Started, *, now: datetime) -> str:
    """Start a game together with its first invitation; the new id, or RuleViolation."""
    with writing():
        game_id = recording.start_game(event, now=now)
        invite(game_id, now=now, token=first_link_secret(game_id))
    return game_id


def end_tokens(game_id: str) -> None:
    """End every token of a game, and the link of its first invitation if nobody used it. UnknownGame."""
    with writing() as session:
        rights.renew_token(game_id)
        _LINKS.end(session, _LINKS.has_token(first_link_secret(game_id)))


def revoke_with_programs(game_id: str, right: int, *, device: str, now: datetime) -> None:
    """Revoke a right together with that of programs; errors as of `rights.revoke`."""
    with writing():
        rights.revoke(game_id, right, now=now, device=device)
        end_tokens(game_id)


def first_token(game_id: str) -> str:
    """The API token in the answer to the start of a game, valid or not."""
    return rights.api_token(game_id, FIRST_GENERATION)


def first_link_secret(game_id: str) -> str:
    """The secret of the link in the answer to the start of a game."""
    return keyed_text("scorer link", game_id, str(FIRST_GENERATION))
