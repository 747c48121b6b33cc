"""Says loudly what did not run: without a browser its tests are skipped, and in CI that is a failure."""

from __future__ import annotations

import os
from collections import Counter

import pytest

_IN_CI = os.environ.get("CI") == "true"
_INSTALL = "sudo apt-get update && sudo apt-get install --yes --no-install-recommends chromium firefox-esr"


class NotRun:
    """Collects the skipped browser tests; with xdist, in the process that prints."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and report.nodeid.startswith("tests/browser/"):
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else "skipped"
            self.reasons[reason] += 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped and report.nodeid.startswith("tests/browser/"):
            self.reasons[f"{report.nodeid} skipped as a whole"] += 1

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.reasons and _IN_CI and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.reasons:
            return
        terminalreporter.section("BROWSER TESTS THAT DID NOT RUN", sep="!", red=True, bold=True)
        for reason, count in sorted(self.reasons.items()):
            terminalreporter.line(f"{count} x {reason}")
        terminalreporter.line("In CI this is a failure." if _IN_CI else f"To run them: {_INSTALL}")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(NotRun(), "scorekeeper-not-run")
