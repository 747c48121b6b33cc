"""Seasons: the calendar year by default (that is why 8.2 names it), or days that the organisers set."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import Final
from zoneinfo import ZoneInfo

from scorekeeper.rules.faults import Fault, FaultCode

# Browsers take the dots for a way up; at the others are the form for a new season and the one that is on.
_TAKEN: Final = frozenset({".", "..", "new", "now"})

_HALF_A_YEAR: Final = timedelta(days=184)
_A_YEAR: Final = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Season:
    """From `starts_on` to the day before `ends_on`: a custom one, set by organisers, or a calendar year."""

    name: str
    starts_on: date
    ends_on: date
    is_custom: bool = True

    @property
    def last_day(self) -> date:
        """The last day that belongs to it."""
        return self.ends_on - timedelta(days=1)

    def __contains__(self, day: date) -> bool:
        return self.starts_on <= day < self.ends_on


def calendar_year(year: int) -> Season:
    """The season of a calendar year, which nobody has to set."""
    return Season(str(year), date(year, 1, 1), date(year + 1, 1, 1), is_custom=False)


def season_on(day: date, *, seasons: Iterable[Season]) -> Season:
    """The season of a game that began on this day: one that was set, else the calendar year."""
    in_order = sorted(seasons, key=attrgetter("is_custom"), reverse=True)
    year = calendar_year(day.year)
    if any(season.name == year.name for season in in_order):
        year = replace(year, name=f"{year.name} (2)")
    return next((season for season in in_order if day in season), year)


def address_of(name: str) -> str:
    """What stands for a season of this name in addresses; its own address stands for it, too."""
    address = name.replace("/", "-")
    return f"{address}-" if address in _TAKEN or address.endswith(".csv") else address


def model_of(new: Season, *, seasons: Iterable[Season]) -> Season | None:
    """The season whose ranking a new one takes over; None for the first.

    It is the latest that began before, else the first: of its own kind, calendar or custom, if there is one.
    """
    in_order = sorted(seasons, key=attrgetter("starts_on"))
    alike = [season for season in in_order if season.is_custom is new.is_custom] or in_order
    earlier = [season for season in alike if season.starts_on < new.starts_on]
    return next(iter(earlier[-1:] or alike[:1]), None)


def next_season(last: Season) -> Season:
    """The season proposed after this one, with the numbers in its name one higher.

    Of more than half a year it is the same days of the next year, else as many days right after.
    """
    name = re.sub("[0-9]+", lambda number: str(int(number[0]) + 1).zfill(len(number[0])), last.name)
    days = last.ends_on - last.starts_on
    if _HALF_A_YEAR < days <= _A_YEAR:
        return Season(name, _a_year_after(last.starts_on), _a_year_after(last.ends_on))
    return Season(name, last.ends_on, last.ends_on + days)


def _a_year_after(day: date) -> date:
    return day.replace(year=day.year + 1, day=min(day.day, 28) if day.month == 2 else day.day)


def local_day(moment: datetime, *, time_zone: str) -> date:
    """The day of an aware moment where the league plays."""
    return moment.astimezone(ZoneInfo(time_zone)).date()


def season_faults(season: Season, *, others: Iterable[Season]) -> Iterator[Fault]:
    """Every fault of a new season beside the others; calendar years give way to it."""
    if season.starts_on >= season.ends_on:
        yield Fault(FaultCode.SEASON_DAYS, "/ends_on")
        return
    for other in others:
        if other.is_custom and season.starts_on < other.ends_on and other.starts_on < season.ends_on:
            yield Fault(FaultCode.SEASON_OVERLAPS, "/starts_on", values=(("name", other.name),))
