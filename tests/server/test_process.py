"""`scorekeeper run`: it serves and says where; what stands in its way is one sentence, with nothing lost."""

import http.client
import json
import re
import shutil
import socket
import sqlite3
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.support.disks import make_whole
from tests.support.mailbox import Mailbox
from tests.support.servers import Server, command, environment, free_port, running, wait_until

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that no test stops or breaks."""
    data = tmp_path_factory.mktemp("server") / "data"
    shutil.copytree(template, data)
    with running(data) as server:
        yield server


def test_run_serves_and_says_where(server: Server) -> None:
    with urllib.request.urlopen(f"{server.url}/") as answer:
        assert answer.status == 200
    printed = server.output.read_text(encoding="utf-8")
    assert f"On this computer: http://localhost:{server.port}\n" in printed
    assert re.search(rf"On phones:        (http://(?!localhost|127\.)\S+:{server.port}|no network)", printed)
    assert str(server.data) in printed


def test_a_form_that_is_too_large_is_refused_by_a_page(server: Server) -> None:
    largest = 64 * 1024

    assert posted(server, b"x" * largest) == 400
    assert posted(server, b"x" * (largest + 1)) == 413
    assert posted(server, b"x" * (400 * largest)) == 413
    assert posted(server, [b"x" * 1000] * 2) == 400


def test_run_twice_on_the_same_data_is_refused(server: Server) -> None:
    second = command("run", environ=environment(server.data, port=free_port()))

    assert refusal(second) == (
        f"Scorekeeper is already running with the data in {server.data} (process {server.process.pid}). "
        f"Open http://localhost:{server.port}, or stop it first."
    )
    with urllib.request.urlopen(f"{server.url}/") as answer:
        assert answer.status == 200


def test_run_answers_what_it_was_asked_before_it_ends(data: Path) -> None:
    with running(data) as server, locked(data) as database, asking(server) as saved:
        server.process.terminate()
        wait_until(lambda: not listens(server.port))
        database.execute("ROLLBACK")

        assert (saved.getresponse().status, server.process.wait(20)) == (201, 0)
    assert games_in_one_file(data) == 1


def test_run_sends_the_letters_it_promised_before_it_ends(data: Path) -> None:
    mailbox = Mailbox()
    mail = {
        "SCOREKEEPER_SIGN_UP": "open",
        "SCOREKEEPER_MAIL": f"smtp://127.0.0.1:{mailbox.port}",
        "SCOREKEEPER_MAIL_FROM": "cards@example.org",
    }
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with running(data, **mail) as server:
        page = f"{server.url}/account/sign-up"
        token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', browser.open(page).read().decode())
        form = {"csrf_token": token[1], "mail": "ana@example.org", "name": "Ana"}
        assert browser.open(page, urlencode(form).encode()).status == 200
        server.process.terminate()
        wait_until(lambda: not listens(server.port))
        # Until now the mail server has not said a word.
        with mailbox.listening():
            assert mailbox.next()[0] == "ana@example.org"
        assert server.process.wait(20) == 0


def test_run_tells_systemd_when_it_is_ready(tmp_path: Path, data: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as systemd:
        systemd.settimeout(60)
        systemd.bind(str(tmp_path / "notify"))
        with running(data, NOTIFY_SOCKET=str(tmp_path / "notify")):
            assert systemd.recv(100) == b"READY=1"


def test_run_in_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    refused = command("run", environ=environment(tmp_path / "file" / "data"))

    assert refusal(refused).startswith(f"Nothing can be written to the folder {tmp_path}/file/data")


def test_run_leaves_a_database_whole_that_was_put_in_the_place_of_its_own(data: Path, tmp_path: Path) -> None:
    file, new = data / "scorekeeper.sqlite", tmp_path / "new"
    with running(data) as server:
        shutil.copy(file, new)
        with closing(sqlite3.connect(new)) as larger, larger:
            rows = [(f"new {number}", "2026-12-31 12:00:00") for number in range(300)]
            larger.executemany("INSERT INTO attempt_count VALUES (?, ?, 1)", rows)
        make_whole(new)
        with asking(server) as saved:
            assert saved.getresponse().status == 201
        new.replace(file)

    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM attempt_count").fetchone() == (300,)
    assert (data / "scorekeeper.sqlite-wal.left").exists()


def test_demo_serves_the_games_that_are_left_apart_from_the_real_ones(data: Path) -> None:
    with running(data, subcommand="demo") as first:
        games = example_games(first)
        with urllib.request.urlopen(games[0]) as answer:
            assert "Dee" in answer.read().decode()
    with closing(sqlite3.connect(data / "demo" / "scorekeeper.sqlite")) as connection, connection:
        newest = games[0].rpartition("/")[2]
        connection.execute("UPDATE game SET deleted_at = updated_at WHERE id = ?", (newest,))
    with running(data, subcommand="demo", port=first.port) as again:
        assert example_games(again) == games[1:]

    assert len(games) == 3
    with closing(sqlite3.connect(data / "scorekeeper.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (0,)


@contextmanager
def locked(data: Path) -> Iterator[sqlite3.Connection]:
    """Another program that holds the database's lock, until it is rolled back."""
    path = data / "scorekeeper.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


@contextmanager
def asking(server: Server) -> Iterator[http.client.HTTPConnection]:
    """A connection over which a new game was asked for; the answer is still to be read."""
    players = json.dumps({"players": ["Ana", "Ben", "Cem", "Dee"]})
    with closing(http.client.HTTPConnection("localhost", server.port, timeout=20)) as connection:
        connection.request("POST", "/api/v1/games", players, {"Content-Type": "application/json"})
        yield connection


def listens(port: int) -> bool:
    """Whether somebody takes connections there."""
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def games_in_one_file(data: Path) -> int:
    """How many games a database holds, without what may lie beside it."""
    (data / "scorekeeper.sqlite-wal").unlink(missing_ok=True)
    with closing(sqlite3.connect(data / "scorekeeper.sqlite")) as database:
        return int(database.execute("SELECT COUNT(*) FROM game").fetchone()[0])


def example_games(server: Server) -> list[str]:
    """The addresses of the games that `demo` printed."""
    return re.findall(
        rf"^  ({server.url}/games/\S+)$", server.output.read_text(encoding="utf-8"), re.MULTILINE
    )


def posted(server: Server, body: bytes | Iterable[bytes]) -> int:
    """Status of the page that answers a form, which comes in chunks if it has several parts."""
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    with closing(http.client.HTTPConnection("localhost", server.port, timeout=20)) as connection:
        connection.request("POST", "/games/new", body, form)
        answer = connection.getresponse()
        assert "</html>" in answer.read().decode()
        return answer.status


def refusal(refused: subprocess.CompletedProcess[str]) -> str:
    """The one sentence of a command that failed without a traceback."""
    assert refused.returncode == 1
    assert refused.stdout == ""
    error, colon, sentence = refused.stderr.rstrip("\n").partition(": ")
    assert (error, colon, sentence.count("\n")) == ("Error", ": ", 0), refused.stderr
    return sentence
