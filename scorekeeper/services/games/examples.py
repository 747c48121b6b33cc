"""Example games: one running, one suspended, one finished, with a correction and a player who left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select

from scorekeeper.models import GameRow, LeagueGameRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import (
    Corrected,
    Departed,
    ErrorKind,
    Event,
    GivenScore,
    HandScored,
    Started,
    Suspended,
)
from scorekeeper.services.games import recording

_HAND_TAKES: Final = timedelta(minutes=17)


def _sheet(points: Sequence[int | None]) -> tuple[GivenScore, ...]:
    return tuple(GivenScore(seat, points=given) for seat, given in enumerate(points) if given is not None)


@dataclass(frozen=True, slots=True)
class _Example:
    """Names in seating order, first dealer and events; a bare tuple is the points of the next hand.

    In a tuple of points, the player with zero went out, and None is for a player who has left.
    """

    players: tuple[str, ...]
    first_dealer: int
    days_ago: int
    events: tuple[Event | tuple[int | None, ...], ...]


_EXAMPLES: Final = (
    _Example(
        players=("Ana", "Ben", "Cem", "Dee"),
        first_dealer=2,
        days_ago=0,
        events=((25, 0, 45, 110), (60, 55, 15, 0), (0, 70, 35, 20)),
    ),
    _Example(
        players=("Noor", "Otto", "Pia", "Quim", "Rosa", "Sven"),
        first_dealer=0,
        days_ago=9,
        events=((0, 85, 20, 40, 155, 10), (35, 5, 90, 0, 60, 25), Suspended(agreed=True)),
    ),
    _Example(
        players=("Ida", "Jon", "Kim", "Lea", "Max"),
        first_dealer=4,
        days_ago=30,
        events=(
            (15, 30, 0, 95, 50),
            (0, 45, 65, 20, 130),
            Corrected(
                hand=1,
                went_out=2,
                scores=_sheet((15, 35, 0, 95, 50)),
                kind=ErrorKind.SCORESHEET,
                mixed=False,
                disputed_before=False,
                agreed=True,
                reason="30 was written for 35",
            ),
            (40, 0, 75, 10, 25),
            (105, 20, 0, 35, 60),
            (5, 80, 50, 0, 15),
            Departed(seats=(4,)),
            (0, 115, 30, 70, None),
            (45, 0, 25, 160, None),
        ),
    ),
)


def write_examples(*, now: datetime) -> tuple[str, ...]:
    """Record the example games, the newest first; their ids."""
    return tuple(_write(example, now=now - timedelta(days=example.days_ago)) for example in _EXAMPLES)


def free_games() -> tuple[str, ...]:
    """The ids of all games without a league, oldest first."""
    query = select(GameRow.id).where(GameRow.id.not_in(select(LeagueGameRow.game_id)))
    with reading() as connection:
        return tuple(connection.scalars(query.order_by(GameRow.created_at, GameRow.id)))


def _write(example: _Example, *, now: datetime) -> str:
    begun = now - _HAND_TAKES * len(example.events)
    game = recording.start_game(
        Started(players=example.players, first_dealer=example.first_dealer, started_at=begun), now=begun
    )
    for step, event in enumerate(_whole(example.events), start=1):
        recording.record(game, event, now=begun + _HAND_TAKES * step)
    return game


def _whole(events: Sequence[Event | tuple[int | None, ...]]) -> Iterator[Event]:
    hand = 0
    for event in events:
        if not isinstance(event, tuple):
            yield event
            continue
        hand += 1
        yield HandScored(hand=hand, went_out=event.index(0), scores=_sheet(event))
