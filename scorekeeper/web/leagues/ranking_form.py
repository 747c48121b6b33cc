"""The form of a season's way to rank, with a row of place points for each number of players."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.leagues.ranking import Method, PlacePoints, Ranking
from scorekeeper.rules.rulesets import FEWEST_RECORDED, MOST_RECORDED
from scorekeeper.web.http.fields import NotANumber, cut, whole
from scorekeeper.web.http.form_errors import SAME_NAMES, Fields

SIZES: Final = range(FEWEST_RECORDED, MOST_RECORDED + 1)
USUAL_BEST_OF: Final = 8
FIELDS: Final[Fields] = {"/place_points/*": "points-*", **SAME_NAMES}
_BETWEEN: Final = re.compile(r"[\s,;/]+")

METHODS: Final[Mapping[Method, str]] = {
    Method.AVERAGE: "Average total",
    Method.BEATEN: "Opponents beaten",
    Method.PLACES: "Points for places",
    Method.BEST: "Sum of the best games",
}

HINTS: Final[Mapping[Method, str]] = {
    Method.AVERAGE: "The lowest average of all games leads.",
    Method.BEATEN: "The share of opponents left behind; tables of 4 and of 8 compare.",
    Method.PLACES: "Each place is worth points; equal totals share those of their places.",
    Method.BEST: "The lowest totals of each player are added up; the other games are dropped.",
}


@dataclass(frozen=True, slots=True)
class RankingForm:
    """The texts of the form by field; `shapes` are the codes of messages for fields without numbers."""

    way: str
    best_of: str
    min_games: str
    points: Mapping[int, str]
    ranking: Ranking = field(default_factory=Ranking)
    shapes: Mapping[str, str] = field(default_factory=dict)


def of(ranking: Ranking) -> RankingForm:
    """The form filled with the ranking that is set."""
    return RankingForm(
        ranking.method.value,
        str(ranking.best_of or USUAL_BEST_OF),
        str(ranking.min_games),
        {seats: ", ".join(map(str, points)) for seats, points in ranking.place_points.items()},
        ranking,
    )


def read(form: MultiDict[str, str], *, was: Ranking) -> RankingForm:
    """The form as sent. How many games count is read only where the best ones do; else as it `was`."""
    way = form.get("way", "")
    points = {seats: cut(form.get(f"points-{seats}")) for seats in SIZES}
    shapes: dict[str, str] = {} if way in list(Method) else {"way": "choice"}
    lists = _lists(points, shapes)
    min_games = _number(form, "min_games", shapes)
    best_of = _number(form, "best_of", shapes) if way == Method.BEST else was.best_of
    typed = RankingForm(way, cut(form.get("best_of")), cut(form.get("min_games")), points, was, shapes)
    if shapes:
        return typed
    ranking = Ranking(Method(way), min_games or 0, best_of, lists)
    return RankingForm(typed.way, typed.best_of, typed.min_games, points, ranking)


def rows(form: RankingForm, *, played: Collection[int]) -> tuple[int, ...]:
    """The numbers of players that have a row at once: those with points and those that have played."""
    return tuple(seats for seats in SIZES if form.points.get(seats) or seats in played)


def _lists(points: Mapping[int, str], shapes: dict[str, str]) -> PlacePoints:
    lists = {}
    for seats, text in points.items():
        try:
            numbers = tuple(whole(part) for part in _BETWEEN.split(text) if part)
        except NotANumber:
            shapes[f"points-{seats}"] = "points"
            continue
        if numbers:
            lists[seats] = numbers
    return lists


def _number(form: MultiDict[str, str], name: str, shapes: dict[str, str]) -> int | None:
    try:
        return whole(form.get(name, ""))
    except NotANumber as error:
        shapes[name] = str(error)
        return None
