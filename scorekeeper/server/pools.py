"""The threads that answer requests: some for those that read, others for those that may write."""

from __future__ import annotations

import logging
from typing import Any, Final

from waitress.task import ThreadedTaskDispatcher

# Waitress would tell of each request that has to wait for a thread.
_quiet = logging.getLogger("waitress.queue")
_quiet.setLevel(logging.ERROR)
READ_ONLY: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Pool(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Threads that take one request after the other."""

    queue_logger = _quiet

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.served = 0
        self._served_before = 0
        self.set_thread_count(threads)

    def goes_on(self) -> bool:
        """Whether a thread is free, or a request was answered since this was last asked."""
        before, self._served_before = self._served_before, self.served
        return self.active_count < len(self.threads) or self.served != before


class Pools:
    """Writers wait for each other and for the database; what only reads never waits behind them."""

    def __init__(self, *, readers: int = 4, writers: int = 8) -> None:
        self.reading = Pool(readers)
        self.writing = Pool(writers)

    def pool_for(self, request: Any) -> Pool:
        """The threads for a request, by its method; for one that could not be read, those that read."""
        return self.reading if getattr(request, "command", "GET") in READ_ONLY else self.writing

    def go_on(self) -> bool:
        """Whether neither pool is stuck."""
        return all([self.reading.goes_on(), self.writing.goes_on()])
