"""The verdict on all cards: melds against the contract of a hand, and what a heap can lay."""

import re
from urllib.parse import urlencode

import pytest

from tests.support.phones import text_of


@pytest.mark.parametrize(
    ("cards", "hand", "said"),
    [
        ("7S 7H JK", "", "Right. One set."),
        ("5-8 of hearts", "", "Right. One run."),
        ("7S 7H JK / 9S 9D 9C", "1", "Right. Two sets, as hand 1 asks for."),
        ("7S 7H JK", "1", "Hand 1 asks for more. Still missing: one set. Clause 4.1"),
        ("7S 7H JK / 9S 9D 9C / 4S 4D 4H", "1", "Hand 1 doesn’t ask for this: one set. Clause 4.4a"),
        ("7S 7H JK / 9S 9D 9C / 4S 4D 4H", "1", "Wrong. Hand 1 asks for something else."),
        ("5S 6S 8H 9D", "3", "Wrong. That’s not a run."),
        ("7S 7H", "1", "Wrong. That’s not a set."),
        ("7S 9H JD 2C", "", "Wrong. That’s neither a set nor a run."),
        ("7S 7H JK", "5", "Still missing: one set and one run."),
        ("JK JK JK JK", "", "Right. One set."),
        ("7S 7H JK / 5S 6S 8H 9D / 2C 2D 4H 9S", "", "Wrong. 2 of the 3 sets and runs aren’t right."),
        # Two in one row are told apart.
        ("7S 7H 7D 8S 8H 8D", "", "Right. Two sets."),
        ("2C 3C 4C 5C 9H 10H JH QH KH", "", "Right. Two runs."),
        ("2C 3C 4C 5C 7S 7H 7D", "1", ": one run. Clause 4.4a"),
        ("7S 7H 7D 8S 8H", "1", "Wrong. 8♠ and 8♥ go back to the hand."),
    ],
)
def test_melds_on_the_table_get_their_verdict(ask, cards, hand, said):
    assert said in ask(cards, hand=hand)


def test_no_part_stays_where_the_hand_asks_for_something_else(ask):
    said = ask("5H 6H 7H 8H 9D", hand="1")

    assert "9♦ has another suit. Clause 3.2" in said
    assert "Clause 14.1" not in said
    assert "Clause 14.1" in ask("5H 6H 7H 8H 9D", hand="2")


def test_whether_the_rest_stays_is_open_while_the_contract_is_not_met_14_4(ask):
    said = ask("5H 6H 7H 8H 9D", hand="3")

    assert "9♦ goes back to the hand. Clause 14.1" in said
    assert "it’s up to your table. Clause 14.4" in said
    assert "The rest stays." not in said
    assert "14.4" not in ask("5H 6H 7H 8H 9D / 5S 6S 7S 8S", hand="3")


@pytest.mark.parametrize(
    ("cards", "hand", "rank"),
    [
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "7", "[2-9]"),
        ("JK 7H 7D 7S QC QD QH", "1", "7"),
        ("JK 5H 6H 7H 9H 2C 3C 4C 5C", "3", "9"),
    ],
)
def test_melds_are_drawn_without_the_card_to_keep(drawn, cards, hand, rank):
    *laid, kept = drawn(cards, hand=hand, **{"as": "heap"})

    assert re.match(rf"{rank} of ", kept)
    assert kept not in laid
    assert len(laid) == cards.count(" ")


@pytest.mark.parametrize(
    ("cards", "hand", "said"),
    [
        ("7S 7H JK QC QD QH KD", "1", "Yes, you can go down. You keep 1 card."),
        ("7S 7H JK QC QD QH KD", "", "Yes. You keep 1 card."),
        (
            "7S 7H JK QC QD QH KD",
            "1",
            "Discard it, and you go out. Clause 5.8a What you keep counts 10 points. No other",
        ),
        ("7S 7H JK QC QD QH KD 9D", "1", "What you keep counts 15 points. No other"),
        ("7S 7H JK QC QD QH", "1", "Yes, if you draw first."),
        (
            "7S 7H JK QC QD QH",
            "1",
            "Lay these down after you draw, and discard the card you drew. Clause 5.8 If you’ve "
            "drawn already, you can’t lay them all down: you need a card to discard. Clause 5.8a",
        ),
        ("5-8 of hearts / 9-Q of clubs / 2-5 of spades", "7", "Clause 5.8 "),
        ("7H 8H 9H 2S 3S 4S 5S", "3", "One card short of a run: 6♥ , 10♥ or a wild card."),
        ("7S 7H 7D QC QD", "1", "One card short of a set: "),
        ("7S 2C", "1", "No, you can’t go down yet. "),
        ("7S 2C", "1", "One card more wouldn’t be enough."),
        ("7S 2C", "", "No, you can’t lay anything down yet."),
        ("7S 7H JK / QC QD QH", "1", "Clause 5.8 "),
    ],
)
def test_a_heap_says_whether_it_meets_the_contract(ask, cards, hand, said):
    assert said in ask(cards, hand=hand, **{"as": "heap"})


@pytest.mark.parametrize(
    ("cards", "more", "tone"),
    [
        ("7S 2C", {"as": "heap"}, "call is-not-yet"),
        ("7S 7H JK", {}, "call is-not-yet"),
        ("7S 2C", {}, "call is-wrong"),
        ("7S 7H JK QC QD QH", {"as": "heap"}, "call"),
    ],
)
def test_a_verdict_has_the_tone_of_its_answer(phone, cards, more, tone):
    page = phone.get(f"/laydown?{urlencode({'cards': cards, 'hand': '1', **more})}").text

    assert f'<div class="{tone}">' in page


def test_cards_that_stay_in_the_hand_lie_by_rank(drawn):
    assert drawn("KS 10H JK 2C 9D 2S", hand="1", **{"as": "heap"}) == [
        "2 of spades",
        "2 of clubs",
        "9 of diamonds",
        "10 of hearts",
        "king of spades",
        "joker",
    ]


def test_a_last_card_that_may_be_laid_off_is_not_kept_back(scorer):
    game = scorer.start("Ana", "Ben", variant="last-card-laid")
    cards = urlencode({"cards": "7S 7H JK QC QD QH", "as": "heap"})
    page = text_of(scorer.get(f"/games/{game}/laydown?{cards}"))

    assert "Yes. You can lay down every card." in page
    assert "discard" not in page


@pytest.mark.parametrize(
    ("ruleset", "cards", "said"),
    [
        ("six-hand", "QH KH AH", "The rules leave this open. Perhaps a run"),
        ("six-hand", "JH QH KH AH / 9S 9H 9C", "The rules leave this open. Perhaps a run"),
        ("six-hand", "QH KH AH / 9S 9H 8C", "Wrong. One of the 2 sets and runs isn’t right. Perhaps a run"),
        ("international", "QH KH AH", "The rules leave this open. Perhaps a run"),
        ("international", "7S 7H", "The rules leave this open. Perhaps a set"),
        ("international", "7S 8H", "Wrong. That’s neither a set nor a run."),
        ("basic", "QH KH AH", "Wrong. That’s not a run."),
    ],
)
def test_what_the_rules_of_a_game_leave_open_is_not_called_wrong(ask, ruleset, cards, said):
    assert f" {said}" in ask(cards, ruleset=ruleset)


@pytest.mark.parametrize(
    ("changes", "is_open"),
    [('{"sets": {"fewest": 4}}', True), ('{"runs": {"ace": "high-or-low"}}', False)],
)
def test_only_what_a_table_has_set_is_not_open_any_more(scorer, changes, is_open):
    game = scorer.start("Ana", "Ben", "Cem", ruleset="six-hand", changes=changes)
    page = text_of(scorer.get(f"/games/{game}/laydown?cards=QH+KH+AH"))

    assert ("The rules leave this open." in page) == is_open


def test_a_hand_that_an_ace_might_let_go_down_is_told_what_the_rules_leave_open(ask):
    said = ask("QH KH AH 9S 9H 9C", ruleset="six-hand", hand="2", **{"as": "heap"})

    assert "No, you can’t go down yet." in said
    assert "Clause C6-6a" in said
    assert "C6-6a" not in ask("QH KH 2H 9S 9H 9C", ruleset="six-hand", hand="2", **{"as": "heap"})


@pytest.mark.parametrize(
    ("cards", "subject", "said"),
    [
        ("red 7 red 7 blue 7", "melds", "Each colour can be there once. Red 7 is one too many."),
        ("red 7 8", "melds", "A run needs 3 tiles or more."),
        ("red 7 8 9 blue 3", "melds", "Blue 3 goes back to the rack."),
        ("red 7 8 9", "melds", "These tiles are right, but it takes more to go down."),
        ("red 11 12 13 blue 11 12 13 black 2 orange 4", "heap", "What you keep counts 6 points."),
    ],
)
def test_tiles_are_told_in_their_own_words(ask, cards, subject, said):
    page = ask(cards, ruleset="rummikub", **{"as": subject})

    assert said in page
    assert not re.search(r"suit|discard|\bhand\b|\bcards?\b", page.partition("Rummikub")[2])


@pytest.mark.parametrize(
    ("ruleset", "hand", "cards", "said"),
    [
        ("wrotham", "5", "5H 6H 7H", "Wrong. Hand 5 asks for something else."),
        ("wrotham", "5", "5H 6H 7H / QS QD QC QH", "Right. "),
        ("wrotham", "2", "5H 6H 7H / QS QD QC", "Wrong. Hand 2 asks for something else."),
        ("six-hand", "1", "7S 7H 7D / 9S 9H 9C / 4S 4D 4H", "The rules leave this open. Set"),
        ("six-hand", "1", "7S 7H 7C 7D 7S 7H", "Right. Two sets, as hand 1 asks for."),
        ("six-hand", "2", "7S 7H 7D / 9S 9H 9C", "These cards are right, but it takes more to go down."),
    ],
)
def test_melds_in_part_or_too_many_are_what_the_clauses_of_the_game_say(ask, ruleset, hand, cards, said):
    assert f" {said}" in ask(cards, ruleset=ruleset, hand=hand)


@pytest.mark.parametrize(
    ("ruleset", "cards", "more", "clause"),
    [
        ("six-hand", "QH KH AH 2S", {"as": "heap"}, "C6-6a"),
        ("six-hand", "AH 2H 3H 9S", {"as": "heap"}, "C6-6a"),
        ("six-hand", "AH 2H 3H", {}, "C6-6a"),
        ("international", "JK JK JK", {}, "IR-5"),
        ("international", "5H 6H 7H 9S", {"as": "heap"}, "IR-5"),
        ("seven-hand", "4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2C", {"as": "heap", "hand": "8"}, "S7-7b"),
        ("seven-hand", "7S 7H 7D / 9S 9H 9C / 4S 4D 4H", {"hand": "1"}, "S7-11a"),
        ("rummikub", "black 7 8 9", {"as": "heap"}, "RK-5"),
        (
            "six-hand",
            "4H 5H 6H 7H 9S 10S JS QD QC QS 2H",
            {"as": "heap", "hand": "6"},
            "C6-5a",
        ),
    ],
)
def test_a_verdict_tells_what_the_rules_of_the_game_are_silent_on(ask, ruleset, cards, more, clause):
    assert f"Clause {clause}" in ask(cards, ruleset=ruleset, **more)


@pytest.mark.parametrize(
    ("ruleset", "cards", "more"),
    [
        ("six-hand", "AH AS AC", {}),
        ("seven-hand", "AH 2H 3H", {}),
        ("seven-hand", "4H 5H 6H 7H 8H 9H 10H JH QH KH AH", {"as": "heap", "hand": "8"}),
        ("seven-hand", "4H 5H 6H 7H 8H 9H 10H JH QH KH 2D 2C", {"as": "heap", "hand": "8"}),
    ],
)
def test_a_verdict_tells_of_nothing_open_that_is_not(ask, ruleset, cards, more):
    answer = ask(cards, ruleset=ruleset, **more)

    assert "leave this open" not in answer
    assert "The rules don’t say" not in answer


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("5H 6H 7H QS QD QC 2H", "No, you can’t go down yet."),
        ("5H 6H 7H QS QD QC QH 2H", "Yes, you can go down. You keep 1 card."),
    ],
)
def test_before_a_draw_no_dealt_card_stays_where_all_are_laid_at_once(ask, cards, said):
    assert said in ask(cards, ruleset="wrotham", hand="5", **{"as": "heap"})
