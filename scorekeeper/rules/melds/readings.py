"""The ways to read the cards of one meld: as a set or as a run, and what each wild card stands for (3.1-3.8).

A set has no order. So where wild cards may not lie side by side, a set has at most one wild card more than
natural ones; a set of wild cards alone (3.7) is left out of that. Runs are given as laid, low to high or high
to low, and a wild card takes its value from its place (3.8). Natural cards that fit neither way, not even
round the corner, were only named in odd order. Such a run has one reading for each row of cards that it can
be, in which wild cards take their own places first and then the free ones in the order given.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules.cards import Card
from scorekeeper.rules.melds.tables import ROUND, MeldFault, MeldFaultCode, MeldKind, MeldRules


class Reading(NamedTuple):
    """One way to read a meld.

    `of` is the rank of a set or the suit of a run; a set of wild cards is of none. `stands_for` names the
    positions of the wild cards, without those that count as natural in their own place, each with its card:
    of a rank without suit in a set. `places` tells where each card of a run lies, from 0 for the low ace to
    12 for the king and 13 for the ace above it.
    """

    kind: MeldKind
    of: str
    stands_for: tuple[tuple[int, Card], ...]
    places: tuple[int, ...] = ()


def read_set(cards: Sequence[Card], rank: str, rules: MeldRules) -> Reading:
    """The cards as a set of this rank, or of wild cards if it is empty."""
    if not rank:
        return Reading(MeldKind.SET, rank, ())
    place = rules.ranks[rank]
    stands_for = tuple((at, place) for at, card in enumerate(cards) if rules.stands_for(card, place))
    return Reading(MeldKind.SET, rank, stands_for)


def read_run(cards: Sequence[Card], suit: str, places: Sequence[int], rules: MeldRules) -> Reading:
    """The cards as a run of this suit that lie in these places."""
    row = rules.row[suit]
    wild = rules.wild
    stands_for = tuple(
        (at, row[places[at] % ROUND])
        for at, card in enumerate(cards)
        if card in wild and rules.stands_for(card, row[places[at] % ROUND])
    )
    return Reading(MeldKind.RUN, suit, stands_for, tuple(places))


def set_readings(cards: Sequence[Card], rules: MeldRules) -> Iterator[Reading]:
    """All ways in which the cards are a set; wild cards alone are first a set of wild cards (3.7a)."""
    ranks = {card.rank for card in cards if card not in rules.wild}
    if len(ranks) > 1:
        return
    natural = dict.fromkeys(card.rank for card in cards if card.suit) if rules.rules.wild.in_place else {}
    for rank in ranks & rules.ranks.keys() if ranks else ("", *natural):
        reading = read_set(cards, rank, rules)
        if next(faults_of(cards, reading, rules), None) is None:
            yield reading


def run_readings(cards: Sequence[Card], rules: MeldRules) -> list[Reading]:
    """All ways in which the cards are a run, first those with the most natural cards."""
    suits = {rules.suit_of(card) for card in cards if card not in rules.wild}
    if len(suits) > 1 or not rules.fewest[MeldKind.RUN] <= len(cards) <= rules.most[MeldKind.RUN]:
        return []
    tried = placements(cards, suits.pop() if suits else "", rules)
    legal = [reading for reading in tried if next(faults_of(cards, reading, rules), None) is None]
    return sorted(legal, key=lambda reading: len(reading.stands_for))


def placements(cards: Sequence[Card], suit: str, rules: MeldRules) -> Iterator[Reading]:
    """The rows of this suit that the cards can lie in, right or not; those of other suits only as laid.

    Without a suit, the cards are all wild, and one of them has to be in its own place.
    """
    if suit:
        fixed = [
            (at, rules.place[card.rank])
            for at, card in enumerate(cards)
            if rules.suit_of(card) == suit and card not in rules.wild
        ]
        for places in list(laid_places(len(cards), fixed)) or _odd_places(cards, suit, fixed, rules):
            yield read_run(cards, suit, places, rules)
    elif rules.rules.wild.in_place:
        candidates = [(at, card) for at, card in enumerate(cards) if rules.suit_of(card)]
        rows = [
            (card.suit, places)
            for at, card in candidates
            for places in laid_places(len(cards), [(at, rules.place[card.rank])])
        ]
        for suit, places in dict.fromkeys(rows):
            yield read_run(cards, suit, places, rules)


def laid_places(size: int, fixed: Sequence[tuple[int, int]]) -> Iterator[Sequence[int]]:
    """The places of as many cards, laid low to high and high to low, of which some have a fixed place."""
    at, place = fixed[0]
    for step in (1, -1):
        start = place - step * at
        if all((start + step * at - place) % ROUND == 0 for at, place in fixed):
            first = min(start, start + step * (size - 1)) % ROUND
            last = first + size - 1
            yield range(first, last + 1) if step == 1 else range(last, first - 1, -1)


def _odd_places(
    cards: Sequence[Card], suit: str, fixed: Sequence[tuple[int, int]], rules: MeldRules
) -> Iterator[tuple[int, ...]]:
    """The places of cards that were named in odd order, in every row that has room for all of them."""
    size = len(cards)
    wild = [card for card in cards if card in rules.wild]
    if size > ROUND or len({place for _, place in fixed}) + len(wild) < size:
        return
    place = fixed[0][1]
    for first in sorted((place - before) % ROUND for before in range(size)):
        places = {at: first + (place - first) % ROUND for at, place in fixed}
        if first + size <= rules.reach and max(places.values()) < first + size:
            _fill(places, cards, suit, range(first, first + size), rules)
            yield tuple(places[at] for at in range(size))


def _fill(places: dict[int, int], cards: Sequence[Card], suit: str, row: range, rules: MeldRules) -> None:
    """Give the other cards the places that are left in the row, to wild cards first their own."""
    free = [place for place in row if place not in places.values()]
    for at, card in enumerate(cards):
        home = (
            row.start + (rules.place[card.rank] - row.start) % ROUND if rules.suit_of(card) == suit else None
        )
        if at not in places and home in free:
            free.remove(home)
            places[at] = home
    for at in range(len(cards)):
        if at not in places:
            places[at] = free.pop(0)


def faults_of(cards: Sequence[Card], reading: Reading, rules: MeldRules) -> Iterator[MeldFault]:
    """Everything that is wrong with the cards as read."""
    yield from size_faults(len(cards), reading.kind, rules)
    yield from (_set_faults if reading.kind is MeldKind.SET else _run_faults)(cards, reading, rules)
    yield from _wild_faults(len(cards), reading, rules)


def size_faults(size: int, kind: MeldKind, rules: MeldRules) -> Iterator[MeldFault]:
    """The faults of a meld of so many cards."""
    if size < rules.fewest[kind]:
        yield rules.fault(MeldFaultCode.TOO_SHORT, kind, range(size))
    if size > rules.most[kind]:
        yield rules.fault(MeldFaultCode.TOO_LONG, kind, range(rules.most[kind], size))


def _set_faults(cards: Sequence[Card], reading: Reading, rules: MeldRules) -> Iterator[MeldFault]:
    wild = {at for at, _ in reading.stands_for}
    strangers = [at for at, card in enumerate(cards) if card.rank != reading.of and card not in rules.wild]
    if strangers:
        code = MeldFaultCode.MIXED_RANKS if reading.of else MeldFaultCode.WILD_SET
        yield rules.fault(code, MeldKind.SET, strangers)
    if rules.rules.sets.suits == "different":
        natural = [at for at, card in enumerate(cards) if card.rank == reading.of and at not in wild]
        first = {cards[at].suit: at for at in reversed(natural)}
        if len(first) < len(natural):
            same = [at for at in natural if at not in first.values()]
            yield rules.fault(MeldFaultCode.SAME_SUITS, MeldKind.SET, same)


def _run_faults(cards: Sequence[Card], reading: Reading, rules: MeldRules) -> Iterator[MeldFault]:
    strangers = [
        at for at, card in enumerate(cards) if rules.suit_of(card) != reading.of and card not in rules.wild
    ]
    if strangers:
        yield rules.fault(MeldFaultCode.MIXED_SUITS, MeldKind.RUN, strangers)
    if max(reading.places) >= rules.reach:
        beside = [reading.places.index(place) for place in (rules.reach - 1, rules.reach)]
        yield rules.fault(MeldFaultCode.ROUND_THE_CORNER, MeldKind.RUN, sorted(beside))


def _wild_faults(size: int, reading: Reading, rules: MeldRules) -> Iterator[MeldFault]:
    wild = [at for at, _ in reading.stands_for]
    if rules.rules.wild.most == "half" and 2 * len(wild) > size:
        yield rules.fault(MeldFaultCode.TOO_MANY_WILD, reading.kind, wild)
    if not rules.rules.wild.adjacent:
        alone = [] if reading.of or rules.has_wild_sets else [*range(size)]
        beside = (wild or alone) if reading.kind is MeldKind.SET else _side_by_side(wild, reading)
        if beside and (reading.kind is MeldKind.RUN or 2 * len(beside) > size + 1):
            yield rules.fault(MeldFaultCode.ADJACENT_WILD, reading.kind, beside)


def _side_by_side(wild: Sequence[int], reading: Reading) -> list[int]:
    """The wild cards that lie beside another one in a run."""
    places = {reading.places[at] for at in wild}
    return [at for at in wild if not places.isdisjoint((reading.places[at] - 1, reading.places[at] + 1))]
