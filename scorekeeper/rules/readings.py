"""The ways to read the cards of one meld: as a set or as a run, and what each wild card stands for (3.1-3.8).

A set has no order. So where wild cards may not lie side by side, a set has at most one wild card more than
natural ones; a set of wild cards alone (3.7) is left out of that. Runs are given as laid, low to high or high
to low, and a wild card takes its value from its place (3.8). Natural cards that fit neither way were only
named in odd order; such a run has one reading for each row of cards that it can be, in which wild cards
take their own places first and then the free ones in the order given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from scorekeeper.rules.cards import SUITS, Card, wild_cards
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.ruleset import JOKER, Ruleset

# Places in a run are counted from the low ace, or the tile 1; the ace above the king has the next one.
ROUND: Final = 13
_REACH: Final = {"low": ROUND, "high-or-low": ROUND + 1, "around": 2 * ROUND}
_NO_LIMIT: Final = 10_000


class MeldKind(StrEnum):
    """The two kinds of melds."""

    SET = "set"
    RUN = "run"


class MeldFaultCode(StrEnum):
    """Why cards are no meld, or why a card may not be added to one."""

    TOO_SHORT = "too-short"
    TOO_LONG = "too-long"
    MIXED_RANKS = "mixed-ranks"
    MIXED_SUITS = "mixed-suits"
    GAP = "gap"
    DUPLICATE = "duplicate"
    ROUND_THE_CORNER = "round-the-corner"
    SAME_SUITS = "same-suits"
    TOO_MANY_WILD = "too-many-wild"
    ADJACENT_WILD = "adjacent-wild"
    WILD_RUN = "wild-run"
    WILD_SET = "wild-set"


# The topics of a ruleset's `cites` that tell the clause of a fault; the first one that it has.
_TOPICS: Final = {
    MeldKind.SET: {
        MeldFaultCode.TOO_SHORT: ("shortest-meld", "sets"),
        MeldFaultCode.TOO_LONG: ("longest-set", "sets"),
        MeldFaultCode.MIXED_RANKS: ("sets",),
        MeldFaultCode.SAME_SUITS: ("sets",),
        MeldFaultCode.WILD_SET: ("wild-set",),
    },
    MeldKind.RUN: {
        MeldFaultCode.TOO_SHORT: ("shortest-meld", "runs"),
        MeldFaultCode.TOO_LONG: ("longest-run",),
        MeldFaultCode.MIXED_SUITS: ("runs",),
        MeldFaultCode.GAP: ("runs",),
        MeldFaultCode.DUPLICATE: ("runs",),
        MeldFaultCode.ROUND_THE_CORNER: ("corner",),
        MeldFaultCode.WILD_RUN: ("wild-run",),
    },
}
_WILD_TOPICS: Final = {
    MeldFaultCode.TOO_MANY_WILD: ("most-wild",),
    MeldFaultCode.ADJACENT_WILD: ("adjacent-wild",),
}


class MeldFault(NamedTuple):
    """One thing wrong with a meld: the clause that says so, if one does, and the cards by position."""

    code: MeldFaultCode
    clause: str | None
    cards: tuple[int, ...]


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


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What a ruleset says of melds, as tables; make it once for a ruleset by `MeldRules.of`.

    `place` is that of each rank in a run, and places from `reach` on lie round the corner. `row` has the
    cards of a suit by place, `ranks` the cards without suit that wild cards stand for in sets. Every joker
    is wild, as it has no rank; whether the pack has any is for the caller to know.
    """

    rules: Ruleset
    wild: frozenset[Card]
    place: dict[str, int]
    row: dict[str, tuple[Card, ...]]
    ranks: dict[str, Card]
    reach: int
    fewest: dict[MeldKind, int]
    most: dict[MeldKind, int]
    cites: dict[str, str]

    @classmethod
    def of(cls, rules: Ruleset) -> MeldRules:
        """The tables of these rules; a ruleset saved by an older release cites what its file does today."""
        ranks = rules.ranks if rules.pack == "tiles" else (rules.ranks[-1], *rules.ranks[:-1])
        different = rules.sets.suits == "different"
        return cls(
            rules=rules,
            wild=wild_cards(rules) | {Card(JOKER)},
            place={rank: place for place, rank in enumerate(ranks)},
            row={suit: tuple(Card(rank, suit) for rank in ranks) for suit in SUITS},
            ranks={rank: Card(rank) for rank in ranks},
            reach=_REACH[rules.runs.ace],
            fewest={MeldKind.SET: rules.sets.fewest, MeldKind.RUN: rules.runs.fewest},
            most={
                MeldKind.SET: min(rules.sets.most or _NO_LIMIT, len(SUITS) if different else _NO_LIMIT),
                MeldKind.RUN: min(rules.runs.most or ROUND, ROUND),
            },
            cites={**RULESETS.get(rules.id, rules).cites, **rules.cites},
        )

    @property
    def goes_around(self) -> bool:
        """Whether a run may pass the corner from the king to the ace and on."""
        return self.reach > ROUND + 1

    def clause(self, *topics: str) -> str | None:
        """The clause cited for the first of these topics that the ruleset has; None if it is silent."""
        return next((self.cites[topic] for topic in topics if topic in self.cites), None)

    def fault(self, code: MeldFaultCode, kind: MeldKind, cards: Sequence[int]) -> MeldFault:
        """The fault with its clause."""
        topics = _WILD_TOPICS.get(code) or _TOPICS[kind][code]
        return MeldFault(code, self.clause(*topics), tuple(cards))

    def stands_for(self, card: Card, place: Card) -> bool:
        """Whether a card is a wild one in this place, and does not count as natural there (3.5a)."""
        if card not in self.wild:
            return False
        return not (self.rules.wild.in_place and card.rank == place.rank and place.suit in ("", card.suit))


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
    for rank in ranks or ("", *natural):
        reading = read_set(cards, rank, rules)
        if next(faults_of(cards, reading, rules), None) is None:
            yield reading


def run_readings(cards: Sequence[Card], rules: MeldRules) -> Iterator[Reading]:
    """All ways in which the cards are a run."""
    suits = {card.suit for card in cards if card not in rules.wild}
    if len(suits) > 1 or len(cards) < rules.fewest[MeldKind.RUN]:
        return
    for reading in dict.fromkeys(placements(cards, suits.pop() if suits else "", rules)):
        if next(faults_of(cards, reading, rules), None) is None:
            yield reading


def placements(cards: Sequence[Card], suit: str, rules: MeldRules) -> Iterator[Reading]:
    """The rows of this suit that the cards can lie in, right or not; cards of other suits fit in any place.

    Without a suit, the cards are all wild, and one of them has to be in its own place.
    """
    if suit:
        fixed = [
            (at, rules.place[card.rank])
            for at, card in enumerate(cards)
            if card.suit == suit and card not in rules.wild
        ]
        laid = list(laid_places(len(cards), fixed))
        if not any(_straight([places[at] for at, _ in fixed], rules) for places in laid):
            laid.extend(_odd_places(cards, suit, fixed, rules))
        for places in laid:
            yield read_run(cards, suit, places, rules)
    elif rules.rules.wild.in_place:
        for at, card in enumerate(cards):
            for places in laid_places(len(cards), [(at, rules.place[card.rank])]) if card.suit else ():
                yield read_run(cards, card.suit, places, rules)


def laid_places(size: int, fixed: Sequence[tuple[int, int]]) -> Iterator[Sequence[int]]:
    """The places of as many cards, laid low to high and high to low, of which some have a fixed place."""
    at, place = fixed[0]
    for step in (1, -1):
        start = place - step * at
        if all((start + step * at - place) % ROUND == 0 for at, place in fixed):
            first = min(start, start + step * (size - 1)) % ROUND
            last = first + size - 1
            yield range(first, last + 1) if step == 1 else range(last, first - 1, -1)


def _straight(places: Sequence[int], rules: MeldRules) -> bool:
    """Whether natural cards in these places do not go round the corner."""
    return max(places) - min(places) // ROUND * ROUND < rules.reach


def _odd_places(
    cards: Sequence[Card], suit: str, fixed: Sequence[tuple[int, int]], rules: MeldRules
) -> Iterator[tuple[int, ...]]:
    """The places of cards that were named in odd order, in every row that has room for all of them."""
    size = len(cards)
    if size > ROUND or len({place for _, place in fixed}) < len(fixed):
        return
    for first in range(min(ROUND, rules.reach - size + 1)):
        places = {at: first + (place - first) % ROUND for at, place in fixed}
        if max(places.values()) < first + size:
            _fill(places, cards, suit, range(first, first + size), rules)
            yield tuple(places[at] for at in range(size))


def _fill(places: dict[int, int], cards: Sequence[Card], suit: str, row: range, rules: MeldRules) -> None:
    """Give the other cards the places that are left in the row, to wild cards first their own."""
    free = [place for place in row if place not in places.values()]
    for at, card in enumerate(cards):
        own = row.start + (rules.place[card.rank] - row.start) % ROUND if card.suit == suit else None
        if at not in places and own in free:
            free.remove(own)
            places[at] = own
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
        own = [at for at, card in enumerate(cards) if card.rank == reading.of and at not in wild]
        first = {cards[at].suit: at for at in reversed(own)}
        if len(first) < len(own):
            same = [at for at in own if at not in first.values()]
            yield rules.fault(MeldFaultCode.SAME_SUITS, MeldKind.SET, same)


def _run_faults(cards: Sequence[Card], reading: Reading, rules: MeldRules) -> Iterator[MeldFault]:
    strangers = [at for at, card in enumerate(cards) if card.suit != reading.of and card not in rules.wild]
    if strangers:
        yield rules.fault(MeldFaultCode.MIXED_SUITS, MeldKind.RUN, strangers)
    if max(reading.places) >= rules.reach:
        beside = [reading.places.index(place) for place in (rules.reach - 1, rules.reach)]
        yield rules.fault(MeldFaultCode.ROUND_THE_CORNER, MeldKind.RUN, sorted(beside))


def _wild_faults(size: int, reading: Reading, rules: MeldRules) -> Iterator[MeldFault]:
    wild = [at for at, _ in reading.stands_for]
    if reading.kind is MeldKind.RUN and len(wild) == size:
        yield rules.fault(MeldFaultCode.WILD_RUN, reading.kind, wild)
    if rules.rules.wild.most == "half" and 2 * len(wild) > size:
        yield rules.fault(MeldFaultCode.TOO_MANY_WILD, reading.kind, wild)
    if not rules.rules.wild.adjacent:
        beside = wild if reading.kind is MeldKind.SET else _side_by_side(wild, reading)
        if beside and (reading.kind is MeldKind.RUN or 2 * len(wild) > size + 1):
            yield rules.fault(MeldFaultCode.ADJACENT_WILD, reading.kind, beside)


def _side_by_side(wild: Sequence[int], reading: Reading) -> list[int]:
    """The wild cards that lie beside another one in a run."""
    places = {reading.places[at] for at in wild}
    return [at for at in wild if not places.isdisjoint((reading.places[at] - 1, reading.places[at] + 1))]
