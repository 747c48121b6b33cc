"""A small share of the proofs of `make prove`, and one that fails. Full results are in docs/reliability.md.

The tests of nonsense and of the API try odd requests.
Only the full run judges how long answers take beside hostile connections: a share has too few of them.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bench.prove import disk, hostile, kills, outbox, stores
from scorekeeper.config import DATABASE_NAME

pytestmark = pytest.mark.long


def test_nothing_acknowledged_is_lost_where_processes_are_killed() -> None:
    found = kills.on_sqlite(list(kills.ON_SQLITE), 1)

    assert (found.lost, found.doubled, found.broken) == (0, 0, [])
    assert found.kills == dict.fromkeys(kills.ON_SQLITE, 1)


def test_a_database_with_other_hands_than_were_acknowledged_breaks_the_promise(tmp_path: Path) -> None:
    def with_other_hands() -> sqlite3.Connection:
        other = sqlite3.connect(":memory:")
        with closing(stores.live(tmp_path / "data" / DATABASE_NAME)()) as connection:
            connection.backup(other)
        other.execute("UPDATE score SET hand = hand + 7")
        return other

    found = kills.Batch(tmp_path / "data", seed=1, connect=with_other_hands).run(["server"])

    assert found.lost == found.doubled > 0
    assert found.broken[-1] == "seed 1: after a save, the database holds other scores than were acknowledged"


def test_hostile_connections_keep_nobody_from_saving() -> None:
    assert hostile.prove(0.05).broken == ()


def test_nothing_is_acknowledged_on_a_disk_that_is_gone() -> None:
    assert disk.prove(0.4).broken == ()


def test_what_a_phone_has_written_down_arrives_once_or_waits() -> None:
    assert outbox.prove(0.1).broken == ()
