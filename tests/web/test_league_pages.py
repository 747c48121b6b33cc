"""Organisers at their pages: whatever is sent is done, or refused in a sentence that changes nothing."""

from __future__ import annotations

import re

import pytest

from scorekeeper.services.reading.leagues.head import league_head
from tests.web.accounts import make_account, sign_in
from tests.web.leagues import Cast, set_cast
from tests.web.phones import Phone, text_of


@pytest.fixture
def cast(app, clock) -> Cast:
    return set_cast(app)


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


def test_founding_a_league_leads_to_its_settings(app, cast, olga):
    answer = olga.post("/leagues/new", {"name": "Friday Club", "visibility": "link", "time_zone": "UTC"})

    assert answer.status_code == 303
    assert re.fullmatch(r"/leagues/friday-club-[a-z]{10}/settings\?said=league-founded", answer.location)
    assert "The league is there." in text_of(olga.get(answer.location))
    mine = text_of(olga.get("/leagues"))
    assert "Friday Club 0 games · read by whoever has the link" in mine
    assert "Friday Club" not in text_of(cast.phones["stranger"].get("/leagues"))


def test_a_league_without_a_name_is_refused_and_what_was_chosen_stays(olga):
    answer = olga.post("/leagues/new", {"name": " ", "visibility": "private"})

    _refused(answer, "The league needs a name.")
    assert re.search(r'value="private" checked', answer.text)


@pytest.mark.parametrize(
    ("path", "sent", "sentence"),
    [
        ("/settings/name", {"name": ""}, "The league needs a name."),
        ("/settings/visibility", {"visibility": "x"}, "Choose who may read the league."),
        ("/settings/time-zone", {"time_zone": "Nowhere"}, "There is no such time zone."),
        ("/settings/house-rules", {"house": "1", "house-cards_dealt": "9"}, "Either 12 or 11 cards"),
        ("/players/new", {"names": " \n "}, "Write at least one name."),
        ("/players/new", {"names": "Zoe\nANA"}, "Ana is a player of the league already."),
        ("/players/1/name", {"name": "Ben"}, "Ben is a player of the league already."),
        ("/players/1/account", {"account": "3"}, "Choose an organiser of the league."),
        ("/players/1/retirement", {"back": "1"}, "This player has not retired."),
        ("/players/1/merge", {"into": ""}, "Choose a player of the league."),
        ("/players/1/merge", {"into": "2"}, "Both sat at one table"),
        ("/players/1/parting", {}, "not one person with another"),
        ("/players/1/erasure", {"name": "Ben"}, "Type the name as it stands above"),
        ("/nights", {"closes_at": "soon"}, "This is not a date and time."),
        ("/nights", {"closes_at": "2026-11-20T18:59"}, "ends after now, and within 72 hours"),
        ("/games/join", {"game": "x"}, "not the address of a game that this phone may score"),
        ("/games/{game}/strike", {"reason": " "}, "Write down what is meant."),
        ("/games/{game}/return", {}, "This game is not struck."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(db, cast, at, path, sent, sentence):
    at("/settings")
    before = _kept(db)

    _refused(at(path.replace("{game}", cast.game), sent), sentence)
    assert _kept(db) == before


@pytest.mark.parametrize("path", ["/players/99/edit", "/players/99/merge", "/players/99/erasure"])
def test_a_player_that_is_not_there_is_not_found(at, path):
    assert at(path).status_code == 404
    assert at("/players/99/name", {"name": "X"}).status_code == 404


def test_games_of_others_are_not_found_here(app, cast, at):
    free = cast.phones["stranger"].start("Xa", "Ya")

    for game in (free, "U" * 22):
        assert at(f"/games/{game}/strike").status_code == 404
        assert at(f"/games/{game}/strike", {"reason": "x"}).status_code == 404
        assert at(f"/games/{game}/return", {}).status_code == 404


def test_settings_are_saved_one_by_one(app, cast, at):
    for path, data in (
        ("/settings/name", {"name": "Friday Club"}),
        ("/settings/time-zone", {"time_zone": "Europe/Prague"}),
        ("/settings/house-rules", {"house": "1", "house-cards_dealt": "11", "house-twos_wild": "1"}),
    ):
        assert at(path, data).location == f"/leagues/{cast.slug}/settings?said=league-saved"

    with app.app_context():
        head = league_head(cast.slug)
    assert (head.name, head.time_zone) == ("Friday Club", "Europe/Prague")
    assert (head.house_rules.cards_dealt, head.house_rules.twos_wild) == (11, True)
    assert head.house_rules.may_i_last_three is False


def test_a_new_link_ends_the_old_one(cast, at, olga):
    first = at("/settings/visibility", {"visibility": "link"}).location
    second = olga.post(first.partition("?")[0] + "/link").location

    assert olga.get(first).status_code == 404
    assert "The old one leads nowhere." in text_of(olga.get(second))


def test_an_organiser_is_invited_by_a_link_that_works_once(app, cast, at):
    shown = at("/organisers/invitations", {})
    path = re.search(r"/organisers/[\w-]+(?=\")", shown.text)[0]
    assert shown.headers["Cache-Control"] == "no-store"
    una = Phone(app)
    assert "An organiser needs an account here." in text_of(una.get(path))
    assert una.post(path).status_code == 403
    sign_in(una, make_account(app, "una@example.org", "Una"))

    assert una.get(path).status_code == 200
    assert una.post(path).location == f"/leagues/{cast.slug}/settings?said=organiser-joined"

    assert una.get(f"/leagues/{cast.slug}/settings").status_code == 200
    assert cast.phones["other organiser"].get(path).status_code == 404
    assert cast.phones["other organiser"].post(path).status_code == 409


def test_who_leaves_is_out_and_the_last_one_stays(cast, at):
    cora = cast.phones["co-organiser"]
    gone = cora.post(f"/leagues/{cast.slug}/organisers/{cast.co}/removal")

    assert gone.location == "/leagues?said=organiser-left"
    assert cora.get(f"/leagues/{cast.slug}/settings").status_code == 403
    _refused(at("/organisers/1/removal", {}), "Nobody could run the league any more.", status=409)


def test_players_are_added_a_line_each(at):
    assert at("/players/new", {"names": "Zoe\r\n\r\nYan \r\n"}).status_code == 303

    page = text_of(at("/players/new"))
    assert "Zoe 0 games" in page
    assert "Yan 0 games" in page


def test_a_player_is_renamed_merged_parted_and_erased(cast, at):
    at("/players/new", {"names": "Anna"})
    assert at("/players/9/merge", {"into": "1"}).location.endswith("/players/1/edit?said=player-merged")
    assert "One person with Ana" in text_of(at("/players/9/edit"))
    assert at("/players/9/parting", {}).location.endswith("/players/9/edit?said=player-parted")
    assert at("/players/1/name", {"name": "Ana Maria"}).status_code == 303
    assert "Ana Maria" in cast.phones["watcher"].get(f"/games/{cast.game}").text

    assert at("/players/1/erasure", {"name": "ana maria"}).status_code == 303

    assert "Erased player 1" in cast.phones["watcher"].get(f"/games/{cast.game}").text
    assert "This player is erased." in text_of(at("/players/1/edit"))


def test_retired_players_are_not_offered(cast, at):
    assert at("/players/1/retirement", {}).status_code == 303
    page = cast.phones["stranger"].get(f"/nights/{cast.token}/games/new")
    assert 'value="Ana"' not in page.text

    assert at("/players/1/retirement", {"back": "1"}).status_code == 303
    assert 'value="Ana"' in cast.phones["stranger"].get(f"/nights/{cast.token}/games/new").text
