"""The first process: it holds the lock and the port, and restarts the serving process whenever that ends.

It has no threads, no clients and no database, so hardly anything but a signal ends it. Windows cannot fork,
so the first process itself serves there.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Final, NoReturn

# Seconds that the serving process may take to end before it is killed.
LONGEST_END: Final = 12
# Seconds without a beat of the serving process after which systemd gets no more watchdog messages.
LONGEST_SILENCE: Final = 30
_STOP: Final = () if sys.platform == "win32" else (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# No signal has this number.
_BEAT: Final = b"\0"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class First:
    """The first process, from the point of view of the serving one."""

    process: int
    pipe: int

    def beat(self) -> None:
        """Tell the first process that the serving process answers."""
        with suppress(OSError):
            os.write(self.pipe, _BEAT)

    def is_gone(self) -> bool:
        """Whether the first process has ended, so that the serving process must stop by itself."""
        return os.getppid() != self.process


def keep_serving(
    work: Callable[[First], None], listener: socket.socket, *, announce: Callable[[], None]
) -> None:
    """Run `work` in another process until a signal says to stop; call `announce` once it answers."""
    keeper = _Keeper(work)
    keeper.keep(announce)
    _notify_systemd("STOPPING=1")
    listener.close()
    keeper.end()


class _Keeper:
    """Keeps one serving process running."""

    def __init__(self, work: Callable[[First], None]) -> None:
        self._work = work
        self._serving = 0
        self._answers = False
        self._stopping = False
        self._last_beat = 0.0
        # Signals and beats come through one pipe, so that nothing is missed while waiting.
        self._heard, self._bell = os.pipe()
        for end in (self._heard, self._bell):
            os.set_blocking(end, False)

    def keep(self, announce: Callable[[], None]) -> None:
        """Start the serving process, and restart it whenever it ends, until a signal says to stop."""
        self._listen_to_signals()
        announced = False
        while not self._stopping:
            if self._has_ended():
                self._start()
            self._wait()
            if self._answers and not announced:
                announced = True
                announce()
                _notify_systemd("READY=1")
            if announced and monotonic() - self._last_beat < LONGEST_SILENCE:
                _notify_systemd("WATCHDOG=1")

    def end(self) -> None:
        """Stop the serving process, and wait for its end."""
        ends = monotonic() + LONGEST_END
        number = signal.SIGTERM
        while not self._has_ended():
            # A process that has ended keeps its number until it was waited for.
            os.kill(self._serving, number)
            self._wait()
            number = signal.SIGKILL if monotonic() > ends else signal.SIGTERM

    def _listen_to_signals(self) -> None:
        signal.set_wakeup_fd(self._bell, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in _STOP:
            # `nohup` sets some signals to be ignored.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._stop)

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _wait(self) -> None:
        """Wait until a signal or a beat comes, for a second at most."""
        select.select([self._heard], [], [], 1)
        with suppress(BlockingIOError):
            if _BEAT in os.read(self._heard, 4096):
                self._answers = True
                self._last_beat = monotonic()

    def _start(self) -> None:
        # A signal that comes between the fork and the new process's own handlers must not be lost.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOP)
        first = First(os.getpid(), self._bell)
        self._answers = False
        try:
            self._serving = os.fork()
            if not self._serving:
                self._become(first, mask=before)
        except OSError:
            _log.exception("Can't start a serving process. Trying again in a second.")
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _become(self, first: First, *, mask: Iterable[int]) -> NoReturn:
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            for number in (*_STOP, signal.SIGCHLD):
                # In a terminal Ctrl+C reaches both: the first one tells the other.
                signal.signal(number, signal.SIG_IGN if number in _STOP[1:] else signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            self._work(first)
            status = 0
        except Exception:
            _log.exception("The serving process failed")
        finally:
            os._exit(status)

    def _has_ended(self) -> bool:
        """Whether no serving process is running."""
        process, status = os.waitpid(self._serving, os.WNOHANG) if self._serving else (0, 0)
        if process:
            self._serving = 0
            if not self._stopping:
                self._log_end(status)
        return not self._serving

    def _log_end(self, status: int) -> None:
        code = os.waitstatus_to_exitcode(status)
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        _log.error("The serving process has ended (%s). Starting another one.", how)
        if not self._answers:
            # It ended before it answered, as the next one may do, too.
            time.sleep(1)


def _notify_systemd(state: str) -> None:
    """Send systemd one line, such as READY=1, by the protocol sd_notify; without systemd nothing happens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.settimeout(1)
        sender.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        sender.sendall(state.encode())
