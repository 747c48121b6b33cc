"""How many cards a player should hold, reckoned by taps (12.7a)."""

import re

from tests.support.phones import text_of


def told(phone, path):
    page = text_of(phone.get(path))
    return [int(number) for number in re.findall(r"(?:Before|After) drawing (\d+)", page)]


def test_cards_are_reckoned_before_and_after_the_draw(scorer, game):
    assert told(scorer, "/referee/cards") == [12, 13]
    assert told(scorer, "/referee/cards?dealt=11&may_is=2&laid=9") == [6, 7]
    assert told(scorer, f"/games/{game}/referee/cards?may_is=1&laid=7") == [7, 8]
    assert told(scorer, "/referee/cards?laid=13") == told(scorer, "/referee/cards?dealt=9") == [12, 13]


def test_a_game_knows_how_many_are_dealt(scorer):
    game = scorer.start("Ana", "Ben", variant="eleven")

    assert told(scorer, f"/games/{game}/referee/cards?dealt=12") == [11, 12]


def test_each_tap_is_a_link(scorer, game):
    page = scorer.get(f"/games/{game}/referee/cards?may_is=1&laid=14").text
    links = dict(re.findall(r'href="[^"]*\?([^"]*)" aria-label="([^"]*)"', page))

    assert {name: query.replace("&amp;", "&") for query, name in links.items()} == {
        "Discards you got with “May I?”: one more": "dealt=12&may_is=2&laid=14",
        "Cards laid on the table: one less": "dealt=12&may_is=1&laid=13",
    }


def test_another_number_is_asked_about(scorer, game):
    for place in ("/referee", f"/games/{game}/referee"):
        assert f'href="{place}/wrong-count">It’s a different number' in scorer.get(f"{place}/cards").text
