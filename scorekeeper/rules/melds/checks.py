"""Whether cards are a meld, and all that is to be said of them (3.1-3.8, 14.1)."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from scorekeeper.rules.cards import Card
from scorekeeper.rules.melds.faults import faulty_run, faulty_set, likely_ranks, likely_suits
from scorekeeper.rules.melds.readings import Reading, run_readings, set_readings
from scorekeeper.rules.melds.tables import MeldFault, MeldKind, MeldRules


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
