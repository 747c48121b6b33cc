"""The result of each seat in a game that counts (clauses 1.1, 1.3a, 8.3, 8.4, 8.7a)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scorekeeper.rules.checks import MOST_RECORDED
from scorekeeper.rules.game import Game, Standing, Statistics
from scorekeeper.rules.score_forms import Exact, sum_of

# Shares are whole numbers of this part of one: it can be shared by 2 to 12, and by twice 1 to 11.
PARTS: Final = 55_440


@dataclass(frozen=True, slots=True)
class Result:
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
    def won(self) -> Fraction:
        """The share of the win: equal lowest totals share it (1.3a)."""
        return Fraction(1, self.sharers) if self.rank == 1 else Fraction(0)

    @property
    def beaten(self) -> Fraction:
        """The share of the opponents that stand behind; one with the same rank counts half."""
        behind = self.seats - self.rank - self.sharers + 1
        return Fraction(2 * behind + self.sharers - 1, 2 * (self.seats - 1))


def in_parts(share: Fraction) -> int:
    """A share as a whole number of `PARTS`; ValueError if it is not one."""
    parts = share * PARTS
    if parts.denominator != 1:
        raise ValueError(f"{share} is no whole number of {PARTS} parts")
    return int(parts)


def results(game: Game) -> tuple[Result, ...]:
    """The results of a game by seat number; none unless it ended and counts (8.4, 8.7a)."""
    return tuple(_results(game)) if game.statistics is Statistics.COUNTED else ()


def _results(game: Game) -> Iterator[Result]:
    counted = [line for line in game.standings if _counts(game, line)]
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


def _counts(game: Game, line: Standing) -> bool:
    """Whether a seat's result counts: not that of a player who left and posts nothing (P-2)."""
    return line.posted or game.seats[line.seat].left_after is None


assert all(PARTS % (2 * seats) == 0 for seats in range(1, MOST_RECORDED))
