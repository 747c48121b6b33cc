"""Reports tests that were skipped for want of a browser or a database server; in CI that is a failure."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from tests.support.examples import IN_CI

# By the folder of the tests: their title in the summary, and how to make them run.
_WATCHED: Final = {
    "tests/browser/": (
        "BROWSER TESTS",
        "To run them: sudo apt-get update && sudo apt-get install --yes --no-install-recommends "
        "chromium-headless-shell firefox-esr webkit2gtk-driver xvfb",
    ),
    "tests/postgresql/": ("TESTS ON POSTGRESQL", "Its server has no wheel for some machines."),
}


class NotRun:
    """Collects the skipped tests of the watched folders; with xdist, in the controlling process."""

    def __init__(self) -> None:
        self.reasons: dict[str, Counter[str]] = {folder: Counter() for folder in _WATCHED}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self._note(report.nodeid, report.longrepr[2] if isinstance(report.longrepr, tuple) else "skipped")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self._note(report.nodeid, f"{report.nodeid} skipped as a whole")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if any(self.reasons.values()) and IN_CI and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for folder, (name, remedy) in _WATCHED.items():
            if not self.reasons[folder]:
                continue
            terminalreporter.section(f"{name} THAT DID NOT RUN", sep="!", red=True, bold=True)
            for reason, count in sorted(self.reasons[folder].items()):
                terminalreporter.line(f"{count} x {reason}")
            terminalreporter.line("In CI this is a failure." if IN_CI else remedy)

    def _note(self, nodeid: str, reason: str) -> None:
        for folder in _WATCHED:
            if nodeid.startswith(folder):
                self.reasons[folder][reason] += 1
