"""`python -m bench.writers`: what a game costs on PostgreSQL, and how many saves one instance and two take.

Fifty tables save as fast as they can; then again with one lock of all writers, as if every save wrote more
than its game. docs/measurements.md states what it prints.
"""

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from unittest.mock import patch

from sqlalchemy import event, func, select, text

from bench.prove.tables import HANDS, PLAYERS, ByApi, ByForms, playing
from scorekeeper.app import create_app
from scorekeeper.cli import main as command
from scorekeeper.config import SECRET_KEY_NAME, Settings
from scorekeeper.models import engine
from scorekeeper.models.base import Base, db
from scorekeeper.services.maintenance import schema
from tests.support import postgresql
from tests.support.phones import Phone, sheet
from tests.support.servers import running

TABLES, SECONDS, ROUNDS, GAMES, POLLS = 50, 8, 3, 200, 1_000
POINTS = {1: 25, 2: 45, 3: 110}
_SIZE = text("SELECT pg_database_size(current_database())")


def main() -> None:
    """Measure, and print a line each."""
    with _postgresql() as (server, folder):
        _costs(server.address("postgres"), folder)
    rates: dict[tuple[str, int], list[float]] = {}
    for _ in range(ROUNDS):
        for module, instances in product(("scorekeeper", "bench.writers"), (1, 2)):
            with _postgresql() as (server, folder):
                rate = _rate(server.address("postgres"), folder, module=module, instances=instances)
            rates.setdefault((module, instances), []).append(rate)
    for (module, instances), found in rates.items():
        said = "a lock by game" if module == "scorekeeper" else "one lock"
        spread = f"{min(found):.0f} to {max(found):.0f}"
        print(f"{said}, instances: {instances}: {median(found):.0f} saves a second ({spread})")


@contextmanager
def _postgresql() -> Iterator[tuple[postgresql.Server, Path]]:
    with postgresql.running(postgresql.DURABLE) as server, tempfile.TemporaryDirectory() as folder:
        yield server, Path(folder)


def _costs(address: str, data: Path) -> None:
    """Rows and bytes of a game, and what saves and polls ask of the database, by the forms of one phone."""
    app = create_app(Settings(data=data, database=address))
    schema.upgrade(app)
    phone, statements = Phone(app), 0
    turns: list[float] = []

    def count(*_: object) -> None:
        nonlocal statements
        statements += 1

    @contextmanager
    def timed(patience: int, **_: object) -> Iterator[int]:
        began = time.perf_counter()
        yield patience
        turns.append(time.perf_counter() - began)

    def cost(name: str, requests: Sequence[Callable[[], object]]) -> None:
        before, began = statements, time.process_time()
        for request in requests:
            request()
        took = 1000 * (time.process_time() - began) / len(requests)
        print(f"{name}: {(statements - before) / len(requests):.1f} statements, {took:.1f} ms of processor")

    with app.app_context():
        rows, size = _stored()
        games = [phone.start(*PLAYERS) for _ in range(GAMES)]
        event.listen(db.engine, "before_cursor_execute", count)
        sheets = [f"/games/{game}/hands/{hand}" for game in games for hand in range(1, HANDS + 1)]
        with patch.object(engine, "_in_turn", timed):
            cost("a save", [partial(phone.post, path, sheet(0, POINTS, attempt=1)) for path in sheets])
        table = f"/games/{games[0]}"
        tag = {"If-None-Match": phone.get(table).headers["ETag"]}
        cost("a poll, unchanged", [partial(phone.get, table, headers=tag)] * POLLS)
        event.remove(db.engine, "before_cursor_execute", count)
        all_rows, all_size = _stored()
        db.engine.dispose()
    print(f"a save holds the lock {1000 * median(turns):.1f} ms")
    print(
        f"a game: {(all_rows - rows) / GAMES:.0f} rows, {(all_size - size) / GAMES / 1024:.1f} KB", flush=True
    )


def _stored() -> tuple[int, int]:
    """All rows, and the bytes of the database with its indexes."""
    session = db.session
    tables = Base.metadata.sorted_tables
    rows = sum(session.scalar(select(func.count()).select_from(table)) or 0 for table in tables)
    size: int = session.scalar(_SIZE) or 0
    session.rollback()
    return rows, size


def _rate(address: str, folder: Path, *, module: str, instances: int) -> float:
    """Saves a second of fifty tables, half by forms, spread over the instances."""
    with ExitStack() as until:
        ports: list[int] = []
        for number in range(instances):
            data = folder / f"data-{number}"
            if number:
                data.mkdir()
                shutil.copyfile(folder / "data-0" / SECRET_KEY_NAME, data / SECRET_KEY_NAME)
            server = running(data, module=module, SCOREKEEPER_DATABASE=address, SCOREKEEPER_HOST="127.0.0.1")
            ports.append(until.enter_context(server).port)
        kinds = (ByApi, ByForms)
        seats = [
            kinds[table // 2 % 2](ports[table % instances], rng=Random(table)) for table in range(TABLES)
        ]
        began = time.monotonic()
        with playing(seats):
            time.sleep(SECONDS)
        return sum(seat.writes for seat in seats) / (time.monotonic() - began)


def _with_one_lock() -> None:
    """Be the command, in which all writers wait for each other."""
    reads, writes, _ = engine._BEGINNINGS["postgresql"]
    engine._BEGINNINGS["postgresql"] = (reads, writes, writes)
    engine._turns = engine._turn
    command.main()


if __name__ == "__main__":
    main() if len(sys.argv) == 1 else _with_one_lock()
