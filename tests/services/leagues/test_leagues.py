"""Proves how leagues are founded and changed: slugs, who reads them, house rules, when their years begin."""

import re
from datetime import UTC, datetime

import pytest

from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.services.leagues import leagues
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.leagues import league_head, leagues_page, runs
from tests.support.club import START, Club, account


def _found(name, *, by, visibility="public", zone="UTC"):
    return leagues.found_league(name, visibility=visibility, time_zone=zone, actor=Actor(by, START))


def _codes(refused):
    return [(fault.code, fault.pointer) for fault in refused.value.faults]


def _lines(db):
    return db.execute("SELECT kind, payload, account_id FROM league_entry ORDER BY number").fetchall()


@pytest.mark.parametrize(
    ("name", "slugs"),
    [
        ("Thursday Club", ["thursday-club", "thursday-club-2", "thursday-club-3"]),
        ("  Çafé  Über!", ["cafe-uber", "cafe-uber-2"]),
        ("木曜日", ["league-1", "league-2"]),
        ("New", ["new-1", "new-2"]),
    ],
)
def test_a_slug_is_made_from_the_name_and_is_free(olga, name, slugs):
    assert [_found(name, by=olga) for _ in slugs] == slugs


@pytest.mark.parametrize("visibility", ["link", "private"])
def test_a_league_that_not_everybody_reads_cannot_be_guessed(olga, visibility):
    first, second = (_found("Thursday Club", by=olga, visibility=visibility) for _ in range(2))

    assert re.fullmatch(r"thursday-club-[a-z]{10}", first)
    assert first != second
    assert _found("Thursday Club", by=olga) == "thursday-club"


def test_who_founds_a_league_runs_it(db, olga):
    head = league_head(_found("Thursday  Club", by=olga))

    assert (head.name, head.visibility, head.version) == ("Thursday Club", Visibility.PUBLIC, 1)
    assert runs(olga, head.id)
    assert _lines(db) == [("founded", '{"visibility":"public"}', olga)]


def test_all_faults_of_a_new_league_are_said_at_once(db, olga):
    with pytest.raises(RuleViolation) as refused:
        _found(" ", by=olga, visibility="nobody", zone="Nowhere/City")

    assert _codes(refused) == [
        (FaultCode.LEAGUE_NAMELESS, "/name"),
        (FaultCode.TIME_ZONE_UNKNOWN, "/time_zone"),
    ]
    assert db.execute("SELECT count(*) FROM league").fetchone() == (0,)


def test_a_new_name_keeps_the_address_and_makes_the_pages_of_its_games_old(db, club, olga):
    game = club.begin("Ana Ben")
    before = version_of(game)

    leagues.rename_league(club.league_id, "Friday Club", actor=Actor(olga, START))
    leagues.rename_league(club.league_id, "Friday Club", actor=Actor(olga, START))

    assert club.head.name == "Friday Club"
    assert version_of(game) == (before[0], before[1] + 1)
    with pytest.raises(RuleViolation) as refused:
        leagues.rename_league(club.league_id, " ", actor=Actor(olga, START))
    assert _codes(refused) == [(FaultCode.LEAGUE_NAMELESS, "/name")]
    assert [kind for kind, *_ in _lines(db)].count("renamed") == 1


def test_who_reads_it_is_told_in_its_history_and_on_the_pages_of_its_games(db, club, olga):
    game = club.begin("Ana Ben")
    before = version_of(game)

    leagues.set_visibility(club.league_id, "link", actor=Actor(olga, START))
    leagues.renew_link(club.league_id, actor=Actor(olga, START))

    assert version_of(game) == (before[0], before[1] + 1)
    assert _lines(db)[-2:] == [("visibility", '{"visibility":"link"}', olga)] * 2


def test_another_choice_of_who_reads_it_is_another_address(club, olga):
    def seen_by(visibility):
        return leagues.set_visibility(club.league_id, visibility, actor=Actor(olga, START))

    hidden = seen_by("private")
    assert league_head("thursday-club") is None
    assert _found("Thursday Club", by=olga) == "thursday-club"
    secret = seen_by("link")
    for slug in (hidden, secret):
        assert re.fullmatch(r"thursday-club-[a-z]{10}", slug)
    assert league_head(hidden) is None
    assert seen_by("link") == secret
    assert seen_by("public") == "thursday-club-2"
    assert league_head(secret) is None


def test_a_link_is_renewed_only_where_there_is_one(club, olga):
    def renew():
        return leagues.renew_link(club.league_id, actor=Actor(olga, START))

    assert renew() == "thursday-club"
    old = leagues.set_visibility(club.league_id, "link", actor=Actor(olga, START))
    new = renew()
    assert new != old
    assert league_head(old) is None
    assert league_head(new).id == club.league_id


def test_house_rules_are_kept_and_wrong_ones_refused(db, club, olga):
    rules = Chosen(variants=("eleven", "twos-wild"))

    for _ in range(2):
        leagues.set_ruleset(club.league_id, rules, actor=Actor(olga, START))
    with pytest.raises(RuleViolation) as refused:
        leagues.set_ruleset(club.league_id, Chosen("canasta"), actor=Actor(olga, START))

    assert club.head.ruleset == rules
    assert _codes(refused) == [(FaultCode.RULESET_UNKNOWN, "/ruleset")]
    assert [kind for kind, *_ in _lines(db)] == ["founded", "house-rules"]


@pytest.mark.parametrize("typed", ["europe/prague", "EUROPE/PRAGUE", "Europe/Prague"])
def test_a_time_zone_is_kept_under_its_own_name_whatever_its_letters(club, olga, typed):
    leagues.set_time_zone(club.league_id, "Asia/Tokyo", actor=Actor(olga, START))

    leagues.set_time_zone(club.league_id, typed, actor=Actor(olga, START))

    assert club.head.time_zone == "Europe/Prague"
    founded = _found("Friday Club", by=olga, zone=typed)
    assert league_head(founded).time_zone == "Europe/Prague"


def test_games_go_to_the_year_that_the_clock_of_the_league_shows(db, club, olga):
    club.play("Ana Ben Cem Dee")
    night = datetime(2025, 12, 31, 23, 30, tzinfo=UTC)
    db.execute("UPDATE game SET started_at = ?", [night.strftime("%Y-%m-%d %H:%M:%S.%f")])
    years = "SELECT DISTINCT s.name FROM season s JOIN {} g ON g.season_id = s.id"

    leagues.set_time_zone(club.league_id, "America/New_York", actor=Actor(olga, START))
    assert [db.execute(years.format(table)).fetchall() for table in ("league_game", "result")] == [
        [("2025",)],
        [("2025",)],
    ]
    leagues.set_time_zone(club.league_id, "Europe/Prague", actor=Actor(olga, START))
    assert [db.execute(years.format(table)).fetchall() for table in ("league_game", "result")] == [
        [("2026",)],
        [("2026",)],
    ]


def test_lists_show_what_is_public_and_what_is_mine(olga):
    eva = account("eva@example.org", "Eva")
    mine = Club(olga, "Mine", visibility="private")
    club = Club(olga, "Open")
    Club(eva, "Hers", visibility="link")
    theirs = Club(eva, "Theirs")
    club.play("Ana Ben Cem Dee")
    club.begin("Ana Ben")

    def slugs(account_id):
        page = leagues_page(account_id)
        return [[line.slug for line in lines] for lines in (page.mine, page.public)]

    assert slugs(olga) == [[mine.slug, club.slug], [theirs.slug]]
    assert slugs(None) == [[], [club.slug, theirs.slug]]
    assert leagues_page(None).public[0].games == 1
