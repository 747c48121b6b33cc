"""What players tell each other after a game: who led, which hand hurt, who kept out of trouble. Values only.

A tale is told only if it is true and not dull: totals that were posted are no deed of anybody, and of several
players who did the same nobody is named.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias, TypeVar

from scorekeeper.rules.game import Score
from scorekeeper.rules.score_forms import Exact
from scorekeeper.services.games.queries.table import HandScores, SeatStanding

FEWEST_HANDS: Final = 3
_LONG_LEAD: Final = 2
_BIG_LEAD: Final = 40
_FAR_MOVE: Final = 2
_OFTEN_OUT: Final = 2
_FEW: Final = 15
_Score: TypeAlias = tuple[HandScores, SeatStanding, Score]
T = TypeVar("T")


class Tale(StrEnum):
    LEVEL_BEFORE_LAST = "level-before-last"
    LED_ALWAYS = "led-always"
    LED_AND_LOST = "led-and-lost"
    THREW_AWAY = "threw-away"
    LED_LONGEST = "led-longest"
    TOOK_AND_KEPT = "took-and-kept"
    TOOK_LAST = "took-last"
    LOST_LEAD = "lost-lead"
    FELL = "fell"
    CLIMBED = "climbed"
    DEAREST = "dearest"
    NEVER_OUT = "never-out"
    OUT_MOST = "out-most"
    KEPT_LEAST = "kept-least"


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One fact about one player, or about several `names`.

    `hand`, `hands`, `points` and places are 0 where the tale needs none. `points` are what a hand cost, what
    somebody was left with, or a lead.
    """

    tale: Tale
    name: str
    hand: int = 0
    hands: int = 0
    points: Exact = 0
    before: int = 0
    after: int = 0
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Course:
    """The totals after each hand, by the index of each seat that played the hand; the lower, the better.

    Where the highest total wins they are those of the sheet times -1, as `sign` is.
    """

    seats: Sequence[SeatStanding]
    hands: Sequence[HandScores]
    totals: tuple[Mapping[int, Exact], ...]
    sign: int

    def leaders(self, place: int) -> set[int]:
        return {seat for seat in self.totals[place] if self.place(seat, place) == 1}

    def leader(self, place: int) -> int | None:
        """The seat that leads alone after a hand."""
        leaders = self.leaders(place)
        return leaders.pop() if len(leaders) == 1 else None

    def place(self, seat: int, place: int) -> int:
        totals = self.totals[place]
        return 1 + sum(total < totals[seat] for total in totals.values())

    @property
    def winners(self) -> set[int]:
        """The seats that won; none if the game was stopped (8.4a)."""
        return {index for index, seat in enumerate(self.seats) if seat.won}


def margin(seats: Sequence[SeatStanding]) -> Exact | None:
    """By how many points the first place of a finished game won; None if no other total compares (8.4)."""
    gaps = sorted({seat.gap for seat in seats if seat.left_after is None or seat.posted})
    return gaps[1] - gaps[0] if len(gaps) > 1 else None


def tell_story(seats: Sequence[SeatStanding], hands: Sequence[HandScores]) -> tuple[StoryLine, ...]:
    """At most three lines about a game that is over: the lead, the hardest hand, the best play.

    `scores` of each hand are in the order of `seats`.
    """
    if len(hands) < FEWEST_HANDS:
        return ()
    sign = hands[-1].rules.wins.sign
    course = _Course(seats, hands, tuple(_totals(seats, hands, sign=sign)), sign)
    lead = _lead(course)
    return tuple(line for line in (lead, _swing(course, lead=lead), _best(course)) if line)


def _totals(
    seats: Sequence[SeatStanding], hands: Sequence[HandScores], *, sign: int
) -> Iterable[Mapping[int, Exact]]:
    running: list[Exact] = [sign * (seat.start_score or 0) for seat in seats]
    for hand in hands:
        played = {index: score.points for index, score in enumerate(hand.scores) if score is not None}
        for index, points in played.items():
            running[index] += sign * points
        yield {index: running[index] for index in played}


def _lead(course: _Course) -> StoryLine | None:
    last = len(course.hands) - 1
    longest, level = _longest_leader(course), _level(course)
    if level or len(course.winners) != 1 or course.winners != course.leaders(last):
        return level or longest
    winner = min(course.winners)
    lost = _lost_lead(course, longest, winner=winner) or _thrown_lead(course)
    return lost or _taken_lead(course, winner) or longest


def _level(course: _Course) -> StoryLine | None:
    """Who shared the first place before the last hand, and all played it; None if everybody of many did."""
    leaders = course.leaders(len(course.hands) - 2)
    names = tuple(course.seats[seat].name for seat in sorted(leaders & course.totals[-1].keys()))
    if course.winners and 1 < len(names) == len(leaders) < max(3, len(course.totals[-2])):
        return StoryLine(Tale.LEVEL_BEFORE_LAST, "", names=names)
    return None


def _thrown_lead(course: _Course) -> StoryLine | None:
    """The largest lead of a player who played to the end and did not win."""
    leads = []
    for place, (hand, totals) in enumerate(zip(course.hands, course.totals, strict=True)):
        leader = course.leader(place)
        if leader in course.totals[-1].keys() - course.winners and len(totals) > 1:
            first, second = sorted(totals.values())[:2]
            leads.append((second - first, hand.number, course.seats[leader].name))
    points, number, name = max(leads, default=(0, 0, ""))
    return StoryLine(Tale.THREW_AWAY, name, number, points=points) if points >= _BIG_LEAD else None


def _longest_leader(course: _Course) -> StoryLine | None:
    """Who led alone after more hands than anybody else."""
    led = Counter(
        leader for place in range(len(course.hands)) if (leader := course.leader(place)) is not None
    )
    longest = _only([seat for seat, hands in led.items() if hands == max(led.values())])
    if longest is None or led[longest] < _LONG_LEAD:
        return None
    return StoryLine(Tale.LED_LONGEST, course.seats[longest].name, hands=led[longest])


def _lost_lead(course: _Course, longest: StoryLine | None, *, winner: int) -> StoryLine | None:
    """How another player than the winner led longest, and lost it.

    None if that player ever shared the first place, or left the game.
    """
    if longest is None or longest.name == course.seats[winner].name:
        return None
    seat, last = [seat.name for seat in course.seats].index(longest.name), len(course.hands) - 1
    ahead = [place for place in range(last) if seat in course.leaders(place)]
    lost = 1 + ahead[-1]
    if len(ahead) != longest.hands or seat not in course.totals[lost]:
        return None
    return replace(longest, tale=Tale.LED_AND_LOST, hand=course.hands[lost].number)


def _taken_lead(course: _Course, winner: int) -> StoryLine | None:
    """How the winner came to lead alone to the end; None if nobody was ahead of the winner before."""
    name, first = course.seats[winner].name, len(course.hands) - 1
    while first and course.leader(first - 1) == winner:
        first -= 1
    if first == 0:
        return StoryLine(Tale.LED_ALWAYS, name)
    if winner not in course.totals[first - 1] or course.place(winner, first - 1) == 1:
        return None
    tale = Tale.TOOK_LAST if first == len(course.hands) - 1 else Tale.TOOK_AND_KEPT
    return StoryLine(tale, name, hand=course.hands[first].number)


def _swing(course: _Course, *, lead: StoryLine | None) -> StoryLine | None:
    """The farthest move of a player in one hand that is not told yet; else the dearest score."""
    first = None if lead is None else (lead.name, lead.hand)
    moves = [line for line in _moves(course) if (line.name, line.hand) != first]
    far = [
        line for line in moves if abs(line.after - line.before) >= _FAR_MOVE or line.tale is Tale.LOST_LEAD
    ]
    if far:
        return max(far, key=lambda line: (abs(line.after - line.before), line.points, line.hand))
    return _dearest(course)


def _moves(course: _Course) -> Iterable[StoryLine]:
    """Every change of place between two hands that the same players played."""
    for place in range(1, len(course.hands)):
        if course.totals[place].keys() != course.totals[place - 1].keys():
            continue
        hand, leader = course.hands[place], course.leader(place - 1)
        for index, (seat, score) in enumerate(zip(course.seats, hand.scores, strict=True)):
            if score is None or score.posted:
                continue
            before, after = course.place(index, place - 1), course.place(index, place)
            cost = course.sign * score.points
            move = StoryLine(Tale.CLIMBED, seat.name, hand.number, points=cost, before=before, after=after)
            if after > before:
                yield replace(move, tale=Tale.LOST_LEAD if index == leader and cost > 0 else Tale.FELL)
            elif after < before:
                yield move


def _dearest(course: _Course) -> StoryLine | None:
    """The score that cost most in the game, if only one player had it, and once."""
    scores = _scores(course)
    most = max(course.sign * score.points for _, _, score in scores)
    dearest = _only([line for line in scores if course.sign * line[2].points == most])
    if dearest is None or dearest[2].posted or most <= 0:
        return None
    hand, seat, _ = dearest
    return StoryLine(Tale.DEAREST, seat.name, hand.number, points=most)


def _best(course: _Course) -> StoryLine | None:
    return _never_out(course) or _out_most(course) or _kept_least(course)


def _never_out(course: _Course) -> StoryLine | None:
    """The only winner, if others went out and the winner never did."""
    winner = _only(sorted(course.winners))
    out = {hand.went_out for hand in course.hands}
    if winner is None or course.seats[winner].number in out or out == {None}:
        return None
    return StoryLine(Tale.NEVER_OUT, course.seats[winner].name)


def _out_most(course: _Course) -> StoryLine | None:
    out = Counter(hand.went_out for hand in course.hands if hand.went_out is not None)
    most = _only([seat for seat in course.seats if out and out[seat.number] == max(out.values())])
    if most is None or out[most.number] < _OFTEN_OUT:
        return None
    return StoryLine(Tale.OUT_MOST, most.name, hands=out[most.number])


def _kept_least(course: _Course) -> StoryLine | None:
    """The fewest points that a player was left with who did not go out, if only one had them, and once."""
    others = [line for line in _scores(course) if line[0].went_out != line[1].number]
    fewest = min((score.held for _, _, score in others if score.held is not None), default=0)
    least = _only([line for line in others if line[2].held == fewest])
    if least is None or not 0 < fewest <= _FEW:
        return None
    hand, seat, score = least
    if hand.went_out is None or score.charge:
        return None
    return StoryLine(Tale.KEPT_LEAST, seat.name, hand.number, points=fewest)


def _scores(course: _Course) -> list[_Score]:
    return [
        (hand, seat, score)
        for hand in course.hands
        for seat, score in zip(course.seats, hand.scores, strict=True)
        if score is not None
    ]


def _only(candidates: Sequence[T]) -> T | None:
    return candidates[0] if len(candidates) == 1 else None
