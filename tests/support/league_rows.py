"""A league whose rows are inserted directly, for tests that are not about the services of leagues."""

import sqlite3
from datetime import date

from sqlalchemy import insert

from scorekeeper.models import LeagueRow, SeasonRow
from scorekeeper.models.engine import writing
from scorekeeper.rules.entries import Started
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.services.games import recording
from scorekeeper.services.games.codec import encode_chosen
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues import games
from tests.support.play import ANAS, NOW


def club(key: str = "club") -> int:
    """The id of a new league with one season."""
    league = {
        "key": key,
        "slug": key,
        "name": key,
        "visibility": "public",
        "time_zone": "UTC",
        "ruleset": encode_chosen(Chosen()),
        "version": 0,
        "created_at": NOW,
    }
    season = {
        "key": key,
        "name": "2026",
        "own": False,
        "starts_on": date(2026, 1, 1),
        "ends_on": date(2027, 1, 1),
        "ranking": "{}",
    }
    with writing() as connection:
        league_id = connection.execute(insert(LeagueRow).returning(LeagueRow.id), league).scalar_one()
        connection.execute(insert(SeasonRow), season | {"league_id": league_id})
    return int(league_id)


def league_game(names: str, league: int) -> str:
    """The id of a new game of a league."""
    return games.start_game(Started(tuple(names.split()), 0, NOW), league, now=NOW, origin=Origin(ANAS))


def called(game_id: str) -> list[str]:
    """The names of the seats."""
    return [seat.name for seat in recording.current(game_id).seats]


def players(db: sqlite3.Connection) -> list[tuple[int, str, int]]:
    """Number, name and the number of the person of every player."""
    return db.execute(
        "SELECT p.number, p.name, q.number FROM player p JOIN player q ON q.id = p.person ORDER BY p.id"
    ).fetchall()
