"""Of several secret keys one signs for a database, and `scorekeeper db adopt-key` lets another one."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.models import SecretKeyRow, SignInRow
from scorekeeper.models.base import db
from tests.support.accounts import make_account, sign_in
from tests.support.commands import Command


@pytest.fixture
def another_key(scorekeeper: Command, data: Path) -> bytes:
    """The key of the data folder, once this one signs for the database."""
    assert scorekeeper("doctor").code == 0
    (data / "secret-key").write_bytes(key := b"k" * 32)
    return key


@pytest.mark.usefixtures("another_key")
@pytest.mark.parametrize("command", [("doctor",), ("user", "list"), ("db", "upgrade")])
def test_another_key_is_told(scorekeeper: Command, data: Path, command: tuple[str, ...]) -> None:
    refused = scorekeeper(*command)

    assert refused.code == 1
    assert f"Another secret key than {data / 'secret-key'} signs" in refused.error
    assert "`scorekeeper db adopt-key`" in refused.error


@pytest.mark.usefixtures("another_key")
def test_an_adopted_key_signs_and_ends_sign_ins(scorekeeper: Command, app: Flask) -> None:
    sign_in(app.test_client(), make_account(app))

    assert scorekeeper("db", "adopt-key").code == 0

    assert scorekeeper("doctor").code == 0
    with app.app_context():
        assert db.session.query(SignInRow).count() == 0


def test_a_backup_takes_the_key_of_where_it_comes_back(
    scorekeeper: Command, app: Flask, data: Path, tmp_path: Path
) -> None:
    scorekeeper("doctor")
    scorekeeper("backup", str(tmp_path / "copy"))
    (data / "secret-key").write_bytes(b"k" * 32)

    assert scorekeeper("restore", str(tmp_path / "copy")).code == 0

    with app.app_context():
        assert db.session.query(SecretKeyRow).count() == 0
    assert scorekeeper("doctor").code == 0
