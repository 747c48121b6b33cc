"""/healthz and /readyz tell monitoring programs whether the server is alive and can save."""

import os
import resource
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.config import DATABASE_NAME
from tests.support.disks import each_connection, forget_connections, make_whole, opened, serving, zero_pages

READY = {"database": "ok", "schema": "ok", "space": "ok"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def app(template: Path, data: Path) -> Iterator[Flask]:
    with serving(template, data) as app:
        yield app


def checks(client: FlaskClient) -> dict[str, str]:
    """The checks that /readyz reports as other than ok, by name."""
    answer = client.get("/readyz")
    assert answer.status_code == (503 if set(answer.json["checks"].values()) - {"ok", "low"} else 200)
    assert answer.json["status"] == ("ready" if answer.status_code == 200 else "not ready")
    assert list(answer.json["checks"]) == list(READY)
    return {name: found for name, found in answer.json["checks"].items() if found != "ok"}


def test_a_server_that_can_save_is_alive_and_ready(client: FlaskClient) -> None:
    alive, ready = client.get("/healthz"), client.get("/readyz")

    assert (alive.status_code, alive.json) == (200, {"status": "ok"})
    assert (ready.status_code, ready.json) == (200, {"status": "ready", "checks": READY})
    for answer in (alive, ready):
        assert answer.headers["Cache-Control"] == "no-store"
        assert {"Set-Cookie", "Vary"}.isdisjoint(answer.headers)
    for path in ("/healthz", "/readyz"):
        answer = client.head(path)
        assert (answer.status_code, answer.data) == (200, b"")


def test_asking_writes_nothing_and_waits_for_no_table(client: FlaskClient, data: Path) -> None:
    assert client.get("/readyz").status_code == 200
    before = (data / f"{DATABASE_NAME}-wal").stat().st_size

    assert client.get("/readyz").status_code == 200
    assert (data / f"{DATABASE_NAME}-wal").stat().st_size == before


def test_a_server_without_its_folder_is_alive_but_not_ready(
    app: Flask, client: FlaskClient, data: Path, tmp_path: Path
) -> None:
    assert checks(client) == {}
    data.rename(tmp_path / "away")
    assert checks(client) == {"database": "scores-unreachable", "schema": "scores-unreachable"}
    assert client.get("/healthz").status_code == 200
    assert str(data) not in client.get("/readyz").text

    (tmp_path / "away").rename(data)
    assert checks(client) == {}


def test_a_server_that_may_open_no_more_files_is_not_ready(app: Flask, client: FlaskClient) -> None:
    assert checks(client) == {}
    forget_connections(app)
    most, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(name) for name in os.listdir("/proc/self/fd"))
    taken: list[int] = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, hard))
    try:
        with suppress(OSError):
            while True:
                taken.append(os.dup(0))
        found = checks(client)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        for number in taken:
            os.close(number)
    assert found == {"database": "scores-unreachable", "schema": "scores-unreachable"}
    assert checks(client) == {}


def test_a_database_that_is_locked_read_only_damaged_or_newer_is_not_ready(
    app: Flask, client: FlaskClient, data: Path
) -> None:
    file = data / DATABASE_NAME
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert checks(client) == {"database": "busy", "schema": "busy"}
    with opened(app, mode="ro"):
        assert set(checks(client).values()) == {"read-only"}
    make_whole(file)
    whole = file.read_bytes()
    zero_pages(file)
    assert set(checks(client).values()) == {"scores-damaged"}
    forget_connections(app)
    file.write_bytes(whole)
    with each_connection(app, "UPDATE alembic_version SET version_num = '2099'"):
        assert checks(client) == {"schema": "scores-unreachable"}


@pytest.mark.parametrize(("free", "found"), [(199_999_999, "low"), (9_999_999, "disk-full")])
def test_space_that_runs_out_is_told(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, free: int, found: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, free))

    assert checks(client) == {"space": found}


def test_they_answer_by_address_whatever_hosts_are_set(app: Flask) -> None:
    client = create_app(replace(app.extensions["settings"], hosts=("cards.example.org",))).test_client()

    for path in ("/healthz", "/readyz"):
        assert client.get(path, headers={"Host": "127.0.0.1:8000"}).status_code == 200
        assert client.get(path, headers={"Host": "elsewhere.example.org"}).status_code == 400
