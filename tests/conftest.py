"""Fixtures for all tests: an application over a fresh, migrated database, and one fixed moment."""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, is_hypothesis_test, settings
from sqlalchemy import event

from scorekeeper.app import create_app
from scorekeeper.config import DATABASE_NAME, Settings
from scorekeeper.models.base import db as database
from scorekeeper.services.maintenance import schema
from tests.support.examples import examples
from tests.support.reused import Reused, compile_templates_once, fresh_data

# How fast a machine makes and runs examples is for benchmarks to say. Only `make prove` looks for new ones:
# elsewhere a test that was green stays green until the code changes.
for profile, is_repeatable in (("repeatable", True), ("searching", False)):
    settings.register_profile(
        profile,
        max_examples=examples(100),
        deadline=None,
        derandomize=is_repeatable,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("repeatable")

# Counting branches doubles the time of a test. The core is covered by its own tests; those that try thousands
# of cases reach no branch that the others miss. What is measured runs first: a function that keeps its
# results is entered once in a process.
COVERING = ("rules", "referee", "rulebook")
UNMEASURED = ("against_brute_force", "at_random", "metamorphic", "asked")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a browser test waits more than it computes."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    for item in items:
        is_core = item.path.relative_to(folder).parts[0] in COVERING
        is_property = is_hypothesis_test(getattr(item, "obj", None))
        if not is_core or is_property or item.path.stem.endswith(UNMEASURED):
            item.add_marker(pytest.mark.no_cover)
    items.sort(key=lambda item: item.get_closest_marker("no_cover") is not None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once why tests were skipped, and of how many each reason holds."""
    skipped = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()))
    for reason, count in skipped.items():
        terminalreporter.line(f"{count} x {reason}", red=True)


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile each template once in a run, for all its processes."""
    base = tmp_path_factory.getbasetemp()
    compile_templates_once((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "templates")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty database with its secret key: the data folder that every test starts from."""
    data = tmp_path_factory.mktemp("template")
    app = create_app(Settings(data=data))
    schema.upgrade(app)
    with app.app_context():
        database.engine.dispose()
    return data


@pytest.fixture
def data(template: Path) -> Iterator[Path]:
    """A fresh data folder, alone in a folder of its own."""
    with fresh_data(template) as data:
        yield data


@pytest.fixture(scope="session")
def reused() -> Reused:
    return Reused()


@pytest.fixture
def app(data: Path, reused: Reused) -> Iterator[Flask]:
    with reused.over(data) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


@pytest.fixture
def db(data: Path) -> Iterator[sqlite3.Connection]:
    """A direct connection to the SQLite file: constraints on, one transaction for each statement."""
    connection = sqlite3.connect(data / DATABASE_NAME, isolation_level=None)
    connection.execute("PRAGMA foreign_keys=ON")
    yield connection
    connection.close()


@pytest.fixture
def statements(app: Flask) -> Iterator[list[str]]:
    """Every SQL statement that the application sends, but for BEGIN and how long the next one may wait."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA busy_timeout")):
            sent.append(statement)

    with app.app_context():
        event.listen(database.engine, "before_cursor_execute", note)
    yield sent
    with app.app_context():
        event.remove(database.engine, "before_cursor_execute", note)
