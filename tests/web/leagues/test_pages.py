"""What everybody reads of a league: its first page, players, games, records and history."""

import re
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.rules.entries import Joined
from scorekeeper.rules.leagues.league import EntryKind, Visibility
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.results import Late
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues import games as verbs
from scorekeeper.services.leagues import night_addresses, nights, persons, players, seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.games import GameFilter, games_page
from scorekeeper.services.leagues.queries.records import Record
from scorekeeper.web.leagues import leagues
from tests.support.club import START, Club, account
from tests.support.phones import text_of
from tests.support.play import ANAS, corrected
from tests.support.played_once import played_once

FOUR = "Ana Ben Cem Dee"


@pytest.fixture
def club(app: Flask, clock) -> Club:
    return played(app)


@played_once
def played(app: Flask) -> Club:
    """Three games that count; one is discarded, one struck, one being played."""
    with app.app_context():
        club = Club(account(), "Club <b> & Co")
        for day in (1, 2, 3):
            club.play(FOUR, day=day)
        late = club.begin(FOUR, day=4)
        club.go_on(late, "out 25 45 110")
        recording.record(late, Joined("Eva", after=0, start_score=25), now=START, origin=Origin(ANAS))
        club.go_on(late, *("out 25 45 110 5",) * 6)
        struck = club.play(FOUR, day=5)
        verbs.strike(club.league_id, struck, "A <i> trial", actor=Actor(club.account_id, START))
        club.go_on(club.begin("Ana Ben Cem", day=6), "out 5 10")
        return club


def at(club, rest=""):
    return f"/leagues/{club.slug}{rest}"


def test_home_shows_the_table_the_last_games_and_what_is_played(club, reader):
    answer = reader.get(at(club))

    page = text_of(answer)
    assert "Club <b> & Co" in page
    assert "Club <b>" not in answer.text
    assert "Hand 2 of 7" in page
    assert page.count("Won by Ana") == 3
    assert re.findall(r'class="rank">(\S+)</td>', answer.text) == ["1", "2", "3", "4"]
    assert "You run this league" not in page


@pytest.mark.parametrize(
    ("late", "rule"),
    [
        (Late.NONE, "a game doesn’t count if someone joins it late."),
        (Late.WHOLE, "a game that someone joins late counts for those who played all of it."),
        (Late.ALL, "a game that someone joins late counts for everyone."),
    ],
)
def test_a_game_with_a_latecomer_says_the_rule_of_its_league_8_7a(app, club, reader, late, rule):
    with app.app_context():
        ranking = Ranking(late=late)
        seasons.set_ranking(club.league_id, "2026", ranking, actor=Actor(club.account_id, START))
        game = games_page(club.league_id, GameFilter(player=5)).games[0].id

    for page in ("", "/print", "/game.txt"):
        answer = text_of(reader.get(f"/games/{game}{page}"))
        assert f"In this league, {rule}" in answer
        assert "counts only for the others" not in answer


def test_home_of_an_organiser_leads_to_what_they_do(club, organiser):
    page = organiser.get(at(club)).text

    for noun in ("settings", "organisers", "nights", "players/new", "games/join"):
        assert f'href="{at(club, f"/{noun}")}"' in page


def test_home_shows_the_tables_of_tonight(app, club, reader, clock):
    clock.at = START + timedelta(days=9)
    with app.app_context():
        key = nights.open_night(
            club.league_id, closes_at=clock.at + timedelta(hours=5), actor=Actor(club.account_id, clock.at)
        )
        night = night_addresses.by_token(night_addresses.token_of(key))
    assert "The league night is open. No games yet." in text_of(reader.get(at(club)))

    with app.app_context():
        club.begin("Dee Eva", day=10, night_id=night.id)

    answer = reader.get(at(club))
    tonight = answer.text.partition('id="felt"')[2].partition("</section>")[0]
    assert "Dee" in tonight
    assert "Hand 1 of 7" in tonight
    # Readers do not learn the secret address for scorers.
    assert "/nights/" not in answer.text


def test_home_names_the_next_night_else_the_last_game(app, reader, clock):
    clock.at = START
    with app.app_context():
        quiet = Club(account("quinn@example.org", "Quinn"), "Quiet Club")
        quiet.play(FOUR, day=3)
        actor = Actor(quiet.account_id, START)
    assert "Last played 3 January 2026 Won by Ana" in text_of(reader.get(at(quiet)))

    with app.app_context():
        nights.open_night(quiet.league_id, opens_at=START + timedelta(days=8), actor=actor)

    assert "Next league night 9 January 2026 19:00" in text_of(reader.get(at(quiet)))


def test_home_and_the_tab_of_the_table_show_last_year_while_this_one_has_no_game(app, reader, clock):
    clock.at = START
    with app.app_context():
        quiet = Club(account("quinn@example.org", "Quinn"), "Quiet Club")
        quiet.play(FOUR, day=-364)

    assert "Nothing played in 2026 yet. This is the table of 2025 . Leads" in text_of(reader.get(at(quiet)))
    assert reader.get(at(quiet, "/seasons")).location.endswith("/seasons/2025")


def test_home_shows_the_champion_of_a_closed_season(app, club, reader):
    with app.app_context():
        closing = Actor(club.account_id, START + timedelta(days=9))
        seasons.set_closed(club.league_id, "2026", True, actor=closing)

    assert "Champion Ana Average points per game 25.00 125.00 points a game better" in text_of(
        reader.get(at(club))
    )


def test_home_shows_who_leads_and_by_how_much(club, reader):
    assert (
        "Leads the season Ana Average points per game 25.00 125.00 points a game better than Ben"
        in text_of(reader.get(at(club)))
    )


def test_list_of_leagues_names_the_leader_and_the_next_night(app, club, reader, clock):
    clock.at = START
    page = text_of(reader.get("/leagues"))
    assert "Club <b> & Co 3 games count Ana leads" in page
    assert "Next night" not in page

    actor = Actor(club.account_id, START)
    with app.app_context():
        nights.open_night(club.league_id, opens_at=START + timedelta(days=8), actor=actor)
    assert "Ana leads Next night: 9 January 2026, 19:00" in text_of(reader.get("/leagues"))
    with app.app_context():
        nights.open_night(club.league_id, actor=actor)
    page = text_of(reader.get("/leagues"))
    assert "Ana leads Playing tonight" in page
    assert "Next night" not in page


def test_every_page_of_a_league_has_its_menu_with_the_page_marked(club, reader, organiser):
    for phone, entries in ((reader, 8), (organiser, 15)):
        for rest in ("", "/games", "/players", "/players/1", "/records", "/history", "/seasons/2026"):
            page = phone.get(at(club, rest)).text
            menu = page.partition('class="league-page')[0] + page.partition('class="league-more')[2]
            links = re.findall(r'<li><a href="[^"]+"( aria-current="\w+")?><svg', menu)
            assert (len(links), len([current for current in links if current])) == (entries, 1), rest


def test_times_of_today_are_on_the_clock_of_the_game_or_of_the_league_without_the_day(app, reader, clock):
    clock.at = START + timedelta(hours=1)
    with app.app_context():
        club = Club(account("pavel@example.org", "Pavel"), "Prague Club", zone="Europe/Prague")
        club.begin("Ana Ben Cem Dee")

    assert "Hand 1 of 7 · started: 19:00" in text_of(reader.get(at(club)))
    history = text_of(reader.get(at(club, "/history")))
    assert "All times are Prague time." in history
    assert "The league was created 20:00" in history
    clock.at = START + timedelta(days=1)
    assert "Hand 1 of 7 · started: 1 January 2026, 19:00" in text_of(reader.get(at(club)))


def test_every_game_says_what_it_counts_for(club, reader):
    page = text_of(reader.get(at(club, "/games")))

    assert "3 games count, 3 don’t Filter" in page
    assert "Doesn’t count because someone joined late. Clause 8.7a" in page
    assert "Removed from the league. It doesn’t count. A <i> trial" in page


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("?state=counted", 3), ("?state=running", 1), ("?state=discarded", 1), ("?state=struck", 1),
        ("?player=5", 1), ("?player=1&state=counted&season=2026", 3), ("?season=2025", 0),
        ("?state=odd&player=x&page=x", 6), ("?player=99", 0),
    ],
)  # fmt: skip
def test_games_are_filtered(club, reader, query, number):
    page = reader.get(at(club, f"/games{query}")).text

    assert page.count('class="list-link"') == number


def test_organisers_strike_from_the_list(club, reader, organiser):
    assert "/strike" not in reader.get(at(club, "/games")).text
    page = text_of(organiser.get(at(club, "/games")))
    assert (page.count("Remove or correct it"), page.count("Let it count again")) == (5, 1)


def test_player_shows_form_places_and_hands(club, reader):
    answer = reader.get(at(club, "/players/2?season=2026"))

    assert len(re.search(r'<polyline class="line" points="([^"]+)"', answer.text)[1].split()) == 3
    assert re.findall(r'<rect width="([\d.]+)%', answer.text) == ["100.0"]
    page = text_of(answer)
    assert "Place 2nd" in page
    assert "25 points Hand 1, 3 January 2026" in page
    place = reader.get(at(club, "/players/2?season=2026&place=2")).text
    assert place.partition('id="games"')[2].count("Place 2 of 4") == 3
    assert "1st of" not in place


def test_a_single_game_has_no_charts(app, reader):
    with app.app_context():
        club = Club(account(), "Club of one game")
        club.play(FOUR, day=1)

    page = reader.get(at(club, "/players/1")).text

    assert 'id="rivals"' in page
    assert 'id="hands"' in page
    assert 'id="form"' not in page
    assert 'id="places"' not in page


def test_merged_player_leads_to_the_person(app, club, reader):
    with app.app_context():
        players.add(club.league_id, ["Anna"], actor=Actor(club.account_id, START))
        persons.merge(club.league_id, 6, into=1, actor=Actor(club.account_id, START))

    answer = reader.get(at(club, "/players/6?season=2026&only=won&x=y"))

    assert (answer.status_code, answer.location) == (302, at(club, "/players/1?season=2026&only=won"))
    assert "Anna" not in reader.get(at(club, "/players")).text


def test_erased_and_retired_players_say_so(app, club, reader):
    with app.app_context():
        players.set_retired(club.league_id, 2, True, actor=Actor(club.account_id, START))
        persons.erase(club.league_id, 3, confirmation="Cem", actor=Actor(club.account_id, START))

    assert "Retired. Not offered for new games." in text_of(reader.get(at(club, "/players/2")))
    assert "This player’s name was erased." in text_of(reader.get(at(club, "/players/3")))
    for page in ("", "/players", "/games", "/records", "/history", "/seasons/2026", "/players/1"):
        assert "Cem" not in reader.get(at(club, page)).text


def test_what_is_not_there_is_404(club, reader):
    for rest in ("/players/99", "/players/1?season=1999", "/seasons/1999", "/seasons/1999/print"):
        assert reader.get(at(club, rest)).status_code == 404, rest


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/games?player=1&state=counted", "3 games, newest first, Ana , Games that count Filter"),
        ("/records?season=2026&least=2", "2026 , players with at least 2 games Filter"),
        ("/players", "5 players Search"),
    ],
)
def test_filter_is_folded_and_says_what_is_shown(club, reader, path, shown):
    answer = reader.get(at(club, path))

    assert shown in text_of(answer)
    fold, form = (answer.text.index(tag) for tag in ("<details>", '<form class="row filters"'))
    assert fold < form < answer.text.index("</details>", fold)


def test_records_name_whoever_has_played_enough(club, reader):
    page = text_of(reader.get(at(club, "/records")))

    assert "Lowest total in one game 25 Ana 1 January 2026 2 January 2026 3 January 2026" in page
    assert "Longest winning streak 3 Ana" in page
    nobody = text_of(reader.get(at(club, "/records?least=4")))
    assert "you need 4 games that count. Nobody has that many yet." in nobody
    assert "Biggest win, in points ahead of second place Nobody yet" in nobody
    assert reader.get(at(club, "/records?least=nonsense&season=1999")).status_code == 200


def test_history_tells_what_a_correction_changed(app, club, reader, organiser):
    with app.app_context():
        game = club.play(FOUR, day=7)
        entry = recording.record(game, corrected("out 400 45 110"), now=START, origin=Origin(ANAS)).entry

    answer = reader.get(at(club, "/history"))

    newest = answer.text.partition('<li id="e')[2].partition("</li>\n<li id")[0]
    assert "A game that counts was changed" in newest
    assert "now 525, not 150, and place 3" in newest
    assert "still 315, but now place 2, not 3" in newest
    assert f'href="/games/{game}/history#e{entry}"' in newest
    assert f'id="e{entry}"' in reader.get(f"/games/{game}/history").text
    assert "Olga" not in answer.text
    assert "By <bdi>Olga</bdi>" in organiser.get(at(club, "/history")).text


def test_every_kind_of_line_and_record_has_its_words():
    by_value = {EntryKind.VISIBILITY, EntryKind.RANKING_SET}
    assert leagues.SENTENCES.keys() | by_value == {*EntryKind, *Visibility, *Method}
    assert leagues.RECORDS.keys() == set(Record)
