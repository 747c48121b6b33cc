"""Threads that start at the same moment, each with its own application context and connection."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from flask import Flask

Answer = TypeVar("Answer")


def race(app: Flask, *runners: Callable[[], Answer]) -> list[Answer]:
    """The result of each runner; all runners start at the same moment."""
    barrier = Barrier(len(runners))

    def run(runner: Callable[[], Answer]) -> Answer:
        with app.app_context():
            barrier.wait(timeout=30)
            return runner()

    with ThreadPoolExecutor(len(runners)) as pool:
        return list(pool.map(run, runners))
