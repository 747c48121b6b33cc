"""Every page and file of a league tells a game's day on the game's own clock."""

from datetime import timedelta

import pytest

from scorekeeper.rules.entries import Resumed, Suspended
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from tests.support.club import GAME, START, Club, account
from tests.support.phones import text_of
from tests.support.play import ANAS


@pytest.mark.parametrize(("weeks", "days"), [(0, "1 January 2026"), (1, "1 to 8 January 2026")])
def test_a_game_is_of_its_own_day_on_every_page(app, clock, reader, weeks, days):
    with app.app_context():
        # On the clock of this league, every game of the cast begins one day later.
        club = Club(account(), zone="Pacific/Auckland")
        game = club.begin("Ana Ben Cem Dee")
        recording.record(game, Suspended(agreed=True), now=START, origin=Origin(ANAS))
        resumed = Resumed(agreed=True, seats=("Ana", "Ben", "Cem", "Dee"))
        recording.record(game, resumed, now=START + timedelta(weeks=weeks), origin=Origin(ANAS))
        club.go_on(game, *GAME)
    at = f"/leagues/{club.slug}"

    for rest in ("", "/games", "/players", "/players/1", "/records?least=1"):
        text = text_of(reader.get(f"{at}{rest}"))
        assert (days in text, "2 January" in text) == (True, False), rest
    assert f"Game of {days}" in text_of(reader.get(f"{at}/history"))
    for file in ("hands.csv", "games.csv"):
        rows = reader.get(f"{at}/{file}").text.splitlines()[1:]
        assert {row.split('"')[5] for row in rows} == {"2026-01-01"}, file
