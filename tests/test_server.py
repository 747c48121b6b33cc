"""`scorekeeper run`: it serves and says where; what stands in its way is one sentence, with nothing lost."""

from __future__ import annotations

import ctypes
import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.servers import Server, command, environment, free_port, running, wait_until_let_go

PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE = 1


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
    assert f"On this machine:  http://localhost:{server.port}\n" in printed
    assert re.search(rf"On phones:        (http://(?!localhost|127\.)\S+:{server.port}|no network)", printed)
    assert str(server.data) in printed


def test_run_makes_folder_database_and_key(tmp_path: Path) -> None:
    data = tmp_path / "not" / "there"

    with running(data):
        assert {path.name for path in data.iterdir()} >= {"scorekeeper.sqlite", "secret-key"}


def test_run_prints_a_qr_code_of_the_public_address(data: Path) -> None:
    with running(data, SCOREKEEPER_PUBLIC_URL="https://cards.example.org") as server:
        printed = server.output.read_text(encoding="utf-8")

    assert "On phones:        https://cards.example.org\n" in printed
    assert printed.count("█") > 100


def test_a_connection_ends_with_a_request_that_is_too_large_and_says_so(server: Server) -> None:
    largest = 64 * 1024

    assert posted(server, b"x" * largest) == (400, "keep-alive")
    assert posted(server, b"x" * (largest + 1)) == (413, "close")
    assert posted(server, b"x" * (400 * largest)) == (413, "close")
    assert posted(server, [b"x" * largest] * 2) == (400, "close")


def test_a_body_in_chunks_that_cannot_be_read_is_refused(server: Server) -> None:
    with closing(socket.create_connection(("localhost", server.port), timeout=20)) as connection:
        connection.sendall(
            b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\nno size\r\n{}\r\n0\r\n\r\n"
        )
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        assert (answer.status, json.loads(answer.read())["status"]) == (400, 400)


def test_run_twice_on_the_same_data_is_refused(server: Server) -> None:
    second = command("run", environ=environment(server.data, port=free_port()))

    assert refusal(second) == (
        f"Scorekeeper is already running with the data in {server.data} (process {server.process.pid}): "
        f"it answers at http://localhost:{server.port}. Stop it first, or use it as it is."
    )
    with urllib.request.urlopen(f"{server.url}/") as answer:
        assert answer.status == 200


def test_run_on_the_port_of_another_server_is_refused(server: Server, tmp_path: Path) -> None:
    second = command("run", environ=environment(tmp_path / "other", port=server.port))

    assert refusal(second).startswith(f"Port {server.port} is in use by another program")


def test_run_on_the_port_of_a_sharing_program_is_refused(data: Path) -> None:
    with closing(socket.socket()) as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        refused = command("run", environ=environment(data, port=port))

    assert refusal(refused).startswith(f"Port {port} is in use by another program")


def test_run_starts_again_after_it_was_killed(data: Path) -> None:
    with running(data) as first:
        os.kill(first.process.pid, signal.SIGKILL)
        first.process.wait()
        wait_until_let_go(data)
    with running(data, port=first.port) as again:
        assert again.process.poll() is None
        players = json.dumps({"players": ["Ana", "Ben", "Cem", "Dee"]}).encode()
        kind = {"Content-Type": "application/json"}
        start = urllib.request.Request(f"{again.url}/api/v1/games", players, kind)
        with urllib.request.urlopen(start) as answer:
            assert answer.status == 201

    # After its end one file holds everything.
    (data / "scorekeeper.sqlite-wal").unlink(missing_ok=True)
    with closing(sqlite3.connect(data / "scorekeeper.sqlite")) as database:
        assert database.execute("SELECT COUNT(*) FROM game").fetchone() == (1,)


def test_run_in_a_folder_that_cannot_be_written_is_refused(data: Path) -> None:
    before = (data / "scorekeeper.sqlite").read_bytes()
    data.chmod(0o500)
    try:
        refused = subprocess.run(
            [sys.executable, "-m", "scorekeeper", "run"],
            env=environment(data, port=free_port()),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            preexec_fn=without_the_rights_of_root,
        )
    finally:
        data.chmod(0o700)

    assert refusal(refused).startswith(f"The data folder {data} cannot be written (Permission denied)")
    assert (data / "scorekeeper.sqlite").read_bytes() == before


def test_run_in_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    refused = command("run", environ=environment(tmp_path / "file" / "data"))

    assert refusal(refused).startswith(f"The data folder {tmp_path}/file/data cannot be written")


def test_run_with_a_database_from_a_newer_release_is_refused(data: Path) -> None:
    with closing(sqlite3.connect(data / "scorekeeper.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '2099_01_01_wonders'")

    refused = command("run", environ=environment(data, port=free_port()))

    assert refusal(refused) == (
        f"The database in {data} was written by a newer release of Scorekeeper: "
        "install that release, or name another folder with SCOREKEEPER_DATA."
    )
    with closing(sqlite3.connect(data / "scorekeeper.sqlite")) as connection:
        revisions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    assert revisions == [("2099_01_01_wonders",)]


def test_run_with_a_database_that_is_none_is_refused(data: Path) -> None:
    (data / "scorekeeper.sqlite").write_text("a shopping list " * 1000)

    refused = command("run", environ=environment(data, port=free_port()))

    assert refusal(refused) == "the database cannot be used (file is not a database)."
    assert (data / "scorekeeper.sqlite").read_text() == "a shopping list " * 1000


def test_backup_while_the_server_runs_is_whole(server: Server, tmp_path: Path) -> None:
    made = command("backup", str(tmp_path / "copy"), environ=environment(server.data))

    assert (made.returncode, made.stderr) == (0, "")
    with closing(sqlite3.connect(tmp_path / "copy")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_demo_serves_the_same_example_games_apart_from_the_real_ones(data: Path) -> None:
    with running(data, subcommand="demo") as first:
        games = example_games(first)
        with urllib.request.urlopen(games[0]) as answer:
            assert "Dee" in answer.read().decode()
    with running(data, subcommand="demo", port=first.port) as again:
        assert example_games(again) == games

    assert len(games) == 3
    with closing(sqlite3.connect(data / "scorekeeper.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (0,)


def example_games(server: Server) -> list[str]:
    """The addresses of the games that `demo` printed."""
    return re.findall(
        rf"^  ({server.url}/games/\S+)$", server.output.read_text(encoding="utf-8"), re.MULTILINE
    )


def posted(server: Server, body: bytes | Iterable[bytes]) -> tuple[int, str | None]:
    """Status and Connection of the answer to a form, which comes in chunks if it has several parts."""
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    with closing(http.client.HTTPConnection("localhost", server.port, timeout=20)) as connection:
        connection.request("POST", "/games/new", body, form)
        answer = connection.getresponse()
        assert "</html>" in answer.read().decode()
        return answer.status, answer.headers["Connection"]


def refusal(refused: subprocess.CompletedProcess[str]) -> str:
    """The one sentence of a command that failed without a traceback."""
    assert refused.returncode == 1
    assert refused.stdout == ""
    error, colon, sentence = refused.stderr.rstrip("\n").partition(": ")
    assert (error, colon, sentence.count("\n")) == ("Error", ": ", 0), refused.stderr
    return sentence


def without_the_rights_of_root() -> None:
    """File modes bind everybody but root: a child started so is bound as well."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)
