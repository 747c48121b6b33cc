"""`make bench`: what the product costs, as ratios to a bare Flask in the same run on the same machine."""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench import heaps, load, reading, servers
from bench.games import Hall

ROUNDS = 5
READS = 2_000
SAVES = 240


def main() -> None:
    """Measure pages, polls, saves and memory; print one line each: ratio, aim, rates."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        os.environ["SCOREKEEPER_DATA"] = folder
        hall = Hall(data, saves=SAVES * ROUNDS)
        with (
            servers.serving("hello", data=data) as (bare, _),
            servers.serving("scorekeeper", data=data) as (ours, process),
        ):
            print("The same server on each side, asked by one client over four connections.\n")
            print(f"{'':28}{'ratio':>7}{'aim':>7}{'ours/s':>9}{'bare/s':>9}")
            _reads(bare, ours, hall)
            _saves(bare, ours, hall)
            print(f"{'memory':28}{servers.memory_megabytes(process):>7.0f}{'<100':>7}  MB")
        _weights(hall)
    heaps.measure()
    reading.measure()


def _reads(bare: int, ours: int, hall: Hall) -> None:
    hello = [load.get("/")] * READS
    table = load.get(hall.table)
    etag = load.ask(ours, load.get(hall.table))[0].lower().partition(b"etag: ")[2].partition(b"\r\n")[0]
    poll = load.get(hall.table, If_None_Match=etag.decode())
    _compare("table page, watched", 0.55, lambda: load.rate(ours, [table] * READS, status=200), bare, hello)
    _compare("poll, unchanged (304)", 0.85, lambda: load.rate(ours, [poll] * READS, status=304), bare, hello)


def _saves(bare: int, ours: int, hall: Hall) -> None:
    rows = [load.post("/", hall.form)] * SAVES
    batches = iter([hall.saves[first : first + SAVES] for first in range(0, len(hall.saves), SAVES)])
    _compare("save of a hand", 0.6, lambda: load.rate(ours, next(batches), status=303), bare, rows)


def _compare(name: str, aim: float, measure: Callable[[], float], bare: int, requests: list[bytes]) -> None:
    """Medians over rounds that take turns, so that a change of the machine's speed meets both sides."""
    pairs = [(measure(), load.rate(bare, requests, status=200)) for _ in range(ROUNDS)]
    ratio = statistics.median(one / other for one, other in pairs)
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"{name:28}{ratio:>7.2f}{aim:>7.2f}{ours:>9.0f}{theirs:>9.0f}")


def _weights(hall: Hall) -> None:
    print(f"\n{'page as sent, compressed':28}{'KB':>7}{'most':>7}")
    for name, (address, most) in hall.pages.items():
        print(f"{name:28}{hall.weight(address) / 1024:>7.1f}{most:>7}")


if __name__ == "__main__":
    main()
