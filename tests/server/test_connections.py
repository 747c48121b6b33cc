"""Silent, slow and hostile clients disturb nobody else, and a request has one meaning."""

import threading
from collections.abc import Iterable, Iterator

import pytest
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.server.connections import Server
from tests.support.inside_server import Clients, answer, everything, get, post, saves, serving
from tests.support.phones import Phone
from tests.support.servers import wait_until

LARGE = 1024 * 1024
BAD = 40


def echo(environ: dict[str, object], start_response: object) -> Iterable[bytes]:
    """Says what it believes about the request; at one address more than buffers hold."""
    path = environ["PATH_INFO"]
    start_response("200 OK", [("Content-Type", "text/plain")])
    body = environ["wsgi.input"].read()
    said = f"{environ['wsgi.url_scheme']} {environ['REMOTE_ADDR']} {len(body)}".encode()
    return [b"x" * LARGE if path == "/large" else said]


@pytest.fixture
def plain() -> Iterator[Server]:
    with serving(echo) as server:
        yield server


def test_only_trusted_proxies_are_believed(plain: Server) -> None:
    claims = ("X-Forwarded-Proto: https", "X-Forwarded-For: 198.51.100.7")
    with serving(ProxyFix(echo)) as behind, Clients(behind) as trusted, Clients(plain) as clients:
        status, headers, body = answer(clients.sending(get("/", *claims)))
        assert (status, body, headers["Server"], headers["Via"]) == (200, b"http 127.0.0.1 0", None, None)
        assert answer(trusted.sending(get("/", *claims)))[2] == b"https 198.51.100.7 0"


@pytest.mark.parametrize(
    ("request_", "status"), [(get("/", f"X: {'x' * 32 * 1024}"), 431), (get("http://[::1/"), 400)]
)
def test_a_head_that_cannot_be_read_is_refused(
    plain: Server, caplog: pytest.LogCaptureFixture, request_: bytes, status: int
) -> None:
    with Clients(plain) as clients:
        found, headers, _ = answer(clients.sending(request_))

    assert (found, headers["Connection"], caplog.records) == (status, "close", [])


CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    "head",
    [
        ("POST / HTTP/1.1", "Host: a", CHUNKED, "Content-Length: 5"),
        ("POST / HTTP/1.1", "Host: a", "content-length: 5", "transfer-encoding: Chunked"),
        ("POST / HTTP/1.1", "Host: a", "Content-Length: 5", "Content-Length: 5"),
        ("POST / HTTP/1.1", "Host: a", "Content-Length: 5", "Transfer-Encoding:"),
        ("POST / HTTP/1.0", "Host: a", "Connection: keep-alive", CHUNKED),
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


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        (CHUNKED, "no size\r\n{}", 400),
        (CHUNKED, "20000\r\n" + "x" * 2**17, 413),
        ("Content-Length: 99999999", "", 413),
    ],
)
def test_a_body_that_cannot_be_read_gets_a_problem_and_ends_the_connection(
    app: Flask, kind: str, body: str, status: int
) -> None:
    head = ("POST /api/v1/games HTTP/1.1", "Host: localhost", "Content-Type: application/json", kind)
    with serving(app) as server, Clients(server) as clients:
        client = clients.sending("\r\n".join((*head, "", body, "0", "", "")).encode() + get("/"))
        found, headers, _ = answer(client)

        assert (found, headers["Content-Type"]) == (status, "application/problem+json")
        assert everything(client) == b""


def test_clients_on_which_nothing_happens_lose_their_connection() -> None:
    with serving(echo, channel_timeout=1, cleanup_interval=1) as server, Clients(server) as clients:
        silent = [clients.sending(sent) for sent in (b"", get("/")[:-2], post("/", b"x" * 1000)[:-900])]
        wait_until(lambda: not server.active_channels)
        assert [everything(connection) for connection in silent] == [b"", b"", b""]


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
            phone = clients.sending(get(f"/games/{game}"))
            page = answer(phone)
            statuses = [page[0]]
            for sent in (get(f"/games/{game}", f"If-None-Match: {page[1]['ETag']}"), save):
                phone.sendall(sent)
                statuses.append(answer(phone)[0])
            assert statuses == [200, 304, 303]


def with_large_answers(app: Flask) -> object:
    """The application, and beside it an answer that is larger than buffers."""

    def answer_any(environ: dict[str, object], start_response: object) -> Iterable[bytes]:
        return (echo if environ["PATH_INFO"] == "/large" else app)(environ, start_response)

    return answer_any


def test_what_has_arrived_when_the_server_stops_is_answered(caplog: pytest.LogCaptureFixture) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slow(_environ: object, start_response: object) -> Iterable[bytes]:
        asked.set()
        assert go_on.wait(20)
        start_response("200 OK", [])
        return [b"saved"]

    with serving(slow, threads=1) as server, Clients(server) as clients:
        answered, waiting = clients.sending(get("/")), clients.sending(get("/"))
        assert asked.wait(20)
        clients.sending(get("/")[:-2])
        server.stop()
        wait_until(lambda: server.socket is None)
        with pytest.raises(ConnectionRefusedError):
            clients.sending(get("/"))
        go_on.set()

        assert [answer(whole)[2] for whole in (answered, waiting)] == [b"saved"] * 2
    assert caplog.records == []
