"""How often something may be tried: one small counter for all processes.

A counter trusts no clock: a window that starts in the future was written by a clock that was ahead. It is no
window, and nobody waits for it to begin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

from sqlalchemy import insert, select, update

from scorekeeper.models import AttemptCountRow
from scorekeeper.models.engine import writing
from scorekeeper.services.common.faults import TooManyAttempts

OUT_OF_ORDER: Final = timedelta(minutes=1)
COUNTED_FOR: Final = timedelta(days=1)
_ONE_HOUSEHOLD: Final = 64


@dataclass(frozen=True, slots=True)
class Spent:
    """One counted try, which can be given back to the window that began at `window_start`."""

    key: str
    window_start: datetime


def spend(key: str, *, now: datetime, most: int, within: timedelta) -> Spent:
    """Count one try of `key`; TooManyAttempts beyond `most` tries `within` that time from the first one."""
    with writing() as connection:
        counter = connection.execute(
            select(AttemptCountRow.window_start, AttemptCountRow.count.label("tries")).where(
                AttemptCountRow.key == key
            )
        ).first()
        if counter is None:
            connection.execute(insert(AttemptCountRow), {"key": key, "window_start": now, "count": 1})
            return Spent(key, now)
        # Requests are not served in the order in which they came: a little ahead is still this window.
        counts = counter.window_start - OUT_OF_ORDER <= now < counter.window_start + within
        if counts and counter.tries >= most:
            raise TooManyAttempts(counter.window_start + within - now)
        spent = Spent(key, counter.window_start if counts else now)
        again = {"window_start": spent.window_start, "count": counter.tries + 1 if counts else 1}
        connection.execute(update(AttemptCountRow).where(AttemptCountRow.key == key).values(again))
        return spent


def give_back(spent: Spent) -> None:
    """Take one counted try back, because it turned out to be right; in a later window nothing happens."""
    with writing() as connection:
        connection.execute(
            update(AttemptCountRow)
            .where(
                AttemptCountRow.key == spent.key,
                AttemptCountRow.window_start == spent.window_start,
                AttemptCountRow.count > 0,
            )
            .values(count=AttemptCountRow.count - 1)
        )


@contextmanager
def failures(
    key: str,
    *,
    now: datetime,
    most: int,
    within: timedelta,
    counts: Callable[[Exception], bool] = lambda _: True,
) -> Iterator[None]:
    """Do something that may be tried often but may fail only `most` times; TooManyAttempts.

    A try fails by an exception that `counts`. It is counted before it is made and given back when it does not
    fail, so a hundred guesses at once are no more than a hundred in a row. Not within `writing`, which would
    forget the failure.
    """
    spent = spend(key, now=now, most=most, within=within)
    try:
        yield
    except Exception as error:
        if not counts(error):
            give_back(spent)
        raise
    give_back(spent)


def use_up(key: str, *, now: datetime) -> bool:
    """Whether `key` was never used up before: it works once, whatever the clock says meanwhile.

    It is remembered for `COUNTED_FOR`; what it stands for must not be valid for longer.
    """
    with writing() as connection:
        if connection.execute(select(AttemptCountRow.key).where(AttemptCountRow.key == key)).first():
            return False
        connection.execute(insert(AttemptCountRow), {"key": key, "window_start": now, "count": 1})
        return True


def network_of(address: str) -> str:
    """What of an address one household shares: all of it, or the first half of a long one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:100]
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, _ONE_HOUSEHOLD), strict=False).network_address)
