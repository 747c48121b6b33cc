"""Silent, slow and greedy clients disturb nobody else, and lose their connections soon."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Iterator
from functools import partial

import pytest
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.server.connections import Limits
from scorekeeper.server.serve import Server
from scorekeeper.web.http import forms
from tests.support.inside_server import Clients, answer, everything, get, post, saves, serving
from tests.support.phones import Phone
from tests.support.servers import wait_until

LARGE = 1024 * 1024
BAD = 64


def echo(environ: dict[str, object], start_response: object) -> Iterable[bytes]:
    """Says what it believes about the request; at two addresses 304, and more than buffers hold."""
    path = environ["PATH_INFO"]
    if path == "/same":
        start_response("304 NOT MODIFIED", [("ETag", '"1"')])
        return []
    start_response("200 OK", [("Content-Type", "text/plain")])
    body = environ["wsgi.input"].read()
    said = f"{environ['wsgi.url_scheme']} {environ['REMOTE_ADDR']} {len(body)}".encode()
    return [b"x" * LARGE if path == "/large" else said]


@pytest.fixture
def plain() -> Iterator[Server]:
    with serving(echo) as server:
        yield server


def test_proxies_are_not_believed_by_the_server_itself(plain: Server) -> None:
    claims = ("X-Forwarded-Proto: https", "X-Forwarded-For: 198.51.100.7", "Forwarded: for=198.51.100.7")
    with Clients(plain) as clients:
        status, headers, body = answer(clients.sending(get("/", *claims)))

    assert (status, body, headers["Server"], headers["Via"]) == (200, b"http 127.0.0.1 0", None, None)


def test_what_a_trusted_proxy_says_reaches_the_application() -> None:
    claims = ("X-Forwarded-Proto: https", "X-Forwarded-For: 198.51.100.7")
    with serving(ProxyFix(echo)) as server, Clients(server) as clients:
        assert answer(clients.sending(get("/", *claims)))[2] == b"https 198.51.100.7 0"


def test_peers_that_vanish_are_noticed(plain: Server) -> None:
    with Clients(plain) as clients:
        assert answer(clients.sending(get("/")))[0] == 200
        (connection,) = plain.active_channels.values()
        alive, unconfirmed = (
            connection.socket.getsockopt(level, option)
            for level, option in (
                (socket.SOL_SOCKET, socket.SO_KEEPALIVE),
                (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT),
            )
        )

    assert (alive, unconfirmed) == (1, 60_000)


def test_an_unchanged_answer_leaves_the_connection_open(plain: Server) -> None:
    with Clients(plain) as clients:
        watcher = clients.sending(b"")
        for _ in range(3):
            watcher.sendall(get("/same"))
            status, headers, _ = answer(watcher)
            assert (status, headers["Connection"]) == (304, None)
        watcher.sendall(get("/same", "Connection: close"))
        assert answer(watcher)[1]["Connection"] == "close"
        assert everything(watcher) == b""


def test_a_head_that_is_too_large_is_refused(plain: Server) -> None:
    with Clients(plain) as clients:
        status, headers, _ = answer(clients.sending(get("/", f"X: {'x' * Limits().largest_head}")))

    assert (status, headers["Connection"]) == (431, "close")


def test_an_address_that_cannot_be_read_is_refused(plain: Server, caplog: pytest.LogCaptureFixture) -> None:
    with Clients(plain) as clients:
        assert answer(clients.sending(get("http://[::1/")))[0] == 400

    assert caplog.records == []


CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    "head",
    [
        ("POST / HTTP/1.1", "Host: a", CHUNKED, "Content-Length: 5"),
        ("POST / HTTP/1.1", "Host: a", "content-length: 5", "transfer-encoding: Chunked"),
        ("POST / HTTP/1.1", "Host: a", "Transfer-Encoding:", "Content-Length: 5"),
        ("POST / HTTP/1.1", "Host: a", "Content-Length: 5", "Content-Length: 5"),
        ("POST / HTTP/1.0", "Host: a", "Connection: keep-alive", CHUNKED),
        ("GET / HTTP/1.1", "Host: a", "Host: a"),
        ("GET / HTTP/1.1", "Host: a", "host: b"),
        ("GET / HTTP/1.1", "Host: a", "Host:"),
        ("GET / HTTP/1.1", "X-Forwarded-Host: a"),
        ("POST / HTTP/1.1", "Expect: 100-continue", "Content-Length: 5"),
    ],
)
def test_a_head_with_two_meanings_is_refused_and_nothing_after_it_is_read(
    plain: Server, head: tuple[str, ...]
) -> None:
    request = "\r\n".join((*head, "", "0", "", "")).encode()
    with Clients(plain) as clients:
        client = clients.sending(request + get("/"))
        assert everything(client).count(b"HTTP/1.") == 1
        assert answer(clients.sending(request))[0] == 400


@pytest.mark.parametrize("head", [("GET / HTTP/1.0",), ("POST / HTTP/1.1", "Host: a", CHUNKED), ("GET /",)])
def test_a_head_with_one_meaning_is_answered(plain: Server, head: tuple[str, ...]) -> None:
    with Clients(plain) as clients:
        assert answer(clients.sending("\r\n".join((*head, "", "0", "", "")).encode()))[0] == 200


def test_who_asks_on_without_taking_answers_gets_one_more(plain: Server) -> None:
    with Clients(plain) as clients:
        sent = everything(clients.sending(get("/large") + get("/") * 10, window=4096))

    assert (sent.count(b"HTTP/1.1 200 OK"), sent.count(b"Connection: close")) == (2, 1)


@pytest.mark.parametrize("more", [(), ("Expect: 100-continue",)])
def test_a_large_body_is_refused_before_it_was_sent(app: Flask, more: tuple[str, ...]) -> None:
    head = post("/games/new", b"x" * 100_000, *more)[:-100_000]
    with serving(app) as server, Clients(server) as clients:
        status, headers, _ = answer(clients.sending(head))

    assert (status, headers["Connection"]) == (413, "close")


def test_a_large_body_is_taken_where_a_file_may_come(app: Flask) -> None:
    where = partial(forms.may_bring_file, app)
    body = b"x" * 100_000
    with serving(echo, takes_file=where) as server, Clients(server) as clients:
        for path in ("/leagues/imports", "/leagues/club/imports"):
            assert answer(clients.sending(post(path, body)))[2] == b"http 127.0.0.1 100000"
        assert [where(path) for path in ("/leagues", "/nowhere", "/leagues/club", "/\xff")] == [False] * 4


@pytest.mark.long
def test_clients_that_waste_time_lose_their_connection(caplog: pytest.LogCaptureFixture) -> None:
    # So many seconds that a busy machine reads what was sent in time.
    limits = Limits(idle=3, head=3, body=3, answer=3, slowest=LARGE)
    with serving(echo, limits) as server, Clients(server) as clients:
        silent = clients.sending(b"")
        fallen_silent = clients.sending(get("/"))
        slow = [clients.sending(get("/large"), window=4096) for _ in range(4)]
        heads = [clients.sending(get("/")[:-2]) for _ in range(4)]
        bodies = [clients.sending(post("/", b"x" * 1000)[:-900]) for _ in range(4)]
        leaving = clients.sending(get("/", "Connection: close"))
        for connection, letter in ((heads[0], b"x"), (bodies[0], b"x"), (silent, b"\r\n"), (leaving, b"x")):
            clients.dripping(connection, letter)
        # The last one was accepted, so all were.
        assert answer(leaving)[0] == 200
        wait_until(lambda: not server.active_channels)
        for connection in (*heads, *bodies, silent):
            assert everything(connection) == b""
        assert everything(fallen_silent).startswith(b"HTTP/1.1 200 OK")
        assert [len(everything(connection)) < LARGE for connection in slow] == [True] * 4

    # One line for all of them, however many there are.
    (line,) = (record.getMessage() for record in caplog.records)
    assert re.match(r"Connections closed lately: 1[0-9] did not finish in time, 0 ", line)


def test_who_comes_last_is_let_in_when_all_connections_are_in_use() -> None:
    limits = Limits(connections=20)
    with serving(echo, limits) as server, Clients(server) as clients:
        others = [clients.sending(get("/"), source="127.0.0.2") for _ in range(5)]
        for other in others:
            assert answer(other)[0] == 200
        greedy = [clients.sending(b"GET / HT") for _ in range(60)]
        late = clients.sending(get("/"), source="127.0.0.3")
        assert answer(late)[0] == 200

        assert [everything(connection) for connection in greedy[:45]] == [b""] * 45
        for connection in (*others, late):
            connection.sendall(get("/"))
            assert answer(connection)[0] == 200
        greedy[-1].sendall(get("/")[8:])
        assert answer(greedy[-1])[0] == 200


def test_what_waits_for_slow_readers_is_limited_in_sum() -> None:
    limits = Limits(buffered=3 * LARGE)
    with serving(echo, limits) as server, Clients(server) as clients:
        other = clients.sending(get("/large"), source="127.0.0.2", window=4096)
        large = get("/large", "Connection: close")
        slow = [clients.sending(large, window=4096) for _ in range(6)]
        wait_until(lambda: server.pools.reading.served == 7 and sum_held(server) <= limits.buffered)

        assert len(answer(other)[2]) == LARGE
        assert any(len(everything(connection)) < LARGE for connection in slow)


def sum_held(server: Server) -> int:
    return sum(connection.held for connection in list(server.active_channels.values()))


def test_an_evening_goes_on_beside_hostile_clients(app: Flask) -> None:
    scorer = Phone(app)
    games = [scorer.start("Ana", "Ben") for _ in range(8)]
    sheets = [saves(scorer, game) for game in games]
    slow = (get("/large"), 4096)
    kinds = ((b"", None), (get("/")[:-2], None), (post("/games/new", b"x" * 1000)[:-900], None), slow)

    with serving(with_large_answers(app)) as server, Clients(server) as clients:
        bad = [clients.sending(data, window=window) for data, window in kinds for _ in range(BAD)]
        for connection in (bad[0], bad[BAD], bad[2 * BAD]):
            clients.dripping(connection, b"x")
        for game, save in zip(games, sheets, strict=True):
            page = answer(clients.sending(get(f"/games/{game}")))
            poll = get(f"/games/{game}", f"If-None-Match: {page[1]['ETag']}")
            assert [page[0], *(answer(clients.sending(sent))[0] for sent in (poll, save))] == [200, 304, 303]


def with_large_answers(app: Flask) -> object:
    """The application, and beside it an answer that is larger than buffers."""

    def answer_any(environ: dict[str, object], start_response: object) -> Iterable[bytes]:
        return (echo if environ["PATH_INFO"] == "/large" else app)(environ, start_response)

    return answer_any
