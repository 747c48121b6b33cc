"""One set or run in words: its faults, what its wild cards stand for, and which cards fit next."""

import random
import re
from urllib.parse import urlencode

import pytest

from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.web.laydown.checks import check
from scorekeeper.web.laydown.typed import cards_asked
from scorekeeper.web.laydown.verdicts import verdict_on
from tests.support.phones import text_of


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("7S 7H", "A set needs 3 cards or more. Clause 3.1"),
        ("5H 6H 7H", "A run needs 4 cards or more. Clause 3.2"),
        ("7S 9H JD 2C", "As a run:"),
        ("7S 7H 7D 9S 9H", "9♠ and 9♥ don’t go with 7s. Clause 3.1"),
        ("7S 9H JD 2C", "As a set: 9♥ , J♦ and 2♣ don’t go with 7s."),
        ("5S 6S 8H 9D", "8♥ and 9♦ have another suit. Clause 3.2"),
        ("5S 6S 8S 9S", "There’s a gap between 6♠ and 8♠ ."),
        ("QS KS AS 2S", "A run can’t go round the corner: A♠ and 2♠"),
        ("7S JK JK", "There are more wild cards than natural ones. Clause 3.6"),
        ("JK AH AD", "Unless its player says it’s a set of aces, it’s a set of wild cards. Clause 3.7a"),
        ("9H JK 7H 8H", "A wild card stands for the card of its place."),
        ("5H JK 6H 8H", "It’s right if it lies in this order: 5♥ , 6♥ , a joker and 8♥ . Clause 3.8"),
    ],
)
def test_each_fault_of_a_meld_has_its_sentence_and_its_clause(ask, cards, said):
    assert said in ask(cards, hand="")


@pytest.mark.parametrize(
    ("cards", "ruleset", "said"),
    [
        ("5H 6H 7H 8H", "continental", ["You can add 4♥ , 9♥ or a wild card. Clause 5.6"]),
        ("7S 7H 7C", "continental", ["You can add another 7 or a wild card. Clause 5.6"]),
        (
            "6C JK 8C AH",
            "continental",
            [
                "You can add 5♣ or 10♣ . Clause 5.6",
                "You can swap 7♣ or 9♣ for a wild card that you play at once. Clause 3.10",
            ],
        ),
        ("2H JK JK 5H", "continental", ["You can add A♥ or 6♥ . Clause 5.6"]),
        (
            "KS JK KD",
            "continental",
            ["another king or a wild card. Clause 5.6 The wild card stays. Clause 3.11"],
        ),
        (
            "8S 8D JK JK",
            "continental",
            ["You can add another 8. Clause 5.6 The wild cards stay. Clause 3.11"],
        ),
        ("JK AH AD", "continental", ["Clause 3.7a You can add a wild card. Clause 5.6 "]),
        ("7S 7H 7C", "basic", ["You can add another 7. Clause BR-6"]),
        ("9D JK JD", "six-hand", ["You can add 8♦ , Q♦ or a wild card. Clause C6-9 The wild card stays. "]),
        ("9D JK JD", "wrotham", ["You can swap 10♦ for a wild card. Clause WR-2"]),
        (
            "KS JK KD",
            "seven-hand",
            ["You can swap another king", "that you play at once. Clause S7-12"],
        ),
        (
            "8H 8S JK",
            "rummikub",
            [
                "You can add blue 8 , orange 8 or a wild tile. Clause RK-7",
                "You can swap blue 8 or orange 8 for a wild tile that you play at once. Clause RK-8",
            ],
        ),
    ],
)
def test_a_right_meld_says_which_cards_fit_next(ask, cards, ruleset, said):
    page = ask(cards, ruleset=ruleset)

    assert [one for one in said if one not in page] == []


@pytest.mark.parametrize(
    ("cards", "more"),
    [
        ("5H 6H 7H", {}),
        ("5H 6H 7H 8H 7D", {}),
        ("9H JK 7H 8H", {}),
        ("7S 7H JK QC QD QH", {"as": "heap", "hand": "1"}),
        ("5H 6H 7H / QS QD QC QH", {"ruleset": "wrotham", "hand": "5"}),
    ],
)
def test_nothing_fits_what_is_wrong_open_or_laid_all_at_once(ask, cards, more):
    page = ask(cards, **more)

    assert [one for one in ("You can add", "You can swap", "stays. Clause 3.11") if one in page] == []


@pytest.mark.parametrize(
    ("swap", "said"), [("meld-both", []), (None, ["The wild tile stays."])], ids=["both", "never"]
)
def test_a_joker_that_one_tile_does_not_free(app, swap, said):  # RK-8
    rules = in_force(RULESETS["rummikub"], changes={"wild": {"swap": swap}})
    with app.test_request_context():
        answer = verdict_on(check(cards_asked("8H 8S JK", rules=rules)), next_cards=True)

    assert [line.text for line in answer.melds[0].next_cards][1:] == said


def test_where_no_card_fits_the_page_says_so(ask, scorer):  # 3.4, 3.6, 16.1
    assert "No other card fits here." in ask("A-K of spades")
    strict = scorer.start("Ana", "Ben", variant=("red-ace-wild", "no-adjacent-wilds"))
    cards = urlencode({"cards": "2H JK 4H JK 6H JK 8H JK 10H AD QH AD"})

    assert "No other card fits here." in text_of(scorer.get(f"/games/{strict}/laydown?{cards}"))


def test_superfluous_cards_go_back_by_name(ask, drawn):
    assert "7♦ goes back to the hand. Clause 14.1 The rest stays." in ask("5H 6H 7H 8H 7D")
    assert drawn("5H 6H JK 8H 7D") == [
        "5 of hearts",
        "6 of hearts",
        "joker, stands for 7♥",
        "8 of hearts",
        "7 of diamonds, goes back",
    ]


def test_a_joker_has_an_article_in_a_sentence(ask):
    assert "Wrong. A joker goes back to the hand." in ask("A-K of spades, joker", hand="")


def test_wild_cards_say_what_they_stand_for(drawn):
    assert drawn("KS KD AH") == ["king of spades", "king of diamonds", "ace of hearts, stands for K"]
    assert drawn("9H JK 7H 8H")[1] == "joker, stands for 6♥ or 10♥"
    assert drawn("5S 6S 8H 9D")[2:] == ["8 of hearts, wrong here", "9 of diamonds, wrong here"]


def test_every_fault_of_the_core_has_a_sentence(ask):
    rng = random.Random(7)
    for rules in RULESETS.values():
        pack = [f"{rank}{suit}" for rank in rules.ranks for suit in "SHDC"] + ["JK"] * bool(rules.jokers)
        for size in (1, 2, 3, 4, 5, 6, 9, 14, 16):
            cards = rng.sample(pack, size)
            for subject in ("melds", "heap")[: 1 + (size in (1, 5))]:
                for hand in ("", "1")[: 1 + bool(rules.contracts)]:
                    said = ask(" ".join(cards), hand=hand, ruleset=rules.id, **{"as": subject})
                    assert re.search(r"(Right|Wrong|Yes|No|The rules leave this open)[.,]", said)
                    assert "{" not in said


def test_a_meld_that_may_be_a_run_is_not_called_a_set_of_its_suit(ask):
    assert "set of S" not in ask("JK 7S JK", ruleset="seven-hand")
