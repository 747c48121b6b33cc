"""The catalogue of sentences: complete, each whole, and each code of one feature only."""

import pytest

from scorekeeper.rulebook import clause
from scorekeeper.rules.entries import GivenScore, HandScored
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.rulesets.checks import problems
from scorekeeper.rules.sheets import SheetRules, sheet_faults
from scorekeeper.web.http import messages
from tests.support.own_rules import own


@pytest.fixture
def catalogue(app):
    with app.app_context():
        yield messages.catalogue_of(app)


def test_every_fault_has_a_sentence(catalogue):
    assert set(catalogue.faults) == set(FaultCode)


def test_sentence_of_a_fault_is_whole_even_without_its_values(catalogue):
    sentences = [messages.fault_text(Fault(code)) for code in FaultCode]

    assert [said for said in sentences if not (said[0].isupper() or said[0] in "–1“")] == []
    assert [said for said in sentences if said[-1] not in ".?"] == []


def test_every_message_is_a_sentence(catalogue):
    sentences = [messages.news_text(code, {}) for code in catalogue.news]
    sentences += map(messages.unreadable, catalogue.unreadable)
    sentences += [error.sentence for error in catalogue.errors.values()]

    assert [said for said in sentences if said[-1] not in ".?"] == []


def test_every_clause_of_news_exists_and_belongs_to_a_sentence(catalogue):
    assert all(clause(number) for number in catalogue.news_clauses.values())
    assert set(catalogue.news_clauses) <= set(catalogue.news)


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (HandScored(1, 0, (GivenScore(1, points=7),)), "Scores go up in 5s. Check 7."),
        (
            HandScored(1, 0, (GivenScore(1, cards={"3-4": 1}),)),
            "Leave out 3-4. These rules don’t count such cards together.",
        ),
        (
            HandScored(1, 0, (GivenScore(1, points=0),)),
            "Check Ben’s points. Only the player who went out has no cards left.",
        ),
        (
            HandScored(1, 0, (GivenScore(1, points=5, charge=15),)),
            "Each missing card is 10 points. Enter a multiple of 10.",
        ),
    ],
)
def test_sentence_about_a_sheet_takes_its_numbers_from_the_rules(catalogue, sheet, said):
    by = SheetRules(own(missing_card=10), players=2)

    assert [*map(messages.fault_text, sheet_faults(sheet, by=by, names={0: "Ana", 1: "Ben"}))] == [said]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"points": {"2-10": 5, "J-K": 10}}, "Give every card its points. There are none yet for A."),
        ({"points": {"2-J": 5, "J-A": 10}}, "Give every card its points only once. Check J."),
        (
            {"points": {"2-10": 5, "J-A": 10, "joker": 5}},
            "Take out the points for joker. The pack has no such cards.",
        ),
        (
            {"deal": {"cards": 30}, "decks": 1},
            "Deal fewer cards or use more decks. With 2 players, 52 cards aren’t enough.",
        ),
        (
            {"contracts": [{"sets": 1}], "ends": {"hands": 3}},
            "Set a number of hands. There’s a contract for only 1 hand.",
        ),
    ],
)
def test_sentence_about_rules_that_cannot_be_names_what_is_wrong(catalogue, changes, said):
    assert [*map(messages.fault_text, problems(own(**changes), players=2, changes=changes))] == [said]
