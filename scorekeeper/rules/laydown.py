"""Several melds laid together against the contract of a hand (3.12, 4.1, 4.4a, 14.1).

Runs of one suit may lie end to end, and there may be several sets of a rank (3.12): each meld is checked by
itself. Whether the pack has the cards, whose turn it is, and what was laid before, is for the caller.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scorekeeper.rules.cards import Card
from scorekeeper.rules.melds import MeldCheck, MeldKind, MeldRules, Reading, check_meld, reading_of
from scorekeeper.rules.rulesets.ruleset import Contract, Ruleset, SpecialRun


class LaydownFaultCode(StrEnum):
    """Why melds that may all be right cannot be laid together."""

    CONTRACT_NOT_MET = "contract-not-met"
    TOO_MANY_MELDS = "too-many-melds"
    WRONG_SPECIAL = "wrong-special"
    OPENING_NOT_MET = "opening-not-met"
    NOT_AT_ONCE = "not-at-once"


_TOPICS: Final = {
    LaydownFaultCode.CONTRACT_NOT_MET: "contract",
    LaydownFaultCode.TOO_MANY_MELDS: "more-melds",
    LaydownFaultCode.WRONG_SPECIAL: "special",
    LaydownFaultCode.OPENING_NOT_MET: "opening",
    LaydownFaultCode.NOT_AT_ONCE: "at-once",
}

# Cards of all melds together, as many as a table lays.
MOST_LAID: Final = 104
# The most cards that may be left where everything is laid at once.
_LEFT: Final = {"never": 0, "may": 1, "must": 1}
_EITHER: Final = frozenset(MeldKind)


class LaydownFault(NamedTuple):
    """One thing wrong with melds laid together, the clause that says so, if one does, and which they are.

    `sets` and `runs` are those missing or, of `too-many-melds`, those too many. `points` are those that
    the melds make where the opening asks for more.
    """

    code: LaydownFaultCode
    clause: str | None
    melds: tuple[int, ...] = ()
    sets: int = 0
    runs: int = 0
    points: int | None = None


class LaydownCheck(NamedTuple):
    """Each meld by itself, with the readings that fit the contract, and what is wrong with all together."""

    melds: tuple[MeldCheck, ...]
    faults: tuple[LaydownFault, ...]

    @property
    def legal(self) -> bool:
        """Whether the melds may be laid together."""
        return not self.faults and all(meld.legal for meld in self.melds)


class _Part(NamedTuple):
    """A meld in a row of cards."""

    cards: tuple[Card, ...]
    reading: Reading


def melds_in_row(cards: Sequence[Card], rules: MeldRules) -> tuple[tuple[Card, ...], ...]:
    """The fewest melds that lie one after another in a row of cards, which may be named without a break.

    The row itself if it falls into none. A wild card too many begins no meld of its own: each has natural
    cards, and two of one rank or suit side by side have no others.
    """
    shortest = min(rules.fewest.values())
    best: list[tuple[_Part, ...] | None] = [()]
    for end in range(1, len(cards) + 1):
        ways = [
            (*before, _Part(tuple(cards[start:end]), reading))
            for start, before in enumerate(best[: max(0, end - shortest + 1)])
            if before is not None and (reading := reading_of(cards[start:end], rules))
        ]
        several = (way for way in ways if len(way) == 1 or _are_several(way[-2].reading, way[-1].reading))
        best.append(min(several, key=len, default=None))
    return tuple(part.cards for part in best[-1]) if best[-1] else (tuple(cards),)


def as_many(
    melds: Sequence[tuple[Card, ...]], kind: MeldKind, more: int, rules: MeldRules
) -> Iterator[tuple[Card, ...]]:
    """The melds of a row, with up to `more` of a kind cut off those that are long enough for two."""
    shortest = rules.fewest[kind]
    for meld in melds:
        rest = meld
        while more > 0 and is_a(kind, rest[:shortest], rules) and is_a(kind, rest[shortest:], rules):
            yield rest[:shortest]
            more, rest = more - 1, rest[shortest:]
        yield rest


def is_a(kind: MeldKind, cards: Sequence[Card], rules: MeldRules) -> bool:
    """Whether cards in this order are surely a set, or a run."""
    reading = reading_of(cards, rules)
    return reading is not None and reading.kind is kind


def _are_several(before: Reading, after: Reading) -> bool:
    """Whether melds side by side are surely two, and not one with wild cards too many."""
    if not (before.of and after.of):
        return False
    return before[:2] != after[:2] or not (before.stands_for or after.stands_for)


def check_laydown(
    melds: Sequence[Sequence[Card]], contract: Contract | None, rules: MeldRules
) -> LaydownCheck:
    """Whether the melds are what a hand asks for; any melds will do without a contract, or with an empty one.

    Of a faulty meld only the part that stays counts (14.1).
    """
    checks = [check_meld(cards, rules) for cards in melds]
    faults: list[LaydownFault] = []
    if contract and contract.is_named:
        staying = [_staying(check, cards, rules) for check, cards in zip(checks, melds, strict=True)]
        uses, faults = _fit(staying, contract, rules)
        missing = _missing_kinds(faults)
        checks = [
            _read_as(use, check, rules) if check.legal else _meant_as(missing, check, cards, rules)
            for use, check, cards in zip(uses, checks, melds, strict=True)
        ]
    elif not (contract and contract.at_once) and len(melds) > (rules.rules.turn.melds or len(melds)):
        faults = [_fault(LaydownFaultCode.TOO_MANY_MELDS, rules, tuple(range(len(melds))))]
    if all(check.legal for check in checks):
        faults.extend(_opening(melds, checks, rules))
    if contract and contract.at_once and not faults and _is_part(contract, sum(map(len, melds)), rules):
        faults.append(_fault(LaydownFaultCode.NOT_AT_ONCE, rules))
    return LaydownCheck(tuple(checks), tuple(faults))


def _is_part(contract: Contract, laid: int, rules: MeldRules) -> bool:
    """Whether cards surely stay that must be laid at once."""
    most = laid + _LEFT[contract.discard or rules.rules.discard_to_go_out]
    dealt = rules.rules.deal.fewest
    return most < dealt or (not contract.is_named and most == dealt)


def _staying(check: MeldCheck, cards: Sequence[Card], rules: MeldRules) -> MeldCheck:
    """The check of the part of a meld that stays on the table; it has no readings if nothing does."""
    if check.legal or not check.stays:
        return check
    return check_meld([cards[at] for at in check.stays], rules, kind=check.kind)


class _Use(NamedTuple):
    """How a contract uses a meld: as one of these kinds, and for one of its special runs."""

    kinds: frozenset[MeldKind]
    special: SpecialRun | None = None


def _fit(
    checks: Sequence[MeldCheck], contract: Contract, rules: MeldRules
) -> tuple[list[_Use], list[LaydownFault]]:
    """How the contract uses each meld, and what it misses or has too many of."""
    uses = [_Use(frozenset(reading.kind for reading in check.readings)) for check in checks]
    special = _special_runs(checks, contract.special, rules)
    for index, special_run in special.items():
        uses[index] = _Use(frozenset({MeldKind.RUN}), special_run)
    rest = [index for index in range(len(checks)) if index not in special]
    either = [index for index in rest if uses[index].kinds == _EITHER]
    only = {kind: [index for index in rest if uses[index].kinds == {kind}] for kind in MeldKind}
    as_sets = max(0, min(len(either), contract.sets - len(only[MeldKind.SET])))
    if as_sets in (0, len(either)):
        kind = MeldKind.SET if as_sets else MeldKind.RUN
        for index in either:
            uses[index] = _Use(frozenset({kind}))
    sets = len(only[MeldKind.SET]) + as_sets - contract.sets
    runs = len(only[MeldKind.RUN]) + len(either) - as_sets - contract.runs
    lacking = len(contract.special) - len(special)
    return uses, list(_contract_faults(uses, sets, runs, lacking, rules))


def _special_runs(
    checks: Sequence[MeldCheck], special: Sequence[SpecialRun], rules: MeldRules
) -> dict[int, SpecialRun]:
    """As many of the special runs as there are melds for, by meld; rather runs than what can be a set too."""
    owners: dict[int, int] = {}

    def find(meld: int, tried: frozenset[int]) -> bool:
        for at, run in enumerate(special):
            fits = any(_reads_special(reading, run, rules) for reading in checks[meld].readings)
            if fits and at not in tried and (at not in owners or find(owners[at], tried | {at})):
                owners[at] = meld
                return True
        return False

    for meld in sorted(range(len(checks)), key=lambda meld: len({run.kind for run in checks[meld].readings})):
        find(meld, frozenset())
    return {meld: special[at] for at, meld in owners.items()}


def _reads_special(reading: Reading, special: SpecialRun, rules: MeldRules) -> bool:
    if len(reading.places) != special.cards or (special.pure and reading.stands_for):
        return False
    lowest = rules.row[reading.of][min(reading.places)]
    return not special.starts or lowest.rank in special.starts


def _contract_faults(
    uses: Sequence[_Use], sets: int, runs: int, lacking: int, rules: MeldRules
) -> Iterator[LaydownFault]:
    """The faults where there are so many sets and runs above the contract, and special runs are lacking."""
    wrong = min(lacking, max(runs, 0))
    missing_runs = max(-runs, 0) + lacking - wrong
    plain_runs = _used_as(MeldKind.RUN, uses)
    if wrong:
        yield _fault(LaydownFaultCode.WRONG_SPECIAL, rules, plain_runs)
    if sets < 0 or missing_runs:
        missing = _fault(LaydownFaultCode.CONTRACT_NOT_MET, rules)
        yield missing._replace(sets=max(-sets, 0), runs=missing_runs)
    if sets > 0 or runs > wrong:
        melds = (_used_as(MeldKind.SET, uses) if sets > 0 else ()) + (plain_runs if runs > wrong else ())
        too_many = _fault(LaydownFaultCode.TOO_MANY_MELDS, rules, tuple(sorted({*melds})))
        yield too_many._replace(sets=max(sets, 0), runs=max(runs - wrong, 0))


def _used_as(kind: MeldKind, uses: Sequence[_Use]) -> tuple[int, ...]:
    return tuple(index for index, use in enumerate(uses) if kind in use.kinds and use.special is None)


def _read_as(use: _Use, check: MeldCheck, rules: MeldRules) -> MeldCheck:
    """A right meld as the contract uses it."""
    readings = tuple(
        reading
        for reading in check.readings
        if reading.kind in use.kinds and (not use.special or _reads_special(reading, use.special, rules))
    )
    return check._replace(kind=readings[0].kind, readings=readings)


def _missing_kinds(faults: Sequence[LaydownFault]) -> list[MeldKind]:
    """The kinds of melds that the contract misses."""
    return [
        kind
        for fault in faults
        if fault.code is LaydownFaultCode.CONTRACT_NOT_MET
        for kind, count in ((MeldKind.SET, fault.sets), (MeldKind.RUN, fault.runs))
        if count
    ]


def _meant_as(
    missing: Sequence[MeldKind], check: MeldCheck, cards: Sequence[Card], rules: MeldRules
) -> MeldCheck:
    """A faulty meld; one that is as far from a set as from a run was meant as what the contract misses."""
    if check.kind is None and len(missing) == 1:
        return check_meld(cards, rules, kind=missing[0])
    return check


def _opening(
    melds: Sequence[Sequence[Card]], checks: Sequence[MeldCheck], rules: MeldRules
) -> Iterator[LaydownFault]:
    """The fault if the melds make fewer points than the opening asks for, each read as its most points."""
    if not rules.rules.opening or rules.rules.points is None:
        return
    made = sum(
        max(points_of(cards, reading, rules.rules) for reading in check.readings)
        for cards, check in zip(melds, checks, strict=True)
    )
    if made < rules.rules.opening:
        fault = _fault(LaydownFaultCode.OPENING_NOT_MET, rules, tuple(range(len(melds))))
        yield fault._replace(points=made)


def points_of(cards: Sequence[Card], reading: Reading, rules: Ruleset) -> int:
    """The points of the cards of a meld; a wild card counts as the card that it stands for."""
    values = {rank: (rules.points or {})[key] for key, ranks in rules.classes.items() for rank in ranks}
    stands_for = dict(reading.stands_for)
    return sum(values[stands_for.get(at, card).rank] for at, card in enumerate(cards))


def _fault(code: LaydownFaultCode, rules: MeldRules, melds: tuple[int, ...] = ()) -> LaydownFault:
    return LaydownFault(code, rules.clause(_TOPICS[code]), melds)
