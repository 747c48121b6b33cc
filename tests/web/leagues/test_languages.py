"""The pages of a league in the longer pseudo-language: no English is left in them."""

import re
from datetime import timedelta
from html import unescape

import pytest

from scorekeeper.rules.entries import Departed, Joined
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.games import recording
from scorekeeper.services.leagues import games, night_addresses, nights, players, seasons
from tests.support.accounts import sign_in
from tests.support.club import START, Club, account
from tests.support.escapes import escaped
from tests.support.languages import LONG
from tests.support.phones import Phone
from tests.support.play import ANAS
from tests.support.speaking import with_languages

FOUR = "Ana Ben Cem Dee"
PAGES = (
    *("", "/games", "/games?state=struck&player=5", "/records", "/records?least=50", "/history", "/exports"),
    *("/players", "/players?q=zz", "/players/1", "/players/1?season=2026&only=won", "/players/2?place=2"),
    *("/players/3", "/players/4?on=2026-01-02", "/seasons/2026", "/seasons/2026?sort=won&on=2026-01-03"),
    *("/seasons/2026?q=zz", "/seasons/2026?on=zz", "/seasons/2026/print"),
)
WAYS = (
    Ranking(Method.AVERAGE, min_games=3),
    Ranking(Method.BEATEN),
    Ranking(Method.BEST, best_of=1),
    Ranking(Method.BEST, best_of=2),
    Ranking(Method.PLACES, place_points={2: (3, 1), 3: (5, 3, 1), 4: (11, 7, 4, 2), 5: (9, 8, 7, 2, 1)}),
)
SAID = re.compile(r'\b(?:aria-label|placeholder)="([^"]*)"')
# Names, times and playing cards.
NAMED = re.compile(r"<(bdi|time|b)\b[^>]*>.*?</\1>", re.DOTALL)
# Names in titles and labels, what was sought, clauses, and what Babel writes.
VALUES = {"Thursday Club", "Scorekeeper", "Ana", "Ben", "Cem", "Dee", "Eva", "zz", "1.3a", "8.7a"}
BABEL = {"and", "AM", "PM", "January", "November", "December"}


@pytest.fixture
def app(data):
    yield from with_languages(data)


@pytest.fixture
def club(app, clock):
    """Games of every kind: counted, struck, with somebody who joined, who left, shared, stopped, going on."""
    clock.at = START + timedelta(days=9)
    with app.app_context():
        club = Club(account())
        actor = Actor(club.account_id, clock.at)
        club.play(FOUR, day=2)
        struck = club.play(FOUR, day=2)
        games.strike(club.league_id, struck, "A trial", actor=actor)
        for day, event in enumerate((Joined("Eva", after=0, start_score=25), Departed((1, 2, 3))), start=3):
            going = club.go_on(club.begin(FOUR, day=day), "out 25 45 110")
            recording.record(going, event, now=START, device=ANAS)
        left = club.begin(FOUR, day=5)
        recording.record(left, Departed((3,)), now=START, device=ANAS)
        club.go_on(left, *("out 25 45",) * 7)
        club.play("Ana Ben", *("out 25", "25 out") * 3, "20 20", day=6)
        club.go_on(club.begin("Ana Ben Eva", day=7), "out 5 10")
        players.retire(club.league_id, 4, actor=actor)
        key = nights.open_night(club.league_id, closes_at=clock.at + timedelta(hours=5), actor=actor)
        night = night_addresses.by_token(night_addresses.token_of(key))
        club.night = f"/nights/{night.token}"
        club.go_on(club.begin("Ana Ben", day=10, night_id=night.id), "out 25")
        return club


@pytest.fixture
def organiser(app, club):
    phone = Phone(app)
    sign_in(phone, club.account_id)
    return phone


def english(phone, *paths):
    """The words of some pages that are still English."""
    pages = [phone.get(path, headers={"Accept-Language": LONG}) for path in paths]
    said = [text for page in pages for text in (NAMED.sub("", page.text), *SAID.findall(page.text))]
    return [word for text in said for word in escaped(unescape(text), but=VALUES | BABEL)]


@pytest.mark.parametrize("who", ["reader", "organiser"])
def test_no_english_is_left(request, club, who):
    phone = request.getfixturevalue(who)

    assert english(phone, "/leagues", *(f"/leagues/{club.slug}{page}" for page in PAGES)) == []
    assert english(phone, club.night, f"{club.night}/games/new") == []


@pytest.mark.parametrize("ranking", WAYS, ids=lambda ranking: f"{ranking.method}-{ranking.best_of}")
def test_no_english_is_left_however_a_season_ranks(app, club, reader, ranking):
    with app.app_context():
        seasons.set_ranking(club.league_id, "2026", ranking, actor=Actor(club.account_id, START))

    pages = ("", "/seasons/2026", "/players/1?season=2026", "/players/4?season=2026", "/history")
    assert english(reader, *(f"/leagues/{club.slug}{page}" for page in pages)) == []


def test_no_english_is_left_when_a_night_is_over(clock, club, organiser):
    clock.at += timedelta(days=2)

    assert english(organiser, club.night, f"{club.night}/games/new", f"/leagues/{club.slug}") == []


def test_files_stay_in_english(club, organiser):
    for file in ("hands.csv", "games.csv", "seasons/2026.csv", "league.json"):
        page = organiser.get(f"/leagues/{club.slug}/{file}", headers={"Accept-Language": LONG})
        assert page.status_code == 200
        assert "⟦" not in page.text
