"""Incomplete games: when one may be resumed, and does not count for those who left (section 8)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from scorekeeper.rules.entries import Resumed
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.names import clean, same
from scorekeeper.rules.rulesets.ruleset import Incomplete, Ruleset

_FEWEST_LEFT: Final = 2


def year_end(started_at: datetime, *, time_zone: str) -> datetime:
    """The moment at which the game's calendar year is over in its own time zone (8.2a)."""
    zone = ZoneInfo(time_zone)
    return datetime(started_at.astimezone(zone).year + 1, 1, 1, tzinfo=zone)


def is_year_over(started_at: datetime, *, at: datetime, time_zone: str) -> bool:
    """Whether the game's calendar year has ended, so that it cannot be resumed (8.2, 8.2a)."""
    return at >= year_end(started_at, time_zone=time_zone)


def resumption_faults(event: Resumed, *, names: Sequence[str], year_over: bool) -> tuple[Fault, ...]:
    """Every fault of a resumption. `names` are the players who carry on, clockwise (8.2b)."""
    faults = list(_agreement_faults(event, year_over=year_over))
    if event.without and len(names) < _FEWEST_LEFT:
        faults.append(Fault(FaultCode.LEAVE_WHILE_SUSPENDED, "/without", "8.2a"))
    attendance = tuple(_attendance_faults(event.seats, names=names))
    if not attendance and not is_rotation(event.seats, names=names):
        attendance = (Fault(FaultCode.SEATS_CHANGED, "/seats", "8.2"),)
    return (*faults, *attendance)


def is_rotation(seats: Sequence[str], *, names: Sequence[str]) -> bool:
    """Whether the same people sit in the same relative seats, counted from anybody (8.2a)."""
    return len(seats) == len(names) and any(
        all(same(seat, name) for seat, name in zip(seats, (*names[turn:], *names[:turn]), strict=True))
        for turn in range(len(names))
    )


def _agreement_faults(event: Resumed, *, year_over: bool) -> Iterator[Fault]:
    if not event.agreed:
        yield Fault(FaultCode.RESUMPTION_NOT_AGREED, "/agreed", "8.1a")
    if year_over:
        yield Fault(FaultCode.YEAR_OVER, "", "8.2")


def _attendance_faults(seats: Sequence[str], *, names: Sequence[str]) -> Iterator[Fault]:
    for name in names:
        if not any(same(name, seat) for seat in seats):
            yield Fault(FaultCode.PLAYER_ABSENT, "/seats", "8.2", (("name", name),))
    for index, seat in enumerate(seats):
        if not any(same(name, seat) for name in names):
            yield Fault(FaultCode.PLAYER_STRANGE, f"/seats/{index}", "8.2", (("name", clean(seat)),))
        elif any(same(seat, earlier) for earlier in seats[:index]):
            yield Fault(FaultCode.NAME_TWICE, f"/seats/{index}", None, (("name", clean(seat)),))


def is_unposted(seats: Iterable[tuple[bool, bool]], *, rules: Ruleset, finished: bool) -> bool:
    """Whether a game does not count for those who left; each seat says whether it left, and posts a total.

    Somebody left whose total cannot be posted (8.4); by P-2, the game is over and fewer than two stayed.
    """
    unposted = [left and not posted for left, posted in seats]
    if rules.incomplete is Incomplete.POSTED:
        return any(unposted)
    return finished and unposted.count(False) < _FEWEST_LEFT
