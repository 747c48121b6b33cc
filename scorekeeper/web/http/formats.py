"""How times, numbers and shares are written for people: in the time zone of the game, not of the server."""

from __future__ import annotations

import unicodedata
from datetime import date, datetime
from fractions import Fraction
from typing import Final
from zoneinfo import ZoneInfo

from flask import Flask
from markupsafe import Markup

from scorekeeper.web.http import clock

_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
_GREENWICH: Final = frozenset({"UTC", "GMT", "UCT", "Universal", "Zulu"})
_SIGNS: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
}


def init_app(app: Flask) -> None:
    """Give templates their filters and globals."""
    app.jinja_env.filters.update(moment=moment, day=day, place=place, kind=kind, decimal=decimal, apart=apart)
    app.jinja_env.filters.update(minute=minute, share=share, fixed=fixed, percent=percent, date=spoken_date)


def moment(at: datetime, time_zone: str = "UTC") -> Markup:
    """The minute, after its day unless it is of today, in a <time> element."""
    there, today = local(at, time_zone), local(clock.now(), time_zone).date()
    text = f"{there:%H:%M}" if there.date() == today else f"{spoken_date(there)}, {there:%H:%M}"
    return _element(at, text)


def minute(at: datetime, time_zone: str) -> Markup:
    """The minute without its day, in a <time> element."""
    return _element(at, f"{local(at, time_zone):%H:%M}")


def place(time_zone: str) -> str:
    """What people call the clock of a time zone: "Buenos Aires" for America/Argentina/Buenos_Aires."""
    city = time_zone.rpartition("/")[2].replace("_", " ")
    return "Greenwich" if city in _GREENWICH else city


def day(at: datetime, time_zone: str = "UTC") -> Markup:
    """The day without the time, in a <time> element."""
    return _element(at, spoken_day(at, time_zone))


def spoken_day(at: datetime, time_zone: str) -> str:
    """The day in words, without markup."""
    return spoken_date(local(at, time_zone))


def spoken_date(day: date) -> str:
    """A day of the calendar in words."""
    return f"{day.day} {day:%B %Y}"


def apart(name: str) -> str:
    """Isolate a name written from right to left, so that it does not reorder the numbers beside it."""
    written = map(unicodedata.bidirectional, name)
    return name if _RIGHT_TO_LEFT.isdisjoint(written) else f"{_ISOLATE}{name}{_POP_ISOLATE}"


def kind(event: object) -> str:
    """The name of an event's type: "HandScored", "Undone", ..."""
    return type(event).__name__


def decimal(number: Fraction, places: int = 1) -> str:
    """A number with a decimal point, without useless zeros."""
    text = f"{float(number):.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def local(at: datetime, time_zone: str) -> datetime:
    """A moment on the clock of a time zone."""
    return at.astimezone(ZoneInfo(time_zone))


def _element(at: datetime, text: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), text)


def share(number: Fraction | int) -> str:
    """A number with its exact part: 3, 1½, ⅓, 2 7/12."""
    whole, part = divmod(Fraction(number), 1)
    if not part:
        return str(whole)
    sign = _SIGNS.get(part)
    if sign is None:
        return f"{whole} {part}" if whole else str(part)
    return f"{whole or ''}{sign}"


def fixed(number: Fraction | int, places: int = 1) -> str:
    """A number with so many decimals, so that numbers below each other compare; halves are rounded up."""
    scaled = (Fraction(number) * 10**places * 2 + 1) // 2
    digits = f"{scaled:0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}"


def percent(part: Fraction) -> str:
    """A share of one as a percentage with one decimal."""
    return f"{fixed(part * 100)}%"
