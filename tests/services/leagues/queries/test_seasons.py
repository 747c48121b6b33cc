"""The table of a season as the database sums it is the one that the core would make of every game."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest

from scorekeeper.models.base import POINT_PARTS
from scorekeeper.rules.leagues.ranking import PRESETS, Method, Ranking, ranked
from scorekeeper.rules.results import in_parts
from scorekeeper.rules.rulesets.chosen import Chosen
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.tallies import tally
from scorekeeper.services.games.codec import encode_chosen
from scorekeeper.services.games.measures import measure_of
from scorekeeper.services.leagues.queries.seasons import Person, season_standings
from tests.support.league_results import of_totals

DAY_1 = datetime(2026, 1, 1, 20, tzinfo=UTC)
LATER = DAY_1 + timedelta(days=1000)
RANKINGS = [Ranking(method, min_games=3, best_of=4, place_points=PRESETS) for method in Method]


@pytest.fixture
def league(db: sqlite3.Connection) -> sqlite3.Connection:
    """A league of twelve; its results are written without their games."""
    db.execute("PRAGMA foreign_keys=OFF")
    db.execute(
        "INSERT INTO league (id, key, slug, name, visibility, time_zone, version, created_at, ruleset)"
        " VALUES (1, 'k', 'club', 'Club', 'public', 'Europe/Prague', 0, ?, ?)",
        [moment(DAY_1), encode_chosen(Chosen())],
    )
    db.executemany(
        "INSERT INTO player (id, key, league_id, number, name, name_key, person, created_at)"
        " VALUES (?, ?, 1, ?, ?, ?, ?, ?)",
        [(100 + n, f"k{n}", n, f"P{n}", f"p{n}", 100 + n, moment(DAY_1)) for n in range(1, 13)],
    )
    return db


def season(db, ranking, *, number=1, name="2026"):
    lists = json.dumps({str(seats): points for seats, points in ranking.place_points.items()})
    db.execute(
        "INSERT INTO season VALUES (?, ?, 1, ?, 0, '2026-01-01', '2027-01-01', ?, ?, ?, ?)",
        [number, f"s{number}", name, ranking.method, ranking.best_of, ranking.min_games, lists],
    )


def moment(at):
    return at.strftime("%Y-%m-%d %H:%M:%S.%f")


def play(db, random, *, games, number=1, in_a_day=1):
    """Random games, those of one day begin together; every player's results, oldest first."""
    kept = defaultdict(list)
    for game in range(games):
        at = DAY_1 + timedelta(days=game // in_a_day)
        seats = random.choice([3, 4, 5])
        players = random.sample(range(101, 113), seats)
        for player, line in zip(
            players, of_totals([random.randrange(0, 300, 25) for _ in players], 1), strict=True
        ):
            kept[player].append((at, line))
            columns = (line.seat, line.total * POINT_PARTS, line.posted, line.rank, line.sharers, line.seats)
            columns += (line.points * POINT_PARTS, line.hands, line.outs)
            columns += (in_parts(line.won), in_parts(line.beaten), measure_of(LAW))
            row = (
                number,
                player,
                moment(at),
                f"g{number}.{game:03}",
                moment(at + timedelta(hours=1)),
                *columns,
            )
            db.execute(f"INSERT INTO result VALUES ({','.join('?' * len(row))})", row)
    return kept


def worked_out(kept, ranking, *, until=LATER):
    games = {player: [line for at, line in lines if at < until] for player, lines in kept.items()}
    best_of = ranking.best_of if ranking.method is Method.BEST else None
    return ranked({p: tally(lines, best_of=best_of) for p, lines in games.items() if lines}, ranking)


def without_places(lines):
    return [(line.player, line.rank, line.value, line.tally.streak, line.tally.best) for line in lines]


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.method.value)
@pytest.mark.parametrize("in_a_day", [1, 4])
@pytest.mark.parametrize("seed", range(3))
def test_the_database_sums_what_the_core_would(league, ranking, seed, in_a_day):
    season(league, ranking)
    kept = play(league, Random(seed), games=30, in_a_day=in_a_day)

    found = season_standings(1, "2026")

    assert found.ranking == ranking
    assert without_places(found.lines) == without_places(worked_out(kept, ranking))
    if ranking.method is Method.PLACES:
        assert found.lines == worked_out(kept, ranking)


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.method.value)
def test_a_past_day_counts_the_games_finished_by_its_end_where_the_league_plays(league, ranking):
    season(league, ranking)
    kept = play(league, Random(7), games=20)
    day_10 = DAY_1 + timedelta(days=9)

    found = season_standings(1, "2026", on=day_10.date())

    assert without_places(found.lines) == without_places(
        worked_out(kept, ranking, until=day_10 + timedelta(hours=1))
    )


def test_the_day_ends_by_the_clocks_of_the_league(league):
    season(league, Ranking())
    play(league, Random(1), games=1)
    league.execute("UPDATE result SET finished_at = '2026-01-01 23:30:00.000000'")

    assert season_standings(1, "2026", on=date(2026, 1, 1)).lines == ()
    assert season_standings(1, "2026", on=date(2026, 1, 2)).lines != ()


def test_every_line_has_its_person_and_other_seasons_stay_out(league):
    season(league, Ranking())
    season(league, Ranking(), number=2, name="2025")
    play(league, Random(1), games=1)
    play(league, Random(2), games=40, number=2)
    league.execute("UPDATE player SET retired_at = ?", [moment(DAY_1)])

    found = season_standings(1, "2026")

    assert [line.tally.games for line in found.lines] == [1] * len(found.lines)
    assert set(found.people) == {line.player for line in found.lines}
    assert all(found.people[p] == Person(p - 100, f"P{p - 100}", retired=True) for p in found.people)


def test_an_unknown_season_has_no_table_and_an_empty_one_no_lines(league):
    season(league, Ranking())

    assert season_standings(1, "2025") is None
    assert season_standings(2, "2026") is None
    assert season_standings(1, "2026").lines == ()


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.method.value)
def test_a_table_of_many_games_takes_as_many_queries_as_one_of_one(league, statements, ranking):
    season(league, ranking)
    counts = []
    for games in (1, 30):
        league.execute("DELETE FROM result")
        play(league, Random(3), games=games)
        statements.clear()
        season_standings(1, "2026")
        counts.append(len(statements))

    assert counts[0] == counts[1]
