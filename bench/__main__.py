"""`make bench`: speed as ratios to a bare Flask in the same run, memory, and heaps of cards.

docs/measurements.md states what it prints.
"""

import resource
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from bench import heaps, load
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.services.maintenance import schema
from scorekeeper.web.http import device
from tests.support.phones import Phone, sheet
from tests.support.servers import Server, running

ROUNDS = 5
READS = 2_000
SAVES = 240
PLAYERS = ("Ana", "Ben", "Cem", "Dee")
POINTS = {1: 25, 2: 45, 3: 110}


def main() -> None:
    """Measure pages, polls, saves, memory and heaps; print a line each."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        app = create_app(Settings(data=data))
        schema.upgrade(app)
        phone = Phone(app)
        watched = phone.start(*PLAYERS)
        for hand in range(1, 5):
            phone.score(watched, hand, 0, POINTS)
        saves = _saves(phone, SAVES * ROUNDS)
        with (
            running(data, module="bench.bare") as bare,
            running(data, SCOREKEEPER_HOST="127.0.0.1") as product,
        ):
            print("The same server on each side, asked by one client over four connections.\n")
            print(f"{'':28}{'ratio':>7}{'ours/s':>9}{'bare/s':>9}")
            _compare_reads(bare.port, product, f"/games/{watched}")
            _compare_saves(bare.port, product.port, saves)
            print(f"{'memory':28}{_megabytes(product):>7.0f}  MB")
    heaps.measure()


def _saves(phone: Phone, number: int) -> list[bytes]:
    """Requests that each save the first hand of another game."""
    form = urlencode({"csrf_token": phone.token, **sheet(0, POINTS, attempt=1)})
    games = []
    for game in range(number):
        # One network may start only so many games.
        phone.client.environ_base["REMOTE_ADDR"] = f"10.{game // 100}.{game % 100}.1"
        games.append(phone.start(*PLAYERS))
    cookie = f"{device.COOKIE}={phone.client.get_cookie(device.COOKIE).value}"
    return [load.request("POST", f"/games/{game}/hands/1", form, Cookie=cookie) for game in games]


def _compare_reads(bare: int, product: Server, table: str) -> None:
    with urlopen(Request(product.url + table, headers={"Accept-Encoding": "gzip"})) as page:
        tag = page.headers["ETag"]
    hello = [load.request("GET", "/")] * READS
    views = [load.request("GET", table)] * READS
    polls = [load.request("GET", table, If_None_Match=tag)] * READS
    _compare("table page, watched", lambda: load.rate(product.port, views, status=200), bare, hello)
    _compare("poll, unchanged (304)", lambda: load.rate(product.port, polls, status=304), bare, hello)


def _compare_saves(bare: int, product: int, saves: list[bytes]) -> None:
    rows = [load.request("POST", "/", saves[0].decode().rpartition("\r\n")[2])] * SAVES
    batches = iter([saves[first : first + SAVES] for first in range(0, len(saves), SAVES)])
    _compare("save of a hand", lambda: load.rate(product, next(batches), status=303), bare, rows)


def _compare(name: str, measure: Callable[[], float], bare: int, requests: list[bytes]) -> None:
    """Medians over rounds that take turns, so that a change of the machine's speed meets both sides."""
    pairs = [(measure(), load.rate(bare, requests, status=200)) for _ in range(ROUNDS)]
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"{name:28}{ratio:>7.2f}{ours:>9.0f}{theirs:>9.0f}")


def _megabytes(server: Server) -> float:
    """The resident memory of a server."""
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize() / (1 << 20)


if __name__ == "__main__":
    main()
