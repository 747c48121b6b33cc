"""Organisers at their league nights and games: opening, ending, taking in, striking."""

import re
from datetime import timedelta
from itertools import count

import pytest

from scorekeeper.services.leagues import leagues, night_addresses
from scorekeeper.services.leagues.log import Actor
from tests.support.phones import Phone, text_of


@pytest.fixture
def olga(cast) -> Phone:
    return cast.phones["organiser"]


@pytest.fixture
def at(cast, olga):
    """Send a form of the league; None for data: open the page."""

    def ask(path, data=None):
        address = f"/leagues/{cast.slug}{path}"
        return olga.get(address) if data is None else olga.post(address, data)

    return ask


def _refused(answer, sentence, *, status=422):
    assert answer.status_code == status
    assert sentence in text_of(answer)


def _kept(db):
    return [line for line in db.iterdump() if "sign_in" not in line]


def test_the_list_of_games_to_take_in_asks_the_same_for_many(at, olga, statements):
    counts = []
    for game in ("Ana Ben", "Cem Dee", "Eva Fay"):
        olga.start(*game.split())
        statements.clear()
        assert game.split()[0] in at("/games/join").text
        counts.append(len(statements))

    assert len(set(counts)) == 1


def test_the_page_of_a_night_shows_its_code_until_it_ends(cast, at):
    page = at(f"/nights/{cast.night}")
    assert f"/nights/{cast.token}" in page.text
    again = at("/nights", {"closes_at": "2026-11-21T01:00"})
    assert again.location == f"/leagues/{cast.slug}/nights/{cast.night}?said=night-opened"

    assert at(f"/nights/{cast.night}/end", {}).status_code == 303

    page = at(f"/nights/{cast.night}")
    assert cast.token not in page.text
    assert "This night is over." in text_of(page)
    assert at(f"/nights/{'N' * 22}").status_code == 404


def test_a_night_closes_when_its_clock_says_so(app, cast, at, clock):
    with app.app_context():
        leagues.set_time_zone(cast.league_id, "Asia/Tokyo", actor=Actor(1, clock()))
    clock.at += timedelta(days=1)

    opened = at("/nights", {"opens_at": "", "closes_at": ""})

    assert "Open until: 16:00" in text_of(at(opened.location.partition(cast.slug)[2]))
    clock.at += timedelta(hours=11, minutes=59)
    page = at(opened.location.partition(cast.slug)[2]).text
    assert "End the night" in page
    assert "/games/new" in page
    clock.at += timedelta(minutes=1)
    page = at(opened.location.partition(cast.slug)[2])
    assert "This night is over." in text_of(page)
    assert "/games/new" not in page.text


def test_a_night_that_opens_at_once_is_open_though_the_clock_goes_on(app, at, clock):
    moments = (clock.at + timedelta(days=1, seconds=seconds) for seconds in count())
    app.extensions["clock"] = moments.__next__

    assert at("/nights", {"opens_at": "", "closes_at": ""}).location.endswith("?said=night-opened")


def test_a_planned_night_opens_when_its_clock_says_so(app, cast, at, clock):
    phone = Phone(app)
    opened = at("/nights", {"opens_at": "2026-11-26T19:00", "closes_at": "2026-11-27T01:00"})
    assert opened.location.endswith("?said=night-planned")
    place = opened.location.partition(cast.slug)[2]
    assert "Cancel the night" in at(place).text
    assert "26 November 2026 Planned, 19:00" in text_of(at("/nights"))
    assert "Next league night: 26 November 2026, 19:00" in text_of(phone.get(f"/leagues/{cast.slug}"))
    with app.app_context():
        night = night_addresses.by_key(cast.league_id, opened.location.partition("/nights/")[2][:22])
        scorers = f"/nights/{night_addresses.token_of(night.key)}"

    assert "2026 This league night isn’t open yet. It opens at 19:00" in text_of(phone.get(scorers))
    assert phone.get(f"{scorers}/games/new").location == scorers
    assert phone.post(f"{scorers}/games/new", {"start": "1"}).location == scorers

    clock.at = night.opened_at
    assert ">Start a game<" in phone.get(scorers).text
    assert "Next league night" not in phone.get(f"/leagues/{cast.slug}").text


@pytest.mark.parametrize(("zone", "hour"), [("Europe/Prague", 18), ("Asia/Tokyo", 10), ("UTC", 19)])
def test_the_plan_of_a_night_is_by_the_clock_of_its_league(app, cast, at, clock, zone, hour):
    with app.app_context():
        leagues.set_time_zone(cast.league_id, zone, actor=Actor(1, clock()))
        night = at("/nights", {"opens_at": "2026-11-26T19:00"}).location.partition("/nights/")[2][:22]

        assert night_addresses.by_key(cast.league_id, night).opened_at.hour == hour


def test_a_night_at_the_end_of_all_calendars_is_refused(db, at):
    before = _kept(db)

    far = at("/nights", {"opens_at": "9999-12-31T20:00", "closes_at": "9999-12-31T23:30"})

    _refused(far, "Choose a later time, within a year from now.")
    _refused(
        at("/nights", {"closes_at": "9999-12-31T23:30"}), "Choose a time after it opens, within 72 hours."
    )
    assert _kept(db) == before


@pytest.mark.parametrize(
    ("zone", "form"),
    [
        ("Asia/Tokyo", {"opens_at": "0001-01-01T00:00"}),
        ("America/Lima", {"opens_at": "9999-12-31T23:59"}),
        ("UTC", {"opens_at": "tonight"}),
        ("UTC", {"plan": "1", "opens_at": ""}),
        ("UTC", {"plan": "1"}),
    ],
)
def test_a_time_to_open_that_is_none_is_refused(app, cast, at, clock, zone, form):
    with app.app_context():
        leagues.set_time_zone(cast.league_id, zone, actor=Actor(1, clock()))

    answer = at("/nights", form)

    _refused(answer, "Choose a date and a time.")
    assert 'id="opens_at-faults"' in answer.text


def test_a_game_of_this_phone_is_taken_in_with_its_players_matched(app, cast, at, olga):
    game = olga.start("ana", "Zoe", "Ben", time_zone="UTC")
    assert f"game={game}" in at("/games/join").text
    page = at(f"/games/join?game=https://example.org/games/{game}?said=x")
    assert re.findall(r'<option value="(\w+)" selected>', page.text) == ["1", "new", "2"]

    fields = {"player-0": "1", "player-1": "new", "player-2": "2"}
    taken = at("/games/join", {"game": game, **fields})

    assert taken.location == f"/games/{game}?said=game-joined"
    assert "Zoe" in text_of(at("/players/new"))
    _refused(at("/games/join", {"game": game, **fields}), "This game is already in a league.", status=409)
    assert at(f"/games/join?game={game}").status_code == 422


def test_a_game_that_this_phone_may_not_score_is_not_taken_in(db, cast, at):
    free = cast.phones["stranger"].start("Xa", "Ya")
    before = _kept(db)

    posted = at("/games/join", {"game": free, "player-0": "new", "player-1": "new"})

    for answer in (at(f"/games/join?game={free}"), posted):
        _refused(answer, "Check the link. This phone can’t score a game there.")
    assert _kept(db) == before


def test_seats_without_a_player_are_marked(at, olga):
    game = olga.start("ana", "Zoe", "Ben", time_zone="UTC")

    answer = at("/games/join", {"game": game, "player-0": "1", "player-1": "1", "player-2": ""})

    assert answer.status_code == 422
    assert 'id="player-1-faults"' in answer.text
    assert 'id="player-2-faults"' in answer.text


def test_striking_says_so_and_can_be_taken_back(cast, at):
    struck = at(f"/games/{cast.game}/strike", {"reason": "Played twice"})
    assert struck.location == f"/leagues/{cast.slug}/games/{cast.game}/strike?said=game-struck"
    assert "<q><bdi>Played twice</bdi></q></p>" in at(f"/games/{cast.game}/strike").text
    assert 'id="reason-faults"' in at(f"/games/{cast.game}/strike", {"reason": ""}).text
    again = at(f"/games/{cast.game}/strike", {"reason": "again"})
    _refused(again, "This game is already removed. It doesn’t count.")

    assert at(f"/games/{cast.game}/return", {}).status_code == 303
    unreadable = at(f"/games/{cast.game}/strike", {"reason": "twice\0\u202e"})
    _refused(unreadable, "Type this again. Some of its characters can’t be shown.")
    assert 'id="reason-faults"' in unreadable.text
    assert "Remove from league" in text_of(at(f"/games/{cast.game}/strike"))


def test_an_organiser_lets_one_more_phone_score(app, cast, at):
    page = at(f"/games/{cast.game}/invitations", {})
    assert page.headers["Cache-Control"] == "no-store"
    address = re.search(r"/join/[\w-]{32}", page.text)[0]
    phone = Phone(app)
    assert f'/games/{cast.game}/scorers"' not in phone.get(f"/games/{cast.game}").text

    assert phone.post(address).location == f"/games/{cast.game}?said=granted"

    assert phone.get(f"/games/{cast.game}/scorers").status_code == 200
    assert "Another phone was invited to score a game" in text_of(at("/history"))


def test_an_organiser_ends_all_rights_for_good_and_lets_one_phone_in(app, cast, at):
    lost, mine = cast.phones["other scorer"], Phone(app)
    game = cast.other_game
    assert 'name="alone"' in at(f"/games/{game}/strike").text

    page = at(f"/games/{game}/invitations", {"alone": "1"})

    assert lost.get(f"/games/{game}/seats").status_code == 403
    assert lost.post(f"/games/{game}/scorers/return").status_code == 403
    assert "start scoring again" not in text_of(lost.get(f"/games/{game}"))
    assert mine.post(re.search(r"/join/[\w-]{32}", page.text)[0]).status_code == 303
    told = text_of(at("/history"))
    assert "All phones and programs were stopped from scoring a game" in told


def test_an_organiser_invites_to_no_game_of_others(cast, at):
    elsewhere = cast.phones["stranger"].start("Ana", "Ben", "Cem", "Dee", time_zone="UTC")

    for game in (elsewhere, "x" * 22):
        assert at(f"/games/{game}/invitations", {}).status_code == 404
    assert "One more phone" not in text_of(at("/history"))


def test_an_organiser_corrects_on_this_phone_from_the_page_of_the_game(cast, olga, at):
    page = f"/games/{cast.game}"
    strike = f"/leagues/{cast.slug}/games/{cast.game}/strike"
    assert strike in olga.get(page).text
    assert strike not in cast.phones["scorer"].get(page).text

    answer = at(f"/games/{cast.game}/scorers", {})

    assert answer.location == f"{page}?said=granted"
    assert f"{page}/hands/" in olga.get(page).text
    assert "Another phone was invited to score a game" in text_of(at("/history"))


def test_a_pasted_list_shows_the_names_alone_before_anybody_is_added(at):
    pasted = "1, Anna Berger, 0170 1234567\n2, Wolf, 0171 1\n3, Wolf, 0172 1\n"
    shown = at("/players/new", {"names": f"{pasted}ana"})

    assert "2 new players. Check the names, then add them. In the league already: Ana" in text_of(shown)
    assert "Twice in the list: Wolf" in text_of(shown)
    assert ">\nAnna Berger\nWolf</textarea>" in shown.text.replace("\r", "")
    assert "Wolf" not in text_of(at("/players"))
    assert at("/players/new", {"names": "Anna Berger\r\nWolf"}).status_code == 303
    assert "Wolf" in text_of(at("/players"))


def test_a_new_name_close_to_a_known_one_is_asked_about_once(at):
    at("/players/new", {"names": "Peter Lang"})

    asked = at("/players/new", {"names": "Lang P.\nIda"})

    assert "Peter Lang is in the league already. If that’s Lang P." in text_of(asked)
    assert "If that’s Ida" not in text_of(asked)
    assert "Ida" not in text_of(at("/players"))
    assert at("/players/new", {"names": "Lang P.\nIda", "asked": "1"}).status_code == 303
    assert "Lang P." in text_of(at("/players"))
