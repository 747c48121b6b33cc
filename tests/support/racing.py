"""Several at once: threads that start together, each in its own application context and connection."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from flask import Flask

Answer = TypeVar("Answer")


def race(app: Flask, *runners: Callable[[], Answer]) -> list[Answer]:
    """What each runner answers, all of them having started at the same moment."""
    barrier = Barrier(len(runners))

    def run(runner: Callable[[], Answer]) -> Answer:
        with app.app_context():
            barrier.wait(timeout=30)
            return runner()

    with ThreadPoolExecutor(len(runners)) as pool:
        return list(pool.map(run, runners))
