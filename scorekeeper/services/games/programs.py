"""Games kept by programs: starting one, and whether one was started so.

A program is told the game's token and the link of its first invitation. Both are derived and never stored.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import select

from scorekeeper.models import EntryRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.entries import Started
from scorekeeper.services.games import invitations, recording, rights

# Told again, a start tells what it told at first, even when a scorer has ended it meanwhile: whoever
# remembers the key of a request must not come back by it.
FIRST_GENERATION: Final = 1


def start_game(event: Started, *, now: datetime) -> str:
    """Start a game together with its first invitation; the new id, or RuleViolation."""
    with writing():
        game_id = recording.start_game(event, now=now)
        invitations.invite(game_id, now=now, token=link_secret(game_id))
    return game_id


def started_by_one(game_id: str) -> bool:
    """Whether a program started this game, and so was told its token."""
    with reading() as connection:
        first = connection.execute(
            select(EntryRow.device).where(EntryRow.game_id == game_id, EntryRow.number == 1)
        ).first()
        return first is not None and first.device is None


def end(game_id: str) -> None:
    """End what the start of a game told: every token, and the link if nobody used it. UnknownGame."""
    with writing() as connection:
        rights.renew_token(game_id)
        invitations.end(connection, link_secret(game_id))


def revoke_with(game_id: str, right: int, *, device: str, now: datetime) -> None:
    """Take a right back together with that of programs; errors as of `rights.revoke`."""
    with writing():
        rights.revoke(game_id, right, now=now, device=device)
        end(game_id)


def told_token(game_id: str) -> str:
    """The token that the start of this game told."""
    return rights.api_token(game_id, FIRST_GENERATION)


def link_secret(game_id: str) -> str:
    """The secret of the link that the start of this game told."""
    return rights.link_token(game_id, FIRST_GENERATION)
