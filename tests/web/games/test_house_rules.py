"""The house rules of a game on its pages."""

import json
import re

import pytest
from msgspec import structs

from scorekeeper.referee.house_rules import CLAUSES
from scorekeeper.rulebook import clause
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.web.games.house_rules import changes_by_clause, house_lines, other_lines
from tests.support.phones import text_of


def test_rules_as_the_book_has_them_are_not_told():
    assert house_lines(LAW) == []


@pytest.mark.parametrize("name", LAW.variants)
def test_every_house_rule_is_told_with_its_clause(name):
    sentence, number = house_lines(in_force(LAW, variants=(name,)))[0]

    assert sentence.startswith("House rule: ")
    assert number == CLAUSES[name]
    assert clause(number)


def test_watchers_read_the_house_rules_of_the_game(scorer, watcher):
    game = scorer.start("Ana", "Ben", "Cem", "Dee", variant=("", "twos-wild"))

    assert "House rule: twos are wild too. Clause 16.2" in text_of(watcher.get(f"/games/{game}"))


def test_quick_card_of_a_game_goes_by_its_house_rules(scorer):
    chosen = ("eleven", "no-late-may-i", "twos-wild", "no-adjacent-wilds", "last-card-laid")
    game = scorer.start("Ana", "Ben", "Cem", "Dee", variant=chosen)

    text = text_of(scorer.get("/rules/card", query_string={"game": game}))

    for words in (
        "Cards each 11",
        "Discard one card. To go out, you can lay off your last one instead.",
        "Jokers, red aces and twos are wild.",
        "At this table House rule: everyone gets eleven cards.",
        "House rule: no “May I” in hands 5, 6 and 7.",
        "House rule: wild cards can’t be side by side in a run.",
    ):
        assert words in text
    assert "a red ace is always wild" not in text
    assert "At this table" not in text_of(scorer.get("/rules/card"))


def test_quick_card_says_nothing_that_the_table_plays_otherwise(scorer):
    changes = {
        "contracts": [{"sets": 1}, {"runs": 1}],
        "ends": {"hands": 2},
        "points": {"2-9": 5, "10-K": 10, "A": 15, "joker": 25},
        "missing_card": None,
        "discard_to_go_out": "never",
        "turn": {"own_meld_first": False},
        "wild": {"cards": ["joker", "2"], "most": None, "swap": "hand"},
        "may_i": None,
    }
    game = scorer.start("Ana", "Ben", "Cem", "Dee", changes=json.dumps(changes))

    card = text_of(scorer.get("/rules/card", query_string={"game": game})).partition("Contracts")[2]

    assert "Joker 25" in card
    assert "You go out without a discard." in card
    for words in ("seven", "Each missing card", "Once you’re down", "red aces", "natural", "swap", "May I"):
        assert words not in card


def test_posted_or_plain_marks_every_clause_that_no_longer_holds(scorer):
    game = scorer.start("Ana", "Ben", "Cem", "Dee", changes='{"incomplete": "plain", "may_i": null}')
    changed = changes_by_clause(in_force(LAW, changes={"incomplete": "plain", "may_i": None}))

    assert 'id="cP-1"' in scorer.get("/rules", query_string={"game": game}).text
    assert {"8.2a", "8.6a", "15.1", "15.1a", "5.2b", "5.3", "5.4", "6.3", "12.7a", "14.4a"} <= changed.keys()
    assert "plus 2 for each May I" not in text_of(scorer.get(f"/games/{game}/referee/cards"))


def test_book_of_a_game_says_at_its_clause_which_house_rule_is_in_force(scorer):
    game = scorer.start("Ana", "Ben", "Cem", "Dee", variant="no-adjacent-wilds")
    page_text = re.compile(r'id="c([^"]*)">(?:(?!id="c).)*?<dd class="agreed"><strong>House rule', re.DOTALL)

    assert page_text.findall(scorer.get("/rules", query_string={"game": game}).text) == ["3.6b"]
    assert page_text.findall(scorer.get("/rules").text) == []


def test_rules_without_a_switch_are_on_the_quick_card_and_at_their_clauses(scorer):
    changes = '{"may_i": {"most": 2}, "turn": {"taken_card": false}, "deal": {"cards": 10}}'
    game = scorer.start("Ana", "Ben", "Cem", "Dee", changes=changes)

    card = text_of(scorer.get("/rules/card", query_string={"game": game}))
    book = scorer.get("/rules", query_string={"game": game}).text

    for words in (
        "Cards each 10",
        ": 10. Clause 2.3",
        "Discards each player can get out of turn in a hand: 2. Clause 5.2c",
        "You can’t discard the card you just took from the discard pile",
    ):
        assert words in card
    assert "eleven" not in card
    at_clause = re.compile(r'id="c([^"]*)">(?:(?!id="c).)*?<dd class="agreed"><strong>([^<]*)', re.DOTALL)
    assert {"2.3", "5.2", "5.2c", "5.8c"} <= {number for number, _said in at_clause.findall(book)}


def test_rules_that_only_a_newer_release_knows_are_left_off_the_quick_card():
    assert other_lines(structs.replace(LAW, id="unheard-of", wins="highest")) == []
