"""A small share of the kills of `make prove` on PostgreSQL."""

import pytest

from bench.prove import kills

pytestmark = pytest.mark.long


@pytest.mark.usefixtures("server")
def test_nothing_acknowledged_is_lost_where_processes_are_killed() -> None:
    found = kills.on_postgresql(["server", "database server"], 1)

    assert (found.lost, found.doubled, found.broken) == (0, 0, [])
