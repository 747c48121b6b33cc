"""The referee rules by the house rules of the game."""

import pytest

from scorekeeper.referee.codes import Irregularity
from tests.support.phones import text_of
from tests.support.referee_screens import opened

OUT = {0: 25, 2: 45, 3: 110}
FACTS = "moment=in-play&direction=too-few&by=1"


@pytest.fixture
def game(scorer):
    """Eleven cards, and no may-I in the last three hands: a box that is not ticked is not sent."""
    return scorer.start("Ana", "Ben", "Cem", "Dee", **{"house-cards_dealt": "11", "house": "1"})


@pytest.fixture
def late(scorer, game):
    for hand in range(1, 5):
        scorer.score(game, hand, 1, OUT)
    return game


def test_house_rules_of_the_game_are_named(scorer, game):
    page = text_of(scorer.get(f"/games/{game}/referee/wrong-count?{FACTS}"))

    assert "House rule: everyone gets eleven cards" in page
    assert "House rule" not in text_of(scorer.get(f"/referee/wrong-count?{FACTS}"))


def test_may_i_is_asked_about_while_there_is_one(scorer, game):
    assert not opened(scorer, f"/games/{game}/referee/may-i").is_ruling


@pytest.mark.parametrize(
    "said",
    [
        "",
        "?wanted_by_player_in_turn=no&has_drawn=no",
        "?wanted_by_player_in_turn=no&has_drawn=no&in_turn=0&claimants=1&claimants=3",
    ],
)
def test_where_there_is_no_may_i_nothing_is_asked_and_nobody_named(scorer, late, said):
    path = f"/games/{late}/referee/may-i{said}"
    screen = opened(scorer, path)
    page = text_of(scorer.get(path))

    assert screen.is_ruling
    assert screen.remedies == [("claim-refused", "claimant")]
    assert screen.clauses == ["16.1"]
    assert "House rule: no “May I” in hands 5, 6 and 7." in page
    assert "In their order" not in page
    assert "Who said" not in page
    seen = scorer.document(late)["version"]
    fields = {"irregularity": Irregularity.MAY_I.value, "apply": "no", "seen": seen, **dict(screen.facts)}
    assert scorer.post(f"/games/{late}/rulings", fields).status_code == 303
    assert "No “May I” in this hand." in text_of(scorer.get(f"/games/{late}/history"))
