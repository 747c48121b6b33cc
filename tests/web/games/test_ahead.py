"""Proves that the pages drawn ahead for a phone are those that the server shows when they are due."""

import re
from datetime import timedelta
from itertools import cycle

import pytest
from markupsafe import escape

from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.services.games.queries.ahead import NAMES
from scorekeeper.web.games.ahead import NEW

POINTS = {0: 15, 2: 30, 3: 50}
TOKEN = re.compile(r'name="csrf_token" value="\w+"')
LETTER = re.compile(rf'{NEW}|(data-text=")?([\ue000-\ue007\ue010-\ue017])')
PLAYERS = ("<b>", "Ana & Co", "Ben", "O'Neil", "Ewa", "Fay", "Gus", "Hal")
NOW = re.compile(r'<section class="now.*?</section>', re.DOTALL)
STANDINGS = re.compile(r'<table class="[^"]*standings.*?</table>', re.DOTALL)


@pytest.fixture
def game(phone):
    return phone.start("Ana", "Ben", "Cem", "Dee")


def ahead(phone, game):
    return phone.get(f"/games/{game}/ahead").json


def seen(html):
    """The page without what differs from one answer to the next."""
    return TOKEN.sub("", html)


def test_hands_to_come_are_drawn_as_they_will_be(phone, game):
    drawn = ahead(phone, game)

    for hand in range(1, 8):
        table, page = f"/games/{game}", f"/games/{game}/hands/{hand}"
        assert seen(drawn[page]) == seen(phone.get(page).text)
        if hand > 1:
            saved = phone.get(f"{table}?said=hand-saved&hand={hand - 1}").text
            assert NOW.search(drawn[f"{table}?hand={hand}"])[0] == NOW.search(saved)[0]
        phone.score(game, hand, 1, POINTS)
    assert f"/games/{game}/hands/8" not in drawn
    # Once all are in, no hand is next.
    assert "<title>The game - Scorekeeper</title>" in drawn[f"/games/{game}?hand=8"]
    assert 'data-news=""' in drawn[f"/games/{game}?hand=8"]


def test_what_is_drawn_follows_what_happened(phone, game):
    before = phone.get(f"/games/{game}/ahead")
    phone.score(game, 1, 1, POINTS)

    drawn = ahead(phone, game)

    assert seen(drawn[f"/games/{game}"]) == seen(phone.get(f"/games/{game}").text)
    for page in ("hands/2", "departures", "arrivals", "suspension"):
        assert seen(drawn[f"/games/{game}/{page}"]) == seen(phone.get(f"/games/{game}/{page}").text)
    again = phone.client.get(f"/games/{game}/ahead", headers={"If-None-Match": before.headers["ETag"]})
    assert again.status_code == 200
    now = phone.client.get(f"/games/{game}/ahead", headers={"If-None-Match": again.headers["ETag"]})
    assert (now.status_code, now.data) == (304, b"")


def test_somebody_can_leave_or_join_behind_a_hand_that_waits(phone, game):
    drawn = ahead(phone, game)
    phone.score(game, 1, 1, POINTS)

    for page in ("departures", "arrivals"):
        assert drawn[f"/games/{game}/{page}"].count("<form") == phone.get(f"/games/{game}/{page}").text.count(
            "<form"
        )


def test_a_game_to_a_total_is_drawn_as_far_as_it_may_go(phone):
    game = phone.start("Ana", "Ben", ruleset="international")

    drawn = ahead(phone, game)

    assert "If nobody has 1000 points yet." in drawn[f"/games/{game}?hand=11"]
    assert "Score hand 11" not in drawn[f"/games/{game}?hand=12"]
    assert f"/games/{game}?hand=13" not in drawn


def test_on_a_break_the_way_back_is_drawn_and_the_hands_behind_it(phone, game):
    phone.score(game, 1, 1, POINTS)
    phone.post(f"/games/{game}/suspension", {"agreed": "1"})

    drawn = ahead(phone, game)
    hands = [page for page in drawn if page.startswith(f"/games/{game}/hands/")]
    assert f"/games/{game}/resumption" in drawn
    assert hands == [f"/games/{game}/hands/{name}" for name in ("1/correction", *range(2, 8))]
    assert f"/games/{game}?undone=3" in drawn
    assert "On a break" in drawn[f"/games/{game}"]
    assert "Hand 2 of 7" in drawn[f"/games/{game}?hand=2"]


@pytest.mark.parametrize("last", [2, 7])
def test_what_comes_after_an_undo_is_drawn_as_it_will_be(phone, game, last):
    for hand in range(1, last + 1):
        phone.score(game, hand, 1, POINTS)
    drawn, table, entry = ahead(phone, game), f"/games/{game}", last + 1

    phone.post(f"{table}/undos", {"entry": str(entry)})

    undone = drawn[f"{table}?undone={entry}"].replace(f"?undone={entry}", "")
    for part in (NOW, STANDINGS):
        assert part.search(undone)[0] == part.search(phone.get(table).text)[0]
    for hand in range(last, 8):
        page = f"{table}/hands/{hand}"
        assert seen(drawn.get(f"{page}?undone={entry}", drawn.get(page))) == seen(phone.get(page).text)
        assert f"{page}?undone={entry}" in drawn[f"{table}?undone={entry}{f'&hand={hand}' * (hand > last)}"]
        phone.score(game, hand, 1, POINTS)
    assert "Score hand" not in drawn[f"{table}?undone={entry}&hand=8"]


def test_whoever_left_is_back_after_an_undo(phone, game):
    phone.score(game, 1, 1, POINTS)
    assert phone.post(f"/games/{game}/departures", {"seat": [2]}).status_code == 303

    drawn = ahead(phone, game)

    has_cem = ['name="points-2"' in drawn[f"/games/{game}/hands/2{query}"] for query in ("", "?undone=3")]
    assert has_cem == [False, True]


def test_no_undo_is_drawn_that_outlived_its_year(phone, game, clock):
    phone.score(game, 1, 1, POINTS)
    phone.post(f"/games/{game}/suspension", {"agreed": "1"})
    clock.at += timedelta(days=366)

    assert not [page for page in ahead(phone, game) if "undone" in page]


def filled(html, *, game, players, dealer):
    """What a phone makes of a page that was drawn before anybody sat down."""

    def fill(letter):
        if not letter[2]:
            return game
        seat = (ord(letter[2]) % 16 + dealer) % len(players)
        if letter[2] not in NAMES:
            return str(seat)
        return f"{letter[1]}{escape(players[seat][0])}" if letter[1] else escape(players[seat])

    return LETTER.sub(fill, html)


def lines(html):
    """The lines of a page in any order, without colours, assumed totals, and the tag of the answer."""
    differing = r' data-etag="[^"]*"|own-\d| selected|<b class="figures">[^<]*</b>'
    return sorted(re.sub(differing, "", seen(html)).split("\n"))


# Each ruleset with some number of players, the law with few and many, and more than there are tiles for.
TABLES = {*zip(RULESETS, cycle([2, 8, 5]), strict=False), (LAW.id, 5), (LAW.id, 8), ("rummikub", 8)}


@pytest.mark.parametrize(("ruleset", "count"), sorted(TABLES))
def test_a_game_is_drawn_before_it_starts_as_it_will_be(phone, ruleset, count):
    players, dealer, rules = PLAYERS[:count], count - 1, {"ruleset": ruleset, "hands": "7"}
    drawn = phone.get("/games/new/ahead", query_string=rules).json.get(str(count))
    if drawn is None:
        form = {"player": players, "dealer": dealer, "start": "1", **rules}
        assert phone.post("/games/new", form).status_code == 422
        return

    game = phone.start(*players, dealer=dealer, **rules)

    names = {"game": game, "players": players, "dealer": dealer}
    pages = {filled(address, **names): lines(filled(html, **names)) for address, html in drawn.items()}
    real = ahead(phone, game)
    assert len(pages) > 10
    assert pages == {address: lines(real[address]) for address in pages}


def test_no_game_is_drawn_by_rules_that_are_no_rules(phone):
    nonsense = {"ruleset": "nonsense", "variant": ["x", "y"], "changes": "{", "hands": "-1", "values": "z"}

    assert phone.get("/games/new/ahead", query_string=nonsense).json == {}
    assert len(phone.get("/games/new/ahead").json) == len(NAMES) - 1


def test_referee_of_a_game_that_may_start_goes_by_its_rules(phone):
    address = "/games/new/referee/offline"

    text = phone.get(address, query_string={"ruleset": "rummikub"}).text

    assert "Rummikub" in text
    assert '"mayWrite": false' in text
    assert phone.get(address, query_string={"ruleset": "nonsense"}).status_code == 404
