"""The runs that one suit can give: every choice that could be part of a best lay-down (3.2 to 3.8, 3.12).

All runs of the suit are built at once, place by place from the low ace up. Two ways to come to a place with
the same open runs differ in the wild cards and the weight of what is done, and only those are kept that no
other one equals or beats. Nothing is lost by that, and by these two rules for lean runs: a natural card that
lies unused where a run has a gap is taken in, and one before the first card of a run is, too. Such a run has
one wild card fewer, and room for as many others, unless it already has all the cards that a run may have, or
its wild cards may not lie side by side; full and mixed runs are for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.rules.heap.steps import (
    CLOSED,
    FULL,
    HIGH_ACE,
    MIXED,
    WAITS,
    WHOLE_SUIT,
    Shape,
    Step,
    Steps,
    full,
    lean,
)

# The width of the first, quick search.
FIRST_BEAM: Final = 12


class Column(NamedTuple):
    """One place of a suit: its natural cards, the weight of each, and how they are counted.

    `track`: taking one adds this to `Choice.used`. `optional`: a set may want the cards too, so a run may
    leave a card and use a wild card in its place. `pooled`: the cards are wild, and in their own place here.
    """

    copies: int = 0
    weight: int = 0
    track: int = 0
    optional: bool = False
    pooled: bool = False


class LaidRun(NamedTuple):
    """A run: its first place, what fills it (True: a natural card), and the fewest and most wild cards.

    It grows at its ends until it has the most.
    """

    first: int
    filled: tuple[bool, ...]
    fewest: int
    most: int


class _Column(NamedTuple):
    """What all runs did in one place: those begun come last; `order` are the open ones by their code."""

    place: int
    open: int
    steps: tuple[Step, ...]
    order: list[tuple[int, int]]


_Trail: TypeAlias = "tuple[_Trail, _Column] | None"


class Choice(NamedTuple):
    """Runs of a suit: the cards that count elsewhere too, wild cards, and the weight of the others.

    `fewest` wild cards are needed; `most` can be laid, with those that lie in their own place.
    """

    used: int
    fewest: int
    most: int
    weight: int
    trail: _Trail = None
    open: tuple[int, ...] = ()


class Limit(NamedTuple):
    """What choices are wanted: those that can come to more than `floor`, with at most `wild` wild cards.

    `gain[m]` is the most that all other cards of the heap can weigh if m wild cards have room here. Only the
    most promising are followed at each place, if `beam` is not 0: as many as that.
    """

    floor: int
    gain: tuple[int, ...]
    wild: int
    beam: int = 0


class _State(NamedTuple):
    """What matters for the places to come; `barred`: a card lies unused just before the next place."""

    codes: tuple[int, ...]
    waiting: int
    low_aces: int
    barred: bool


# The most weight to come, by open and waiting runs and then by wild cards.
_Reach = dict[tuple[int, int], list[int]]
_States = dict[_State, list[Choice]]


class _Rest(NamedTuple):
    """What a number of runs can have in the places to come: natural cards, and room for wild ones.

    `weighty` are the cards that count here and nowhere else, `pooled` those that are wild and in their own
    place, and `free` is the room for wild cards if every natural card is laid.
    """

    weight: int = 0
    cards: int = 0
    weighty: int = 0
    pooled: int = 0
    free: int = 0

    def before(self, column: Column, cards: int, runs: int) -> _Rest:
        """With so many cards of one more column."""
        weighty = cards if column.weight else 0
        return _Rest(
            self.weight + column.weight * cards,
            self.cards + cards,
            self.weighty + weighty,
            self.pooled + (cards if column.pooled else 0),
            self.free + runs - weighty,
        )


class Bound(NamedTuple):
    """The most that runs can weigh without wild cards, the most wild cards laid with them, and the fewest."""

    weight: int
    most: int
    fewest: int


class Suit:
    """The runs that the columns of one suit give, with at most `wild` wild cards."""

    def __init__(self, columns: Sequence[Column], shape: Shape, wild: int, *, wide: bool = False) -> None:
        self.columns, self.shape, self.wild, self.wide = columns, shape, wild, wide
        self.places = sum(column.copies > 0 for column in columns)
        self.was_cut = False
        self._has_full = wide and shape.adjacent and shape.most == WHOLE_SUIT
        self._least = min((column.weight for column in columns if column.weight and column.copies), default=0)
        self._steps = Steps(shape, wild, wide=wide)
        self._choices: dict[int, list[Choice]] = {}
        self._reaches: dict[tuple[int, int], list[_Reach]] = {}
        self._rests: dict[tuple[int, int], list[list[_Rest]]] = {}
        self._bounds: dict[int, Bound | None] = {}

    def bound(self, runs: int) -> Bound | None:
        """What so many runs can have at most, and need at least; None if there are too few cards."""
        if runs not in self._bounds:
            self._bounds[runs] = self._bound(runs) if runs else Bound(0, 0, 0)
        return self._bounds[runs]

    def _bound(self, runs: int) -> Bound | None:
        weight, cards, _, pooled, _ = self._rest(runs, 0)[0][runs]
        shape = self.shape
        wild = max(shape.fewest * runs - cards + pooled, runs * self._lacking())
        if cards < shape.need * runs or wild > self.wild:
            return None
        own = sum(min(column.copies, runs) for column in self.columns if column.pooled)
        return Bound(weight, min(shape.most_wild * runs, cards) + own if shape.half else self.wild, wild)

    def _lacking(self) -> int:
        """The cards that the best row of a smallest run lacks."""
        held = [column.copies > 0 and not column.pooled for column in self.columns]
        row, size = (held + held)[: self.shape.last], self.shape.fewest
        return size - max(sum(row[at : at + size]) for at in range(len(row) - size + 1))

    def all_choices(self, runs: int) -> list[Choice]:
        """All choices of so many runs but those that another one equals or beats in every respect."""
        if runs not in self._choices:
            self._choices[runs] = self.choices(runs)
        return self._choices[runs]

    def choices(self, runs: int, limit: Limit | None = None) -> list[Choice]:
        """The choices of so many runs, within limits; `was_cut` tells whether the beam left any out."""
        states: _States = {_State((), runs, 0, False): [Choice(0, 0, 0, 0)]}
        self.was_cut = False
        for place in range(1, self.shape.last + 1):
            states = self._pruned(self._column(states, place), runs, limit, place)
            if limit and limit.beam:
                states = self._beam(states, runs, limit, place)
        return undominated(self._ended(states))

    def _rest(self, runs: int, low_aces: int) -> list[list[_Rest]]:
        """The cards to come after each place, for each number of runs, where these aces were used low."""
        if (runs, low_aces) not in self._rests:
            rest = [[_Rest()] * (runs + 1)]
            for place in range(self.shape.last, 0, -1):
                column, copies = self._to_count(place, low_aces)
                rest.append([after.before(column, min(n, copies), n) for n, after in enumerate(rest[-1])])
            self._rests[runs, low_aces] = rest[::-1]
        return self._rests[runs, low_aces]

    def _to_count(self, place: int, low_aces: int) -> tuple[Column, int]:
        """The column of a place and the cards to count in it: aces that may be high are counted there."""
        column = self.columns[(place - 1) % WHOLE_SUIT]
        if place == 1 and self.shape.last == HIGH_ACE:
            return column, 0
        return column, column.copies - (low_aces if place == HIGH_ACE else 0)

    def _column(self, states: _States, place: int) -> _States:
        """All states after one more place."""
        column, wild = self.columns[(place - 1) % WHOLE_SUIT], self.wild
        ace = place == 1 and self.shape.last == HIGH_ACE
        strict = not (column.optional or column.pooled or ace)
        after: _States = {}
        for state, choices in states.items():
            copies = column.copies - (state.low_aces if place == HIGH_ACE else 0)
            for taken, moves in self._moves(state, copies, place, optional=column.optional):
                waiting, fewest, most = _counted(moves.steps)
                now = tuple([code for code, _ in moves.order])
                key = _State(now, waiting, taken if ace else state.low_aces, strict and taken < copies)
                used, weight = column.track * taken, column.weight * taken
                most += taken if column.pooled else 0
                after.setdefault(key, []).extend(
                    [
                        Choice(
                            choice[0] + used,
                            choice[1] + fewest,
                            min(choice[2] + most, wild),
                            choice[3] + weight,
                            (choice[4], moves),
                        )
                        for choice in choices
                    ]
                )
        return after

    def _moves(
        self, state: _State, copies: int, place: int, *, optional: bool
    ) -> Iterator[tuple[int, _Column]]:
        """What all runs may do in a place, with the natural cards they take.

        A lean run bridges the place only if all natural cards are taken, or may be left for a set.
        """
        steps = self._steps
        for bridge in (True,) if optional or not copies else (False, True):
            ways: list[tuple[int, tuple[Step, ...]]] = [(0, ())]
            before = None
            for code in state.codes:
                ways = _with_one_more(ways, steps.of(code, place, bridge), copies, alike=code == before)
                before = code
            starts = steps.starts(place, state.barred) if state.waiting else []
            for number in range(state.waiting):
                ways = _with_one_more(ways, starts, copies, alike=number > 0)
            for taken, moves in ways:
                if optional or not copies or (taken == copies) is bridge:
                    order = sorted([(step.after, at) for at, step in enumerate(moves) if step.after >= 0])
                    yield taken, _Column(place, len(state.codes), moves, order)

    def _pruned(self, states: _States, runs: int, limit: Limit | None, place: int) -> _States:
        """The states that can still become choices, each with those that no other one beats."""
        kept: _States = {}
        wild = limit.wild if limit else self.wild
        for state, choices in states.items():
            to_come = self._rest(runs, state.low_aces)[place][len(state.codes) + state.waiting]
            sure = self._sure(state, to_come, place)
            if sure is None:
                continue
            wanted = [choice for choice in choices if choice[1] + sure <= wild]
            if limit:
                wanted = self._within(limit, wanted, state, to_come, place)
            if len(wanted) > 1:
                wanted = undominated(wanted)
            if wanted:
                kept[state] = wanted
        return kept

    def _sure(self, state: _State, to_come: _Rest, place: int) -> int | None:
        """The wild cards that the open and waiting runs need at least; None if these cannot be finished."""
        shape, codes, waiting = self.shape, state.codes, state.waiting
        starts_by = shape.last - shape.most + 1
        if self._has_full and place == starts_by and not (codes and codes[-1] >= FULL):
            return None
        sure, lacking, short = 0, shape.need * waiting, shape.fewest * waiting
        for code in codes:
            if code < FULL:
                cards, gaps, _ = lean(code)
                sure += gaps
                lacking += max(0, shape.need - cards)
                short += max(0, shape.fewest - cards - gaps)
        return None if lacking > to_come.cards else sure + max(0, short - to_come.cards)

    def _within(
        self, limit: Limit, choices: list[Choice], state: _State, to_come: _Rest, place: int
    ) -> list[Choice]:
        """The choices that can come to more than the floor.

        A full run that leaves a natural card out is of use only if the wild cards have no room otherwise.
        """
        if self._has_full and self.shape.half and place < WHOLE_SUIT:
            room = limit.wild - self._least_room(state, place)
            choices = [choice for choice in choices if choice[2] < room]
        worth = self._worth(state, to_come, limit)
        known = {most: worth(most) for most in {choice[2] for choice in choices}}
        choices = [choice for choice in choices if choice[3] + known[choice[2]] > limit.floor]
        if not choices or limit.beam == FIRST_BEAM:
            return choices
        codes, waiting = state.codes, state.waiting
        spare = limit.wild - sum(lean(code)[1] for code in codes if code < FULL)
        reach = self._reachable(len(codes) + waiting, state.low_aces)[place][len(codes), waiting]
        return [
            choice
            for choice in choices
            if choice[3] + known[choice[2]] + reach[spare - choice[1]] - to_come.weight > limit.floor
        ]

    def _reachable(self, runs: int, low_aces: int) -> list[_Reach]:
        """The most weight still to come, by place, open and waiting runs, and wild cards to bridge gaps with.

        Runs are not told from each other here: in each place some begin, some end, and the others have
        natural cards as long as there are any, then wild ones.
        """
        if (runs, low_aces) not in self._reaches:
            wild = range(self.wild + 1)
            states = [(m, n) for m in range(runs + 1) for n in range(runs + 1 - m)]
            reaches: list[_Reach] = [{state: [0] * len(wild) for state in states}]
            for place in range(self.shape.last, 0, -1):
                column, copies = self._to_count(place, low_aces)
                weight = column.weight if copies else 0
                copies = copies or column.copies
                after = reaches[-1]
                reaches.append({state: _reach(state, copies, weight, after) for state in states})
            self._reaches[runs, low_aces] = reaches[::-1]
        return self._reaches[runs, low_aces]

    def _least_room(self, state: _State, place: int) -> int:
        """The wild cards that open and waiting lean runs have room for, whatever is to come."""
        shape, to_come = self.shape, self.shape.last - place
        cards = [lean(code)[0] for code in state.codes if code < FULL] + [0] * state.waiting
        return sum(max(0, min(max(n, shape.need), shape.most - n - to_come)) for n in cards)

    def _worth(self, state: _State, to_come: _Rest, limit: Limit) -> Callable[[int], int]:
        """The most that everything else can weigh, by the wild cards that the ended runs have room for.

        Beyond the `easy` room each wild card costs a natural one.
        """
        wild, gain, least = self.wild, limit.gain, self._least
        easy, room = self._room(state, to_come)

        def worth(most: int) -> int:
            top, low = min(wild, most + room), most + easy
            if low >= top:
                return to_come.weight + gain[top]
            return to_come.weight + max(gain[at] - (at - low) * least for at in range(max(0, low), top + 1))

        return worth

    def _room(self, state: _State, to_come: _Rest) -> tuple[int, int]:
        """The room for wild cards in open and waiting runs beside all natural cards, and the most room."""
        shape, codes = self.shape, state.codes
        if codes and codes[-1] >= MIXED:
            return to_come.free, to_come.free + to_come.weighty
        active = len(codes) + state.waiting
        natural = sum(lean(code)[0] if code < FULL else full(code)[0] for code in codes)
        room = self.wild
        if shape.half:
            room = min(shape.most_wild * active, natural + to_come.cards) + to_come.pooled
        if not shape.adjacent and not self.wide:
            room = min(room, sum(sum(lean(code)[1:]) for code in codes) + 2 * active + to_come.free)
        return shape.most * active - natural - to_come.weighty, room

    def _beam(self, states: _States, runs: int, limit: Limit, place: int) -> _States:
        """The most promising states: those worth most, and of these the ones with the fewest wild cards."""
        ranked = []
        for state, choices in states.items():
            to_come = self._rest(runs, state.low_aces)[place][len(state.codes) + state.waiting]
            worth = self._worth(state, to_come, limit)
            begun = [lean(code) for code in state.codes if code < FULL]
            wild = sum(max(gaps + trailing, self.shape.fewest - cards) for cards, gaps, trailing in begun)
            ranked += [
                (choice[3] + worth(choice[2]), -choice[1] - wild, choice[2], state, choice)
                for choice in choices
            ]
        if len(ranked) <= limit.beam:
            return states
        self.was_cut = True
        ranked.sort(key=lambda item: item[:3], reverse=True)
        kept: _States = {}
        for *_, state, choice in ranked[: limit.beam]:
            kept.setdefault(state, []).append(choice)
        return kept

    def _ended(self, states: _States) -> list[Choice]:
        """The choices after the last place."""
        ended = []
        for state, choices in states.items():
            ends = [self._steps.end(code) for code in state.codes]
            sure = [end for end in ends if end]
            if not state.waiting and len(sure) == len(ends):
                fewest, most = sum(end[1] for end in sure), sum(end[2] for end in sure)
                ended += [
                    choice._replace(
                        fewest=choice.fewest + fewest,
                        most=min(choice.most + most, self.wild),
                        open=state.codes,
                    )
                    for choice in choices
                    if choice.fewest + fewest <= self.wild
                ]
        return ended

    def laid(self, choice: Choice) -> Iterator[LaidRun]:
        """The runs of a choice."""
        columns = []
        trail = choice.trail
        while trail:
            trail, column = trail
            columns.append(column)
        runs: list[tuple[int, list[bool]]] = []
        for column in reversed(columns):
            runs += [(column.place, []) for _ in column.steps[column.open :]]
            for (first, filled), step in zip(runs, column.steps, strict=True):
                if step.after >= 0 or FULL <= step.before < MIXED:
                    filled.append(step.natural)
                if step.after == CLOSED:
                    yield _laid(step.before, first, filled, step.fewest, step.most)
            runs = [runs[at] for _, at in column.order]
        for (first, filled), code in zip(runs, choice.open, strict=True):
            _, fewest, most = self._steps.end(code) or (CLOSED, 0, 0)
            yield _laid(code, first, filled, fewest, most)


def _reach(state: tuple[int, int], copies: int, weight: int, after: _Reach) -> list[int]:
    """The most weight from a column on, by wild cards, with so many open and waiting runs before it."""
    is_open, waiting = state
    size = len(after[state])
    best = [0] * size
    for begun in range(min(waiting, copies) + 1):
        for now in range(begun, is_open + begun + 1):
            taken = min(now, copies)
            wild, gained = now - taken, taken * weight
            later = after[now, waiting - begun]
            for at in range(wild, size):
                if later[at - wild] + gained > best[at]:
                    best[at] = later[at - wild] + gained
    return best


def _with_one_more(
    ways: Iterable[tuple[int, tuple[Step, ...]]], steps: Sequence[Step], copies: int, *, alike: bool
) -> list[tuple[int, tuple[Step, ...]]]:
    """The ways with the steps of one more run; runs alike take theirs in rising order."""
    return [
        (taken + step[2], (*moves, step))
        for taken, moves in ways
        for step in steps
        if taken + step[2] <= copies and not (alike and step[5] < moves[-1][5])
    ]


def _counted(steps: Iterable[Step]) -> tuple[int, int, int]:
    """The runs that wait, and the fewest and most wild cards now certain."""
    waiting = fewest = most = 0
    for step in steps:
        waiting += step[1] == WAITS
        fewest += step[3]
        most += step[4]
    return waiting, fewest, most


def _laid(code: int, first: int, filled: Sequence[bool], fewest: int, most: int) -> LaidRun:
    if code < FULL:
        return LaidRun(first, tuple(filled[: len(filled) - filled[::-1].index(True)]), fewest, most)
    wild = filled.count(False)
    return LaidRun(first, tuple(filled), wild, wild)


def undominated(choices: list[Choice]) -> list[Choice]:
    """The choices without those that another one equals or beats in every respect."""
    choices.sort(key=lambda choice: (choice[0], choice[1], -choice[2], -choice[3]))
    best: list[Choice] = []
    start, used = 0, -1
    for choice in choices:
        if choice[0] != used:
            used, start = choice[0], len(best)
        if not any(other[2] >= choice[2] and other[3] >= choice[3] for other in best[start:]):
            best.append(choice)
    return best
