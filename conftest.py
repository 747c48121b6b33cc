"""Reports tests that were skipped for want of a browser or a database server; in CI that is a failure."""

from __future__ import annotations

import os
from collections import Counter
from typing import Final

import pytest

_IN_CI = os.environ.get("CI") == "true"
# By the folder of the tests: their title in the summary, and how to make them run.
_WATCHED: Final = {
    "tests/browser/": (
        "BROWSER TESTS",
        "To run them: sudo apt-get update && sudo apt-get install --yes --no-install-recommends "
        "chromium-headless-shell firefox-esr",
    ),
    "tests/postgresql/": (
        "TESTS ON POSTGRESQL",
        "To run them: .venv/bin/pip install -r requirements-postgresql.txt",
    ),
}


class NotRun:
    """Collects the skipped tests of the watched folders; with xdist, in the controlling process.

    It also sums the requests that tests count by `record_property`.
    """

    def __init__(self) -> None:
        self.reasons: dict[str, Counter[str]] = {folder: Counter() for folder in _WATCHED}
        self.counts: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            properties = report.user_properties
            self.counts.update({name: int(str(n)) for name, n in properties if name.startswith("requests ")})
        if report.skipped:
            self._note(report.nodeid, report.longrepr[2] if isinstance(report.longrepr, tuple) else "skipped")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self._note(report.nodeid, f"{report.nodeid} skipped as a whole")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if any(self.reasons.values()) and _IN_CI and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for name, count in sorted(self.counts.items()):
            terminalreporter.line(f"{name}: {count:,}")
        for folder, (name, remedy) in _WATCHED.items():
            if not self.reasons[folder]:
                continue
            terminalreporter.section(f"{name} THAT DID NOT RUN", sep="!", red=True, bold=True)
            for reason, count in sorted(self.reasons[folder].items()):
                terminalreporter.line(f"{count} x {reason}")
            terminalreporter.line("In CI this is a failure." if _IN_CI else remedy)

    def _note(self, nodeid: str, reason: str) -> None:
        for folder in _WATCHED:
            if nodeid.startswith(folder):
                self.reasons[folder][reason] += 1


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(NotRun(), "scorekeeper-not-run")
