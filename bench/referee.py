"""The cost of a ruling in the core: every path of every graph, beside reading its facts from JSON."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from functools import partial
from timeit import repeat

from scorekeeper.referee.judge import judge
from tests.support.graph_paths import all_paths

ROUNDS = 9
TIMES = 20
AIM = 0.1


def measure() -> None:
    """Print one line: milliseconds a ruling, on average and on the slowest path, rulings a second, and how
    many times as long a ruling takes as reading its facts.
    """
    walked = all_paths()
    ruling = [_seconds(partial(judge, path.irregularity, path.facts)) for path in walked]
    reading = [_seconds(partial(json.loads, json.dumps(path.facts))) for path in walked]
    each = statistics.mean(ruling)
    name = f"a ruling ({len(walked)} paths)"
    print(f"\n{'in the core':28}{'ms':>7}{'aim':>7}{'slowest':>9}{'each/s':>9}{'x json.loads':>14}")
    print(
        f"{name:28}{1000 * each:>7.3f}{AIM:>7.1f}{1000 * max(ruling):>9.3f}{1 / each:>9.0f}"
        f"{each / statistics.mean(reading):>14.1f}"
    )


def _seconds(event: Callable[[], object]) -> float:
    """How long it takes: the best of some rounds, since what is above it is other programs."""
    return min(repeat(event, number=TIMES, repeat=ROUNDS)) / TIMES


if __name__ == "__main__":
    measure()
