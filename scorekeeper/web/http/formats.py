"""How times and numbers are written for people: in the time zone of the game, not of the server."""

from __future__ import annotations

import unicodedata
from datetime import date, datetime
from fractions import Fraction
from typing import Final
from zoneinfo import ZoneInfo

from flask import Flask, request, url_for
from markupsafe import Markup

from scorekeeper.web.games.charts import draw
from scorekeeper.web.games.house_rules import house_lines
from scorekeeper.web.http.fractions import fixed, percent, share

_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def init_app(app: Flask) -> None:
    """Give templates their filters and globals."""
    app.jinja_env.filters.update(moment=moment, day=day, kind=kind, decimal=decimal, apart=apart)
    app.jinja_env.filters.update(share=share, fixed=fixed, percent=percent, date=spoken_date)
    app.jinja_env.globals.update(draw_chart=draw, house_lines=house_lines, clause_address=clause_address)


def clause_address(number: str) -> str:
    """A clause in the book; in the book of a game on its own pages, and in what was opened from there."""
    of_book = request.blueprint == "rules"
    game = request.args.get("game") if of_book else (request.view_args or {}).get("game_id")
    return url_for("rules.rules", game=game, _anchor=f"c{number}")


def moment(at: datetime, time_zone: str = "UTC") -> Markup:
    """Day and minute, in a <time> element."""
    return _element(at, f"{spoken_day(at, time_zone)}, {local(at, time_zone):%H:%M}")


def day(at: datetime, time_zone: str = "UTC") -> Markup:
    """The day alone, in a <time> element."""
    return _element(at, spoken_day(at, time_zone))


def spoken_day(at: datetime, time_zone: str) -> str:
    """The day in words, without markup."""
    return f"{(there := local(at, time_zone)).day} {there:%B %Y}"


def spoken_date(day: date) -> str:
    """A day of the calendar in words."""
    return f"{day.day} {day:%B %Y}"


def apart(name: str) -> str:
    """A name within plain text: one written from right to left must not draw the numbers beside it along."""
    written = map(unicodedata.bidirectional, name)
    return name if _RIGHT_TO_LEFT.isdisjoint(written) else f"{_ISOLATE}{name}{_POP_ISOLATE}"


def kind(event: object) -> str:
    """What kind of event it is: "HandScored", "Undone", ..."""
    return type(event).__name__


def decimal(number: Fraction, places: int = 1) -> str:
    """A number with a decimal point, without useless zeros."""
    text = f"{float(number):.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def local(at: datetime, time_zone: str) -> datetime:
    """The same moment on the clock of a time zone."""
    return at.astimezone(ZoneInfo(time_zone))


def _element(at: datetime, text: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), text)
