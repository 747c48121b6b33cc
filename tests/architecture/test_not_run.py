"""Proves that a test skipped for want of a browser or server shows in the summary, and fails in CI."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.servers import ROOT

SKIPPED = "import pytest\n\ndef test_page():\n    pytest.skip('chromium is not installed')\n"
UNNEEDED = [
    word
    for name in ("cacheprovider", "playwright", "hypothesispytest", "schemathesis")
    for word in ("-p", f"no:{name}")
]
PASSED = "def test_page():\n    pass\n"


@pytest.mark.parametrize("workers", ["0", "2"])
def test_skipped_browser_tests_show_in_the_summary(tmp_path: Path, workers: str) -> None:
    ended = run_in(tmp_path, watched=SKIPPED, workers=workers, CI="")

    assert ended.returncode == 0
    assert "BROWSER TESTS THAT DID NOT RUN" in ended.stdout
    assert "1 x Skipped: chromium is not installed" in ended.stdout
    assert "apt-get install" in ended.stdout
    assert "1 passed, 1 skipped in" in ended.stdout.splitlines()[-1]


def test_skipped_tests_on_a_server_show_in_the_summary(tmp_path: Path) -> None:
    ended = run_in(tmp_path, folder="postgresql", watched=SKIPPED, workers="0", CI="true")

    assert ended.returncode == 1
    assert "TESTS ON POSTGRESQL THAT DID NOT RUN" in ended.stdout
    assert "BROWSER TESTS" not in ended.stdout


@pytest.mark.parametrize("workers", ["0", "2"])
def test_skipped_browser_tests_fail_in_ci(tmp_path: Path, workers: str) -> None:
    ended = run_in(tmp_path, watched=SKIPPED, workers=workers, CI="true")

    assert ended.returncode == 1
    assert "In CI this is a failure." in ended.stdout


def test_browser_tests_that_ran_are_not_mentioned(tmp_path: Path) -> None:
    ended = run_in(tmp_path, watched=PASSED, workers="0", CI="true")

    assert ended.returncode == 0
    assert "DID NOT RUN" not in ended.stdout
    assert "2 passed in" in ended.stdout.splitlines()[-1]


def run_in(
    root: Path, *, watched: str, workers: str, folder: str = "browser", **environ: str
) -> subprocess.CompletedProcess[str]:
    """Run pytest over one watched test and one other test, with the project's `conftest.py`."""
    (root / "tests" / folder).mkdir(parents=True)
    (root / "conftest.py").write_text((ROOT / "conftest.py").read_text(encoding="utf-8"))
    (root / "pytest.ini").write_text("[pytest]\n")
    (root / "tests" / "test_other.py").write_text(PASSED.replace("page", "other"))
    (root / "tests" / folder / "test_page.py").write_text(watched)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-n", workers, *UNNEEDED],
        cwd=root,
        env={**os.environ, "COLUMNS": "100", **environ},
        capture_output=True,
        text=True,
        check=False,
    )
