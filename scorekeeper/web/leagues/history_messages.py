"""The sentences of a league's history: one for each kind of line, with the names as they are today."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from markupsafe import Markup

from scorekeeper.rules.leagues.league import EntryKind, Visibility
from scorekeeper.rules.leagues.ranking import Method
from scorekeeper.services.leagues.queries.history import HistoryLine
from scorekeeper.web.http.formats import spoken_day

SENTENCES: Final[Mapping[EntryKind, str]] = {
    EntryKind.FOUNDED: "The league was founded",
    EntryKind.RENAMED: "The league is called {name}",
    EntryKind.HOUSE_RULES: "The house rules were changed; they hold for games that start afterwards",
    EntryKind.TIME_ZONE: "The league plays in the time zone {zone}",
    EntryKind.ORGANISER_ADDED: "Somebody new runs the league",
    EntryKind.ORGANISER_GONE: "Somebody runs the league no longer",
    EntryKind.PLAYER_ADDED: "{player} is a player of the league",
    EntryKind.PLAYER_RENAMED: "A player is called {player}",
    EntryKind.PLAYER_RETIRED: "{player} retired",
    EntryKind.PLAYER_BACK: "{player} plays again",
    EntryKind.PLAYER_MERGED: "{player} is one person with {other}",
    EntryKind.PLAYER_PARTED: "{player} is a person apart again",
    EntryKind.PLAYER_ERASED: "A player's name was erased: {player}",
    EntryKind.PLAYER_LINKED: "Which organiser {player} is, if any, was noted anew",
    EntryKind.SEASON_SET: "The season {season} was set",
    EntryKind.SEASON_GONE: "The season {season} was removed; its games went back to their calendar years",
    EntryKind.NIGHT_PLANNED: "A league night was planned",
    EntryKind.NIGHT_OPENED: "A league night was opened",
    EntryKind.NIGHT_ENDED: "The league night of {night} was ended",
    EntryKind.NIGHT_RENEWED: "The league night of {night} has a new address",
    EntryKind.GAME_STARTED: "A game was started",
    EntryKind.GAME_JOINED: "A game was taken into the league",
    EntryKind.GAME_COUNTED: "A game counts",
    EntryKind.GAME_CHANGED: "A game that counts was changed",
    EntryKind.GAME_REOPENED: "A game counts no longer for now",
    EntryKind.GAME_STRUCK: "A game was struck: it counts nowhere",
    EntryKind.GAME_BACK: "A struck game counts again",
    EntryKind.SCORERS_ENDED: "All phones and programs lost the right to score a game",
    EntryKind.SCORER_INVITED: "One more phone was invited to score a game",
    EntryKind.IMPORTED: "A file was imported; games in it: {games}",
}
VISIBILITIES: Final[Mapping[Visibility, str]] = {
    Visibility.PUBLIC: "Everybody may read the league",
    Visibility.LINK: "Whoever has its link may read the league",
    Visibility.PRIVATE: "Only its organisers may read the league",
}
RANKINGS: Final[Mapping[Method, str]] = {
    Method.AVERAGE: "The season {season} ranks by average total",
    Method.BEATEN: "The season {season} ranks by the share of opponents beaten",
    Method.PLACES: "The season {season} ranks by points for places",
    Method.BEST: "The season {season} ranks by the sum of the best {best_of} games",
}
_UNKNOWN: Final = Markup("–")
_NAME: Final = Markup("<bdi>{}</bdi>")
_FROM_PAYLOAD: Final = ("season", "name", "zone", "best_of", "games")


def sentence(line: HistoryLine, *, time_zone: str) -> Markup:
    """The sentence of an entry, with its names in <bdi> elements."""
    return Markup(_pattern(line)).format_map(_values(line, time_zone=time_zone))


def season_days(line: HistoryLine) -> tuple[date, date] | None:
    """The first and the last day of a season that was set; None if an imported entry has no days."""
    try:
        first, after = (date.fromisoformat(line.payload[name]) for name in ("starts_on", "ends_on"))
        return first, after - timedelta(days=1)
    except (ValueError, OverflowError):
        return None


def _pattern(line: HistoryLine) -> str:
    match line.kind:
        case EntryKind.VISIBILITY:
            return VISIBILITIES[Visibility(line.payload["visibility"])]
        case EntryKind.RANKING_SET:
            return RANKINGS[Method(line.payload["way"])]
        case _:
            return SENTENCES[line.kind]


def _values(line: HistoryLine, *, time_zone: str) -> Mapping[str, Any]:
    """The names and dates of the sentence; a dash for an id that leads nowhere any more."""
    values: dict[str, Any] = defaultdict(lambda: _UNKNOWN)
    values |= {name: _NAME.format(line.payload[name]) for name in _FROM_PAYLOAD if name in line.payload}
    values |= zip(("player", "other"), (_NAME.format(name) for _, name in line.names), strict=False)
    if line.night:
        values["night"] = spoken_day(line.night, time_zone)
    return values
