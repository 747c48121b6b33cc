"""The house rules of a game, told on its pages."""

from dataclasses import fields

import pytest

from scorekeeper.rulebook import clause
from scorekeeper.rules.rulesets import HOUSE_CLAUSES, HouseRules
from scorekeeper.web.house_lines import NEEDS_MAY_I, NEVER_WON, house_lines
from tests.web.phones import text_of

OTHERWISE = {"cards_dealt": 11, "discard_to_go_out": False}


def test_rules_as_the_book_has_them_are_not_told():
    assert house_lines(HouseRules()) == []


@pytest.mark.parametrize("name", [field.name for field in fields(HouseRules)])
def test_every_house_rule_is_told_with_its_clause(name):
    other = OTHERWISE.get(name, not getattr(HouseRules(), name))

    sentence, number = house_lines(HouseRules(**{name: other}))[0]

    assert sentence.startswith("House rule: ")
    assert number == HOUSE_CLAUSES[name]
    assert clause(number)


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (HouseRules(cards_dealt=11), NEEDS_MAY_I),
        (HouseRules(cards_dealt=11, may_i_last_three=False), NEVER_WON),
    ],
)
def test_eleven_cards_and_a_last_discard_leave_hand_7_hard_to_win_5_8a(rules, told):
    assert house_lines(rules)[-1] == (told, "5.8a")


def test_eleven_cards_without_a_last_discard_are_enough():
    assert len(house_lines(HouseRules(cards_dealt=11, discard_to_go_out=False))) == 2


def test_watchers_read_the_house_rules_of_the_game(scorer, watcher):
    kept = [f"house-{name}" for name in HOUSE_CLAUSES if name != "cards_dealt"]
    game = scorer.start(
        "Ana", "Ben", "Cem", "Dee", house="1", **{"house-cards_dealt": "12"}, **dict.fromkeys(kept, "y")
    )

    assert "House rule: twos are wild too. Clause 16.2" in text_of(watcher.get(f"/games/{game}"))
