"""The parts of a league's file besides its games, each of a known shape and in itself without a fault."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.leagues.ranking import Ranking, Way, ranking_faults
from scorekeeper.rules.leagues.seasons import Season, calendar_year, season_faults
from scorekeeper.rules.rulesets import CARDS_DEALT_CHOICES
from scorekeeper.services.games.codec import decode_house_rules, dumps
from scorekeeper.services.leagues.people import key_of_erased
from scorekeeper.services.leagues.seasons import address_faults
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why
from scorekeeper.services.leagues.transfer.shapes import Item, at_most, conforms

KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,22}")
GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{16,32}")
_SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_NAME: Final = names.MOST_CODE_POINTS
_NO_SLUGS: Final = frozenset({"new", "imports"})
MOST_PLAYERS: Final = 5_000
LARGEST_PLAYER: Final = 1_000_000
MOST_SEASONS: Final = 500
MOST_NIGHTS: Final = 10_000
_NIGHTS_AHEAD: Final = timedelta(days=2 * 366)
_PLAYERS: Final = re.compile(r"[1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class PlayerPart:
    """A player; `person` is the key of whoever's name is shown, `name_key` what the league knows."""

    key: str
    number: int
    name: str
    name_key: str
    person: str
    retired_at: datetime | None
    erased_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A season with its way to rank."""

    key: str
    name: str
    own: bool
    starts_on: date
    ends_on: date
    ranking: Ranking
    place_points: str

    @property
    def days(self) -> Season:
        return Season(self.name, self.starts_on, self.ends_on, self.own)


def read_league(item: Item) -> dict[str, Any]:
    """The columns of the league."""
    rules = dumps(item.members("house_rules"))
    found: dict[str, Any] = {
        "key": _key(item),
        "slug": item.text("slug", longest=80),
        "name": item.text("name", longest=_LONGEST_NAME),
        "visibility": item.text("visibility", longest=16),
        "time_zone": item.text("time_zone", longest=64),
        "house_rules": rules,
        "created_at": item.moment("created_at"),
    }
    if not _SLUG.fullmatch(found["slug"]) or found["slug"] in _NO_SLUGS:
        raise item.wrong("slug")
    if names.faults_in([found["name"]], pointer="") or names.clean(found["name"]) != found["name"]:
        raise item.wrong("name")
    if found["visibility"] not in [known.value for known in Visibility]:
        raise item.wrong("visibility")
    if not _are_house_rules(rules):
        raise item.wrong("house_rules")
    if not _is_zone(found["time_zone"]):
        fault = Fault(FaultCode.TIME_ZONE_UNKNOWN)
        raise ImportRefused(Bad(Why.RULES, pointer=f"{item.pointer}/time_zone", fault=fault))
    return found


def read_players(items: Iterator[Item]) -> dict[str, PlayerPart]:
    """The players by their keys; their numbers, keys and names are each their own."""
    players: dict[str, PlayerPart] = {}
    seen: set[object] = set()
    for item in at_most(MOST_PLAYERS, items):
        player = _player(item)
        known = {player.number, player.name_key}
        if player.key in players or known & seen:
            raise ImportRefused(Bad(Why.KEY_TWICE, pointer=item.pointer))
        players[player.key] = player
        seen |= known
    for place, player in enumerate(players.values()):
        person = players.get(player.person)
        # Whoever is one person with another leads to a player who is nobody else.
        if person is None or person.person != person.key:
            raise ImportRefused(Bad(Why.PERSON, pointer=f"/players/{place}/person"))
    return players


def read_seasons(items: Iterator[Item]) -> dict[str, SeasonPart]:
    """The seasons by their keys."""
    seasons: dict[str, SeasonPart] = {}
    seen: set[str] = set()
    for item in at_most(MOST_SEASONS, items):
        season = _season(item)
        name = names.key(season.name)
        if season.key in seasons or name in seen:
            raise ImportRefused(Bad(Why.KEY_TWICE, pointer=item.pointer))
        seen.add(name)
        faults = _days_faults(season, others=seasons.values())
        if faults:
            raise ImportRefused(*(Bad(Why.RULES, pointer=item.pointer + f.pointer, fault=f) for f in faults))
        seasons[season.key] = season
    return seasons


def read_nights(items: Iterator[Item]) -> dict[str, dict[str, Any]]:
    """The columns of the nights by their keys."""
    nights: dict[str, dict[str, Any]] = {}
    for item in at_most(MOST_NIGHTS, items):
        key = _key(item)
        if key in nights:
            raise ImportRefused(Bad(Why.KEY_TWICE, pointer=item.pointer))
        nights[key] = {
            "key": key,
            "opened_at": item.moment("opened_at", ahead=_NIGHTS_AHEAD),
            "closes_at": item.moment("closes_at", ahead=_NIGHTS_AHEAD),
            "ended_at": item.moment_or_none("ended_at", ahead=_NIGHTS_AHEAD),
        }
    return nights


def renumbered(player: PlayerPart, number: int) -> PlayerPart:
    """The player with another number, and what depends on it."""
    key = key_of_erased(number) if player.erased_at else player.name_key
    return replace(player, number=number, name_key=key)


def _player(item: Item) -> PlayerPart:
    number, name = item.number("number"), item.text("name", longest=_LONGEST_NAME)
    erased_at = item.moment_or_none("erased_at")
    if not 1 <= number <= LARGEST_PLAYER:
        raise item.wrong("number")
    if faults := names.faults_in([name], pointer=""):
        raise ImportRefused(*(Bad(Why.RULES, pointer=f"{item.pointer}/name", fault=f) for f in faults))
    if names.clean(name) != name:
        raise item.wrong("name")
    return PlayerPart(
        key=_key(item),
        number=number,
        name=name,
        name_key=key_of_erased(number) if erased_at else names.key(name),
        person=_key(item, "person"),
        retired_at=item.moment_or_none("retired_at"),
        erased_at=erased_at,
        created_at=item.moment("created_at"),
    )


def _season(item: Item) -> SeasonPart:
    lists = item.members("place_points")
    way = item.text("way", longest=16)
    if way not in [known.value for known in Way] or not _are_lists(lists):
        raise item.wrong("way" if _are_lists(lists) else "place_points")
    points = {int(seats): tuple(numbers) for seats, numbers in lists.items()}  # type: ignore[arg-type,var-annotated]
    ranking = Ranking(Way(way), item.number("min_games"), item.number_or_none("best_of"), points)
    season = SeasonPart(
        key=_key(item),
        name=item.text("name", longest=_LONGEST_NAME),
        own=item.flag("own"),
        starts_on=item.day("starts_on"),
        ends_on=item.day("ends_on"),
        ranking=ranking,
        place_points=dumps(lists),
    )
    faults = (
        *address_faults(season.name),
        *names.faults_in([season.name], pointer="/name"),
        *ranking_faults(ranking),
    )
    if faults:
        raise ImportRefused(*(Bad(Why.RULES, pointer=item.pointer + f.pointer, fault=f) for f in faults))
    if names.clean(season.name) != season.name:
        raise item.wrong("name")
    return season


def _key(item: Item, name: str = "key") -> str:
    key = item.text(name, longest=22)
    if not KEY.fullmatch(key):
        raise item.wrong(name)
    return key


def _are_lists(lists: dict[str, object]) -> bool:
    return all(
        _PLAYERS.fullmatch(players) and isinstance(points, list) and all(conforms(one, int) for one in points)
        for players, points in lists.items()
    )


def _days_faults(season: SeasonPart, *, others: Iterable[SeasonPart]) -> tuple[Fault, ...]:
    """A calendar year has its own days and name; others must not have them, nor meet each other."""
    if season.own:
        return season_faults(season.days, others=(other.days for other in others))
    try:
        year = calendar_year(season.starts_on.year)
    except ValueError:
        year = None
    return () if year == season.days else (Fault(FaultCode.SEASON_DAYS, "/ends_on"),)


def _are_house_rules(text: str) -> bool:
    try:
        rules = decode_house_rules(text)
    except TypeError:
        return False
    return conforms(rules, type(rules)) and rules.cards_dealt in CARDS_DEALT_CHOICES


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
