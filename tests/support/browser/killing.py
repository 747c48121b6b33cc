"""A browser that keeps its profile on disk, and can be killed as a phone kills it: without any warning."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, BrowserType, Page


@contextmanager
def browser_on(kind: BrowserType, profile: Path, **options: Any) -> Iterator[Page]:
    """Open a browser over this profile; it is closed properly unless it was killed."""
    context = kind.launch_persistent_context(profile, **options)
    context.set_default_timeout(60_000)
    yield context.pages[0]
    context.close()


def kill(context: BrowserContext, profile: Path) -> None:
    """Send SIGKILL to the browser of this profile and all its processes; return once it is gone."""
    with context.expect_event("close"):
        os.killpg(os.getpgid(_process(profile)), signal.SIGKILL)


def _process(profile: Path) -> int:
    """The process that was started with this profile."""
    wanted = {f"--user-data-dir={profile}".encode(), str(profile).encode()}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if wanted & {*arguments} and not any(argument.startswith(b"--type=") for argument in arguments):
            return int(process.name)
    raise AssertionError("the browser does not run")
