"""The cost of a league: its table against the bare SQL under it, its saves, and an import of a score book."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random

from sqlalchemy import event

from bench import imports
from bench.clubs import NOW, YEAR, accept, book, installation, locks, new_account, new_league, only_league
from scorekeeper.config import DATABASE_NAME
from scorekeeper.models.base import db
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.queries.seasons import season_standings
from scorekeeper.services.leagues.transfer import export, importing

TIMES = 25
POINTS = {seats: tuple(range(seats, 0, -1)) for seats in range(2, 13)}
# The least that the numbers of a table can cost: the same rows, summed and fetched by the driver alone.
# Points for places need a sum for each kind of place, and the best games need each player's in order.
_SUMS = (
    "SUM(won), SUM(total), SUM(posted), SUM(points), SUM(hands), SUM(outs), SUM(beaten), SUM(rank), "
    "SUM(seats), COUNT(*)"
)
_PLAIN = f"SELECT player_id, {_SUMS} FROM result WHERE season_id = ? GROUP BY player_id"
BARE = {
    Method.AVERAGE: _PLAIN,
    Method.BEATEN: _PLAIN,
    Method.PLACES: f"SELECT player_id, seats, rank, sharers, {_SUMS} FROM result WHERE season_id = ? "
    "GROUP BY player_id, seats, rank, sharers",
    Method.BEST: f"SELECT player_id, SUM(CASE WHEN place <= 10 THEN total END), {_SUMS} FROM (SELECT *, "
    "ROW_NUMBER() OVER (PARTITION BY player_id ORDER BY total) AS place FROM result WHERE season_id = ?) "
    "GROUP BY player_id",
}


def measure() -> None:
    """Print one line for each aim: ratio or time, the aim, and both figures."""
    print(f"\n{'leagues':42}{'ratio':>7}{'aim':>7}{'ours':>12}{'bare':>12}")
    with tempfile.TemporaryDirectory() as folder:
        _tables(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        imports.measure(Path(folder))


def _tables(data: Path) -> None:
    app = installation(data)
    with app.app_context():
        account = new_account()
        league = new_league(account)
        rng = Random(1)
        accept(book(rng, games=2_000, players=200, first=date(YEAR, 1, 1)), league, account)
        for method in Method:
            ranking = Ranking(method, min_games=3, best_of=10, place_points=POINTS)
            seasons.set_ranking(league, str(YEAR), ranking, actor=Actor(account, NOW))
            queries, ours, bare = _standings(data, league, method)
            _line(f"2,000 games, 200 players, by {method.value}", 3, ours, bare)
            print(f"{'  its queries':42}{queries:>7}{3:>7}")
        for year in range(YEAR - 10, YEAR):
            accept(book(rng, games=2_000, players=200, first=date(year, 1, 1)), league, account)
        _, later, _ = _standings(data, league, method)
        _line("the last, 20,000 games in other seasons", 1.1, later, ours)
    with tempfile.TemporaryDirectory() as folder, installation(Path(folder)).app_context():
        account = new_account()
        _round_trip(new_league(account), account)


def _round_trip(league: int, account: int) -> None:
    accept(book(Random(3), games=2_000, players=200, first=date(YEAR, 1, 1)), league, account)
    began = time.perf_counter()
    text = "".join(export.exported(league))
    out = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as folder, installation(Path(folder)).app_context():
        who = new_account()
        began = time.perf_counter()
        planner = importing.planner(text.encode(), into=None, account_id=who, now=NOW)
        with locks() as held:
            importing.accept(planner, actor=Actor(who, NOW))
        taken = time.perf_counter() - began
        again = "".join(export.exported(only_league()))
    same = "the same bytes" if again == text else "OTHER BYTES"
    size = len(text.encode()) / 1e6
    print(f"{'2,000 games out, in elsewhere, out again':42}{same:>26}")
    print(f"  {size:.1f} MB: out in {out:.1f} s, in within {taken:.1f} s, of which locked {max(held):.2f} s")


def _standings(data: Path, league: int, method: Method) -> tuple[int, float, float]:
    """Queries, and the least seconds of ours and of the bare sums over the season of `YEAR`."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            sent.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    season_standings(league, str(YEAR))
    event.remove(db.engine, "before_cursor_execute", note)
    bare = sqlite3.connect(data / DATABASE_NAME)
    season = bare.execute("SELECT id FROM season WHERE name = ?", (str(YEAR),)).fetchone()
    pairs = [
        (
            _seconds(lambda: season_standings(league, str(YEAR))),
            _seconds(lambda: bare.execute(BARE[method], season).fetchall()),
        )
        for _ in range(TIMES)
    ]
    bare.close()
    ours, theirs = (min(column) for column in zip(*pairs, strict=True))
    return len(sent), ours, theirs


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _line(name: str, aim: float, ours: float, bare: float) -> None:
    print(f"{name:42}{ours / bare:>7.2f}{aim:>7}{ours * 1e3:>9.1f} ms{bare * 1e3:>9.1f} ms")
