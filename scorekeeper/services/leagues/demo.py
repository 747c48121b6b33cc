"""A league worth looking at: two years of a made-up club, brought in as any league is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random
from string import ascii_letters, digits
from typing import Any, Final
from zoneinfo import ZoneInfo

from scorekeeper.models.engine import writing
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.leagues.ranking import PRESETS, Method
from scorekeeper.rules.leagues.results import results
from scorekeeper.rules.leagues.seasons import Season, calendar_year, season_on
from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.services.accounts import registration
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.games.codec import dumps
from scorekeeper.services.leagues.demo_games import PlayedGame, Table
from scorekeeper.services.leagues.transfer import importing
from scorekeeper.services.leagues.transfer.document import FORMAT, VERSION, moment_text

SLUG: Final = "thursday-club"
OLGA: Final = Person("olga@example.org", "Olga")
_NAME: Final = "Thursday Club"
_ZONE: Final = "Europe/Prague"
_REGULARS: Final = (
    *("Ana", "Ben", "Cem", "Dee", "Eva", "Finn", "Greta", "Hugo", "Ida", "Jonas"),
    *("Katharina", "Leo", "Mia", "Noor", "Otto", "Pia", "Quim", "Rosa", "Sven", "Tilda"),
)
# Number 21 is one person with Katharina: a scorer wrote her name so, one evening.
_ALIAS: Final = ("Kathi", 21, 11)
_RETIRED: Final = "Quim"
_RETIRED_FOR: Final = timedelta(days=200)
_EVENINGS: Final = 48
_EVERY: Final = timedelta(days=14)
_BEGINS: Final = time(19)
_SPECIAL: Final = {
    5: "precedent",
    9: "shared",
    14: "departure",
    21: "arrival",
    28: "shared",
    33: "correction",
    40: "departure",
    52: "shared",
}
_STRUCK: Final = (37, "Kept twice by mistake")
_METHODS: Final = (Method.AVERAGE, Method.PLACES, Method.BEST)
_BEST_OF: Final = 6


def write_league(*, now: datetime, rng: Random) -> None:
    """Write the league, and the account of Olga, who runs it."""
    text = json.dumps(document(now=now, rng=rng), ensure_ascii=False)
    with writing() as connection:
        olga = registration.add(connection, OLGA, password_hash=None, now=now)
        planner = importing.planner(text.encode(), into=None, account_id=olga, now=now)
        importing.accept(planner, actor=Actor(olga, now))


def document(*, now: datetime, rng: Random) -> dict[str, Any]:
    """The file of the league, its members in their order."""
    return _Made(now, rng).document()


@dataclass(slots=True)
class _Made:
    now: datetime
    rng: Random
    lines: list[tuple[datetime, EntryKind, dict[str, Any]]] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        days = self._days()
        founded = datetime.combine(days[0] - timedelta(days=3), time(12), ZoneInfo(_ZONE))
        self._note(founded, EntryKind.FOUNDED, visibility="public")
        cup = Season("Summer Cup", date(days[-1].year - 1, 7, 1), date(days[-1].year - 1, 9, 1))
        seasons = [cup, *(calendar_year(year) for year in range(days[0].year, days[-1].year + 1))]
        players = list(self._players(founded))
        nights, games = self._evenings(days, seasons)
        self._settle(cup, seasons)
        return {
            "format": FORMAT,
            "version": VERSION,
            "league": self._league(founded),
            "players": players,
            "seasons": [self._season(season, seasons) for season in seasons],
            "nights": nights,
            "games": games,
            "history": self._history(),
        }

    def _days(self) -> list[date]:
        """Thursdays, the last one at least a day ago."""
        today = self.now.astimezone(ZoneInfo(_ZONE)).date()
        last = today - timedelta(days=1 + (today.weekday() - 4) % 7)
        return [last - _EVERY * ago for ago in reversed(range(_EVENINGS))]

    def _league(self, founded: datetime) -> dict[str, Any]:
        return {
            "key": self._key("league"),
            "slug": SLUG,
            "name": _NAME,
            "visibility": "public",
            "time_zone": _ZONE,
            "house_rules": asdict(HouseRules()),
            "created_at": moment_text(founded),
        }

    def _players(self, founded: datetime) -> Iterator[dict[str, Any]]:
        alias, number, person = _ALIAS
        for own, name in enumerate((*_REGULARS, alias), start=1):
            self._note(founded, EntryKind.PLAYER_ADDED, player=own)
            retired = self.now - _RETIRED_FOR if name == _RETIRED else None
            yield {
                "key": self._key(f"player {own}"),
                "number": own,
                "name": name,
                "person": self._key(f"player {person if own == number else own}"),
                "retired_at": retired and moment_text(retired),
                "erased_at": None,
                "created_at": moment_text(founded),
            }

    def _evenings(
        self, days: Sequence[date], seasons: Sequence[Season]
    ) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        table = Table(
            self.rng,
            names=dict(enumerate((*_REGULARS, _ALIAS[0]), start=1)),
            skills={number: 1 + self.rng.random() * 2 for number in range(1, len(_REGULARS) + 2)},
        )
        nights: list[dict[str, Any]] = []
        games: list[dict[str, Any]] = []
        for evening, day in enumerate(days):
            at = datetime.combine(day, _BEGINS, ZoneInfo(_ZONE))
            nights.append(self._night(at))
            for players in self._tables(evening):
                special = _SPECIAL.get(len(games), "")
                played = table.play(players, at=at, zone=_ZONE, special=special)
                games.append(self._game(played, len(games), at=at, seasons=seasons, night=nights[-1]["key"]))
        return nights, games

    def _tables(self, evening: int) -> Iterator[list[int]]:
        """Who sits together: one table or two, of four or five."""
        sizes = (4, 5) if evening % 4 == 0 else (self.rng.choice((4, 5)),)
        present = [number for number in range(1, len(_REGULARS) + 1) if _REGULARS[number - 1] != _RETIRED]
        chosen = self.rng.sample(present, sum(sizes))
        if evening == 1:
            chosen = [_ALIAS[1] if number == _ALIAS[2] else number for number in chosen]
            chosen = chosen if _ALIAS[1] in chosen else [_ALIAS[1], *chosen[1:]]
        elif evening < _EVENINGS // 2 and evening % 3 == 0:
            chosen[0] = 1 + _REGULARS.index(_RETIRED)
        for size in sizes:
            yield [chosen.pop() for _ in range(size)]

    def _game(
        self, played: PlayedGame, place: int, *, at: datetime, seasons: Sequence[Season], night: str
    ) -> dict[str, Any]:
        game_id, struck = self._key(f"game {place}"), place == _STRUCK[0]
        ended = datetime.fromisoformat(played.entries[-1]["at"])
        totals = [[line.seat, line.total, line.rank] for line in results(played.game)]
        self._note(at, EntryKind.GAME_STARTED, game=game_id, night=night)
        if totals:
            entry = len(played.entries)
            self._note(ended, EntryKind.GAME_COUNTED, game=game_id, entry=entry, was=[], totals=totals)
        if struck:
            self._note(ended + timedelta(hours=1), EntryKind.GAME_STRUCK, game=game_id)
        season = season_on(at.date(), seasons=seasons)
        return {
            "id": game_id,
            "season": self._key(f"season {season.name}"),
            "night": night,
            "previous": None,
            "joined_at": moment_text(at),
            "struck_at": moment_text(ended + timedelta(hours=1)) if struck else None,
            "struck_reason": _STRUCK[1] if struck else None,
            "players": [self._key(f"player {player}") for player in played.players],
            "entries": played.entries,
        }

    def _night(self, at: datetime) -> dict[str, Any]:
        opened, ended = at - timedelta(hours=1), at + timedelta(hours=4)
        key = self._key(f"night {at.date()}")
        self._note(opened, EntryKind.NIGHT_OPENED, night=key)
        self._note(ended, EntryKind.NIGHT_ENDED, night=key)
        return {
            "key": key,
            "opened_at": moment_text(opened),
            "closes_at": moment_text(at + timedelta(hours=9)),
            "ended_at": moment_text(ended),
        }

    def _season(self, season: Season, seasons: Sequence[Season]) -> dict[str, Any]:
        method = self._method(season, seasons)
        return {
            "key": self._key(f"season {season.name}"),
            "name": season.name,
            "own": season.own,
            "starts_on": season.starts_on.isoformat(),
            "ends_on": season.ends_on.isoformat(),
            "way": method.value,
            "best_of": _BEST_OF if method is Method.BEST else None,
            "min_games": 1 if season.own else 3,
            "place_points": {str(seats): points for seats, points in PRESETS.items()},
        }

    def _method(self, season: Season, seasons: Sequence[Season]) -> Method:
        years = [one for one in seasons if not one.own]
        return Method.BEATEN if season.own else _METHODS[-len(years) :][years.index(season)]

    def _settle(self, cup: Season, seasons: Sequence[Season]) -> None:
        """What the organiser did to the league itself."""
        zone = ZoneInfo(_ZONE)
        for season in seasons:
            at = datetime.combine(season.starts_on - timedelta(days=7), time(12), zone)
            made = self._season(season, seasons)
            if season is cup:
                days = {name: made[name] for name in ("starts_on", "ends_on")}
                self._note(at, EntryKind.SEASON_SET, season=cup.name, **days)
            chosen = {name: made[name] for name in ("way", "best_of", "min_games")}
            points = dumps(made["place_points"])
            self._note(at, EntryKind.RANKING_SET, season=season.name, place_points=points, **chosen)
        merged = self.now - timedelta(days=300)
        _, alias, person = _ALIAS
        self._note(merged, EntryKind.PLAYER_MERGED, player=alias, into=person, moved=[alias])
        self._note(self.now - _RETIRED_FOR, EntryKind.PLAYER_RETIRED, player=1 + _REGULARS.index(_RETIRED))

    def _history(self) -> list[dict[str, Any]]:
        ordered = sorted(self.lines, key=lambda line: line[0])
        return [
            {"number": number, "at": moment_text(at), "kind": kind.value, "payload": payload}
            for number, (at, kind, payload) in enumerate(ordered, start=1)
        ]

    def _note(self, at: datetime, kind: EntryKind, **payload: object) -> None:
        self.lines.append((at, kind, dict(payload)))

    def _key(self, what: str) -> str:
        """The key of a thing, made when it is first asked for."""
        if what not in self.keys:
            self.keys[what] = "".join(self.rng.choices(ascii_letters + digits, k=22))
        return self.keys[what]
