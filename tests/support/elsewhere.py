"""A second, empty installation, and leagues that are exported and imported."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from flask import Flask

from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.leagues import league_head
from scorekeeper.services.leagues.transfer import export, importing
from scorekeeper.services.leagues.transfer.plan import Plan
from tests.support.club import account
from tests.support.reused import Reused, fresh_data

_other = Reused()


@contextmanager
def elsewhere(template: Path) -> Iterator[Flask]:
    """Push the application context of another installation, which is new and empty each time."""
    with fresh_data(template) as data, _other.over(data) as app, app.app_context():
        yield app


def text_of(league_id: int) -> str:
    """Export a league."""
    return "".join(export.exported(league_id))


def league_id_of(slug: str) -> int:
    found = league_head(slug)
    assert found is not None
    return found.id


def plan_of(text: str, *, now: datetime, into: int | None = None) -> Plan:
    """Plan the import of a league file."""
    return importing.dry_run(importing.planner(text.encode(), into=into, actor=Actor(1, now), trusted=True))


def brought_in(text: str, *, now: datetime, account_id: int | None = None, into: int | None = None) -> Plan:
    """Import a league file, by a new account unless one is given."""
    who = account("new@example.org", "New") if account_id is None else account_id
    planner = importing.planner(text.encode(), into=into, actor=Actor(who, now))
    return importing.run_import(planner, actor=Actor(who, now))
