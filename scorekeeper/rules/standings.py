"""Totals, posted totals and ranks of one game (clauses 1.1, 1.3a, 8.3, 8.4, 8.7a)."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.game import Game, Hand, Seat, Standing, Statistics
from scorekeeper.rules.incomplete import sum_of_two_highest


def own_total(seat: Seat, *, hands: Sequence[Hand]) -> int:
    """The sum of a seat's own points, with the start score of a late joiner (8.7a)."""
    return (seat.start_score or 0) + sum(
        score.points for hand in hands for score in hand.scores if score.seat == seat.number
    )


def posted_total(
    seat: Seat, *, seats: Sequence[Seat], hands: Sequence[Hand], stopped: bool = False
) -> int | None:
    """The total posted for a player who left (8.3); None without two complete totals (8.4).

    While the game runs, complete totals are those of the players who can still finish it.
    `stopped`: the game ended before its last hand, so that no total is complete.
    """
    complete = [
        own_total(other, hands=hands) for other in seats if is_complete(other) and other.number != seat.number
    ]
    return None if stopped else sum_of_two_highest(complete)


def is_complete(seat: Seat) -> bool:
    """Whether this seat plays every hand: it neither left nor joined late."""
    return seat.left_after is None and seat.start_score is None


def standings(
    seats: Sequence[Seat], *, order: Sequence[int], hands: Sequence[Hand], stopped: bool
) -> tuple[Standing, ...]:
    """All seats, best first, equal ones in seating order with one rank (1.3a).

    A player who left and posts nothing (8.4) keeps their own total and ranks behind all who played longer.
    """
    lines = [_line(seats[number], seats=seats, hands=hands, stopped=stopped) for number in order]
    keys = sorted(key for key, _ in lines)
    return tuple(
        Standing(plain.seat, plain.total, plain.posted, rank=1 + keys.index(key))
        for key, plain in sorted(lines, key=lambda line: line[0])
    )


def leaders(game: Game) -> tuple[Standing, ...]:
    """Who has the fewest points of those still playing, in seating order; nobody before the first hand."""
    lines = [line for line in game.standings if line.seat in game.playing and game.hands]
    fewest = min((line.total for line in lines), default=None)
    return tuple(line for line in lines if line.total == fewest)


def highest_complete(game: Game) -> tuple[Standing, ...]:
    """The two highest complete totals, whose sum a player who left posts (8.3); fewer without two."""
    complete = [line for line in game.standings if is_complete(game.seats[line.seat])]
    return tuple(sorted(complete, key=lambda line: line.total, reverse=True)[:2])


def statistics(
    seats: Sequence[Seat], *, standing: Sequence[Standing], finished: bool, stopped: bool
) -> Statistics:
    """Whether the game counts: not when a total could not be posted (8.4) or somebody joined late (8.7a)."""
    if not finished:
        return Statistics.PENDING
    posted = {line.seat for line in standing if line.posted}
    unposted = any(seat.left_after is not None and seat.number not in posted for seat in seats)
    joined = any(seat.start_score is not None for seat in seats)
    return Statistics.DISCARDED if stopped or unposted or joined else Statistics.COUNTED


def _line(
    seat: Seat, *, seats: Sequence[Seat], hands: Sequence[Hand], stopped: bool
) -> tuple[tuple[int, int], Standing]:
    posted = None
    if seat.left_after is not None:
        posted = posted_total(seat, seats=seats, hands=hands, stopped=stopped)
    total = own_total(seat, hands=hands) if posted is None else posted
    hands_missed = 0 if seat.left_after is None or posted is not None else len(hands) - seat.left_after
    return (hands_missed, total), Standing(seat.number, total, posted is not None, rank=0)
