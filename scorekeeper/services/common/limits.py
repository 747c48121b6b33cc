"""Limits on attempts: one counter for each key, shared by all processes.

A counter trusts no clock. A window that starts in the future was written while the clock was ahead; it is
ignored, so that nobody waits for it to begin.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

from scorekeeper.models import AttemptCountRow
from scorekeeper.models.engine import writing
from scorekeeper.services.common.faults import TooManyAttempts

OUT_OF_ORDER: Final = timedelta(minutes=1)
COUNTED_FOR: Final = timedelta(days=1)
_ONE_HOUSEHOLD: Final = 64


def count_attempt(key: str, *, now: datetime, most: int, within: timedelta) -> datetime:
    """Count an attempt; TooManyAttempts beyond `most` attempts of `key` `within` that time from the first.

    Returns when the window began in which it is counted.
    """
    with writing() as session:
        counter = session.get(AttemptCountRow, key)
        if counter is None:
            counter = AttemptCountRow(key=key, window_start=now, count=0)
            session.add(counter)
        # Requests are not served in their order of arrival: a little before the window still counts in it.
        if not counter.window_start - OUT_OF_ORDER <= now < counter.window_start + within:
            counter.window_start, counter.count = now, 0
        if counter.count >= most:
            raise TooManyAttempts(counter.window_start + within - now)
        counter.count += 1
        return counter.window_start


def take_back(key: str, *, window_start: datetime) -> None:
    """Take back a counted attempt that did not fail; nothing happens once another window has begun."""
    with writing() as session:
        counter = session.get(AttemptCountRow, key)
        if counter is not None and counter.window_start == window_start and counter.count > 0:
            counter.count -= 1


@contextmanager
def failures(
    key: str,
    *,
    now: datetime,
    most: int,
    within: timedelta,
    counts: Callable[[Exception], bool] = lambda _: True,
) -> Iterator[None]:
    """Run a block that may fail only `most` times `within` that time; TooManyAttempts.

    An attempt fails by an exception that `counts`. It is counted before the block and taken back unless it
    fails, so a hundred guesses at once are no more than a hundred in a row. Not within `writing`, which would
    roll the count back.
    """
    window_start = count_attempt(key, now=now, most=most, within=within)
    try:
        yield
    except Exception as error:
        if not counts(error):
            take_back(key, window_start=window_start)
        raise
    take_back(key, window_start=window_start)


def use_once(key: str, *, now: datetime) -> bool:
    """Use a key once; False if it was used before, whatever the clock says meanwhile.

    It is remembered for `COUNTED_FOR`: the secret behind it must expire sooner.
    """
    with writing() as session:
        if session.get(AttemptCountRow, key) is not None:
            return False
        session.add(AttemptCountRow(key=key, window_start=now, count=1))
        return True


def network_of(address: str) -> str:
    """The part of an IP address that one household shares: all of an IPv4, the first half of an IPv6 one."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:100]
    if isinstance(ip, IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((ip, _ONE_HOUSEHOLD), strict=False).network_address)
