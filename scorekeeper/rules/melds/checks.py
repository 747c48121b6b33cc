"""Whether cards are a meld, and all that is to be said of them (3.1-3.8, 14.1)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, compress, pairwise
from typing import NamedTuple

from scorekeeper.rules.cards import Card
from scorekeeper.rules.melds.parts import Positions, largest_run, largest_set
from scorekeeper.rules.melds.readings import (
    Reading,
    faults_of,
    placements,
    read_run,
    read_set,
    run_readings,
    set_readings,
    size_faults,
)
from scorekeeper.rules.melds.tables import ROUND, MeldFault, MeldFaultCode, MeldKind, MeldRules

_Placed = tuple[int, int]


class MeldCheck(NamedTuple):
    """Everything that can be said of the cards of one meld.

    A legal meld has all its readings, first the one that counts if nothing was said, and its kind is that of
    the first. Other cards have every fault of the kind that they come closest to, or of both if neither is
    closer, which is kind None. `stays` are the positions of the largest part that is a meld (14.1).
    """

    kind: MeldKind | None
    faults: tuple[MeldFault, ...]
    readings: tuple[Reading, ...]
    stays: tuple[int, ...]

    @property
    def legal(self) -> bool:
        """Whether the cards are a meld."""
        return not self.faults


def reading_of(cards: Sequence[Card], rules: MeldRules) -> Reading | None:
    """The reading of a meld that counts if nothing was said; None if the cards are none."""
    return next(chain(set_readings(cards, rules), run_readings(cards, rules)), None)


def check_meld(cards: Sequence[Card], rules: MeldRules, *, kind: MeldKind | None = None) -> MeldCheck:
    """Whether the cards are a meld, or one of the kind that their player says."""
    sets = () if kind is MeldKind.RUN else set_readings(cards, rules)
    runs = () if kind is MeldKind.SET else run_readings(cards, rules)
    readings = (*sets, *runs)
    if readings:
        return MeldCheck(readings[0].kind, (), readings, tuple(range(len(cards))))
    return _faulty(cards, rules, kind)


def _faulty(cards: Sequence[Card], rules: MeldRules, kind: MeldKind | None) -> MeldCheck:
    """The faults as a meld of the kind, or of the kind of which more of the cards are."""
    ranks, of_rank = likely_ranks(cards, rules)
    suits, of_suit = likely_suits(cards, rules)
    if kind is None and of_rank != of_suit:
        kind = MeldKind.SET if of_rank > of_suit else MeldKind.RUN
    faulty = []
    if kind is not MeldKind.RUN:
        faulty.append(faulty_set(cards, rules, ranks=ranks))
    if kind is not MeldKind.SET:
        faulty.append(faulty_run(cards, rules, suits=suits))
    best, *others = sorted(faulty, key=lambda meld: meld.order)
    is_alone = of_rank == 1 < sum(card not in rules.wild for card in cards)
    if others and not best.stays and (is_alone or others[0].order == best.order):
        both = tuple(dict.fromkeys(fault for meld in faulty for fault in meld.faults))
        return MeldCheck(None, both, (), ())
    return MeldCheck(best.kind, best.faults, (), best.stays)


class FaultyMeld(NamedTuple):
    """Cards that are no meld of a kind: why, and which of them are one."""

    kind: MeldKind
    faults: tuple[MeldFault, ...]
    stays: Positions

    @property
    def order(self) -> tuple[int, int, Positions]:
        """The lower it is, the more likely this kind was meant."""
        return -len(self.stays), len(self.faults), self.stays


def likely_ranks(cards: Sequence[Card], rules: MeldRules) -> tuple[list[str], int]:
    """The ranks that most of the cards have, and how many have each; an empty one if all are wild."""
    return _most([card.rank for card in cards if rules.suit_of(card) and card not in rules.wild])


def likely_suits(cards: Sequence[Card], rules: MeldRules) -> tuple[list[str], int]:
    """The suits that most different cards have, and how many have each; an empty one if all are wild."""
    different = dict.fromkeys(cards)
    return _most([card.suit for card in different if rules.suit_of(card) and card not in rules.wild])


def _most(names: Sequence[str]) -> tuple[list[str], int]:
    counts = [names.count(name) for name in names]
    most = max(counts, default=0)
    return [*dict.fromkeys(compress(names, map(most.__eq__, counts)))] or [""], most


def faulty_set(cards: Sequence[Card], rules: MeldRules, *, ranks: Sequence[str]) -> FaultyMeld:
    """The fewest faults that the cards have as a set of one of these ranks.

    Where only wild cards stay beside cards of several ranks, it is as a set of wild cards.
    """
    stays = largest_set(cards, rules)
    are_mixed = len({card.rank for card in cards if card not in rules.wild}) > 1
    if are_mixed and stays and all(cards[at] in rules.wild for at in stays):
        ranks = [""]
    candidates = [tuple(faults_of(cards, read_set(cards, rank, rules), rules)) for rank in ranks]
    return FaultyMeld(MeldKind.SET, min(candidates, key=len), stays)


def faulty_run(cards: Sequence[Card], rules: MeldRules, *, suits: Sequence[str]) -> FaultyMeld:
    """The fewest faults that the cards have as a run of one of these suits.

    Cards of other suits count where they were laid, or are left out: they fill no hole elsewhere.
    """
    candidates = [faults for suit in suits for faults in _run_faults(cards, suit, rules)]
    stays = largest_run(cards, rules)
    back = [at for at in range(len(cards)) if stays and at not in stays]
    return FaultyMeld(MeldKind.RUN, tuple(_beyond_the_corner(min(candidates, key=len), back)), stays)


def _beyond_the_corner(faults: Sequence[MeldFault], back: Sequence[int]) -> Iterator[MeldFault]:
    """The faults; what goes round the corner are the cards that go back, unless another fault names them."""
    named = {at for fault in faults if fault.code is not MeldFaultCode.ROUND_THE_CORNER for at in fault.cards}
    beyond = tuple(at for at in back if at not in named)
    for fault in faults:
        is_corner = fault.code is MeldFaultCode.ROUND_THE_CORNER and beyond
        yield fault._replace(cards=beyond) if is_corner else fault


def _run_faults(cards: Sequence[Card], suit: str, rules: MeldRules) -> list[tuple[MeldFault, ...]]:
    """The faults of the cards in each row of this suit that they can lie in; a card without place has -1."""
    members = [at for at, card in enumerate(cards) if card in rules.wild or suit == rules.suit_of(card) != ""]
    rows = list(placements(cards, suit, rules))
    if len(members) < len(cards):
        for row in placements([cards[at] for at in members], suit, rules):
            places = dict(zip(members, row.places, strict=True))
            rows.append(read_run(cards, row.of, [places.get(at, -1) for at in range(len(cards))], rules))
    placed = [tuple(faults_of(cards, row, rules)) for row in rows]
    return placed or [tuple(_loose_faults(cards, members, suit, rules))]


def _loose_faults(
    cards: Sequence[Card], members: Sequence[int], suit: str, rules: MeldRules
) -> Iterator[MeldFault]:
    """The faults of cards that are in no row in any order; `members` are those of the suit and wild."""
    natural = [at for at in members if cards[at] not in rules.wild]
    wild = _surely_wild(cards, natural, suit, rules)
    yield from size_faults(len(cards), MeldKind.RUN, rules)
    if len(members) < len(cards):
        strangers = [at for at in range(len(cards)) if at not in members]
        yield rules.fault(MeldFaultCode.MIXED_SUITS, MeldKind.RUN, strangers)
    yield from _row_faults(cards, natural, rules)
    if wild and not natural:
        yield rules.fault(MeldFaultCode.WILD_RUN, MeldKind.RUN, wild)
    if rules.rules.wild.most == "half" and 2 * len(wild) > len(cards):
        yield rules.fault(MeldFaultCode.TOO_MANY_WILD, MeldKind.RUN, wild)
    beside = {at for pair in pairwise(members) if {*pair}.issubset(wild) for at in pair}
    if beside and not rules.rules.wild.adjacent:
        yield rules.fault(MeldFaultCode.ADJACENT_WILD, MeldKind.RUN, sorted(beside))


def _surely_wild(cards: Sequence[Card], natural: Sequence[int], suit: str, rules: MeldRules) -> list[int]:
    """The wild cards that have no place of their own in a run of this suit."""
    taken = {cards[at].rank for at in natural}
    wild = []
    for at, card in enumerate(cards):
        if card in rules.wild:
            in_place = rules.rules.wild.in_place and card.suit == suit and card.rank not in taken
            if suit and in_place:
                taken.add(card.rank)
            else:
                wild.append(at)
    return wild


def _row_faults(cards: Sequence[Card], natural: Sequence[int], rules: MeldRules) -> Iterator[MeldFault]:
    """Cards of one suit that are there twice, and the holes between them that no wild card fills."""
    first = {rules.place[cards[at].rank]: at for at in reversed(natural)}
    twice = [at for at in natural if at not in first.values()]
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
