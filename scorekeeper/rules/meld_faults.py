"""Everything that is wrong with cards that are no meld, and the largest part of them that is one (14.1).

The part that stays is found by taking cards out without moving those that stay. Its wild cards keep the values
of their places (3.9), so a part that has to be put in another order has none, unless the cards were named in
odd order from the start and no other part is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.rules.cards import Card
from scorekeeper.rules.readings import (
    ROUND,
    MeldFault,
    MeldFaultCode,
    MeldKind,
    MeldRules,
    faults_of,
    placements,
    read_set,
    run_readings,
    size_faults,
)

_Positions = tuple[int, ...]
_Placed = tuple[int, int]


class FaultyMeld(NamedTuple):
    """Cards that are no meld of a kind: why, which of them are one, and how many could belong to one."""

    kind: MeldKind
    faults: tuple[MeldFault, ...]
    stays: _Positions
    belonging: int

    @property
    def order(self) -> tuple[int, int, int, _Positions]:
        """The lower it is, the more likely this kind was meant."""
        return -self.belonging, -len(self.stays), len(self.faults), self.stays


def faulty_set(cards: Sequence[Card], rules: MeldRules) -> FaultyMeld:
    """What is wrong with the cards as a set of the rank that most of them have."""
    rank, count = _most(card.rank for card in cards if card not in rules.wild)
    faults = tuple(faults_of(cards, read_set(cards, rank, rules), rules))
    return FaultyMeld(MeldKind.SET, faults, _largest_set(cards, rules), count)


def faulty_run(cards: Sequence[Card], rules: MeldRules) -> FaultyMeld:
    """What is wrong with the cards as a run of the suit that most of them have."""
    suit, _ = _most(card.suit for card in cards if card not in rules.wild)
    placed = [tuple(faults_of(cards, one, rules)) for one in placements(cards, suit, rules)]
    faults = min(placed, key=len) if placed else tuple(_loose_faults(cards, suit, rules))
    ranks = {card.rank for card in cards if card.suit == suit and card not in rules.wild}
    return FaultyMeld(MeldKind.RUN, faults, _largest_run(cards, rules), len(ranks))


def _most(names: Iterable[str]) -> tuple[str, int]:
    """The most frequent one, the earliest of equals, and how often it is there; empty without any."""
    return next(iter(Counter(names).most_common(1)), ("", 0))


def _loose_faults(cards: Sequence[Card], suit: str, rules: MeldRules) -> Iterator[MeldFault]:
    """The faults of cards that are in no row, whatever their order."""
    natural = [at for at, card in enumerate(cards) if card not in rules.wild]
    own = [at for at in natural if cards[at].suit == suit]
    wild = _surely_wild(cards, own, suit, rules)
    yield from size_faults(len(cards), MeldKind.RUN, rules)
    if len(own) < len(natural):
        strangers = [at for at in natural if at not in own]
        yield rules.fault(MeldFaultCode.MIXED_SUITS, MeldKind.RUN, strangers)
    yield from _row_faults(cards, own, rules)
    if wild and not natural:
        yield rules.fault(MeldFaultCode.WILD_RUN, MeldKind.RUN, wild)
    if rules.rules.wild.most == "half" and 2 * len(wild) > len(cards):
        yield rules.fault(MeldFaultCode.TOO_MANY_WILD, MeldKind.RUN, wild)
    beside = {at for pair in pairwise(wild) if pair[1] - pair[0] == 1 for at in pair}
    if beside and not rules.rules.wild.adjacent:
        yield rules.fault(MeldFaultCode.ADJACENT_WILD, MeldKind.RUN, sorted(beside))


def _surely_wild(cards: Sequence[Card], own: Sequence[int], suit: str, rules: MeldRules) -> list[int]:
    """The wild cards that have no place of their own in a run of this suit."""
    taken = {cards[at].rank for at in own}
    found = []
    for at, card in enumerate(cards):
        if card in rules.wild:
            in_place = rules.rules.wild.in_place and card.suit == suit and card.rank not in taken
            if suit and in_place:
                taken.add(card.rank)
            else:
                found.append(at)
    return found


def _row_faults(cards: Sequence[Card], own: Sequence[int], rules: MeldRules) -> Iterator[MeldFault]:
    """Cards of one suit that are there twice, and the holes between them that no wild card fills."""
    first = {rules.place[cards[at].rank]: at for at in reversed(own)}
    twice = [at for at in own if at not in first.values()]
    if twice:
        yield rules.fault(MeldFaultCode.DUPLICATE, MeldKind.RUN, twice)
    wild = [at for at, card in enumerate(cards) if card in rules.wild]
    rows = [sorted((start + (place - start) % ROUND, at) for place, at in first.items()) for start in first]
    straight = [row for row in rows if row[-1][0] < rules.reach]
    if not rows or _holes(min(straight, key=_holes)) <= len(wild):
        return
    row = min(rows, key=_holes)
    if _holes(row) <= len(wild):
        corner = next(pair for pair in pairwise(row) if pair[1][0] >= rules.reach)
        yield rules.fault(MeldFaultCode.ROUND_THE_CORNER, MeldKind.RUN, sorted(at for _, at in corner))
        return
    holes = [pair for pair in pairwise(min(straight, key=_holes)) if _holes(pair)]
    beside = [pair for pair in holes if not _is_filled(pair, wild)] or holes
    yield rules.fault(MeldFaultCode.GAP, MeldKind.RUN, sorted({at for pair in beside for _, at in pair}))


def _holes(row: Iterable[_Placed]) -> int:
    """How many cards are missing between the first and the last of a row."""
    places = [place for place, _ in row]
    return places[-1] - places[0] + 1 - len(places)


def _is_filled(pair: Sequence[_Placed], wild: Sequence[int]) -> bool:
    """Whether enough wild cards lie between two natural cards."""
    first, last = sorted(at for _, at in pair)
    return sum(first < at < last for at in wild) >= _holes(pair)


def _largest_set(cards: Sequence[Card], rules: MeldRules) -> _Positions:
    """The positions of the largest set among the cards, of equal ones the earliest."""
    ranks = dict.fromkeys(card.rank for card in cards if card.suit)
    parts = [_part_of_rank(cards, rank, rules) for rank in ranks]
    wild = tuple(at for at, card in enumerate(cards) if card in rules.wild)[: rules.most[MeldKind.SET]]
    return _largest([*parts, wild], rules.fewest[MeldKind.SET])


def _part_of_rank(cards: Sequence[Card], rank: str, rules: MeldRules) -> _Positions:
    """The positions of the largest set of this rank, or too few."""
    wild = {at for at, card in enumerate(cards) if rules.stands_for(card, rules.ranks[rank])}
    wild |= {at for at, card in enumerate(cards) if card in rules.wild and not rules.rules.wild.in_place}
    natural = [at for at, card in enumerate(cards) if card.rank == rank and at not in wild]
    if rules.rules.sets.suits == "different":
        natural = sorted({cards[at].suit: at for at in reversed(natural)}.values())
    size = min(len(natural) + len(wild), rules.most[MeldKind.SET])
    while size and max(0, size - len(natural)) > _most_wild(size, rules):
        size -= 1
    part: list[int] = []
    left = _most_wild(size, rules)
    for at in sorted([*natural, *wild]):
        left -= at in wild
        if (at not in wild or left >= 0) and len(part) < size:
            part.append(at)
    return tuple(part)


def _most_wild(size: int, rules: MeldRules) -> int:
    """How many wild cards a set of so many cards may have."""
    if rules.rules.wild.most == "half":
        return size // 2
    return size if rules.rules.wild.adjacent else (size + 1) // 2


def _largest_run(cards: Sequence[Card], rules: MeldRules) -> _Positions:
    """The positions of the largest run among the cards, of equal ones the earliest."""
    suits = dict.fromkeys(card.suit for card in cards if card.suit)
    parts = [_part_as_laid(cards, suit, step, rules) for suit in suits for step in (1, -1)]
    natural = [at for at, card in enumerate(cards) if card not in rules.wild]
    parts += [_part_in_odd_order(cards, natural, suit, rules) for suit in suits]
    fewest = rules.fewest[MeldKind.RUN]
    everything = range(len(cards))
    return _largest(parts, fewest) or _largest(
        [_part_in_odd_order(cards, everything, suit, rules) for suit in suits], fewest
    )


def _largest(parts: Iterable[_Positions], fewest: int) -> _Positions:
    """The longest part that is long enough, of equal ones the earliest; empty without any."""
    return min((part for part in parts if len(part) >= fewest), key=_rank, default=())


def _rank(part: _Positions) -> tuple[int, _Positions]:
    return -len(part), part


def _part_as_laid(cards: Sequence[Card], suit: str, step: int, rules: MeldRules) -> _Positions:
    """The positions of the largest run of this suit, laid in this direction.

    The best part so far is kept for each place that it can end in, each number of its wild cards, and
    whether its last card is one.
    """
    ends: dict[int, dict[tuple[int, bool], _Positions]] = {}
    most = rules.most[MeldKind.RUN]
    places = min(rules.reach, ROUND + 1) if rules.reach <= ROUND + 1 else ROUND
    for at, card in enumerate(cards):
        grown: list[tuple[int, tuple[int, bool], _Positions]] = []
        for place in range(places):
            own = rules.row[suit][place % ROUND]
            wild = rules.stands_for(card, own)
            if not wild and card != own:
                continue
            grown.append((place, (int(wild), wild), (at,)))
            before = place - step if places != ROUND or rules.reach == ROUND else (place - step) % ROUND
            for (count, last), part in ends.get(before, {}).items():
                if len(part) < most and not (wild and last and not rules.rules.wild.adjacent):
                    grown.append((place, (count + wild, wild), (*part, at)))
        for place, state, part in grown:
            there = ends.setdefault(place, {})
            if state not in there or _rank(part) < _rank(there[state]):
                there[state] = part
    limit = rules.rules.wild.most == "half"
    fits = [
        part
        for there in ends.values()
        for (count, _), part in there.items()
        if count < len(part) and not (limit and 2 * count > len(part))
    ]
    return min(fits, key=_rank, default=())


def _part_in_odd_order(
    cards: Sequence[Card], usable: Sequence[int], suit: str, rules: MeldRules
) -> _Positions:
    """The positions of the largest run of this suit that some of the usable cards are, in any order."""
    own = {}
    for at in reversed(usable):
        if cards[at].suit == suit and (cards[at] not in rules.wild or rules.rules.wild.in_place):
            own[rules.place[cards[at].rank]] = at
    others = [at for at in usable if cards[at] in rules.wild and at not in own.values()]
    parts = []
    for first in range(ROUND):
        for size in range(rules.fewest[MeldKind.RUN], rules.most[MeldKind.RUN] + 1):
            natural = [own[place % ROUND] for place in range(first, first + size) if place % ROUND in own]
            holes = size - len(natural)
            if holes > len(others) or first + size > rules.reach:
                continue
            part = tuple(sorted([*natural, *others[:holes]]))
            parts.append(part)
    return min((part for part in parts if _is_run([cards[at] for at in part], rules)), key=_rank, default=())


def _is_run(cards: Sequence[Card], rules: MeldRules) -> bool:
    return next(run_readings(cards, rules), None) is not None
