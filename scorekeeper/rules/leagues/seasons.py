"""Seasons: the calendar year by default (that is why 8.2 names it), or days that the organisers set."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from operator import attrgetter
from zoneinfo import ZoneInfo

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.names import key


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
    return next((season for season in seasons if season.is_custom and day in season), calendar_year(day.year))


def model_of(new: Season, *, seasons: Iterable[Season]) -> Season | None:
    """The season whose ranking a new one takes over; None for the first.

    A calendar year follows the one before it, or whatever began before it; a season that is set, the newest.
    """
    if new.is_custom:
        return max(seasons, key=attrgetter("starts_on"), default=None)
    earlier = [season for season in seasons if season.starts_on < new.starts_on]
    years = [season for season in earlier if not season.is_custom]
    return max(years or earlier, key=attrgetter("starts_on"), default=None)


def local_day(moment: datetime, *, time_zone: str) -> date:
    """The day of an aware moment where the league plays."""
    return moment.astimezone(ZoneInfo(time_zone)).date()


def season_faults(season: Season, *, others: Iterable[Season]) -> Iterator[Fault]:
    """Every fault of a new season beside the others; calendar years give way to it."""
    name = key(season.name)
    if name.isdecimal() and len(name) == len("2026"):
        yield Fault(FaultCode.SEASON_NAME_YEAR, "/name")
    if season.starts_on >= season.ends_on:
        yield Fault(FaultCode.SEASON_DAYS, "/ends_on")
        return
    for other in others:
        if other.is_custom and season.starts_on < other.ends_on and other.starts_on < season.ends_on:
            yield Fault(FaultCode.SEASON_OVERLAPS, "/starts_on", values=(("name", other.name),))
