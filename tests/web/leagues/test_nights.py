"""Scorers at a league night: a tap for a player, no account, one game for one form, none after the night."""

import re
from datetime import timedelta

import pytest

from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.services.games.queries.head import head_of
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import leagues, players
from scorekeeper.services.leagues.log import Actor
from tests.support.league_cast import FOUR, start_at
from tests.support.phones import Phone, shown, text_of


@pytest.fixture
def phone(app, cast) -> Phone:
    """A phone that nobody knows yet."""
    return Phone(app)


def _press(phone, cast, button, value, **fields):
    return phone.post(f"/nights/{cast.token}/games/new", {button: value, **fields})


def _seats(page):
    return [part.partition('"')[0] for part in shown(page.text).split('name="player" value="')[1:]]


def _chips(page, *, shown=True):
    """The players that can be tapped, or those that are hidden."""
    buttons = [part.partition("</button>")[0] for part in page.text.split('name="toggle" value="')[1:]]
    return [button.partition('"')[0] for button in buttons if (" hidden>" not in button) == shown]


def test_the_page_of_a_night_shows_its_tables(cast, phone):
    page = text_of(phone.get(f"/nights/{cast.token}"))

    assert "Start a game" in page
    assert "Cem 315 , Dee 770 Won by Ben" in page
    assert "Won by Ben ·" not in page
    assert "Eva , Fay , Gus , Hal Hand 1 of 7" in page


def test_a_known_player_needs_one_tap(cast, phone):
    page = phone.get(f"/nights/{cast.token}/games/new")
    assert _chips(page) == ["Ana", "Ben", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal"]

    page = _press(phone, cast, "toggle", "Gus", player=("Ana",))
    assert _seats(page) == ["Ana", "Gus"]
    assert _seats(_press(phone, cast, "toggle", "Ana", player=("Ana", "Gus"))) == ["Gus"]


def test_of_many_players_those_searched_for_are_shown(app, cast, phone):
    with app.app_context():
        people = [f"Pál {n:03}" for n in range(200)]
        players.add(cast.league_id, people, actor=Actor(1, app.extensions["clock"]()))
    page = phone.get(f"/nights/{cast.token}/games/new")
    assert _chips(page)[:8] == ["Ana", "Ben", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal"]
    assert (len(_chips(page)), len(_chips(page, shown=False))) == (24, 184)

    found = _press(phone, cast, "move", "find", find="pal 19", player=("Ana",), new_name="Zed")
    assert _chips(found) == [f"Pál {n}" for n in range(190, 200)]
    assert _seats(found) == ["Ana"]
    tapped = _press(phone, cast, "toggle", "Pál 193", find="pal 19", player=("Ana",))
    assert _seats(tapped) == ["Ana", "Pál 193"]
    assert "Pál 193" in _chips(tapped)
    assert "Nobody in the league has that name." in text_of(_press(phone, cast, "move", "find", find="zz"))


def test_two_letters_find_whose_name_has_a_word_that_begins_with_them(app, cast, phone):
    with app.app_context():
        people = ["Jürgen Wolf", "Alžběta Rowohl"]
        players.add(cast.league_id, people, actor=Actor(1, app.extensions["clock"]()))

    found = {
        typed: _chips(_press(phone, cast, "move", "find", find=typed)) for typed in ("wo", "al", "woh", "ju")
    }

    assert found == {"wo": people[:1], "al": people[1:], "woh": people[1:], "ju": people[:1]}


@pytest.mark.parametrize("page", ["arrivals", "seats"])
def test_who_joins_a_game_of_the_league_is_offered_by_name(app, cast, page):
    phone = cast.phones["other scorer"]
    with app.app_context():
        players.add(cast.league_id, ["Łucja"], actor=Actor(1, app.extensions["clock"]()))
    assert '<option value="Łucja" label="Lucja">' in phone.get(f"/games/{cast.other_game}/seats").text
    phone.score(cast.other_game, 1, 1, {0: 25, 2: 45, 3: 110})

    form = phone.get(f"/games/{cast.other_game}/{page}").text

    assert 'list="members"' in form
    assert '<option value="Ana">' in form
    rule = "In this league, a game doesn’t count if someone joins it late."
    assert (rule in form) == (page == "arrivals")


def test_a_new_name_close_to_a_known_one_is_asked_about(app, cast, phone):
    with app.app_context():
        players.add(cast.league_id, ["Peter Lang"], actor=Actor(1, app.extensions["clock"]()))

    page = _press(phone, cast, "move", "add", player=("Ana", "peter l.", "Zed"))
    assert "peter l. is new to the league. Or is it Peter Lang ?" in text_of(page)
    assert 'value="meant-1"' in page.text
    assert 'value="meant-2"' not in page.text
    assert _seats(_press(phone, cast, "move", "meant-1", player=("Ana", "peter l.", "Zed"))) == [
        *("Ana", "Peter Lang", "Zed"),
    ]
    for move in ("meant-0", "meant-9", "meant-", "meant-x"):
        assert _seats(_press(phone, cast, "move", move, player=("Ana", "peter l."))) == ["Ana", "peter l."]
    assert "Or is it" not in text_of(_press(phone, cast, "move", "add", player=("Peter Lang", "peter l.")))


def test_the_form_says_who_plays_at_another_table(app, cast, phone):
    seated = {"player": ("Ana", "Eva", "gus ", "Zoe")}

    page = text_of(_press(phone, cast, "toggle", "Ben", **seated))

    assert "Already at another table tonight: Eva and gus ." in page
    assert start_at(phone, cast.token, *seated["player"])
    with app.app_context():
        now = app.extensions["clock"]()
        league_games.strike(cast.league_id, cast.other_game, "Twice", actor=Actor(1, now))
    again = text_of(_press(phone, cast, "toggle", "Hal", player=("Fay",)))
    assert "At another table" not in again


def test_the_game_is_that_of_the_league_whatever_is_sent(app, cast, phone):
    chosen = Chosen("rummikub", ("tournament",))
    with app.app_context():
        leagues.set_ruleset(cast.league_id, chosen, actor=Actor(1, app.extensions["clock"]()))

    page = _press(phone, cast, "move", "preview", player=("Ana", "Ben"), ruleset="six-hand")
    game = _press(phone, cast, "start", "1", player=("Ana", "Ben"), ruleset="six-hand")

    assert "2 players, 106 tiles" in text_of(page)
    assert "2 to 4 players. 14 tiles each." in text_of(page)
    assert "Tournament jokers" in text_of(page)
    assert 'name="variant"' not in page.text
    assert 'value="game"' not in page.text
    assert game.status_code == 303
    with app.app_context():
        assert head_of(game.location.rpartition("/")[2]).rules == chosen.rules


def test_a_table_agrees_on_what_the_rules_of_its_league_leave_open(app, cast, phone):
    with app.app_context():
        leagues.set_ruleset(cast.league_id, Chosen("basic"), actor=Actor(1, app.extensions["clock"]()))

    page = _press(phone, cast, "move", "preview", player=("Ana", "Ben"))
    refused = _press(phone, cast, "start", "1", player=("Ana", "Ben"), dealer=0)
    game = _press(phone, cast, "start", "1", player=("Ana", "Ben"), dealer=0, hands="4")

    assert "When does the game end?" in text_of(page)
    assert 'id="ends-faults"' in refused.text
    assert game.status_code == 303
    with app.app_context():
        assert head_of(game.location.rpartition("/")[2]).rules.ends.hands == 4


def test_a_new_address_stops_the_old_one_and_games_go_on(cast, phone, clock):
    organiser, scorer, other = (cast.phones[who] for who in ("organiser", "scorer", "other scorer"))
    way = f"/leagues/{cast.slug}/nights/{cast.night}"
    shown = organiser.get(way).text
    assert cast.token in shown
    assert f'action="{way}/address"' in shown
    clock.at += timedelta(minutes=1)

    answer = organiser.post(f"{way}/address")

    assert answer.location == f"{way}?said=night-renewed"
    page = organiser.get(answer.location).text
    assert cast.token not in page
    fresh = re.search(rf"/nights/({cast.night}[\w-]+)<", page)[1]
    for refused in (
        phone.get(f"/nights/{cast.token}"),
        _press(phone, cast, "start", "1", player=FOUR, dealer=0),
    ):
        assert refused.status_code == 404
        assert "Scan its code again, or ask its organiser for the link." in text_of(refused)
    assert start_at(phone, fresh, *FOUR)
    assert other.score(cast.other_game, 1, 1, {0: 25, 2: 45, 3: 110}).status_code == 303
    finished = scorer.get(f"/games/{cast.game}")
    assert "The league night has a new link." in text_of(finished)
    assert "/nights/" not in finished.text
    assert "has a new link" in text_of(organiser.get(f"/leagues/{cast.slug}/history"))


def test_after_the_night_no_game_starts_and_those_begun_go_on(cast, clock, phone):
    clock.at += timedelta(hours=9)

    page = phone.get(f"/nights/{cast.token}/games/new")
    posted = _press(phone, cast, "start", "1", player=FOUR, dealer=0)

    assert [answer.status_code for answer in (page, posted)] == [410, 410]
    assert "This league night is over" in text_of(posted)
    assert ">Start a game<" not in phone.get(f"/nights/{cast.token}").text
    other = cast.phones["other scorer"]
    assert other.score(cast.other_game, 1, 1, {0: 25, 2: 45, 3: 110}).status_code == 303


def test_play_again_leads_into_the_same_night(cast):
    scorer = cast.phones["scorer"]
    path = f"/nights/{cast.token}/games/new?again={cast.game}"
    assert path.replace("&", "&amp;") in scorer.get(f"/games/{cast.game}").text

    page = scorer.get(path)

    assert _seats(page) == list(FOUR)
    assert f'name="previous" value="{cast.game}"' in page.text


def test_playing_again_after_the_night_is_without_the_league_and_says_so(app, cast, clock):
    scorer = cast.phones["scorer"]
    clock.at += timedelta(hours=9)

    over = scorer.get(f"/nights/{cast.token}/games/new?again={cast.game}")
    assert over.status_code == 410
    assert f"/games/new?again={cast.game}" in over.text
    page = scorer.get(f"/games/new?again={cast.game}")
    assert "This game won’t count in your league" in text_of(page)


def test_seats_of_another_league_are_not_shown_at_a_night(app, cast, phone):
    foreign = cast.phones["stranger"].start("Xa", "Ya")

    assert _seats(phone.get(f"/nights/{cast.token}/games/new?again={foreign}")) == []


def test_a_game_of_a_league_says_so_on_its_pages(app, cast):
    scorer, watcher = cast.phones["scorer"], cast.phones["watcher"]
    tag = watcher.get(f"/games/{cast.game}").headers["ETag"]
    with app.app_context():
        now = app.extensions["clock"]()
        league_games.strike(cast.league_id, cast.game, "Twice", actor=Actor(1, now))

    assert watcher.get(f"/games/{cast.game}", headers={"If-None-Match": tag}).status_code == 200
    assert f'href="/leagues/{cast.slug}"' in watcher.get(f"/games/{cast.game}").text
    assert "This game doesn’t count. Twice" in text_of(watcher.get(f"/games/{cast.game}"))
    assert "A different name here means a different player" in text_of(
        scorer.get(f"/games/{cast.game}/seats")
    )
    deletion = scorer.get(f"/games/{cast.game}/deletion")
    assert "You can’t delete this game" in deletion.text
    assert "<form" not in deletion.text.partition("<main")[2]
    refused = scorer.post(f"/games/{cast.game}/deletion")
    assert refused.status_code == 409
    assert "Ask an organiser to remove it from the league instead." in text_of(refused)
