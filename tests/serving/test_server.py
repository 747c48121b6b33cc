"""Gunicorn as we set it: it believes no proxy by itself, not even one on this machine."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from tests.servers import ROOT, free_port

ECHO = """
import sys
from pathlib import Path
from gunicorn.app.base import BaseApplication
from scorekeeper.config import Settings
from scorekeeper.serving.server import gunicorn_settings

class Echo(BaseApplication):
    def load_config(self):
        settings = Settings(data=Path("."), port=int(sys.argv[1]), host="127.0.0.1")
        # One worker: another that is not quite there yet would not hear that it is to stop.
        alone = {"workers": 1, "post_worker_init": lambda _: None}
        for name, value in {**gunicorn_settings(settings), **alone}.items():
            self.cfg.set(name, value)

    def load(self):
        def answer(environ, start_response):
            start_response("200 OK", [("Content-Type", "text/plain")])
            return [f"{environ['wsgi.url_scheme']} {environ['REMOTE_ADDR']}".encode()]
        return answer

Echo().run()
"""


@pytest.fixture
def echo() -> Iterator[str]:
    """A server with our settings that answers with the scheme and the address it believes in."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", ECHO, str(port)], cwd=ROOT)
    yield f"http://127.0.0.1:{port}/"
    process.terminate()
    process.wait(timeout=20)


def test_proxies_are_not_believed_by_the_server_itself(echo: str) -> None:
    claims = {"X-Forwarded-Proto": "https", "X-Forwarded-Ssl": "on", "X-Forwarded-For": "198.51.100.7"}

    assert answer(echo, headers=claims) == "http 127.0.0.1"


def answer(url: str, *, headers: dict[str, str]) -> str:
    """What the server answers once it is up."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as reply:
                return str(reply.read().decode())
        except urllib.error.URLError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")
