"""The result of each seat in a game that counts (clauses 1.1, 1.3a, 8.3, 8.4, 8.7a)."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from scorekeeper.rules.checks import MOST_RECORDED
from scorekeeper.rules.game import Game, Standing, Statistics, Status
from scorekeeper.rules.score_forms import Exact, sum_of
from scorekeeper.rules.standings import statistics

# Shares are whole numbers of this part of one: it can be shared by 2 to 12, and by twice 1 to 11.
PARTS: Final = 55_440


class Result(NamedTuple):
    """One seat in one counted game: `sharers` have its rank, out of `seats`.

    `total` is its game total, `posted` if by 8.3. `points` is the sum over the `hands` it played, with points
    posted by 8.5; in `outs` of them it went out.
    """

    seat: int
    total: Exact
    posted: bool
    rank: int
    sharers: int
    seats: int
    points: Exact
    hands: int
    outs: int

    @property
    def won_parts(self) -> int:
        """The share of the win, in `PARTS`: equal lowest totals share it (1.3a)."""
        return PARTS // self.sharers if self.rank == 1 else 0

    @property
    def beaten_parts(self) -> int:
        """The share of the opponents that stand behind, in `PARTS`; one with the same rank counts half."""
        behind = self.seats - self.rank - self.sharers + 1
        return PARTS * (2 * behind + self.sharers - 1) // (2 * (self.seats - 1))

    @property
    def won(self) -> Fraction:
        """The share of the win."""
        return Fraction(self.won_parts, PARTS)

    @property
    def beaten(self) -> Fraction:
        """The share of the opponents beaten."""
        return Fraction(self.beaten_parts, PARTS)


class Late(StrEnum):
    """For whom a game counts that somebody joined late: nobody, those who sat from the first hand, or all."""

    NONE = "none"
    WHOLE = "whole"
    ALL = "all"


class Substitutes(StrEnum):
    """For whom a seat counts where somebody played on for another: who began, or who finished."""

    STARTER = "starter"
    FINISHER = "finisher"


def results(
    game: Game, *, late: Late = Late.NONE, guests: Collection[int] = frozenset()
) -> tuple[Result, ...]:
    """The results of a game by seat number; none unless it ended and counts (8.4, 8.7a) for two at least.

    Those in the seats of `guests` have none, and take no place from the others.
    """
    is_counted = game.statistics is Statistics.COUNTED if late is Late.NONE else _is_whole(game)
    counted = [line for line in game.standings if is_counted and _counts(game, line, late=late)]
    members = [line for line in counted if line.seat not in guests]
    return tuple(_results(game, members)) if len(members) > 1 else ()


def _is_whole(game: Game) -> bool:
    """Whether it would count if nobody had joined late."""
    seats = [replace(seat, start_score=None) for seat in game.seats]
    finished, stopped = game.status is Status.FINISHED, len(game.playing) < 2
    return Statistics.COUNTED is statistics(
        seats, standing=game.standings, rules=game.rules, finished=finished, stopped=stopped
    )


def _results(game: Game, counted: Sequence[Standing]) -> Iterator[Result]:
    ranks = [1 + [line.rank for line in counted].index(line.rank) for line in counted]
    sharers = Counter(ranks)
    for line, rank in sorted(zip(counted, ranks, strict=True), key=lambda ranked: ranked[0].seat):
        points = [score.points for hand in game.hands for score in hand.scores if score.seat == line.seat]
        yield Result(
            seat=line.seat,
            total=line.total,
            posted=line.posted,
            rank=rank,
            sharers=sharers[rank],
            seats=len(counted),
            points=sum_of(points),
            hands=len(points),
            outs=sum(hand.went_out == line.seat for hand in game.hands),
        )


def _counts(game: Game, line: Standing, *, late: Late) -> bool:
    """Whether a seat's result counts: not that of a player who left and posts nothing (P-2)."""
    seat = game.seats[line.seat]
    return (line.posted or seat.left_after is None) and (seat.start_score is None or late is Late.ALL)


assert all(PARTS % (2 * seats) == 0 for seats in range(1, MOST_RECORDED))
