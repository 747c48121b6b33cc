"""Leagues to measure with: old score books, installations, and how long the lock of a write is held."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

from flask import Flask
from sqlalchemy import event

from bench.games import PHONE, PLAYERS
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.models.base import db
from scorekeeper.models.engine import writing
from scorekeeper.rules.entries import Started
from scorekeeper.services.accounts import registration
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.common.signing import digest
from scorekeeper.services.leagues import joining, leagues, seasons
from scorekeeper.services.leagues.joining import Membership
from scorekeeper.services.leagues.queries.leagues import league_head
from scorekeeper.services.leagues.transfer import importing
from scorekeeper.services.maintenance import schema

NOW = datetime.now(UTC)
YEAR = NOW.year - 1


def book(rng: Random, *, games: int, players: int, first: date, hands: int = 7, seats: int = 5) -> str:
    """An old score book, about `hands` times `seats` rows for each game, a game a day and more."""
    lines = ["date,game,hand,player,points"]
    for game in range(games):
        day = first + timedelta(days=game % 365)
        sat = rng.sample(range(players), seats)
        for hand in range(1, hands + 1):
            out = rng.choice(sat)
            for player in sat:
                points = 0 if player == out else 5 * rng.randint(1, 30)
                lines.append(f"{day},{game},{hand},Player {player},{points}")
    return "\n".join(lines)


def installation(data: Path) -> Flask:
    app = create_app(Settings(data=data))
    with app.app_context():
        schema.upgrade(app)
    return app


def new_account() -> int:
    with writing() as connection:
        return registration.add(connection, Person("olga@example.org", "Olga"), password_hash=None, now=NOW)


def new_league(account: int) -> int:
    slug = leagues.found_league("Club", visibility="public", time_zone="UTC", actor=Actor(account, NOW))
    found = league_head(slug)
    assert found is not None
    return found.id


def only_league() -> int:
    found = league_head("club")
    assert found is not None
    return found.id


def new_game(league: int) -> str:
    with writing() as connection:
        membership = Membership(league, seasons.season_for(connection, league, NOW))
        event = Started(PLAYERS, 0, NOW)
        return joining.start_game(event, membership, now=NOW, device=digest(PHONE))


def accept(text: str, league: int, account: int) -> None:
    planner = importing.planner(text.encode(), into=league, account_id=account, now=NOW)
    importing.accept(planner, actor=Actor(account, NOW))


@contextmanager
def locks() -> Iterator[list[float]]:
    """How long each write transaction held the lock."""
    held: list[float] = []
    began: list[float] = []

    def begin(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("BEGIN IMMEDIATE"):
            began.append(time.perf_counter())

    def end(_connection: object) -> None:
        if began:
            committed.append(began.pop())

    committed: list[float] = []

    def returned(_connection: object, _record: object) -> None:
        if committed:
            held.append(time.perf_counter() - committed.pop())

    event.listen(db.engine, "before_cursor_execute", begin)
    event.listen(db.engine, "commit", end)
    event.listen(db.engine.pool, "checkin", returned)
    yield held
    event.remove(db.engine, "before_cursor_execute", begin)
    event.remove(db.engine, "commit", end)
    event.remove(db.engine.pool, "checkin", returned)
