"""The referee rules by the house rules of the game."""

import json
from urllib.parse import urlencode

import pytest

from scorekeeper.referee.codes import Irregularity
from tests.support.phones import text_of
from tests.support.referee_forms import rule
from tests.support.referee_screens import opened

OUT = {0: 25, 2: 45, 3: 110}
FACTS = "moment=in-play&direction=too-few&by=1"


@pytest.fixture
def game(scorer):
    """Eleven cards, and no may-I in the last three hands."""
    return scorer.start("Ana", "Ben", "Cem", "Dee", variant=("eleven", "no-late-may-i"))


@pytest.fixture
def late(scorer, game):
    for hand in range(1, 5):
        scorer.score(game, hand, 1, OUT)
    return game


def test_house_rules_of_the_game_are_named(scorer, game):
    page = text_of(scorer.get(f"/games/{game}/referee/wrong-count?{FACTS}"))

    assert "House rule: everyone gets eleven cards" in page
    assert "House rule" not in text_of(scorer.get(f"/referee/wrong-count?{FACTS}"))


@pytest.mark.parametrize("said", ["", "?wanted_by_player_in_turn=no&has_drawn=no&in_turn=0&claimants=1"])
def test_where_there_is_no_may_i_nothing_is_asked_and_nobody_named(scorer, late, said):
    path = f"/games/{late}/referee/may-i{said}"
    screen = opened(scorer, path)
    page = text_of(scorer.get(path))

    assert screen.is_ruling
    assert screen.remedies == [("claim-refused", "claimant")]
    assert screen.clauses == ["16.1"]
    assert "In their order" not in page
    assert "Who said" not in page
    seen = scorer.document(late)["version"]
    fields = {"irregularity": Irregularity.MAY_I.value, "apply": "no", "seen": seen, **dict(screen.facts)}
    assert scorer.post(f"/games/{late}/rulings", fields).status_code == 303
    assert "Clause 16.1" in text_of(scorer.get(f"/games/{late}/history"))


@pytest.fixture
def limited(scorer):
    """Two claims a hand, none in hand 1, and a card just taken stays in the hand."""
    changes = '{"may_i": {"most": 2, "limits": {"1": 0}}, "turn": {"taken_card": false}}'
    return scorer.start("Ana", "Ben", "Cem", "Dee", changes=changes)


def test_a_limit_of_claims_is_told_in_the_hands_that_have_some_5_2c(scorer, limited):
    path = f"/games/{limited}/referee/may-i"
    in_hand_1 = opened(scorer, path)

    scorer.score(limited, 1, 1, OUT)
    claimed = text_of(scorer.get(f"{path}?wanted_by_player_in_turn=no&has_drawn=no&in_turn=0&claimants=1"))

    assert (in_hand_1.is_ruling, in_hand_1.clauses) == (True, ["5.2", "5.2c"])
    assert not opened(scorer, path).is_ruling
    assert "House rule: each player can get 2 cards with “May I” in this hand." in claimed
    assert "At this table: " in claimed


def test_a_recorded_ruling_cites_no_clause_that_the_tables_rule_replaced(scorer):
    game = scorer.start("Ana", "Ben", "Cem", ruleset="six-hand", changes='{"stock": {"reuses": 2}}')
    ruling = {"irregularity": "stock-out", "apply": "no", "seen": scorer.document(game)["version"]}

    assert scorer.post(f"/games/{game}/rulings", ruling).status_code == 303
    for recorded in ("history", "rulings/2"):
        said = text_of(scorer.get(f"/games/{game}/{recorded}"))
        assert "How often the discard pile becomes the stock: twice." in said
        assert "Clause 6." not in said


@pytest.mark.parametrize(
    ("ruleset", "reuses", "said"),
    [
        ("six-hand", 0, "never. When the stock runs out, the hand is over."),
        (
            "basic",
            2,
            "twice. When the stock runs out after that, the hand is over if nobody takes the discard.",
        ),
    ],
)
def test_a_stock_that_a_table_limits_ends_the_hand_as_the_game_has_it(scorer, ruleset, reuses, said):
    changes = {"stock": {"reuses": reuses}, "ends": {"hands": 6}}
    game = scorer.start("Ana", "Ben", "Cem", ruleset=ruleset, changes=json.dumps(changes))

    assert f"becomes the stock: {said}" in text_of(scorer.get(f"/games/{game}/referee/stock-out"))


@pytest.mark.parametrize(
    ("penalty", "told"),
    [
        (0, ""),
        (1, "the top card of the stock as a penalty"),
        (3, "the top 3 cards of the stock as a penalty"),
    ],
)
def test_whoever_gets_the_discard_takes_the_penalty_cards_of_the_table_5_2(scorer, penalty, told):
    changes = json.dumps({"may_i": {"penalty": penalty}})
    game = scorer.start("Ana", "Ben", "Cem", "Dee", changes=changes)
    facts = {"wanted_by_player_in_turn": "no", "has_drawn": "no", "in_turn": 0, "claimants": 2}
    page = text_of(scorer.get(f"/games/{game}/referee/may-i?{urlencode(facts)}"))
    assert rule(scorer, game, {"irregularity": "may-i", **facts}, apply="no").status_code == 303

    for text in (page, text_of(scorer.get(f"/games/{game}/rulings/2"))):
        assert "Cem takes the discard." in text
        assert ("of the stock as a penalty" in text) == bool(told)
        assert told in text
    assert ("Clause 6.3" in page) == bool(penalty)
    assert (
        "penalty card" in text_of(scorer.get(f"/rules/card?game={game}")).partition("The seven hands")[2]
    ) == bool(penalty)


def test_what_the_table_changed_is_said_without_a_question_and_recorded(scorer):
    game = scorer.start("Ana", "Ben", "Cem", "Dee", changes='{"wild": {"swap": "hand"}}')
    path = f"/games/{game}/referee/wild-swap"
    page = text_of(scorer.get(path))
    seen = scorer.document(game)["version"]

    assert "Your table’s own rule: You can swap a wild card for the card it stands for" in page
    assert "take it into your hand. Clause 3.10" in page
    ruling = {"irregularity": "wild-swap", "apply": "no", "seen": seen}
    assert scorer.post(f"/games/{game}/rulings", ruling).status_code == 303
    for recorded in ("history", "rulings/2"):
        said = text_of(scorer.get(f"/games/{game}/{recorded}"))
        assert "You can swap a wild card for the card it stands for, and take it into your hand." in said
