"""Games of a league in lists: what each is worth, what is looked for, and page by page."""

from datetime import timedelta

import pytest

from scorekeeper.rules.entries import Joined
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues import games as verbs
from scorekeeper.services.leagues import night_addresses, nights
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.games import PER_PAGE, GameFilter, State, games_page
from scorekeeper.services.leagues.queries.leagues import league_home, leagues_page, summaries
from scorekeeper.services.leagues.queries.seasons import shown_season
from tests.support.club import START, Club, account
from tests.support.play import ANAS

FOUR = "Ana Ben Cem Dee"


@pytest.fixture
def of_each_kind(club: Club) -> dict[State, str]:
    """One game of each state, in this order by day."""
    counted = club.play(FOUR, day=1)
    struck = club.play(FOUR, day=2)
    verbs.strike(club.league_id, struck, "A trial", actor=Actor(club.account_id, START))
    discarded = club.begin(FOUR, day=3)
    club.go_on(discarded, "out 25 45 110")
    recording.record(discarded, Joined("Eva", after=0, start_score=25), now=START, origin=Origin(ANAS))
    club.go_on(discarded, *("out 25 45 110 5",) * 6)
    running = club.go_on(club.begin("Ana Ben Cem", day=4), "out 5 10")
    return {
        State.COUNTED: counted,
        State.STRUCK: struck,
        State.DISCARDED: discarded,
        State.RUNNING: running,
    }


def ids(club, **filters):
    return [game.id for game in games_page(club.league_id, GameFilter(**filters)).games]


def test_every_game_says_what_it_is_worth(club, of_each_kind):
    page = games_page(club.league_id, GameFilter())

    assert {game.state: game.id for game in page.games} == of_each_kind
    assert [game.id for game in page.games] == [*of_each_kind.values()][::-1]
    running, discarded, struck, counted = page.games
    assert (discarded.joined, discarded.unposted, counted.joined) == (True, False, False)
    assert (struck.struck_reason, counted.struck_reason) == ("A trial", None)
    assert (running.hand, running.hands, running.winners) == (2, 1, ())
    assert [seat.name for seat in counted.winners] == ["Ana"]
    assert [(seat.name, seat.player, seat.total, seat.rank) for seat in counted.seats] == [
        ("Ana", 1, 25, 1), ("Ben", 2, 150, 2), ("Cem", 3, 315, 3), ("Dee", 4, 770, 4),
    ]  # fmt: skip


def test_games_are_looked_for_by_state_player_and_season(club, of_each_kind):
    old = club.play("Ana Ben Eva", *["out 5 10"] * 7, day=-30)

    for state, game in of_each_kind.items():
        assert ids(club, state=state, season="2026") == [game]
    assert ids(club, season="2025") == [old]
    assert ids(club, player=5) == [of_each_kind[State.DISCARDED], old]
    assert ids(club, player=4, state=State.RUNNING) == []
    assert ids(club, player=99) == ids(club, season="1999") == []
    page = games_page(club.league_id, GameFilter(season="2025"))
    assert page.seasons == ("2026", "2025")
    assert page.players == ((1, "Ana"), (2, "Ben"), (3, "Cem"), (4, "Dee"), (5, "Eva"))


def test_games_of_other_leagues_stay_there(club, of_each_kind):
    other = Club(account("otto@example.org"), "Other")

    assert ids(other) == []


def test_games_come_page_by_page(club):
    played = [club.begin("Ana Ben", day=day) for day in range(1, PER_PAGE + 3)][::-1]

    first, second, beyond = (games_page(club.league_id, GameFilter(), page=page) for page in (1, 2, 9))

    assert [game.id for game in (*first.games, *second.games)] == played
    assert (first.number, first.page, first.pages) == (PER_PAGE + 2, 1, 2)
    assert (len(second.games), second.page) == (2, 2)
    assert beyond == second


def test_home_shows_the_tables_of_an_open_night_once(club):
    key = nights.open_night(
        club.league_id, closes_at=START + timedelta(hours=6), actor=Actor(club.account_id, START)
    )
    night = night_addresses.by_token(night_addresses.token_of(key))
    table = club.begin(FOUR, night_id=night.id)
    other = club.begin("Eva Fay")

    page = league_home(club.head, now=START)
    after = league_home(club.head, now=START + timedelta(hours=6))

    assert [game.id for game in page.tonight.games] == [table]
    assert page.tonight.games[0].night == key
    assert [game.id for game in page.running] == [other]
    assert after.tonight is None
    assert {game.id for game in after.running} == {table, other}


def test_home_shows_the_last_season_with_games_while_nothing_is_played_in_the_one_that_is_on(club):
    club.play(FOUR, day=-364)

    page = league_home(club.head, now=START)
    line = next(iter(leagues_page(club.account_id).mine))

    assert (page.season.name, page.standings.season.name) == ("2026", "2025")
    assert summaries([line], now=START)[club.league_id].leaders == ("Ana",)
    assert shown_season(club.league_id, day=START.date()).name == "2025"
