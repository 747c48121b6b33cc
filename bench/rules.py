"""The cost of a search of the rulebook, beside just looking for its words in all clauses."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial
from timeit import repeat

from scorekeeper.rulebook import book
from scorekeeper.rulebook.search import search

ROUNDS = 5
TIMES = 10
AIM = 1.0


def measure() -> None:
    """Print one line over two questions for each clause: milliseconds a search, on average and the slowest,
    searches a second, and how many times as long a search takes as looking for its words.
    """
    texts = [clause.text.lower() for clause in book().clauses]
    queries = [question for clause in book().clauses for question in clause.about[:2]]
    search(queries[0])
    searching = [_seconds(partial(search, query)) for query in queries]
    looking = [_seconds(partial(_look_for, query.lower().split(), texts)) for query in queries]
    each = statistics.mean(searching)
    name = f"a rule search ({len(queries)} queries)"
    print(f"\n{'in the core':28}{'ms':>7}{'aim':>7}{'slowest':>9}{'each/s':>9}{'x plain look':>14}")
    print(
        f"{name:28}{1000 * each:>7.3f}{AIM:>7.1f}{1000 * max(searching):>9.3f}{1 / each:>9.0f}"
        f"{each / statistics.mean(looking):>14.1f}"
    )


def _look_for(words: list[str], texts: list[str]) -> list[int]:
    found = [sum(word in text for word in words) for text in texts]
    return sorted(range(len(texts)), key=found.__getitem__, reverse=True)


def _seconds(event: Callable[[], object]) -> float:
    """How long it takes: the best of some rounds, since what is above it is other programs."""
    return min(repeat(event, number=TIMES, repeat=ROUNDS)) / TIMES


if __name__ == "__main__":
    measure()
