"""How times and numbers are written for people: in the time zone of the game, not of the server."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from flask import Flask
from markupsafe import Markup


def init_app(app: Flask) -> None:
    """Give templates the filters `moment` and `day`."""
    app.jinja_env.filters.update(moment=moment, day=day)


def moment(at: datetime, time_zone: str = "UTC") -> Markup:
    """Day and minute, in a <time> element."""
    return _element(at, local(at, time_zone).strftime("%-d %B %Y, %H:%M"))


def day(at: datetime, time_zone: str = "UTC") -> Markup:
    """The day alone, in a <time> element."""
    return _element(at, local(at, time_zone).strftime("%-d %B %Y"))


def local(at: datetime, time_zone: str) -> datetime:
    """The same moment on the clock of a time zone."""
    return at.astimezone(ZoneInfo(time_zone))


def _element(at: datetime, text: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), text)
