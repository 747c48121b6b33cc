"""A database server that stands still holds neither our server nor what needs no database."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.support import servers
from tests.support.postgresql import Server

pytestmark = pytest.mark.long

MANY = 40


@pytest.fixture
def ours(server: Server, migrated: str, tmp_path: Path) -> Iterator[servers.Server]:
    """Our server over a database of its own."""
    server.send(f"CREATE DATABASE still TEMPLATE {migrated}")
    with servers.running(tmp_path / "data", SCOREKEEPER_DATABASE=server.address("still")) as ours:
        yield ours
    server.send("DROP DATABASE still WITH (FORCE)")


def get(url: str) -> tuple[int, str]:
    """The status and the text of an answer."""
    try:
        answer = urlopen(url, timeout=60)
    except HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.read().decode()


def test_everything_else_is_answered_meanwhile_and_all_goes_on_by_itself(
    ours: servers.Server, server: Server
) -> None:
    (style,) = re.findall(r'href="(/static/[^"]+\.css)"', get(f"{ours.url}/")[1])[:1]
    with ThreadPoolExecutor(MANY) as people:
        with server.standing_still():
            pages = [people.submit(get, f"{ours.url}/players") for _ in range(MANY)]
            assert get(f"{ours.url}/healthz")[0] == 200
            assert get(f"{ours.url}/readyz")[0] == 503
            assert get(f"{ours.url}{style}")[0] == 200
            answers = [page.result() for page in pages]
        after = get(f"{ours.url}/players")

    assert {status for status, _text in answers} == {503}
    assert all("<h1" in text for _status, text in answers)
    assert after[0] == 200
