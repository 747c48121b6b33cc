"""Work that outlives the request or call that began it: whoever starts a thread registers how to wait for it.

A server waits before its process ends, and a test before its data folder is removed.
"""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

from flask import Flask

# Waits for at most so many seconds; whether the work has ended by then.
Wait = Callable[[float], bool]
_EXTENSION = "background"


def register(app: Flask, wait: Wait) -> None:
    """Have `finish` call `wait`, which may also tell the work to stop."""
    app.extensions[_EXTENSION] = (*app.extensions.get(_EXTENSION, ()), wait)


def start(app: Flask, thread: Thread, *, stop: Event | None = None) -> None:
    """Start a thread that `finish` waits for, after setting `stop`."""

    def wait(seconds: float) -> bool:
        if stop is not None:
            stop.set()
        thread.join(seconds)
        return not thread.is_alive()

    register(app, wait)
    thread.start()


def finish(app: Flask, *, seconds: float) -> bool:
    """Wait for all work of an application, for so many seconds in sum; whether all has ended."""
    ends = monotonic() + seconds
    waits: tuple[Wait, ...] = app.extensions.get(_EXTENSION, ())
    # None is left out because another took too long.
    ended = [wait(max(0, ends - monotonic())) for wait in waits]
    return all(ended)
