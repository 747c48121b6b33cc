"""Starting a game and recording what happens in it: one entry and all that follows from it, or nothing."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.models.engine import reading, writing
from scorekeeper.rules import history
from scorekeeper.rules.entries import Entry, Event, HandScored, Started, Undone
from scorekeeper.rules.fold import Replay, fold
from scorekeeper.rules.game import Game
from scorekeeper.services.common.faults import StaleVersion
from scorekeeper.services.games import log, projection, rights
from scorekeeper.services.games.listener import listener
from scorekeeper.services.games.recorded import recorded_sheet

ID_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Recorded:
    """What came of an event: the game now and the entry that holds it.

    `again`: it was recorded before and nothing was written. `replay`: this hand must be played again (8.6).
    """

    game: Game
    entry: int
    again: bool = False

    @property
    def replay(self) -> bool:
        return any(void.entry == self.entry for void in self.game.void)


def start_game(
    event: Started,
    *,
    now: datetime,
    device: str | None = None,
    previous: str | None = None,
) -> str:
    """Start a game and give `device` the right to it; the new id, or RuleViolation.

    `previous` is the game whose seats play again.
    """
    entry, game = history.start(event, now=now)
    game_id = secrets.token_urlsafe(ID_BYTES)
    with writing() as connection:
        projection.start(connection, game_id, game=game, now=now, previous=previous)
        log.append(connection, game_id, entry=entry, device=device)
        projection.write(connection, game_id, before=None, after=game, now=now)
        if device is not None:
            rights.add(connection, game_id, device=device, via=rights.Via.CREATED, now=now)
    return game_id


def record(
    game_id: str,
    event: Event | Callable[[Game], Event],
    *,
    now: datetime,
    device: str | None = None,
    seen: int | None = None,
    attempt: int | None = None,
) -> Recorded:
    """Record an event after everything recorded before it; a function makes the event for the game as it is.

    `seen` is the version the caller knows (None: not said), `attempt` the attempt at a hand that its form was
    made for. UnknownGame, StaleVersion, HandConflict, StateViolation or RuleViolation: nothing has changed.
    """
    with writing() as connection:
        replay = Replay(log.load(connection, game_id))
        before = replay.game()
        if seen is not None and seen != before.version:
            raise StaleVersion(before.version)
        if callable(event):
            event = event(before)
        if isinstance(event, HandScored):
            recorded = recorded_sheet(before, event=event, attempt=attempt, knows_all=seen is not None)
            if recorded is not None:
                return Recorded(before, recorded.entry, again=True)
        event = listener().before_recording(connection, before, event, now=now)
        entry, after = history.go_on(replay, event, at=now, game=before)
        log.append(connection, game_id, entry=entry, device=device)
        projection.write(connection, game_id, before=before, after=after, now=now)
        listener().recorded(connection, game_id, before=before, after=after, entry=entry.number, now=now)
    return Recorded(after, entry.number)


def undo(
    game_id: str, entry: int, *, now: datetime, device: str | None = None, seen: int | None = None
) -> Recorded:
    """Take back `entry`, which must be the last one standing; errors as of `record`."""
    return record(game_id, Undone(entry), now=now, device=device, seen=seen)


def preview(game_id: str, event: Event, *, now: datetime) -> Game:
    """The game as it would be after `event`; errors as of `record`. Nothing is written."""
    return history.append(entries(game_id), event, at=now)[1]


def current(game_id: str) -> Game:
    """The game as it stands; UnknownGame."""
    return fold(entries(game_id))


def entries(game_id: str) -> tuple[Entry, ...]:
    """The whole history; UnknownGame."""
    with reading() as connection:
        return log.load(connection, game_id)
