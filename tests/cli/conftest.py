"""The command over a data folder of its own, and games in it."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import paths
from scorekeeper.cli import main
from scorekeeper.models.base import db as database
from scorekeeper.services.leagues import demo
from tests.support.commands import Command, Outcome, Played
from tests.support.next_release import add_revision


@pytest.fixture
def scorekeeper(
    app: Flask, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """The command over `data`, within this process."""

    def run(*arguments: str, **environ: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["scorekeeper", *arguments])
        monkeypatch.setenv("SCOREKEEPER_DATA", str(data))
        # The command stands for a process of its own: this one must not hold the database open.
        with app.app_context():
            database.engine.dispose()
        for name, value in environ.items():
            monkeypatch.setenv(name, value)
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main.main()
        printed = capsys.readouterr()
        if isinstance(ended.value.code, str):
            return Outcome(1, printed.out, printed.err + ended.value.code)
        return Outcome(ended.value.code or 0, printed.out, printed.err)

    return run


@pytest.fixture
def played(app: Flask) -> Played:
    """The example games, in the database of `app`."""
    with app.app_context():
        return demo.write_examples(now=datetime.now(UTC))


@pytest.fixture
def next_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the release after this one ran, whose tables have one revision more."""
    add_revision(tmp_path / "migrations")
    monkeypatch.setattr(paths, "MIGRATIONS", tmp_path / "migrations")
