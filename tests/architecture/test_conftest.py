"""Proves that what tests share forgets what a test did to it before the next test."""

from __future__ import annotations

import gzip
import sqlite3
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask

from tests.support.phones import Phone
from tests.support.played_once import played_once

ROUNDS = (1, 2)
NEW = ["data", "scorekeeper.sqlite", "secret-key"]


@pytest.mark.parametrize("_round", ROUNDS)
def test_an_application_is_found_as_it_was_made(app: Flask, data: Path, _round: int) -> None:
    assert app.testing
    assert "left" not in {*app.config, *app.extensions}
    assert sorted(path.name for path in data.parent.rglob("*")) == NEW

    app.testing = False
    app.config["left"] = app.extensions["left"] = "behind"
    (data / "left").touch()
    (data.parent / "left").touch()


@pytest.mark.parametrize("_round", ROUNDS)
def test_no_game_is_left_of_the_test_before(app: Flask, db: sqlite3.Connection, _round: int) -> None:
    phone = Phone(app)
    assert db.execute("SELECT count(*) FROM game").fetchone() == (0,)

    game = phone.start("Ana", "Ben")
    assert phone.get(f"/games/{game}").status_code == 200
    assert db.execute("SELECT count(*) FROM game").fetchone() == (1,)


@played_once
def beginning(app: Flask) -> tuple[Phone, str]:
    phone = Phone(app)
    return phone, phone.start("Ana", "Ben")


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_beginning_is_found_as_it_was_left(app: Flask, now: datetime, seen: list[str], _round: int) -> None:
    app.extensions["clock"] = lambda: now
    phone, game = beginning(app)
    seen.append(game)
    assert len(set(seen)) == 1
    assert phone.document(game)["hands"] == []

    points = 10 + 5 * _round
    assert phone.score(game, 1, 0, {1: points}).status_code == 303
    assert phone.document(game)["hands"][0]["scores"][1]["points"] == points
    packed = Phone(app).get(f"/games/{game}", headers={"Accept-Encoding": "gzip"}).data
    assert f">{points}<" in gzip.decompress(packed).decode()

    assert phone.client.get_cookie("left") is None
    phone.client.set_cookie("left", "behind")


@pytest.fixture(scope="module")
def seen() -> list[str]:
    return []
