"""One hand's sheet as it is scored: counts, charges and posted points (sections 6, 7; 8.5, 8.6; 12.5)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scorekeeper.rules.entries import Corrected, GivenScore, HandScored
from scorekeeper.rules.game import Hand, Score, VoidAttempt
from scorekeeper.rules.incomplete import sum_of_two_highest
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import WaitingEffect, charge_for
from scorekeeper.rules.score_forms import scores_of

# So many must give a score, or those who gave none cannot get one.
FEWEST_GIVEN: Final = 2


def count_of(given: GivenScore, *, rules: Ruleset) -> int | None:
    """What a seat holds, with its charge (7.1, 7.3a, 12.5a); None for a score not given."""
    count = given_count(given, rules=rules)
    return None if count is None else count + given.charge


def given_count(given: GivenScore, *, rules: Ruleset) -> int | None:
    """What a seat holds as given, without charges of rulings; None for a score not given.

    Cards of a class that the rules do not have count nothing.
    """
    if given.cards is None:
        return given.points
    values = rules.points or {}
    cards = sum(values.get(key, 0) * number for key, number in given.cards.items())
    return cards + (rules.missing_card or 0) * given.missing


def whole_sheet(went_out: int | None, scores: Sequence[GivenScore]) -> tuple[GivenScore, ...]:
    """The scores as they are stored: by seat number, without the classes of cards that nobody holds.

    The 0 of the player who went out (7.2a) is written down.
    """
    written = tuple(_without_empty_classes(score) for score in scores if score.seat != went_out)
    winner = () if went_out is None else (GivenScore(went_out, points=0),)
    return tuple(sorted((*written, *winner), key=lambda score: score.seat))


def _without_empty_classes(score: GivenScore) -> GivenScore:
    if score.cards is None:
        return score
    return replace(score, cards={key: number for key, number in score.cards.items() if number})


def with_charges(
    went_out: int | None, scores: Sequence[GivenScore], *, waiting: Sequence[WaitingEffect]
) -> tuple[GivenScore, ...]:
    """The scores, each with the charge that waits for its seat, unless it has one already.

    A score not given gets its charge too, for when it is given later (8.5a).
    """
    return tuple(
        score
        if score.seat == went_out
        else replace(score, charge=score.charge or charge_for(waiting, seat=score.seat))
        for score in scores
    )


def same_sheet(recorded: Hand | VoidAttempt, event: HandScored, *, rules: Ruleset) -> bool:
    """Whether `event` has the winner and counts of a recorded hand; how they were counted does not matter."""
    offered = whole_sheet(event.went_out, event.scores)
    told, said = (
        [(line.seat, line.not_given, given_count(line, rules=rules)) for line in lines]
        for lines in (recorded.given, offered)
    )
    return (recorded.went_out, recorded.rummy, told) == (event.went_out, event.rummy, said)


def is_void(went_out: int | None, scores: Sequence[GivenScore]) -> bool:
    """Whether a hand must be played again: somebody gave no score, and fewer than two did (8.6)."""
    sheet = whole_sheet(went_out, scores)
    given = sum(not line.not_given for line in sheet)
    return given < len(sheet) and given < FEWEST_GIVEN


def scored(event: HandScored | Corrected, *, rules: Ruleset) -> tuple[Score, ...] | None:
    """Each seat's score, by seat number; None when the hand must be played again (8.6).

    A score not given posts the two highest given ones (8.5, 8.5a).
    """
    if is_void(event.went_out, event.scores):
        return None
    sheet = whole_sheet(event.went_out, event.scores)
    held = {line.seat: count_of(line, rules=rules) for line in sheet}
    counts = {seat: count for seat, count in held.items() if count is not None}
    scores = scores_of(counts, went_out=event.went_out, rummy=event.rummy, scoring=rules.score)
    posted = sum_of_two_highest(scores.values())
    return tuple(
        Score(line.seat, scores.get(line.seat, posted or 0), line.seat not in scores, line, held[line.seat])
        for line in sheet
    )
