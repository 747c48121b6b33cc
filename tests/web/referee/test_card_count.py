"""How many cards a player should hold, reckoned by taps (12.7a)."""

import re

from tests.support.phones import text_of
from tests.support.referee_forms import WRONG_PACK, rule


def told(phone, path):
    page = text_of(phone.get(path))
    return [int(number) for number in re.findall(r"(?:Before|After) drawing (\d+)", page)]


def test_cards_are_reckoned_before_and_after_the_draw(scorer, game):
    assert told(scorer, "/referee/cards") == [12, 13]
    assert told(scorer, "/referee/cards?dealt=11&may_is=2&laid=9") == [6, 7]
    assert told(scorer, f"/games/{game}/referee/cards?who=1&may_is=1&laid=7") == [7, 8]


def test_a_game_knows_how_many_are_dealt(scorer):
    game = scorer.start("Ana", "Ben", variant="eleven")

    assert told(scorer, f"/games/{game}/referee/cards?dealt=12") == [11, 12]


def test_each_tap_is_a_link(scorer, game):
    page = scorer.get(f"/games/{game}/referee/cards?who=1&may_is=1&laid=14").text
    links = dict(re.findall(r'href="[^"]*\?([^"]*)" aria-label="([^"]*)"', page))

    assert {name: query.replace("&amp;", "&") for query, name in links.items()} == {
        "May I’s won: one more": "dealt=12&may_is=2&laid=14&who=1",
        "Cards laid on the table: one less": "dealt=12&may_is=1&laid=13&who=1",
    }
    assert "How many cards Ben should hold" in text_of(scorer.get(f"/games/{game}/referee/cards?who=1"))


def test_another_number_is_asked_about_for_the_same_player(scorer, game):
    asked = re.compile(r'href="([^"]*)">It’s a different number')

    for place, who in (("/referee", ""), (f"/games/{game}/referee", "?who-offender=1")):
        page = scorer.get(f"{place}/cards?who=1").text
        assert asked.search(page)[1] == f"{place}/wrong-count{who}"


CLAIM = {
    "irregularity": "may-i",
    "wanted_by_player_in_turn": "no",
    "has_drawn": "no",
    "in_turn": 0,
    "claimants": (1, 3),
}


def test_recorded_may_is_are_counted_until_the_cards_are_dealt_again(scorer, game):
    path = f"/games/{game}/referee/cards?who="
    for _ in range(2):
        assert rule(scorer, game, CLAIM).status_code == 303

    assert told(scorer, f"{path}1") == [16, 17], "Ben won both"
    assert "By the rulings saved for this hand, Ben won 2 May I’s." in text_of(scorer.get(f"{path}1"))
    assert told(scorer, f"{path}3") == [12, 13]
    assert told(scorer, f"{path}1&may_is=1") == [14, 15], "a tap counts more"
    scorer.undo(game)
    assert told(scorer, f"{path}1") == [14, 15]

    rule(scorer, game, WRONG_PACK)
    assert told(scorer, f"{path}1") == [12, 13]
    rule(scorer, game, CLAIM)
    assert told(scorer, f"{path}1") == [14, 15]
    scorer.score(game, 1, 1, {0: 25, 2: 45, 3: 110})
    assert told(scorer, f"{path}1") == [12, 13]
