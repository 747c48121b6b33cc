"""SCOREKEEPER_GAMES decides who may start games; pages offer only what is allowed."""

from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.config import Starters
from tests.support.league_cast import FOUR, start_at
from tests.support.phones import Phone, text_of

OUT = {0: 25, 2: 45, 3: 110}
ANYWHERE, AT_NIGHT = "/games/new", "/nights/{token}/games/new"
NIGHTS_ONLY = "Games start at league nights. Scan the code that the organiser shows you."
ORGANISERS_ONLY = "Ask an organiser to start your game and add your phone."
# Who may start where, by the setting: a phone of anybody, and that of an organiser, both at a night too.
MAY = {
    Starters.EVERYONE: {("stranger", ANYWHERE), ("stranger", AT_NIGHT)},
    Starters.NIGHTS: {("stranger", AT_NIGHT)},
    Starters.ORGANISERS: set(),
}
SIGNED_IN = {("organiser", ANYWHERE), ("organiser", AT_NIGHT)}
DOORS = sorted([("stranger", ANYWHERE), ("stranger", AT_NIGHT), *SIGNED_IN])


def let(app: Flask, who: Starters) -> None:
    app.extensions["settings"] = replace(app.extensions["settings"], games=who)


def form(phone: Phone) -> dict[str, object]:
    return {"player": FOUR, "dealer": 0, "start": "1", "csrf_token": phone.fresh_token()}


@pytest.mark.parametrize("who", Starters)
@pytest.mark.parametrize(("name", "door"), DOORS)
def test_games_start_where_the_setting_says(app, cast, db, who, name, door):
    let(app, who)
    phone, path = cast.phones[name], door.format(token=cast.token)
    before = db.execute("SELECT count(*) FROM game").fetchone()

    shown, started = phone.get(path), phone.post(path, form(phone))

    may = (name, door) in MAY[who] | SIGNED_IN
    assert (shown.status_code, started.status_code) == ((200, 303) if may else (403, 403))
    assert db.execute("SELECT count(*) FROM game").fetchone() == (before[0] + may,)


@pytest.mark.parametrize(
    ("who", "sentence"), [(Starters.NIGHTS, NIGHTS_ONLY), (Starters.ORGANISERS, ORGANISERS_ONLY)]
)
def test_who_may_not_start_is_told_what_to_do(app, cast, who, sentence):
    let(app, who)
    stranger, organiser = cast.phones["stranger"], cast.phones["organiser"]

    refused = stranger.get("/games/new?again=x")
    first = stranger.get("/")

    assert sentence in text_of(refused)
    assert 'href="/account/sign-in?next=/games/new?again%3Dx"' in refused.text.replace("%3F", "?")
    assert sentence in text_of(first)
    assert 'href="/games/new"' not in first.text
    assert 'href="/games/new"' in organiser.get("/").text


@pytest.mark.parametrize("page", ["nights", "nights/{night}"])
@pytest.mark.parametrize("who", Starters)
def test_organisers_are_told_who_may_start_games_at_their_night(app, cast, clock, who, page):
    let(app, who)
    organiser, only = cast.phones["organiser"], who is Starters.ORGANISERS
    if page == "nights":
        organiser.post(f"/leagues/{cast.slug}/nights/{cast.night}/end")

    page_text = text_of(organiser.get(f"/leagues/{cast.slug}/{page.format(night=cast.night)}"))

    assert ("Only organisers can start games on this server" in page_text) is only
    assert ("Nobody needs an account." in page_text or "scan the code with another" in page_text) is not only


def test_a_form_that_outlived_its_sign_in_keeps_what_was_entered(app, cast):
    let(app, Starters.ORGANISERS)
    organiser = cast.phones["organiser"]
    filled = form(organiser)
    organiser.post("/account/sign-out")

    for path in (ANYWHERE, AT_NIGHT.format(token=cast.token)):
        refused = organiser.post(path, filled)

        assert "Ask an organiser to start the game." in text_of(refused)
        assert all(f'value="{name}"' in refused.text for name in FOUR)


def test_a_form_sent_twice_leads_to_its_game_even_after_signing_out(app, cast):
    let(app, Starters.ORGANISERS)
    organiser = cast.phones["organiser"]
    filled = form(organiser)
    first = organiser.post(ANYWHERE, filled)
    organiser.post("/account/sign-out")

    assert organiser.post(ANYWHERE, filled).location == first.location


def test_a_night_offers_its_games_only_to_those_who_may_start_them(app, cast):
    page = f"/nights/{cast.token}"
    link = f'href="{page}/games/new"'

    let(app, Starters.NIGHTS)
    assert link in cast.phones["stranger"].get(page).text
    let(app, Starters.ORGANISERS)
    assert link not in cast.phones["stranger"].get(page).text
    assert ORGANISERS_ONLY in text_of(cast.phones["stranger"].get(page))
    assert link in cast.phones["organiser"].get(page).text


def test_a_night_that_is_over_offers_no_game_that_would_be_refused(app, cast, clock):
    clock.at = clock.at.replace(day=22)
    path = AT_NIGHT.format(token=cast.token)
    way = "Start a game outside the league"

    assert way in text_of(cast.phones["stranger"].get(path))
    let(app, Starters.NIGHTS)
    assert way not in text_of(cast.phones["stranger"].get(path))


def test_playing_again_is_offered_only_to_those_who_may(app, cast):
    scorer, organiser = cast.phones["scorer"], cast.phones["organiser"]
    alone = finished(organiser)
    again, path = "Play again, same seats", f"/games/{alone}"
    assert again in text_of(organiser.get(path))

    let(app, Starters.NIGHTS)
    assert again in text_of(scorer.get(f"/games/{cast.game}"))
    assert again in text_of(organiser.get(path))
    let(app, Starters.ORGANISERS)
    assert again not in text_of(scorer.get(f"/games/{cast.game}"))

    # No page kept from before offers it.
    kept = organiser.get(path)
    assert "ETag" not in kept.headers
    organiser.post("/account/sign-out")
    assert again not in text_of(organiser.get(path))


def finished(phone: Phone) -> str:
    game = phone.start(*FOUR)
    for hand in range(1, 8):
        phone.score(game, hand, 1, OUT)
    return game


def test_games_go_on_whoever_may_start_them(app, cast):
    scorer = cast.phones["other scorer"]
    game = start_at(scorer, cast.token, *FOUR)

    let(app, Starters.ORGANISERS)

    assert scorer.score(game, 1, 1, OUT).status_code == 303
    assert scorer.get("/").status_code == 200
