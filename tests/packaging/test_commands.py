"""Proves that `make run` works on a fresh machine."""

import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.support.servers import ROOT, environment, free_port, wait_until_let_go, wait_until_running

pytestmark = pytest.mark.long

FAKE_PYTHON = """#!/bin/sh
case "$*" in *{missing}*) exit 1;; esac
exec {python} "$@"
"""


def test_make_run_serves_on_the_port_and_folder_it_is_told(tmp_path: Path) -> None:
    port = free_port()
    output = tmp_path / "output.txt"
    with output.open("wb") as file:
        make = subprocess.Popen(
            ["make", "run", f"VENV={sys.prefix}"],
            cwd=ROOT,
            env=outside_make(environment(tmp_path / "data", port=port)),
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            # A shell lets its background jobs ignore Ctrl+C, and so would the server if the tests were one.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
    try:
        wait_until_running(make, output=output)
        with urllib.request.urlopen(f"http://localhost:{port}/") as answer:
            assert answer.status == 200
    finally:
        # Ctrl+C signals every process in the foreground.
        os.killpg(make.pid, signal.SIGINT)
        make.wait(timeout=20)
        wait_until_let_go(tmp_path / "data")

    said_last = output.read_text(encoding="utf-8").partition("press Ctrl+C.\n")[2]
    assert [line for line in said_last.splitlines() if not line.startswith("make")] == []


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("version_info", "Scorekeeper needs Python 3.11 or newer"),
        ("ensurepip", "sudo apt-get install python3-venv"),
    ],
)
def test_make_run_without_what_it_needs_says_so(tmp_path: Path, missing: str, sentence: str) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    python = tmp_path / "python"
    python.write_text(FAKE_PYTHON.format(missing=missing, python=sys.executable))
    python.chmod(0o755)

    refused = subprocess.run(
        ["make", "run", f"PYTHON={python}"],
        cwd=tmp_path,
        # Without uv, which makes environments by itself.
        env={**outside_make(os.environ), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert refused.returncode != 0
    assert sentence in refused.stdout
    assert not (tmp_path / ".venv").exists()


def outside_make(environ: dict[str, str] | os._Environ[str]) -> dict[str, str]:
    """The environment without the variables that an outer make passes on."""
    return {name: value for name, value in environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
