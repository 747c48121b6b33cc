"""The sentences of a league's history: one for each kind of line, with the names as they are today."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from markupsafe import Markup

from scorekeeper.rules.leagues.ranking import Way
from scorekeeper.services.leagues.log import Kind
from scorekeeper.services.leagues.queries.head import Visibility
from scorekeeper.services.leagues.queries.history import HistoryLine
from scorekeeper.web.http.formats import spoken_day

SENTENCES: Final[Mapping[Kind, str]] = {
    Kind.FOUNDED: "The league was founded",
    Kind.RENAMED: "The league is called {name}",
    Kind.HOUSE_RULES: "The house rules were changed; they hold for games that start afterwards",
    Kind.TIME_ZONE: "The league plays in the time zone {zone}",
    Kind.ORGANISER_ADDED: "Somebody new runs the league",
    Kind.ORGANISER_GONE: "Somebody runs the league no longer",
    Kind.PLAYER_ADDED: "{player} is a player of the league",
    Kind.PLAYER_RENAMED: "A player is called {player}",
    Kind.PLAYER_RETIRED: "{player} retired",
    Kind.PLAYER_BACK: "{player} plays again",
    Kind.PLAYER_MERGED: "{player} is one person with {other}",
    Kind.PLAYER_PARTED: "{player} is a person apart again",
    Kind.PLAYER_ERASED: "A player's name was erased: {player}",
    Kind.PLAYER_LINKED: "Which organiser {player} is, if any, was noted anew",
    Kind.SEASON_SET: "The season {season} was set",
    Kind.SEASON_GONE: "The season {season} was removed; its games went back to their calendar years",
    Kind.NIGHT_PLANNED: "A league night was planned",
    Kind.NIGHT_OPENED: "A league night was opened",
    Kind.NIGHT_ENDED: "The league night of {night} was ended",
    Kind.NIGHT_RENEWED: "The league night of {night} has a new address",
    Kind.GAME_STARTED: "A game was started",
    Kind.GAME_JOINED: "A game was taken into the league",
    Kind.GAME_COUNTED: "A game counts",
    Kind.GAME_CHANGED: "A game that counts was changed",
    Kind.GAME_REOPENED: "A game counts no longer for now",
    Kind.GAME_STRUCK: "A game was struck: it counts nowhere",
    Kind.GAME_BACK: "A struck game counts again",
    Kind.SCORERS_ENDED: "All phones and programs lost the right to score a game",
    Kind.SCORER_INVITED: "One more phone was invited to score a game",
    Kind.IMPORTED: "A file was imported; games in it: {games}",
}
VISIBILITIES: Final[Mapping[Visibility, str]] = {
    Visibility.PUBLIC: "Everybody may read the league",
    Visibility.LINK: "Whoever has its link may read the league",
    Visibility.PRIVATE: "Only its organisers may read the league",
}
RANKINGS: Final[Mapping[Way, str]] = {
    Way.AVERAGE: "The season {season} ranks by average total",
    Way.BEATEN: "The season {season} ranks by the share of opponents beaten",
    Way.PLACES: "The season {season} ranks by points for places",
    Way.BEST: "The season {season} ranks by the sum of the best {best_of} games",
}
# For ids that lead nowhere any more: a sentence must never fail.
_UNKNOWN: Final = Markup("–")
_NAME: Final = Markup("<bdi>{}</bdi>")


def sentence(line: HistoryLine, *, time_zone: str) -> Markup:
    """What a line tells, with its names marked as such."""
    return Markup(_pattern(line)).format_map(_values(line, time_zone=time_zone))


def season_days(line: HistoryLine) -> tuple[date, date] | None:
    """The first and the last day of a season that was set; None where a file told no days."""
    try:
        first, after = (date.fromisoformat(line.said[name]) for name in ("starts_on", "ends_on"))
        return first, after - timedelta(days=1)
    except (ValueError, OverflowError):
        return None


def _pattern(line: HistoryLine) -> str:
    match line.kind:
        case Kind.VISIBILITY:
            return VISIBILITIES[Visibility(line.said["visibility"])]
        case Kind.RANKING_SET:
            return RANKINGS[Way(line.said["way"])]
        case _:
            return SENTENCES[line.kind]


def _values(line: HistoryLine, *, time_zone: str) -> Mapping[str, Any]:
    players = [_NAME.format(name) for _, name in line.names]
    said = {
        name: line.said[name] for name in ("season", "name", "zone", "best_of", "games") if name in line.said
    }
    return _Known(
        {
            **{name: _NAME.format(value) for name, value in said.items()},
            **dict(zip(("player", "other"), players, strict=False)),
            **({"night": spoken_day(line.night, time_zone)} if line.night else {}),
        }
    )


class _Known(dict[str, Any]):
    def __missing__(self, key: str) -> Markup:
        return _UNKNOWN
