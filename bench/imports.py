"""What bringing in an old book costs the tables that play meanwhile, and a hand of a league game."""

from __future__ import annotations

import multiprocessing
import statistics
import time
from datetime import date
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random

from bench import load, servers
from bench.clubs import YEAR, accept, book, locks, new_account, new_game, new_league
from bench.games import PHONE, Hall

SAVES = 160
ROUNDS = 5
BESIDE = 1_500
_HERE = multiprocessing.get_context("fork")


def measure(data: Path) -> None:
    hall = Hall(data, saves=SAVES * ROUNDS)
    with hall.app.app_context():
        account = new_account()
        league = new_league(account)
        in_league = [new_game(league) for _ in range(SAVES * ROUNDS + BESIDE)]
    phone = {"Cookie": f"device={PHONE}"}
    requests = [load.post(f"/games/{game}/hands/1", hall.form, **phone) for game in in_league]
    text = book(Random(2), games=286, players=40, first=date(YEAR, 1, 1))
    with servers.serving("scorekeeper", data=data) as (port, _):
        ratios, free, league_rate = [], [], []
        for turn in range(ROUNDS):
            some = slice(turn * SAVES, (turn + 1) * SAVES)
            free.append(1 / load.rate(port, hall.saves[some], status=303))
            league_rate.append(1 / load.rate(port, requests[some], status=303))
            ratios.append(league_rate[-1] / free[-1])
        ours, bare = (statistics.median(column) * 1e3 for column in (league_rate, free))
        ratio = statistics.median(ratios)
        print(f"{'save of a hand of a league game':42}{ratio:>7.2f}{1.3:>7}{ours:>9.2f} ms{bare:>9.2f} ms")
        with hall.app.app_context():
            _import_beside(port, requests[SAVES * ROUNDS :], text, league, account)


def _import_beside(port: int, requests: list[bytes], text: str, league: int, account: int) -> None:
    """Accept a book of 10,000 rows here, while another process saves hands without a pause."""
    over, (mine, theirs) = _HERE.Event(), _HERE.Pipe()
    saver = _HERE.Process(target=_save, args=(port, requests, over, theirs))
    saver.start()
    mine.recv()
    with locks() as held:
        accept(text, league, account)
    over.set()
    waits = mine.recv()
    saver.join()
    rows = text.count("\n")
    print(f"{f'lock of an import of {rows:,} rows':42}{max(held):>7.2f}{0.5:>7} s")
    print(f"  longest wait of {len(waits)} saves made meanwhile: {max(waits) * 1e3:.0f} ms")


def _save(port: int, requests: list[bytes], over: Event, told: Connection) -> None:
    waits: list[float] = []
    told.send(None)
    for request in requests:
        if over.is_set():
            break
        began = time.perf_counter()
        load.ask(port, request)
        waits.append(time.perf_counter() - began)
    told.send(waits)
