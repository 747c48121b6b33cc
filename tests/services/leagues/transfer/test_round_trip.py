"""A league brought into an empty installation is the same league: the same file, byte for byte."""

import json
from datetime import date, timedelta
from random import Random

import jsonschema_rs
import pytest

from scorekeeper.rules.entries import Agreed, Arranged, Joined, Renamed
from scorekeeper.rules.faults import Violation
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.services.common.faults import HandConflict
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues import demo, nights, organisers, persons, players, seasons
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.persons import erase
from scorekeeper.services.leagues.queries.seasons import season_standings
from scorekeeper.services.maintenance import doctor
from tests.support.club import Club, account
from tests.support.elsewhere import brought_in, elsewhere, league_id_of, text_of
from tests.support.histories import PLAIN_STEPS
from tests.support.league_schema import FILE
from tests.support.own_rules import OTHER, OTHER_GAME
from tests.support.play import ANAS, corrected, started

pytestmark = pytest.mark.long

CUP = Season("Cup", date(2026, 7, 1), date(2026, 8, 1))
NAMES = "Ana Ben Cem Dee Eva Fay Gus Hal"


def random_club(club, seed, *, number=6):
    """Games with every kind of event, some of them refused, some taken back."""
    rng = Random(seed)
    for game in range(number):
        sat = " ".join(rng.sample(NAMES.split(), rng.randint(2, 6)))
        game_id = club.begin(sat, day=1 + 20 * game)
        at = recording.current(game_id).setup.started_at
        for step in range(25):
            now = at + timedelta(minutes=step)
            try:
                event = rng.choice(PLAIN_STEPS)(recording.current(game_id), rng)
                recording.record(game_id, event, now=now, origin=Origin(ANAS))
            except (Violation, HandConflict):
                continue


def assert_same_elsewhere(text, slug, template, now):
    with elsewhere(template):
        brought_in(text, now=now)
        assert text_of(league_id_of(slug)) == text
        assert doctor.check_every_game().wrong == {}
        again = brought_in(text, now=now, account_id=1)
        assert again.changes_nothing
        assert text_of(league_id_of(slug)) == text


@pytest.mark.parametrize("seed", range(4))
def test_random_games_come_out_as_they_went_in(template, now, seed):
    club = Club(account())
    random_club(club, seed)

    assert_same_elsewhere(text_of(club.league_id), club.slug, template, now)


def test_every_event_of_organisers_comes_along(template, now):
    me = account()
    club = Club(me)
    first, second = club.play("Ana Ben Cem Dee"), club.play("Eva Ben Cem Kathi", day=3)
    club.play("Ana Eva Cem Dee", day=200)
    who = Actor(me, now)
    recording.record(first, corrected("out 20 45 110", reason="read wrongly"), now=now, origin=Origin(ANAS))
    recording.record(second, Renamed(3, "Kathy"), now=now, origin=Origin(ANAS))
    late = club.begin("Ana Ben Gus", day=210)
    recording.record(late, Joined("Yan", 0), now=now, origin=Origin(ANAS))
    recording.record(
        late, Arranged((0, 2, None, 3), names=("Ana", "Benny", "Gus", "Eva")), now=now, origin=Origin(ANAS)
    )
    club.go_on(late, "out 5 10 20")
    recording.record(late, Joined("Hal", 0, 25), now=now, origin=Origin(ANAS, "f" * 22))
    recording.record(late, Agreed(None, "Is it late?", "It is"), now=now, origin=Origin(ANAS))
    number = {name: season for season, name in enumerate(("Ana", "Ben", "Cem", "Dee"), start=1)}
    players.add(club.league_id, ["Zoe"], actor=who)
    persons.merge(club.league_id, 6, into=number["Dee"], actor=who)
    players.rename(club.league_id, number["Ben"], "Benno", actor=who)
    players.set_retired(club.league_id, number["Cem"], True, actor=who)
    players.set_retired(club.league_id, number["Cem"], False, actor=who)
    league_games.strike(club.league_id, second, "a trial", actor=who)
    seasons.set_season(club.league_id, CUP, actor=who)
    seasons.set_ranking(club.league_id, "2026", Ranking(Method.TOTALS, 2, 2), actor=who)
    seasons.set_closed(club.league_id, CUP.name, True, actor=who)
    seasons.set_closed(club.league_id, CUP.name, False, actor=who)
    seasons.set_closed(club.league_id, CUP.name, True, actor=who)
    night = nights.open_night(club.league_id, closes_at=now + timedelta(hours=5), actor=who)
    nights.renew_address(club.league_id, night, actor=who)
    nights.end_night(club.league_id, night, actor=who)
    league_games.invite_scorer(club.league_id, first, alone=True, actor=who)
    offer = organisers.invite(club.league_id, actor=Actor(None, now))
    cora = account("cora@example.org", "Cora")
    organisers.accept(offer.token, actor=Actor(cora, now))
    organisers.remove(club.league_id, cora, actor=who)
    erase(club.league_id, number["Ana"], confirmation="Ana", actor=who)

    assert_same_elsewhere(text_of(club.league_id), club.slug, template, now)


def test_the_demonstration_is_what_a_league_would_be(template, now):
    demo.write_league(now=now, rng=Random(7))
    text = text_of(league_id_of(demo.SLUG))

    assert text.count('"kind":"start"') == 60
    for method in (Method.BEATEN, Method.PLACES, Method.TOTALS):
        assert f'"method":"{method.value}"' in text
    table = season_standings(league_id_of(demo.SLUG), str(now.year))
    assert len(table.lines) > 10
    assert_same_elsewhere(text, demo.SLUG, template, now)


def test_the_demonstration_is_the_same_every_time(template, now):
    demo.write_league(now=now, rng=Random(7))
    table = season_standings(league_id_of(demo.SLUG), str(now.year))

    with elsewhere(template):
        demo.write_league(now=now, rng=Random(7))
        assert season_standings(league_id_of(demo.SLUG), str(now.year)) == table


def test_a_game_that_joined_the_league_comes_along(template, now):
    me = account()
    club = Club(me)
    club.play("Ana Ben Cem Dee")
    free = started("Cleo Dan")
    recording.record(free, Renamed(0, "Dora"), now=now, origin=Origin(ANAS))
    recording.record(free, Renamed(1, "Cleo"), now=now, origin=Origin(ANAS))
    league_games.join(club.league_id, free, {0: None, 1: None}, device=ANAS, actor=Actor(me, now))

    assert_same_elsewhere(text_of(club.league_id), club.slug, template, now)


def test_totals_that_are_fractions_come_along(template, now):
    club = Club(account())
    club.play("Ben Ana Eva", *OTHER_GAME, chosen=OTHER)

    assert_same_elsewhere(text_of(club.league_id), club.slug, template, now)


def test_the_file_is_what_its_schema_says(now):
    demo.write_league(now=now, rng=Random(7))
    random = Club(account("cora@example.org", "Cora"), "Friday Club")
    random_club(random, 1)
    schema = json.loads(FILE.read_text())
    validator = jsonschema_rs.validator_for(schema, validate_formats=True)

    for slug in (demo.SLUG, random.slug):
        document = json.loads(text_of(league_id_of(slug)))
        validator.validate(document)
        assert list(document) == list(schema["properties"])
