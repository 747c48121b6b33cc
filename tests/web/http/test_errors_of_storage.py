"""Nothing is acknowledged that cannot be kept: each failure of disk and database is said as what it is."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from itertools import cycle
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.config import DATABASE_NAME
from scorekeeper.models.base import db as database
from tests.support.accounts import PASSWORD, make_account, sign_in
from tests.support.disks import (
    SPOILT,
    each_connection,
    files_no_larger_than,
    forget_connections,
    games_in,
    make_whole,
    opened,
    serving,
)
from tests.support.phones import Phone, sheet, text_of
from tests.web.conftest import FOUR, Clock

NAMES = {"players": list(FOUR)}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def app(template: Path, data: Path) -> Iterator[Flask]:
    with serving(template, data) as app:
        yield app


@pytest.fixture
def away(tmp_path: Path) -> Path:
    return tmp_path / "away"


def hand(number: int, *, attempt: int = 1) -> dict[str, object]:
    return sheet(1, {0: 25, 2: 45, 3: 110}, attempt=attempt)


def save(phone: Phone, game: str, hand_number: int = 1):
    return phone.post(f"/games/{game}/hands/{hand_number}", hand(hand_number))


def refusals(phone: Phone, game: str, *, times: int = 9) -> set[tuple[int, str]]:
    """Status and code of hands and games that are tried to save."""
    pages = {(save(phone, game).status_code, "") for _ in range(times)}
    starts = [phone.client.post("/api/v1/games", json=NAMES) for _ in range(times)]
    return pages | {(answer.status_code, answer.json["code"]) for answer in starts}


def test_nine_saves_into_a_folder_that_is_gone_are_refused_and_it_can_come_back(
    scorer: Phone, game: str, data: Path, away: Path
) -> None:
    data.rename(away)

    assert refusals(scorer, game) == {(503, ""), (503, "scores-unreachable")}
    answer = save(scorer, game)
    assert "The server can't reach the scores" in text_of(answer)
    assert answer.headers["Retry-After"] == "5"
    assert not data.exists()
    assert games_in(away) == 1

    away.rename(data)
    assert save(scorer, game).status_code == 303
    assert len(scorer.document(game)["hands"]) == 1


@pytest.mark.parametrize("content", [None, b"", b"a shopping list " * 1000])
def test_nothing_is_saved_into_another_file_until_a_new_start(
    app: Flask, scorer: Phone, game: str, data: Path, away: Path, template: Path, content: bytes | None
) -> None:
    assert save(scorer, game).status_code == 303
    data.rename(away)
    shutil.copytree(template, data)
    file = data / DATABASE_NAME
    if content is not None:
        file.write_bytes(content)
    before = file.read_bytes()

    assert refusals(scorer, game, times=2) == {(503, ""), (503, "scores-unreachable")}
    assert (file.read_bytes(), games_in(away)) == (before, 1)

    forget_connections(app)
    if content is None:
        assert scorer.get(f"/games/{game}").status_code == 404
        assert scorer.client.post("/api/v1/games", json=NAMES).status_code == 201
    else:
        assert scorer.get("/").status_code == 503


def test_a_folder_that_is_replaced_while_a_hand_is_saved_gets_no_hand(
    app: Flask, scorer: Phone, game: str, data: Path, away: Path, template: Path
) -> None:
    def replace(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO entry") and data.exists() and not away.exists():
            data.rename(away)
            shutil.copytree(template, data)

    with app.app_context():
        event.listen(database.engine, "before_cursor_execute", replace)

    assert (save(scorer, game).status_code, away.exists()) == (503, True)

    forget_connections(app)
    assert (games_in(away), games_in(data)) == (1, 0)
    with closing(sqlite3.connect(away / DATABASE_NAME)) as connection:
        assert connection.execute("SELECT count(*) FROM entry").fetchall() == [(1,)]


def test_a_full_disk_is_said_as_that_and_saves_work_again_when_there_is_room(
    app: Flask, scorer: Phone, game: str
) -> None:
    # No page more than there are: what is free within them is used up first.
    with each_connection(app, "PRAGMA max_page_count=1"):
        while scorer.client.post("/api/v1/games", json=NAMES).status_code == 201:
            pass
        names = cycle(("Anna", "Ana"))
        while scorer.post(f"/games/{game}/seats", {"seat": 0, "name-0": next(names)}).status_code == 303:
            pass
        (refused,) = refusals(scorer, game, times=2) - {(503, "")}
        answer = save(scorer, game)
        assert scorer.get(f"/games/{game}").status_code == 200

    assert (refused, answer.status_code) == ((503, "disk-full"), 503)
    assert "The server's disk is full" in text_of(answer)
    assert save(scorer, game).status_code == 303


def test_a_database_that_can_only_be_read_is_said_as_that(app: Flask, scorer: Phone, game: str) -> None:
    with opened(app, mode="ro"):
        assert refusals(scorer, game, times=2) == {(503, ""), (503, "read-only")}
        assert "The server can't write to its disk" in text_of(save(scorer, game))
        assert scorer.get(f"/games/{game}").status_code == 200


def test_a_disk_with_errors_is_said_as_that(scorer: Phone, game: str, data: Path) -> None:
    assert scorer.attempt(game, 1) == 1
    with files_no_larger_than((data / f"{DATABASE_NAME}-wal").stat().st_size):
        found = refusals(scorer, game, times=2)
        said = text_of(save(scorer, game))

    assert found == {(503, ""), (503, "scores-damaged")}
    assert "The scores or the server's disk are damaged" in said
    assert save(scorer, game).status_code == 303


@pytest.mark.parametrize("kind", SPOILT)
def test_a_damaged_database_is_never_a_fault_of_ours(
    app: Flask, scorer: Phone, game: str, data: Path, kind: str
) -> None:
    forget_connections(app)
    make_whole(data / DATABASE_NAME)
    SPOILT[kind](data / DATABASE_NAME)

    paths = ["/", "/players", "/leagues", f"/games/{game}", f"/games/{game}/history", f"/api/v1/games/{game}"]
    assert {scorer.get(path).status_code for path in paths} == {503}
    assert refusals(scorer, game, times=2) == {(503, ""), (503, "scores-damaged")}


def test_a_lock_that_is_held_by_another_program_is_busy(
    app: Flask, scorer: Phone, game: str, data: Path
) -> None:
    with (
        each_connection(app, "PRAGMA busy_timeout=1"),
        closing(sqlite3.connect(data / DATABASE_NAME, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        answer = save(scorer, game)
        assert refusals(scorer, game, times=1) == {(503, ""), (503, "busy")}

    assert answer.headers["Retry-After"] == "5"
    assert "Try again in a moment." in text_of(answer)


def test_the_log_has_one_line_for_each_kind_and_minute(
    app: Flask,
    scorer: Phone,
    game: str,
    data: Path,
    away: Path,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    data.rename(away)
    for _ in range(50):
        save(scorer, game)
    clock.at += timedelta(minutes=1)
    save(scorer, game)
    away.rename(data)
    with opened(app, mode="ro"):
        save(scorer, game)

    line = (
        f"NOTHING CAN BE SAVED NOW. The scores can't be reached in {data}. Mount the disk, put the right "
        "database back or start its server, then start Scorekeeper again. (The system says: "
        f"{data / DATABASE_NAME}: No such file or directory.) Refused: POST hands.save."
    )
    first, second, other = [record.getMessage() for record in caplog.records]
    assert first == second == line
    assert other.startswith(f"NOTHING CAN BE SAVED NOW. The scores in {data} can be read but not changed.")
    assert game not in caplog.text


def test_organisers_are_told_that_the_disk_is_nearly_full(
    app: Flask, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser, visitor = Phone(app), Phone(app)
    sign_in(organiser, make_account(app, password=PASSWORD))
    pages = [(organiser, "/account"), (organiser, "/leagues"), (visitor, "/leagues")]
    sentence = "Only 199 MB are left."

    def told() -> list[bool]:
        return [sentence in text_of(phone.get(path)) for phone, path in pages]

    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 199_999_999))
    assert told() == [True, True, False]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 200_000_000))
    assert told() == [False, False, False]
