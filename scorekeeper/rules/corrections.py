"""Whether a recorded hand may be corrected, and to what (section 15; 8.5a, 8.6)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Final, Literal

from scorekeeper.rules.entries import Corrected, ErrorKind, GivenScore, HandScored
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.game import Game, Hand, VoidAttempt
from scorekeeper.rules.names import is_readable
from scorekeeper.rules.rulesets.ruleset import Incomplete, Ruleset
from scorekeeper.rules.scoring import is_void
from scorekeeper.rules.sheets import SheetRules, sheet_faults


class _Unchanged(Enum):
    UNCHANGED = "unchanged"


UNCHANGED: Final = _Unchanged.UNCHANGED
Unchanged = Literal[_Unchanged.UNCHANGED]


def merged(
    hand: Hand,
    *,
    changes: Sequence[GivenScore],
    went_out: int | Unchanged | None = UNCHANGED,
    charges: Mapping[int, int] | None = None,
) -> tuple[int | None, tuple[GivenScore, ...]]:
    """Who went out, and the whole sheet with `changes`: the changed scores first, in their order.

    A ruling's charge stays with its seat, unless `charges` has another one for it (12.5).
    """
    winner = hand.went_out if went_out is UNCHANGED else went_out
    changed = {change.seat for change in changes}
    kept = tuple(line for line in hand.lines if line.seat not in changed | {winner})
    charge_of = {line.seat: line.charge for line in hand.lines} | dict(charges or {})
    return winner, _with_charges(winner, (*changes, *kept), charge_of=charge_of)


def in_place_of(attempt: VoidAttempt, event: HandScored) -> HandScored:
    """The sheet for the cards of a void attempt (8.6), with the charges of that attempt (12.5)."""
    charge_of = {line.seat: line.charge for line in attempt.lines}
    return replace(event, scores=_with_charges(event.went_out, event.scores, charge_of=charge_of))


def _with_charges(
    winner: int | None, scores: tuple[GivenScore, ...], *, charge_of: Mapping[int, int]
) -> tuple[GivenScore, ...]:
    """The scores with these charges. A charge of the winner is kept, so that it is refused."""
    lines = tuple(replace(line, charge=charge_of.get(line.seat, 0)) for line in scores)
    if winner is None or not charge_of.get(winner) or winner in {line.seat for line in lines}:
        return lines
    return (*lines, GivenScore(winner, points=0, charge=charge_of[winner]))


_CLAUSES: Final = {ErrorKind.MISCOUNT: "15.1a", ErrorKind.SCORESHEET: "15.2", ErrorKind.AGREED: "15.4"}


def clause_of(kind: ErrorKind | None, *, rules: Ruleset) -> str:
    """The clause that allows to correct an error of this kind in a game by these rules."""
    if kind is None or rules.incomplete is Incomplete.PLAIN:
        return "P-5"
    return _CLAUSES[kind]


def correction_faults(game: Game, event: Corrected) -> tuple[Fault, ...]:
    """Every fault of a correction: those of section 15 or P-5 first, then those of the whole hand."""
    hand = game.hands[event.hand - 1]
    names = {score.seat: game.seats[score.seat].name for score in hand.scores}
    by = SheetRules(hand.rules, players=len(game.setup.players))
    sheet = sheet_faults(event, by=by, names=names)
    posted = game.rules.incomplete is Incomplete.POSTED
    allowed = _section_15(event) if posted else _clause_p5(event)
    return (*allowed, *_reason_faults(event), *(sheet or _outcome_faults(hand, event)))


def _clause_p5(event: Corrected) -> Iterator[Fault]:
    if not event.agreed:
        yield Fault(FaultCode.CORRECTION_NOT_AGREED, "/agreed", "P-5")


def _section_15(event: Corrected) -> Iterator[Fault]:
    if event.kind is None:
        yield Fault(FaultCode.ANSWER_NEEDED, "/kind", "15.1")
        return
    if event.kind is ErrorKind.MISCOUNT:
        if event.mixed is None:
            yield Fault(FaultCode.ANSWER_NEEDED, "/mixed", "15.1")
        elif event.mixed:
            yield Fault(FaultCode.MISCOUNT_MIXED, "/mixed", "15.1")
        return
    if event.kind is ErrorKind.SCORESHEET and event.disputed_before is None:
        yield Fault(FaultCode.ANSWER_NEEDED, "/disputed_before", "15.3a")
    elif event.kind is ErrorKind.SCORESHEET and event.disputed_before:
        yield Fault(FaultCode.SCORING_DISPUTED, "/disputed_before", "15.3a")
    if event.agreed is None:
        yield Fault(FaultCode.ANSWER_NEEDED, "/agreed", _CLAUSES[event.kind])
    elif not event.agreed:
        yield Fault(FaultCode.CORRECTION_NOT_AGREED, "/agreed", _CLAUSES[event.kind])


def _reason_faults(event: Corrected) -> Iterator[Fault]:
    if not is_readable(event.reason):
        yield Fault(FaultCode.TEXT_UNREADABLE, "/reason")


def _outcome_faults(hand: Hand, event: Corrected) -> Iterator[Fault]:
    sheet = event.normalised()
    if is_void(sheet):
        yield Fault(FaultCode.CORRECTION_VOIDS_HAND, "/scores", "8.6")
    if (sheet.went_out, sheet.rummy, sheet.scores) == (hand.went_out, hand.rummy, hand.lines):
        yield Fault(FaultCode.CORRECTION_SAME, "/scores")
