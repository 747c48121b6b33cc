"""What players tell each other after a game: who led, which hand hurt, who went out. Values only.

A line is told only if it is true and not dull: totals that were posted are no deed of anybody, and of several
players who did the same nobody is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import Final, TypeVar

from scorekeeper.rules.score_forms import Exact
from scorekeeper.services.games.queries.table import HandScores, SeatStanding

FEWEST_HANDS: Final = 3
_OFTEN: Final = 2
_Item = TypeVar("_Item")


class Tale(StrEnum):
    LED_ALWAYS = "led-always"
    LED_LONGEST = "led-longest"
    TOOK_LEAD = "took-lead"
    DEAREST = "dearest"
    NEVER_OUT = "never-out"
    OUT_MOST = "out-most"


@dataclass(frozen=True, slots=True)
class Line:
    """One fact about one player; `hand`, `hands` and the `points` of a hand are 0 where it needs none."""

    tale: Tale
    name: str
    hand: int = 0
    hands: int = 0
    points: Exact = 0


def margin(seats: Sequence[SeatStanding]) -> Exact | None:
    """By how many points the first place of a finished game won; None if no other total compares (8.4)."""
    gaps = sorted({seat.gap for seat in seats if seat.left_after is None or seat.posted})
    return gaps[1] - gaps[0] if len(gaps) > 1 else None


def tell(seats: Sequence[SeatStanding], hands: Sequence[HandScores]) -> tuple[Line, ...]:
    """At most three lines about a game that is over: the lead, the hardest hand, who went out."""
    if len(hands) < FEWEST_HANDS:
        return ()
    names = {seat.number: seat.name for seat in seats}
    winner = _only([seat.number for seat in seats if seat.won])
    lines = (
        _lead(names, winner, seats=seats, hands=hands),
        _dearest(names, hands),
        _out(names, winner, hands),
    )
    return tuple(line for line in lines if line)


def _lead(
    names: dict[int, str], winner: int | None, *, seats: Sequence[SeatStanding], hands: Sequence[HandScores]
) -> Line | None:
    """How the winner came to lead alone to the end, unless another player led longer than anybody else."""
    leaders = _leaders(seats, hands)
    led = Counter(seat for seat in leaders if seat is not None)
    longest = _only([seat for seat, times in led.items() if times == max(led.values())])
    if winner is not None and longest in (None, winner) and leaders[-1] == winner:
        kept = len(list(takewhile(lambda seat: seat == winner, reversed(leaders))))
        if kept == len(hands):
            return Line(Tale.LED_ALWAYS, names[winner])
        return Line(Tale.TOOK_LEAD, names[winner], hand=hands[-kept].number)
    if longest is None or led[longest] < _OFTEN:
        return None
    return Line(Tale.LED_LONGEST, names[longest], hands=led[longest])


def _leaders(seats: Sequence[SeatStanding], hands: Sequence[HandScores]) -> list[int | None]:
    """Who led alone after each hand, of those who played it."""
    sign = hands[-1].rules.wins.sign
    totals: dict[int, Exact] = {seat.number: sign * (seat.start_score or 0) for seat in seats}
    leaders = []
    for hand in hands:
        played = [score for score in hand.scores if score is not None]
        totals |= {score.seat: totals[score.seat] + sign * score.points for score in played}
        best = min(totals[score.seat] for score in played)
        leaders.append(_only([score.seat for score in played if totals[score.seat] == best]))
    return leaders


def _dearest(names: dict[int, str], hands: Sequence[HandScores]) -> Line | None:
    """The score that cost most in the game, if only one player had it, and once."""
    sign = hands[-1].rules.wins.sign
    scores = [(hand, score) for hand in hands for score in hand.scores if score is not None]
    most = max(sign * score.points for _hand, score in scores)
    dearest = _only([(hand, score) for hand, score in scores if sign * score.points == most])
    if dearest is None or dearest[1].posted or most <= 0:
        return None
    hand, score = dearest
    return Line(Tale.DEAREST, names[score.seat], hand.number, points=most)


def _out(names: dict[int, str], winner: int | None, hands: Sequence[HandScores]) -> Line | None:
    """The only winner, if others went out and the winner never did; else who went out most."""
    out = Counter(hand.went_out for hand in hands if hand.went_out is not None)
    if winner is not None and out and winner not in out:
        return Line(Tale.NEVER_OUT, names[winner])
    most = _only([seat for seat, times in out.items() if times == max(out.values())])
    return None if most is None or out[most] < _OFTEN else Line(Tale.OUT_MOST, names[most], hands=out[most])


def _only(items: Sequence[_Item]) -> _Item | None:
    return items[0] if len(items) == 1 else None
