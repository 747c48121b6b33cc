"""The form of a season of one's own: its name, its first and its last day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.rules import names
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.web.http.fields import NotADay, cut, day
from scorekeeper.web.http.form_errors import Fields

FIELDS: Final[Fields] = {"/name": "name", "/starts_on": "first", "/ends_on": "last"}
_DAYS: Final = ("first", "last")


@dataclass(frozen=True, slots=True)
class SeasonDays:
    """The form as sent; `shapes` are the codes of messages for fields that are no days."""

    name: str
    days: tuple[date, ...]
    shapes: Mapping[str, str]

    @property
    def season(self) -> Season:
        """The season it asks for; only where `shapes` is empty."""
        first, last = self.days
        return Season(names.clean(self.name), first, last + timedelta(days=1))


def read(form: MultiDict[str, str]) -> SeasonDays:
    """The form as sent."""
    days, shapes = [], {}
    for field in _DAYS:
        try:
            days.append(day(form.get(field, "")))
        except NotADay:
            shapes[field] = "day"
    return SeasonDays(cut(form.get("name")), tuple(days), shapes)
