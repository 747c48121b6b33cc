"""What each shortcut saves that only speed justifies: `python -m bench.shortcuts`.

A server with the shortcut and one without it take turns; what counts is the processor time of each, so that
other programs on the machine matter little. The ratio is that without the shortcut to that with it.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bench import load, servers
from bench.games import Hall

ROUNDS = 5
READS = 400
SAVES = 80
_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print for each shortcut and request: ratio, milliseconds without and with it."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        os.environ["SCOREKEEPER_DATA"] = folder
        hall = Hall(data, saves=SAVES * ROUNDS * 2)
        saves = iter([hall.saves[first : first + SAVES] for first in range(0, len(hall.saves), SAVES)])
        print(f"{'':44}{'ratio':>7}{'without':>9}{'with':>9} ms")
        for shortcut, requests in (
            ("polls", ("poll",)),
            ("page_cache", ("page",)),
        ):
            with (
                servers.serving(f"without_{shortcut}", data=data) as without,
                servers.serving("scorekeeper", data=data) as ours,
            ):
                for request in requests:
                    ask = _asking(request, hall, saves, port=ours[0])
                    _compare(f"{shortcut}: {request}", ask, without, ours)


def _asking(request: str, hall: Hall, saves: Iterator[list[bytes]], *, port: int) -> Callable[[int], int]:
    """Send many requests of one kind to a port; returns how many."""
    table = load.get(hall.table)
    etag = load.ask(port, table)[0].lower().partition(b"etag: ")[2].partition(b"\r\n")[0]
    phone = hall.saves[0].partition(b"Cookie: ")[2].partition(b"\r\n")[0].decode()
    reads = {
        "poll": (load.get(hall.table, If_None_Match=etag.decode()), 304),
        "page": (table, 200),
        "page of the scorer": (load.get(hall.table, Cookie=phone), 200),
    }

    def ask(port: int) -> int:
        if request == "save":
            load.rate(port, next(saves), status=303)
            return SAVES
        sent, status = reads[request]
        load.rate(port, [sent] * READS, status=status)
        return READS

    return ask


def _compare(name: str, ask: Callable[[int], int], *sides: tuple[int, int]) -> None:
    rounds = [[_milliseconds(ask, *side) for side in sides] for _ in range(ROUNDS)]
    ratio = statistics.median(without / ours for without, ours in rounds)
    without, ours = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(f"{name:44}{ratio:>7.2f}{without:>9.3f}{ours:>9.3f}", flush=True)


def _milliseconds(ask: Callable[[int], int], port: int, process: int) -> float:
    """Processor time of a server for one request."""
    before = _processor_seconds(process)
    number = ask(port)
    return (_processor_seconds(process) - before) / number * 1e3


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


if __name__ == "__main__":
    main()
