"""The largest part of some cards that is a meld, when superfluous ones go back (14.1).

Cards are taken out without moving those that stay, and wild cards keep the values of their places (3.9). So a
part that only makes a run in another order has no wild cards, unless no other part is a run; then the first
of equal natural cards is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from scorekeeper.rules.cards import Card
from scorekeeper.rules.melds.readings import run_readings
from scorekeeper.rules.melds.tables import ROUND, MeldKind, MeldRules

Positions = tuple[int, ...]


def largest_set(cards: Sequence[Card], rules: MeldRules) -> Positions:
    """The positions of the largest set among the cards, of equal ones the earliest; empty without any."""
    wild = tuple(at for at, card in enumerate(cards) if card in rules.wild)
    ranks = dict.fromkeys(card.rank for card in cards if rules.suit_of(card))
    parts = [_part_of_rank(cards, rank, rules) for rank in ranks]
    parts.append(wild[: rules.most[MeldKind.SET]])
    return min((part for part in parts if len(part) >= rules.fewest[MeldKind.SET]), key=_order, default=())


def largest_run(cards: Sequence[Card], rules: MeldRules) -> Positions:
    """The positions of the largest run among the cards; empty without any.

    Of equal ones it is that with the fewest wild cards, then the earliest: a wild card takes no place for
    which a natural one is there.
    """
    wild = [at for at, card in enumerate(cards) if card in rules.wild]
    suits = dict.fromkeys(rules.suit_of(card) for card in cards if rules.suit_of(card))
    parts = [part for suit in suits for part in _parts_as_laid(cards, suit, wild, rules)]
    parts += [part for suit in suits for part in _parts_in_odd_order(cards, suit, [], rules)]
    return _largest_run_of(parts, cards, rules) or _largest_run_of(
        [part for suit in suits for part in _parts_in_odd_order(cards, suit, wild, rules)], cards, rules
    )


def _largest_run_of(parts: Iterable[Positions], cards: Sequence[Card], rules: MeldRules) -> Positions:
    """The largest of these parts that is a run, of equal ones that with the fewest wild cards."""
    best: tuple[int, Positions] = (0, ())
    for part in sorted(parts, key=_order):
        if len(part) < len(best[1]):
            break
        for reading in run_readings([cards[at] for at in part], rules)[:1]:
            found = (len(reading.stands_for), part)
            best = min(best, found) if best[1] else found
    return best[1]


def _order(part: Positions) -> tuple[int, Positions]:
    return -len(part), part


def _part_of_rank(cards: Sequence[Card], rank: str, rules: MeldRules) -> Positions:
    """The positions of the largest set of this rank, or too few."""
    place = rules.ranks[rank]
    wild = [at for at, card in enumerate(cards) if rules.stands_for(card, place)]
    own = [at for at, card in enumerate(cards) if card.rank == rank and at not in wild]
    if rules.rules.sets.suits == "different":
        own = sorted({cards[at].suit: at for at in reversed(own)}.values())
    size = min(len(own) + len(wild), rules.most[MeldKind.SET])
    while size - len(own) > _most_wild(size, rules):
        size -= 1
    wild = wild[: _most_wild(size, rules)]
    return tuple(sorted([*own, *wild])[:size])


def _most_wild(size: int, rules: MeldRules) -> int:
    """How many wild cards a set of so many cards may have."""
    if rules.rules.wild.most == "half":
        return size // 2
    return size if rules.rules.wild.adjacent else (size + 1) // 2


class _Natural(NamedTuple):
    """A natural card of a run: its position, and its place."""

    at: int
    place: int


class _Chain(NamedTuple):
    """Cards that lie one after another in a run, from a natural card to a natural card."""

    first: _Natural
    last: _Natural
    size: int
    wild: int
    positions: Positions

    @property
    def order(self) -> tuple[int, Positions]:
        return self.wild, self.positions


def _parts_as_laid(
    cards: Sequence[Card], suit: str, wild: Sequence[int], rules: MeldRules
) -> Iterator[Positions]:
    """The positions of the largest run of this suit between any two natural cards, as the cards lie."""
    natural = [
        _Natural(at, place) for at, card in enumerate(cards) for place in _own_places(card, suit, rules)
    ]
    if len(natural) + len(wild) >= rules.fewest[MeldKind.RUN]:
        for step in (1, -1):
            for chain in _chains(natural, wild, step, rules):
                yield from _with_ends(chain, wild, step, rules)


def _own_places(card: Card, suit: str, rules: MeldRules) -> Positions:
    """The places in a run of this suit in which the card is natural."""
    if rules.suit_of(card) != suit or (card in rules.wild and not rules.rules.wild.in_place):
        return ()
    place = rules.place[card.rank]
    return (place, ROUND) if place == 0 and rules.reach == ROUND + 1 else (place,)


def _chains(
    natural: Sequence[_Natural], wild: Sequence[int], step: int, rules: MeldRules
) -> Iterator[_Chain]:
    """From each natural card to each later one the chain with the fewest wild cards, the first of equals."""
    ending: dict[_Natural, dict[_Natural, _Chain]] = {}
    for last in natural:
        chains = {last: _Chain(last, last, 1, 0, (last.at,))}
        for before, earlier in ending.items():
            between = _between(before, last, wild, step, rules)
            if between is None:
                continue
            for first, chain in earlier.items():
                size = chain.size + len(between) + 1
                positions = (*chain.positions, *between, last.at)
                longer = _Chain(first, last, size, chain.wild + len(between), positions)
                if size <= rules.most[MeldKind.RUN] and (
                    first not in chains or longer.order < chains[first].order
                ):
                    chains[first] = longer
        yield from chains.values()
        ending[last] = chains


def _between(
    before: _Natural, after: _Natural, wild: Sequence[int], step: int, rules: MeldRules
) -> Positions | None:
    """The wild cards that join two natural cards of a run; None if they cannot be joined."""
    holes = (after.place - before.place) * step - 1
    if rules.goes_around:
        holes %= ROUND
    if before.at == after.at or holes < 0 or (holes > 1 and not rules.rules.wild.adjacent):
        return None
    between = [at for at in wild if before.at < at < after.at]
    return tuple(between[:holes]) if len(between) >= holes else None


def _with_ends(chain: _Chain, wild: Sequence[int], step: int, rules: MeldRules) -> Iterator[Positions]:
    """The chain with as many wild cards as may lie at its ends; nothing if it has too many already."""
    free = rules.most[MeldKind.RUN] - chain.size
    if rules.rules.wild.most == "half":
        free = min(free, chain.size - 2 * chain.wild)
    if free < 0:
        return
    below, above = [at for at in wild if at < chain.first.at], [at for at in wild if at > chain.last.at]
    room = (chain.first.place, rules.reach - 1 - chain.last.place)
    if step == -1:
        room = (rules.reach - 1 - chain.first.place, chain.last.place)
    each = len(wild) if rules.rules.wild.adjacent else 1
    before = below[: min(free, each, free if rules.goes_around else room[0])]
    free -= len(before)
    after = above[: min(free, each, free if rules.goes_around else room[1])]
    yield (*before, *chain.positions, *after)


def _parts_in_odd_order(
    cards: Sequence[Card], suit: str, wild: Sequence[int], rules: MeldRules
) -> Iterator[Positions]:
    """The positions of cards, some of them wild, that could be a run of this suit in another order."""
    own = {place: at for at in reversed(range(len(cards))) for place in _own_places(cards[at], suit, rules)}
    if len(own) + len(wild) < rules.fewest[MeldKind.RUN]:
        return
    for first in range(ROUND):
        places = range(first, min(first + rules.most[MeldKind.RUN], rules.reach))
        row = [own.get(place % ROUND if rules.goes_around else place) for place in places]
        for size in range(rules.fewest[MeldKind.RUN], len(row) + 1):
            natural = [at for at in row[:size] if at is not None]
            others = [at for at in wild if at not in natural]
            if _may_lack(row[:size], rules):
                for chosen in combinations(others, size - len(natural)):
                    yield tuple(sorted([*natural, *chosen]))


def _may_lack(row: Sequence[int | None], rules: MeldRules) -> bool:
    """Whether wild cards may take the places in a row that no natural card has."""
    holes = [place for place, at in enumerate(row) if at is None]
    if len(holes) == len(row) or (rules.rules.wild.most == "half" and 2 * len(holes) > len(row)):
        return False
    return rules.rules.wild.adjacent or all(after - before > 1 for before, after in pairwise(holes))
