"""A small share of the kills of `make prove` on PostgreSQL."""

import pytest

from bench.prove import instances, kills
from tests.support.examples import cannot_run

pytestmark = pytest.mark.long


@pytest.mark.usefixtures("server")
def test_nothing_acknowledged_is_lost_where_processes_are_killed() -> None:
    found = kills.on_postgresql(["server", "database server"], 1)

    assert (found.lost, found.doubled, found.broken) == (0, 0, [])


@pytest.mark.usefixtures("server")
def test_two_instances_behind_a_balancer_keep_what_they_acknowledged() -> None:
    if not instances.NGINX:
        cannot_run("no nginx")
    found = instances.batch(["server", "database server", "standstill"], 1)

    assert (found.lost, found.doubled, found.broken) == (0, 0, [])
