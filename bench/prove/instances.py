"""Two instances over one PostgreSQL, behind nginx and without sticky sessions: killed, upgraded, stood still.

Twenty tables save all the time. A kill hits one instance or the database server; a standstill stops all
processes of the database for a while. In an upgrade one instance after the other is replaced by the next
release, with one revision more, as docs/deploying.md says. Then, as of `kills`, the database must hold
exactly what was acknowledged.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from bench.prove.kills import Batch, Found, proof
from bench.prove.proof import Proof
from scorekeeper.config import SECRET_KEY_NAME
from tests.support import next_release, postgresql
from tests.support.servers import Process, environment, free_port

WANTED = {"server": 75, "database server": 15, "standstill": 10}
TABLES = 20
# Seconds for which the database stands still.
STANDSTILL = 2.0
_NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-error.txt;
events {{ }}
http {{
    access_log off;
    {paths}
    upstream scorekeeper {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://scorekeeper;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header Connection "";
            proxy_connect_timeout 1s;
            proxy_next_upstream error timeout http_502 http_503 non_idempotent;
        }}
    }}
}}
"""


def prove(share: float, seed: int = 1) -> Proof:
    """Kills and standstills, and an upgrade in each batch."""
    return proof("instances", WANTED, share, seed, batch=batch)


def batch(kinds: list[str], seed: int) -> Found:
    """One batch, with a PostgreSQL server of its own that writes durably, as in production."""
    with (
        tempfile.TemporaryDirectory(prefix="prove-instances-") as folder,
        postgresql.running(options=postgresql.DURABLE) as server,
    ):
        return Pair(Path(folder), server, seed=seed).run([*kinds, "upgrade"])


class Pair(Batch):
    """Two instances, each with a data folder, and the same key."""

    def __init__(self, folder: Path, server: postgresql.Server, *, seed: int) -> None:
        import psycopg

        more = {"SCOREKEEPER_DATABASE": server.address("postgres"), "SCOREKEEPER_TRUSTED_PROXIES": "1"}
        super().__init__(
            folder / "data-0",
            seed=seed,
            connect=lambda: psycopg.connect(host=str(server.folder), user="postgres"),
            restart_database=lambda: (server.stop(), server.start()),
            tables=TABLES,
            **more,
        )
        self._acts |= {"standstill": self._stand_still, "upgrade": self._upgrade}
        self._database, self._folder = server, folder
        front = int(self._environ["PORT"])
        self._environs = [
            environment(folder / f"data-{number}", port=free_port(), SCOREKEEPER_HOST="127.0.0.1", **more)
            for number in range(2)
        ]
        self._running: dict[int, Process] = {}
        self._balancer = self._balance(front)

    def _balance(self, port: int) -> subprocess.Popen[bytes]:
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        paths = " ".join(f"{kind}_temp_path {self._folder}/{kind};" for kind in kinds)
        servers = " ".join(
            f"server 127.0.0.1:{environ['PORT']} fail_timeout=1s;" for environ in self._environs
        )
        file = self._folder / "nginx.conf"
        file.write_text(_NGINX.format(folder=self._folder, paths=paths, servers=servers, port=port))
        return subprocess.Popen([str(shutil.which("nginx")), "-e", "stderr", "-p", self._folder, "-c", file])

    def _serve(self) -> None:
        for number, environ in enumerate(self._environs):
            if number not in self._running:
                self._environ = environ
                super()._serve()
                self._running[number] = self._server
                key = self._folder / f"data-{1 - number}" / SECRET_KEY_NAME
                if not key.exists():
                    key.parent.mkdir()
                    shutil.copyfile(self._folder / f"data-{number}" / SECRET_KEY_NAME, key)

    def _crash(self) -> None:
        number = self._rng.randrange(len(self._running))
        self._server = self._running.pop(number)
        super()._crash()

    def _stop(self) -> None:
        for number in [*self._running]:
            self._server = self._running.pop(number)
            super()._stop()

    def _give_up(self) -> None:
        for process in self._running.values():
            process.kill()
        self._balancer.kill()
        self._balancer.wait()

    def _stand_still(self) -> None:
        with self._database.standing_still():
            time.sleep(STANDSTILL)

    def _upgrade(self) -> None:
        self._module = next_release.__name__
        for number in [*self._running]:
            self._server = self._running.pop(number)
            super()._stop()
            self._serve()
