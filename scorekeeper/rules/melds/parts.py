"""The largest part of some cards that is a meld, when superfluous ones go back (14.1).

Cards are taken out without moving those that stay, and wild cards keep the values of their places (3.9). So a
part that only makes a run in another order has no wild cards, unless no other part is a run; then the first
of equal natural cards is taken.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.rules.cards import Card
from scorekeeper.rules.melds.readings import run_readings
from scorekeeper.rules.melds.tables import ROUND, MeldKind, MeldRules

Positions = tuple[int, ...]


def largest_set(cards: Sequence[Card], rules: MeldRules) -> Positions:
    """The positions of the largest set among the cards, of equal ones the earliest; empty without any."""
    wild = tuple(at for at, card in enumerate(cards) if card in rules.wild)
    ranks = [card.rank for card in cards if rules.suit_of(card)]
    fewest = rules.fewest[MeldKind.SET]
    large = [rank for rank in dict.fromkeys(ranks) if ranks.count(rank) + len(wild) >= fewest]
    parts = [_part_of_rank(cards, rank, rules) for rank in large]
    if rules.has_wild_sets:
        parts.append(wild[: rules.most[MeldKind.SET]])
    return min((part for part in parts if len(part) >= fewest), key=_order, default=())


def largest_run(cards: Sequence[Card], rules: MeldRules) -> Positions:
    """The positions of the largest run among the cards; empty without any.

    Of equal ones it is that with the fewest wild cards, then the earliest: a wild card takes no place for
    which a natural one is there.
    """
    wild = tuple(at for at, card in enumerate(cards) if card in rules.wild)
    suits = dict.fromkeys(rules.suit_of(card) for card in cards if rules.suit_of(card))
    naturals = [[*_naturals(cards, suit, rules)] for suit in suits]
    run = _Run((), 0)
    for natural in naturals:
        least = max(rules.fewest[MeldKind.RUN], len(run.positions))
        run = _longest(_parts_as_laid(natural, wild, least, rules), run, cards, rules)
    run = _longest_in_odd_order(naturals, (), run, cards, rules)
    if wild and not run.positions:
        run = _longest_in_odd_order(naturals, wild, run, cards, rules)
    return run.positions


class _Run(NamedTuple):
    """A run among the cards, and how many of its cards are wild."""

    positions: Positions
    wild: int

    @property
    def order(self) -> tuple[int, int, Positions]:
        return -len(self.positions), self.wild, self.positions


def _longest(parts: Iterable[Positions], run: _Run, cards: Sequence[Card], rules: MeldRules) -> _Run:
    """The longest of a run and these parts if they are runs, of equal ones the first by `order`."""
    for part in sorted({*parts}, key=_order):
        if len(part) < len(run.positions):
            break
        for reading in run_readings([cards[at] for at in part], rules)[:1]:
            run = min(run, _Run(part, len(reading.stands_for)), key=lambda part_run: part_run.order)
    return run


def _order(part: Positions) -> tuple[int, Positions]:
    return -len(part), part


def _part_of_rank(cards: Sequence[Card], rank: str, rules: MeldRules) -> Positions:
    """The positions of the largest set of this rank, or too few."""
    place = rules.ranks[rank]
    wild = [at for at, card in enumerate(cards) if rules.stands_for(card, place)]
    natural = [at for at, card in enumerate(cards) if card.rank == rank and at not in wild]
    if rules.rules.sets.suits == "different":
        natural = sorted({cards[at].suit: at for at in reversed(natural)}.values())
    size = min(len(natural) + len(wild), rules.most[MeldKind.SET])
    while size - len(natural) > _most_wild(size, rules):
        size -= 1
    wild = wild[: _most_wild(size, rules)]
    return tuple(sorted([*natural, *wild])[:size])


def _most_wild(size: int, rules: MeldRules) -> int:
    """How many wild cards a set of so many cards may have."""
    if rules.rules.wild.most == "half":
        return size // 2
    return size if rules.rules.wild.adjacent else (size + 1) // 2


class _Natural(NamedTuple):
    """A natural card of a run: its position, and its place."""

    at: int
    place: int


def _naturals(cards: Sequence[Card], suit: str, rules: MeldRules) -> Iterator[_Natural]:
    """The cards that are natural in a run of this suit, an ace in each of its places."""
    for at, card in enumerate(cards):
        if rules.suit_of(card) == suit and (rules.rules.wild.in_place or card not in rules.wild):
            place = rules.place[card.rank]
            yield _Natural(at, place)
            if place == 0 and rules.reach == ROUND + 1:
                yield _Natural(at, ROUND)


class _Chain(NamedTuple):
    """Cards that lie one after another in a run, from a natural card to a natural card; some may be wild."""

    first: _Natural
    last: _Natural
    wild: int
    positions: Positions


def _parts_as_laid(
    natural: Sequence[_Natural], wild: Positions, least: int, rules: MeldRules
) -> Iterator[Positions]:
    """The positions of the largest run between any two natural cards as they lie, if it has so many cards."""
    fewest = (least + 1) // 2 if rules.rules.wild.most == "half" else 1
    if len(natural) < fewest or len(natural) + len(wild) < least:
        return
    chains = [
        (_most_cards(chain, len(wild), rules), step, chain)
        for step in (1, -1)
        for chain in _chains(natural, wild, step, rules)
        if len(chain.positions) - chain.wild >= fewest
    ]
    for most, step, chain in sorted(chains, key=itemgetter(0), reverse=True):
        if most >= max(least, len(chain.positions)):
            part = _with_ends(chain, wild, most, step, rules)
            least = max(least, len(part))
            yield part


def _chains(natural: Sequence[_Natural], wild: Positions, step: int, rules: MeldRules) -> Iterator[_Chain]:
    """From each natural card to each later one the chain with the fewest wild cards, the first of equals."""
    ending: dict[_Natural, list[_Chain]] = {}
    for last in natural:
        chains = [_Chain(last, last, 0, (last.at,))]
        for before, earlier in ending.items():
            between = _between(before, last, wild, step, rules)
            if between is not None:
                chains += [
                    _Chain(first, last, used + len(between), (*positions, *between, last.at))
                    for first, _, used, positions in earlier
                ]
        ending[last] = [*{chain.first: chain for chain in sorted(chains, reverse=True)}.values()]
        yield from ending[last]


def _between(
    before: _Natural, after: _Natural, wild: Positions, step: int, rules: MeldRules
) -> Positions | None:
    """The wild cards that join two natural cards of a run; None if they cannot be joined."""
    holes = (after.place - before.place) * step - 1
    if rules.goes_around:
        holes %= ROUND
    if not 0 <= holes < after.at - before.at or (holes > 1 and not rules.rules.wild.adjacent):
        return None
    between = wild[bisect(wild, before.at) : bisect(wild, after.at - 1)][:holes] if holes else ()
    return between if len(between) == holes else None


def _most_cards(chain: _Chain, wild: int, rules: MeldRules) -> int:
    """The most cards of a run with this chain and some of so many wild cards; fewer if it has too many."""
    size = len(chain.positions)
    most = min(size + wild - chain.wild, rules.most[MeldKind.RUN])
    return min(most, 2 * (size - chain.wild)) if rules.rules.wild.most == "half" else most


def _with_ends(chain: _Chain, wild: Positions, most: int, step: int, rules: MeldRules) -> Positions:
    """The chain with as many wild cards as may lie at its ends, first before it, to so many cards."""
    free = most - len(chain.positions)
    each = free if rules.rules.wild.adjacent else 1
    room = (chain.first.place, rules.reach - 1 - chain.last.place)
    if step == -1:
        room = (rules.reach - 1 - chain.first.place, chain.last.place)
    if rules.goes_around:
        room = (each, each)
    before = wild[: bisect(wild, chain.first.at - 1)][: min(free, each, room[0])]
    after = wild[bisect(wild, chain.last.at) :][: min(free - len(before), each, room[1])]
    return (*before, *chain.positions, *after)


def _longest_in_odd_order(
    naturals: Sequence[Sequence[_Natural]],
    wild: Positions,
    run: _Run,
    cards: Sequence[Card],
    rules: MeldRules,
) -> _Run:
    """The longest of a run and of cards, some of them wild, that could be one in another order."""
    places = [{place: at for at, place in reversed(natural)} for natural in naturals]
    if rules.goes_around:
        places = [{**row, **{place + ROUND: at for place, at in row.items()}} for row in places]
    most = min(rules.most[MeldKind.RUN], max(map(len, naturals), default=0) + len(wild))
    for size in range(most, max(rules.fewest[MeldKind.RUN], len(run.positions)) - 1, -1):
        parts = [part for row in places for part in _parts_in_odd_order(row, wild, size, rules)]
        run = _longest(parts, run, cards, rules)
        if len(run.positions) == size:
            break
    return run


def _parts_in_odd_order(
    at_place: Mapping[int, int], wild: Positions, size: int, rules: MeldRules
) -> Iterator[Positions]:
    """The positions of so many cards, some of them wild, that could be a run in another order.

    `at_place` has the position of a natural card for each place that such a card has.
    """
    mask = sum(1 << place for place in at_place)
    for first in range(min(ROUND, rules.reach - size + 1)):
        missing = ~(mask >> first) & (1 << size) - 1
        holes = missing.bit_count()
        if holes <= len(wild) and _may_lack(missing, size, rules):
            natural = [at_place[place] for place in range(first, first + size) if place in at_place]
            for chosen in combinations([at for at in wild if at not in natural], holes):
                yield tuple(sorted([*natural, *chosen]))


def _may_lack(missing: int, size: int, rules: MeldRules) -> bool:
    """Whether wild cards may take the missing places of a row of this size, each place a bit."""
    holes = missing.bit_count()
    if holes == size or (rules.rules.wild.most == "half" and 2 * holes > size):
        return False
    return rules.rules.wild.adjacent or not missing & missing >> 1
