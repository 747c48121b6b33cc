"""One hand's sheet as it is scored: counts, charges and posted points (sections 6, 7; 8.5, 8.6; 12.5)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scorekeeper.rules.entries import GivenScore, HandScored, Sheet
from scorekeeper.rules.game import Attempt, Score
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import EffectKind, WaitingEffect
from scorekeeper.rules.score_forms import scores_of, sum_of_two_highest

# So many must give a score, or those who gave none cannot get one.
FEWEST_GIVEN: Final = 2


def count_of(line: GivenScore, *, rules: Ruleset) -> int | None:
    """What a seat holds, with its charge (7.1, 7.3a, 12.5a); None for a score not given."""
    count = given_count(line, rules=rules)
    return None if count is None else count + line.charge


def given_count(line: GivenScore, *, rules: Ruleset) -> int | None:
    """What a seat holds as given, without charges and without unknown cards; None for a score not given."""
    if line.cards is None:
        return line.points
    values = rules.points or {}
    cards = sum(values.get(key, 0) * number for key, number in line.cards.items())
    return cards + (rules.missing_card or 0) * line.missing


def with_charges(sheet: HandScored, *, waiting: Sequence[WaitingEffect]) -> HandScored:
    """The sheet with the charge that waits for each seat, unless it has one already.

    A score not given gets its charge too, for when it is given later (8.5a).
    """
    scores = (
        line
        if line.seat == sheet.went_out
        else replace(line, charge=line.charge or charge_for(waiting, seat=line.seat))
        for line in sheet.scores
    )
    return replace(sheet, scores=tuple(scores))


def charge_for(effects: Sequence[WaitingEffect], *, seat: int) -> int:
    """The points that wait for a seat."""
    at_seat = (waiting.effect for waiting in effects if waiting.effect.seat == seat)
    return sum(effect.points for effect in at_seat if effect.kind is EffectKind.CHARGE)


def same_sheet(recorded: Attempt, sheet: Sheet, *, rules: Ruleset) -> bool:
    """Whether a sheet has the winner and counts of a recorded hand; how they were counted does not matter."""
    before, after = (
        [(line.seat, line.not_given, given_count(line, rules=rules)) for line in lines]
        for lines in (recorded.lines, sheet.normalised().scores)
    )
    return (recorded.went_out, recorded.rummy, before) == (sheet.went_out, sheet.rummy, after)


def is_void(sheet: Sheet) -> bool:
    """Whether a normalised sheet is played again: somebody gave no score, and fewer than two did (8.6)."""
    number = sum(not line.not_given for line in sheet.scores)
    return number < len(sheet.scores) and number < FEWEST_GIVEN


def scored(sheet: Sheet, *, rules: Ruleset) -> tuple[Score, ...] | None:
    """Each seat's score on a normalised sheet; None when the hand must be played again (8.6).

    A score not given posts the two highest given ones (8.5, 8.5a).
    """
    if is_void(sheet):
        return None
    held = {line.seat: count_of(line, rules=rules) for line in sheet.scores}
    counts = {seat: count for seat, count in held.items() if count is not None}
    scores = scores_of(counts, went_out=sheet.went_out, rummy=sheet.rummy, scoring=rules.score)
    posted = sum_of_two_highest(scores.values())
    return tuple(
        Score(line.seat, scores.get(line.seat, posted or 0), line.seat not in scores, line, held[line.seat])
        for line in sheet.scores
    )
