"""Readers do not wait for writers, obstacles have a sentence, the first question finds its indexes made."""

import sqlite3
import subprocess
import sys

import pytest
from flask import Flask

from scorekeeper.errors import OperatorError
from scorekeeper.server.serve import listening
from tests.support.inside_server import Clients, answer, get, saves, serving
from tests.support.phones import Phone
from tests.support.servers import wait_until

WAITING = 10


def test_pages_are_answered_while_writers_wait_for_the_database(app: Flask, db: sqlite3.Connection) -> None:
    scorer = Phone(app)
    games = [scorer.start("Ana", "Ben") for _ in range(WAITING)]
    forms = [saves(scorer, game) for game in games]
    style = scorer.get("/").text.partition('href="/static/')[2].partition('"')[0]
    paths = (f"/games/{games[0]}", f"/static/{style}", "/rules")
    # Some pages take long the first time, and a writer waits ten seconds for the database.
    for path in paths:
        assert scorer.get(path).status_code == 200

    with serving(app) as server, Clients(server) as clients:
        db.execute("BEGIN IMMEDIATE")
        tables = [clients.sending(form) for form in forms]
        wait_until(lambda: server.task_dispatcher.active_count == WAITING)
        assert [answer(clients.sending(get(path)))[0] for path in paths] == [200, 200, 200]
        assert server.task_dispatcher.active_count >= WAITING
        db.execute("ROLLBACK")
        assert [answer(table)[0] for table in tables] == [303] * WAITING


@pytest.mark.parametrize("host", ["nonsense.invalid", "a..b", "x" * 64])
def test_a_host_that_this_computer_does_not_have_is_named(host: str) -> None:
    with pytest.raises(OperatorError, match=f"on {host}, port"):
        listening(8000, host=host)


FIRST_QUESTION = """
from scorekeeper.rulebook import search
from scorekeeper.web.referee.search import irregularities_about

irregularities_about("")
made = []
search.Index.__init__ = lambda index, *_documents, **_more: made.append(index)
search.search("may I take it?")
irregularities_about("may I take it?")
print(len(made))
"""


def test_the_first_question_after_a_start_finds_its_indexes_made() -> None:
    # This process has answered questions already.
    asked = subprocess.run([sys.executable, "-c", FIRST_QUESTION], capture_output=True, text=True, check=True)

    assert asked.stdout == "0\n"
