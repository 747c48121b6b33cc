"""Proves that the shared application forgets what a test did to it before the next test."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from flask import Flask

from tests.support.phones import Phone

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
