"""A server lets nobody wait for what is not theirs, and ends without losing what it was asked."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterable

import pytest
from flask import Flask

from scorekeeper.errors import OperatorError
from scorekeeper.server.connections import Pools
from scorekeeper.server.serve import connections_possible, listening
from tests.support.inside_server import Clients, answer, end, everything, get, saves, serving
from tests.support.phones import Phone
from tests.support.servers import wait_until

WAITING = 12


def test_pages_are_answered_while_writers_wait_for_the_database(app: Flask, db: sqlite3.Connection) -> None:
    scorer = Phone(app)
    games = [scorer.start("Ana", "Ben") for _ in range(WAITING)]
    forms = [saves(scorer, game) for game in games]
    style = scorer.get("/").text.partition('href="/static/')[2].partition('"')[0]
    paths = (f"/games/{games[0]}", f"/static/{style}", "/rules")
    order: list[int] = []
    # Some pages take long the first time, and a writer waits ten seconds for the database.
    for path in paths:
        assert scorer.get(path).status_code == 200

    with serving(app) as server, Clients(server) as clients:
        db.execute("BEGIN IMMEDIATE")
        tables = [clients.sending(form) for form in forms]
        wait_until(lambda: len(server.pools.writing.queue) == WAITING - 8)
        for path in paths:
            order.append(answer(clients.sending(get(path)))[0])
        assert server.pools.writing.served == 0
        db.execute("ROLLBACK")
        order.extend(answer(table)[0] for table in tables)

    assert order == [200, 200, 200, *[303] * WAITING]


def test_what_is_being_answered_when_the_server_stops_is_answered(caplog: pytest.LogCaptureFixture) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slow(_environ: object, start_response: object) -> Iterable[bytes]:
        asked.set()
        assert go_on.wait(20)
        start_response("200 OK", [])
        return [b"saved"]

    with serving(slow) as server, Clients(server) as clients:
        whole = clients.sending(get("/"))
        assert asked.wait(20)
        idle, half = clients.sending(b""), clients.sending(get("/")[:-2])
        server.stop()
        assert (everything(idle), everything(half)) == (b"", b"")
        with pytest.raises(ConnectionRefusedError):
            clients.sending(get("/"))
        go_on.set()

        assert everything(whole).endswith(b"\r\n\r\nsaved")
    assert caplog.records == []


@pytest.mark.parametrize(
    ("soft", "hard", "connections", "raised"),
    [
        (1024, 1_048_576, 1000, 1250),
        (1024, resource.RLIM_INFINITY, 1000, 1250),
        (256, 650, 400, 650),
        (256, 256, 50, 256),
        (4096, 4096, 1000, None),
    ],
)
def test_a_server_takes_as_many_connections_as_it_may_open_files(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, connections: int, raised: int | None
) -> None:
    changed: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: changed.append(limits))

    assert connections_possible() == connections
    assert changed == ([] if raised is None else [(raised, hard)])


@pytest.mark.parametrize("host", ["nonsense.invalid", "a..b", "x" * 64])
def test_a_host_that_this_computer_does_not_have_is_named(host: str) -> None:
    with pytest.raises(OperatorError, match=f"SCOREKEEPER_HOST is '{host}'"):
        listening(8000, host=host)


FIRST_QUESTION = """
from flask import Flask
from scorekeeper.rulebook import search
from scorekeeper.server import serve
from scorekeeper.web.referee.search import ranked

serve.start_search(Flask("search")).join()
made = []
search.Index.__init__ = lambda index, *_documents, **_more: made.append(index)
search.search("may I take it?")
ranked("may I take it?")
print(len(made))
"""


def test_the_first_question_after_a_start_finds_its_indexes_made() -> None:
    # This process has answered questions already.
    asked = subprocess.run([sys.executable, "-c", FIRST_QUESTION], capture_output=True, text=True, check=True)

    assert asked.stdout == "0\n"


def test_a_pool_goes_on_while_a_thread_is_free_or_requests_are_answered() -> None:
    started, go_on = threading.Semaphore(0), threading.Semaphore(0)
    pools = Pools(readers=1, writers=1)

    class Task:
        def service(self) -> None:
            started.release()
            assert go_on.acquire(timeout=20)
            pools.writing.served += 1

    wait_until(pools.make_progress)
    for _ in range(3):
        pools.writing.add_task(Task())
    assert started.acquire(timeout=20)
    assert not pools.make_progress()
    go_on.release()
    assert started.acquire(timeout=20)
    assert [pools.make_progress(), pools.make_progress()] == [True, False]
    go_on.release(2)
    wait_until(pools.make_progress)
    end(pools)
