"""A new game: players and their seats, names, the dealer, house rules, playing again."""

import re
from html import unescape
from secrets import SystemRandom

import pytest

from scorekeeper.services.common import limits
from scorekeeper.web.games.new_games import MOST_GAMES, ONE_HOUR
from tests.support.phones import shown, text_of, values_of


def test_new_game_is_shown_before_it_starts(scorer):
    page = scorer.post("/games/new", {"player": ("Ana", "Ben", "Cem"), "dealer": 2, "move": "preview"})

    assert page.status_code == 200
    assert "2 decks" in text_of(page)
    assert _games(scorer) == set()


@pytest.mark.parametrize(
    ("move", "players", "dealer"),
    [
        ("shift-1", ["Ben", "Ana", "Cem"], 0),
        ("drop-0", ["Ben", "Cem"], 0),
        ("drop-1", ["Ana", "Cem"], None),
        ("shift-3", ["Ana", "Ben", "Cem"], 1),
        ("shift-x", ["Ana", "Ben", "Cem"], 1),
        ("drop--1", ["Ana", "Ben", "Cem"], 1),
    ],
)
def test_small_buttons_move_players_and_the_dealer_with_them(scorer, move, players, dealer):
    page = scorer.post("/games/new", {"player": ("Ana", "Ben", "Cem"), "dealer": 1, "move": move})

    assert page.status_code == 200
    assert _players(page) == players
    assert _dealer(page) == dealer


FOUR = ("Ana", "Ben", "Cem", "Dee")


class Stacked:
    """Chance that shuffles a deck as a test wants it."""

    def __init__(self, cards):
        self.cards = cards.split()

    def sample(self, deck, *, k):
        assert (len(deck), k) == (52, 52)
        return self.cards


def _draw(app, scorer, cards, **fields):
    app.extensions["chance"] = Stacked(cards)
    return scorer.post("/games/new", {"player": FOUR, "move": "draw", **fields})


def test_cards_are_drawn_and_the_highest_deals_2_2(app, scorer):
    page = _draw(app, scorer, "9C QD 4S AH")

    assert (_dealer(page), _cards(page)) == (3, ["9C", "QD", "4S", "AH"])
    assert "ace of hearts Dee Dee drew the highest card. Dee deals. Ana goes first." in text_of(page)
    assert _games(scorer) == set()


def test_equal_highest_cards_are_followed_by_another_draw_that_everyone_sees_2_2b(app, scorer):
    page = _draw(app, scorer, "QC QD 4S QH 9C 3D KS")

    assert (_dealer(page), _cards(page)) == (3, ["QC 9C", "QD 3D", "4S", "QH KS"])
    shown = text_of(page)
    assert "The highest cards were equal, so those players drew again. Clause 2.2b" in shown
    assert "queen of hearts" in shown
    assert "king of spades" in shown


@pytest.mark.parametrize(
    ("fields", "dealer", "cards"),
    [
        ({"move": "preview"}, 1, ["9C", "QD", "4S", "10H"]),
        ({"move": "shift-1"}, 0, ["QD", "9C", "4S", "10H"]),
        ({"move": "preview", "dealer": 2}, 2, []),
        ({"move": "add", "new_name": "Eva"}, 1, []),
        ({"toggle": "Eva"}, 1, []),
        ({"move": "preview", "card": ("9C", "QD", "4S")}, 1, []),
        ({"move": "preview", "card": ("9C", "QD", "<b>", "10H")}, 1, []),
        ({"move": "preview", "card": ("9C",) * 300}, 1, []),
    ],
)
def test_drawn_cards_lie_there_as_long_as_they_say_who_deals(scorer, fields, dealer, cards):
    drawn = {"player": FOUR, "dealer": 1, "card": ("9C", "QD", "4S", "10H")}

    page = scorer.post("/games/new", {**drawn, **fields})

    assert (page.status_code, _dealer(page), _cards(page)) == (200, dealer, cards)
    assert ("drew the highest card." in text_of(page)) == bool(cards)


def test_the_deck_of_the_draw_is_shuffled_by_the_system(app):
    assert isinstance(app.extensions["chance"], SystemRandom)


def test_the_same_form_sent_twice_starts_one_game(scorer):
    form = {"player": ("Ana", "Ben"), "dealer": 0, "start": "1", "csrf_token": scorer.fresh_token()}
    first, again = scorer.post("/games/new", form), scorer.post("/games/new", form)
    changed = scorer.post("/games/new", {**form, "player": ("Ana", "Cem")})

    assert first.status_code == again.status_code == changed.status_code == 303
    assert first.location == again.location != changed.location


def test_starting_very_many_games_is_slowed_down(app, scorer, clock):
    form = {"player": ("Ana", "Ben"), "dealer": 0, "start": "1", "csrf_token": scorer.fresh_token()}
    first = scorer.post("/games/new", form)
    with app.app_context():
        for _ in range(MOST_GAMES - 1):
            limits.count_attempt("new game:127.0.0.1", now=clock.at, most=MOST_GAMES, within=ONE_HOUR)

    refused = scorer.post("/games/new", {**form, "csrf_token": scorer.fresh_token()})

    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3600")
    assert _games(scorer) == {first.location}
    assert scorer.post("/games/new", form).location == first.location
    clock.at += ONE_HOUR
    assert scorer.start("Ana", "Ben")


def test_known_names_join_and_leave_with_one_tap(scorer, game):
    page = scorer.post("/games/new", {"player": ("Zoe",), "toggle": "Ben"})
    assert _players(page) == ["Zoe", "Ben"]

    page = scorer.post("/games/new", {"player": ("Zoe", "ben"), "toggle": "Ben"})
    assert _players(page) == ["Zoe"]


def test_name_still_in_its_field_joins_when_the_game_starts(scorer):
    game = scorer.start("Ana", "Ben", dealer=0, new_name="  Cem   Can ")

    assert [seat["name"] for seat in scorer.document(game)["seats"]] == ["Ana", "Ben", "Cem Can"]


@pytest.mark.parametrize(
    "players",
    [
        *(("Ana", odd) for odd in ("ana", "x" * 41, " ", "a\u202eb")),
        ("Ana",),
        (),
        *(tuple(f"P{n}" for n in range(number)) for number in (13, 300)),
    ],
)
def test_names_that_cannot_be_are_refused(scorer, players):
    answer = scorer.post("/games/new", {"player": players, "dealer": 0, "start": "1"})

    assert answer.status_code == 422
    assert 'class="faults"' in answer.text


@pytest.mark.parametrize("name", ["🃏", "O'Brien & Söhne", "نور", "שרה", "李", "<script>", "x" * 40])
def test_names_of_all_kinds_are_shown_right(scorer, name):
    game = scorer.start("Ana", name)

    assert (
        f"<bdi>{name}</bdi>".replace("&", "&amp;").replace("'", "&#39;").replace("<script>", "&lt;script&gt;")
        in scorer.get(f"/games/{game}").text
    )
    assert scorer.document(game)["seats"][1]["name"] == name


@pytest.mark.parametrize("dealer", ["", "4", "-1", "x", "99999999999999999999"])
def test_first_dealer_must_be_chosen(scorer, dealer):
    answer = scorer.post("/games/new", {"player": ("Ana", "Ben"), "dealer": dealer, "start": "1"})

    assert answer.status_code == 422
    assert 'id="dealer-faults"' in answer.text


@pytest.mark.parametrize("players", [3, 9])
def test_numbers_outside_the_rules_are_marked(scorer, players):
    game = scorer.start(*(f"P{n}" for n in range(players)))

    assert f"This game started with {players} players. The rules are for 4 to 8. Clause 1.2a" in text_of(
        scorer.get(f"/games/{game}")
    )


def test_house_rules_and_a_start_in_the_past_are_kept(scorer):
    variants = ("eleven", "twos-wild", "red-ace-wild", "no-adjacent-wilds", "last-card-laid")
    fields = {"variant": (*variants, "none"), "time_zone": "Europe/Prague"}
    game = scorer.start("Ana", "Ben", started_at="2026-03-29T20:15", **fields)

    document = scorer.document(game)
    assert document["started_at"] == "2026-03-29T20:15:00+02:00"
    assert document["cards_dealt"] == 11
    assert document["variants"] == [*variants]
    assert document["changes"] == {}


@pytest.mark.parametrize(
    ("date", "sentence"),
    [
        ("yesterday", "Choose a date and a time."),
        ("0001-01-01T00:00", "A game can’t start before 1900."),
        ("1850-01-01T00:00", "A game can’t start before 1900."),
        ("2030-01-01T00:00", "A game can’t start in the future."),
    ],
)
def test_dates_that_cannot_be_are_refused(scorer, date, sentence):
    fields = {"dealer": 0, "start": "1", "started_at": date, "time_zone": "Asia/Tokyo"}
    answer = scorer.post("/games/new", {"player": ("Ana", "Ben"), **fields})

    assert answer.status_code == 422
    assert sentence in answer.text.partition('id="started_at-faults"')[2].partition("</ul>")[0]


@pytest.mark.parametrize("unknown", ["Etc/Unknown", "\0"])
def test_a_browser_with_an_unknown_time_zone_gets_that_of_the_server(scorer, monkeypatch, unknown):
    monkeypatch.setenv("TZ", "Asia/Tokyo")

    game = scorer.start("Ana", "Ben", time_zone=unknown, started_at="2026-11-20T08:00")

    assert scorer.document(game)["time_zone"] == "Asia/Tokyo"
    assert scorer.document(game)["started_at"] == "2026-11-20T08:00:00+09:00"


def test_playing_again_offers_the_same_seats_and_asks_who_deals(scorer, finished):
    assert f'href="/games/new?again={finished}"' in scorer.get(f"/games/{finished}").text

    page = scorer.get(f"/games/new?again={finished}")
    assert _players(page) == ["Ana", "Ben", "Cem", "Dee"]
    assert _dealer(page) is None
    assert values_of(page) is not None
    assert f'name="previous" value="{finished}"' in page.text


def _games(phone):
    return set(re.findall(r'href="(/games/[\w-]{22})"', phone.get("/").text))


def _players(page):
    return [unescape(name) for name in re.findall(r'name="player" value="([^"]*)"', shown(page.text))]


def _cards(page):
    return re.findall(r'name="card" value="([^"]*)"', page.text)


def _dealer(page):
    chosen = re.search(r'name="dealer" value="(\d+)"[^>]* checked', page.text)
    return int(chosen[1]) if chosen else None
