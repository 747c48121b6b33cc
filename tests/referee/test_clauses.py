"""What rulings rest on: clauses of the book, every one of the sections that can decide anything."""

import pytest

from scorekeeper.referee.codes import Remedy
from scorekeeper.referee.graph import outcomes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import HOUSE_EFFECTS
from scorekeeper.referee.judge import judge
from scorekeeper.rulebook import Mark, book, clause
from tests.support.graph_paths import all_paths

RULED_ON = (6, *range(8, 16))
# Clauses of these sections that no ruling cites, and why none can.
EXEMPT = {
    "6.3": "silent, and no fact asks about it: a note beside the rulings on the stock and on a may-I",
    "8.3a": "says from which hand on a departure counts: the game knows it when the departure is recorded",
    "8.7": "silent: a latecomer is no irregularity; the game takes one in with a start score",
    "8.7a": "a latecomer's start score is chosen when the game takes the player in",
    "8.7b": "ours: a substitute is no irregularity; the game lets one play on in the same seat",
    "15.4": "ours: what the table agrees beyond the rules, when the correction is recorded",
    "12.7a": "says whether there is anything to rule on: reckoned before, by `CardCount`",
}
RULINGS = tuple(judge(walked.irregularity, walked.facts) for walked in all_paths())
CITED = {number for ruling in RULINGS for number in ruling.clauses}


def of_ruled_sections():
    return {clause.number for clause in book().clauses if int(clause.number.split(".")[0]) in RULED_ON}


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: f"{ruling.irregularity}-{ruling.outcome}")
def test_ruling_rests_on_clauses_that_exist(ruling):
    assert ruling.clauses
    assert len(ruling.clauses) == len(set(ruling.clauses))
    marks = {clause(number).mark for number in ruling.clauses}

    assert ruling.interpretation == (Mark.INTERPRETATION in marks)
    assert (
        ruling.silent
        == (Mark.SILENT in marks)
        == (Remedy.RULES_SILENT in {o.remedy for o in ruling.remedies})
    )


def test_notes_are_silent_clauses_that_only_their_own_question_cites():
    noted = {note for ruling in RULINGS for note in ruling.notes}

    assert noted == {"5.2b", "5.4", "6.3"}
    assert {clause(number).mark for number in noted} == {Mark.SILENT}
    assert noted & CITED == {"5.2b"}


def test_every_clause_of_the_ruled_sections_is_cited_or_exempt():
    assert of_ruled_sections() - CITED == set(EXEMPT)


def test_clauses_that_house_rules_bring_in_exist():
    for effect in HOUSE_EFFECTS:
        assert clause(effect.clause).mark in (Mark.SOURCE, Mark.INTERPRETATION)


def test_own_clauses_of_every_outcome_are_cited_by_some_ruling():
    own = {number for graph in GRAPHS.values() for outcome in outcomes(graph) for number in outcome.clauses}

    assert own <= CITED
