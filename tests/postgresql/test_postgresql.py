"""Proves that PostgreSQL keeps scores as SQLite does: the same revisions, events, pages and files."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import distinct, func, inspect, select, text
from sqlalchemy.exc import OperationalError

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.models import ResultRow, engine
from scorekeeper.models.base import Base, db
from scorekeeper.models.engine import TakenOver, reading, writing
from scorekeeper.models.postgresql import LONGEST
from scorekeeper.rules.entries import Joined
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.services.games import recording
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import persons, players, seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.persons import erase
from scorekeeper.services.leagues.queries.players import members
from scorekeeper.services.maintenance import doctor, schema, upgrading
from scorekeeper.services.maintenance.copying import application
from tests.postgresql.conftest import Install
from tests.services.leagues.transfer.test_round_trip import random_club
from tests.support.club import GAME, Club, account
from tests.support.elsewhere import brought_in, elsewhere, league_id_of, text_of
from tests.support.league_cast import set_cast
from tests.support.phones import Phone
from tests.support.play import sheet, started
from tests.support.postgresql import Server
from tests.support.racing import race
from tests.web.conftest import clock  # noqa: F401
from tests.web.games.test_hands_of_worked_sheets import test_worked_sheet_is_scored_by_forms  # noqa: F401

pytestmark = pytest.mark.long

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
RANKINGS = {
    "2026": Ranking(Method.TOTALS, best_of=3, min_games=2),
    "January": Ranking(
        Method.PLACES, place_points={seats: tuple(range(seats, 0, -1)) for seats in range(2, 7)}
    ),
    "February": Ranking(Method.AVERAGE),
    "March": Ranking(Method.BEATEN, min_games=2),
}
MONTHS = [
    Season(name, date(2026, month, 1), date(2026, month + 1, 1))
    for month, name in enumerate(list(RANKINGS)[1:], start=1)
]


@pytest.fixture
def scorer(app: Flask) -> Phone:
    return Phone(app)


def test_revisions_make_the_tables_of_the_code_and_go_back(app: Flask) -> None:
    with app.app_context(), reading() as session:
        context = MigrationContext.configure(session.connection(), opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    with app.app_context():
        command.downgrade(schema.configuration(), "base")
    with app.app_context(), reading() as session:
        assert inspect(session.connection()).get_table_names() == ["alembic_version"]
        own = text("SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace")
        assert session.execute(own).scalar_one() == 0


def test_a_league_is_the_same_in_both(app: Flask, install: Install, template: Path) -> None:
    with within(app):
        club = eventful_club()
        file, pages = text_of(club.league_id), public_pages(app, club)
    assert doctor.examine(app).sound

    with elsewhere(template) as other:
        other.extensions["clock"] = lambda: NOW
        brought_in(file, now=NOW)
        assert text_of(league_id_of(club.slug)) == file
        assert public_pages(other, club) == pages
    again = install()
    with within(again):
        brought_in(file, now=NOW)
        assert text_of(league_id_of(club.slug)) == file
        assert public_pages(again, club) == pages


def test_every_page_opens_and_every_form_is_answered(app: Flask) -> None:
    app.extensions["clock"] = lambda: NOW
    cast = set_cast(app)

    for method in ("GET", "POST"):
        for route in cast.routes():
            if route.method == method:
                phone = cast.phones["organiser" if cast.slug in route.path else "scorer"]
                answer = phone.get(route.path) if method == "GET" else phone.post(route.path)
                assert answer.status_code < 500, route
    assert doctor.examine(app).sound


@pytest.mark.parametrize("odd", ["%00", "9" * 40])
def test_what_the_database_cannot_hold_is_no_fault_of_the_program(
    app: Flask, scorer: Phone, odd: str
) -> None:
    app.testing = False
    with within(app):
        slug = Club(account()).slug

    for path in (
        "/games/new?again={}",
        "/leagues/{}",
        f"/leagues/{slug}/games?season={{}}",
        "/rules?game={}",
    ):
        assert scorer.get(path.format(odd)).status_code in (200, 400, 404), path


def test_a_server_started_anew_is_used_at_once(server: Server, scorer: Phone) -> None:
    game = scorer.start("Ana", "Ben")

    server.send("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'")

    assert scorer.get(f"/games/{game}").status_code == 200
    assert scorer.score(game, 1, 0, {1: 5}).status_code == 303


def test_of_three_at_once_one_is_recorded(app: Flask) -> None:
    with app.app_context():
        game = started("Ana Ben")

    for hand in range(1, 8):
        answers = race(
            app, *[lambda hand=hand: recording.record(game, sheet("out 5", hand=hand), now=NOW)] * 3
        )
        assert Counter(answer.again for answer in answers) == {False: 1, True: 2}

    with app.app_context():
        assert recording.current(game).version == 8
    assert doctor.examine(app).sound


def test_games_of_one_league_bring_new_names_and_end_at_once(app: Flask) -> None:
    with app.app_context():
        club = Club(account())
        short = [club.begin("Ana Ben", day=day) for day in range(1, 7)]
        whole = [club.go_on(club.begin("Ana Ben Ida Zoe", day=day), *GAME[:-1]) for day in range(7, 13)]
        last = sheet(GAME[-1], hand=len(GAME))

    for name in ("Cem", "Dee"):
        race(app, *[partial(recording.record, game, Joined(name, after=0), now=NOW) for game in short])
    race(app, *[partial(recording.record, game, last, now=NOW) for game in whole])

    with app.app_context():
        assert sorted(line.name for line in members(club.league_id)) == [
            "Ana",
            "Ben",
            "Cem",
            "Dee",
            "Ida",
            "Zoe",
        ]
        results = select(func.count(distinct(ResultRow.game_id)))
        assert db.session.scalar(results) == len(whole)
    assert doctor.examine(app).sound


def test_a_writer_waits_for_other_processes_so_long_and_no_longer(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context(), db.engine.connect() as other, other.begin():
        with writing() as session:
            lock = (
                session.connection()
                .exec_driver_sql("SELECT objid FROM pg_locks WHERE locktype = 'advisory'")
                .scalar()
            )
        other.exec_driver_sql(f"SELECT pg_advisory_xact_lock({lock})")
        monkeypatch.setattr(engine, "BUSY_MILLISECONDS", 100)
        with pytest.raises(OperationalError, match="lock timeout"), writing():
            pass


def test_whoever_comes_after_a_writer_waits_no_longer_than_for_an_answer(app: Flask) -> None:
    with app.app_context():
        with writing():
            pass
        with closing(db.engine.raw_connection()) as connection:
            assert connection.dbapi_connection.limit == LONGEST


def test_an_instance_saves_nothing_once_another_key_signs(app: Flask, install: Install) -> None:
    settings: Settings = app.extensions["settings"]
    upgrading.require_ours(app, settings)
    with application(create_app(replace(settings, data=install().extensions["settings"].data))) as other:
        upgrading.adopt_key(other)
    with app.app_context(), pytest.raises(TakenOver, match="key"), writing():
        pass
    assert app.test_client().get("/readyz").status_code == 503


@contextmanager
def within(app: Flask) -> Iterator[None]:
    app.extensions["clock"] = lambda: NOW
    with app.app_context():
        yield


def eventful_club(*who: str) -> Club:
    """A league with every kind of event that changes its numbers, of a new account."""
    club = Club(account(*who))
    random_club(club, 3)
    for day in (2, 40, 41, 90):
        struck = club.play("Änne zoe Ben Ida", day=day)
    by = Actor(club.account_id, NOW)
    number = {line.name: line.number for line in members(club.league_id)}
    added = players.add(club.league_id, ["änne II", "Åsa", "_ 100%"], actor=by)
    persons.merge(club.league_id, added[0], into=number["Änne"], actor=by)
    players.rename(club.league_id, number["zoe"], "Zoë", actor=by)
    erase(club.league_id, number["Ben"], confirmation="BEN", actor=by)
    league_games.strike(club.league_id, struck, "a trial", actor=by)
    for month in MONTHS:
        seasons.set_season(club.league_id, month, actor=by)
    for season, ranking in RANKINGS.items():
        seasons.set_ranking(club.league_id, season, ranking, actor=by)
    return club


def public_pages(app: Flask, club: Club) -> dict[str, str]:
    """Every public page and file of a league by address, under every ranking."""
    client = app.test_client()
    numbers = [line.number for line in members(league_id_of(club.slug))]
    paths = [
        *(f"/leagues/{club.slug}{page}" for page in ("", "/games", "/games?page=2", "/records", "/players")),
        *(f"/leagues/{club.slug}/players/{number}" for number in numbers),
        *(f"/leagues/{club.slug}/seasons/{season}{more}" for season in RANKINGS for more in ("", "/print")),
        *(f"/api/v1/leagues/{club.slug}/standings?season={season}" for season in RANKINGS),
        f"/api/v1/leagues/{club.slug}/games",
    ]
    answers = {path: client.get(path) for path in paths}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {path: answer.text for path, answer in answers.items()}


def test_a_database_that_only_reads_or_does_not_answer_is_said_as_that(
    app: Flask, server: Server, scorer: Phone, tmp_path: Path
) -> None:
    ready = {"database": "ok", "schema": "ok", "space": "ok"}
    assert scorer.get("/readyz").json == {"status": "ready", "checks": ready}
    server.send("ALTER DATABASE test_0 SET default_transaction_read_only = on")
    with app.app_context():
        db.engine.dispose()

    refused = scorer.client.post("/api/v1/games", json={"players": ["Ana", "Ben", "Cem", "Dee"]})

    assert (refused.status_code, refused.json["code"]) == (503, "read-only")
    checks = scorer.get("/readyz").json["checks"]
    assert checks == {"database": "read-only", "schema": "read-only", "space": "ok"}
    nowhere = create_app(Settings(data=tmp_path, database="postgresql+psycopg://localhost:1/scores"))
    assert nowhere.test_client().get("/api/v1/games/" + "x" * 22).json["code"] == "scores-unreachable"
    assert nowhere.test_client().get("/readyz").json["checks"]["database"] == "scores-unreachable"


def test_a_lock_that_somebody_keeps_is_told_instead_of_waited_for(app: Flask, scorer: Phone) -> None:
    with app.app_context(), db.engine.connect() as other, ThreadPoolExecutor() as threads:
        with other.begin():
            other.exec_driver_sql(f"SELECT pg_advisory_xact_lock({engine._WRITERS_LOCK})")
            answer = threads.submit(scorer.get, "/readyz")
            wait([answer], timeout=30)
        # A waiting request would be answered only now that the lock is free.
        assert answer.result().json["checks"] == {"database": "busy", "schema": "busy", "space": "ok"}
    assert scorer.get("/readyz").status_code == 200


def test_an_older_instance_writes_nothing_once_a_newer_one_has_upgraded(app: Flask, scorer: Phone) -> None:
    ready = scorer.get("/readyz")
    with app.app_context(), writing(upgrades=True) as session:
        session.execute(text("UPDATE alembic_version SET version_num = '2099_01_01_more'"))

    refused = scorer.client.post("/api/v1/games", json={"players": ["Ana", "Ben", "Cem", "Dee"]})

    assert ready.status_code == 200
    assert (refused.status_code, refused.json["code"]) == (503, "scores-unreachable")
    assert scorer.get("/readyz").json["checks"]["schema"] == "scores-unreachable"
