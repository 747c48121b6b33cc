"""A database that cannot be the one is told in one sentence, which names it."""

from pathlib import Path

import psycopg
import pytest

from tests.support.postgresql import Server
from tests.support.servers import command, environment

pytestmark = pytest.mark.long

NAMES = {
    "ascii": "has the encoding SQL_ASCII",
    "another": "has tables of another program",
    "newer": "is from a newer release",
    "missing": "does not exist",
}
TABLES = {
    "another": "CREATE TABLE game (id int)",
    "newer": "CREATE TABLE alembic_version AS SELECT '2099_01_01_more' AS version_num",
}


@pytest.fixture(scope="module")
def wrong(server: Server) -> Server:
    server.send(
        "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0",
        *(f"CREATE DATABASE {name}" for name in TABLES),
    )
    for name, table in TABLES.items():
        with psycopg.connect(host=str(server.folder), user="postgres", dbname=name) as connection:
            connection.execute(table)  # type: ignore[call-overload]
    return server


@pytest.mark.parametrize("name", NAMES)
def test_it_is_told_in_a_sentence(wrong: Server, tmp_path: Path, name: str) -> None:
    environ = environment(tmp_path, SCOREKEEPER_DATABASE=wrong.address(name))

    refused = command("run", environ=environ)

    (sentence,) = refused.stderr.splitlines()
    assert refused.returncode == 1
    assert name in sentence
    assert NAMES[name] in sentence
    assert str(tmp_path) not in sentence


def test_what_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    address = "postgresql://ana:secret@localhost:1/scores"

    refused = command("doctor", environ=environment(tmp_path, SCOREKEEPER_DATABASE=address))

    (sentence,) = refused.stderr.splitlines()
    assert "postgresql://ana:***@localhost:1/scores can't be reached" in sentence
    assert "secret" not in sentence
