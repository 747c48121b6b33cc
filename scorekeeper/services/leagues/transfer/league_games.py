"""The games of a league's file: each is here already with the same history, or new and within the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from scorekeeper.models import GameRow, LeagueGameRow
from scorekeeper.rules.game import Statistics
from scorekeeper.rules.leagues.ranking import ranking_faults
from scorekeeper.rules.leagues.seasons import local_day, season_on
from scorekeeper.services.games.codec import dumps
from scorekeeper.services.games.names import PlayerName, player_of
from scorekeeper.services.leagues.transfer import replay
from scorekeeper.services.leagues.transfer.export import game_entries, game_names, moment
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why
from scorekeeper.services.leagues.transfer.plan import Plan
from scorekeeper.services.leagues.transfer.replay import Line, Played
from scorekeeper.services.leagues.transfer.rows import NewGame, Sitting
from scorekeeper.services.leagues.transfer.sections import GAME_ID, PlayerPart, SeasonPart
from scorekeeper.services.leagues.transfer.shapes import Item

_LONGEST_REASON: Final = 400


class Games:
    """Takes the games of a file into a plan, one after the other."""

    def __init__(
        self,
        connection: Connection,
        plan: Plan,
        *,
        players: Mapping[str, PlayerPart],
        seasons: Mapping[str, SeasonPart],
        nights: Container[str],
        now: datetime,
    ) -> None:
        self._connection = connection
        self._plan = plan
        self._players = players
        self._seasons = seasons
        self._days = [season.days for season in seasons.values()]
        self._nights = nights
        self._now = now
        self._read: set[str] = set()
        self._previous: list[tuple[str, str]] = []
        self._sizes: dict[str, set[int]] = defaultdict(set)

    def read(self, item: Item) -> None:
        """Take in one game, or note why not."""
        try:
            self._take(item)
        except ImportRefused as refused:
            self._plan.refuse(*refused.bad)

    def end(self) -> None:
        """Check what only all games together can tell."""
        for previous, pointer in self._previous:
            if previous not in self._read:
                self._plan.refuse(Bad(Why.KEY_UNKNOWN, pointer=pointer, values=(("key", previous),)))
        for season, sizes in sorted(self._sizes.items()):
            ranking = (
                self._seasons[season].ranking
                if self._plan.here is None
                else self._plan.here.ranking_at(season)
            )
            for fault in ranking_faults(ranking, sizes=sizes):
                self._plan.refuse(Bad(Why.RULES, pointer="/seasons", fault=fault))

    def _take(self, item: Item) -> None:
        game_id, keys = item.text("id", longest=32), item.texts("players")
        if len(keys) > replay.MOST_ENTRIES:
            raise item.wrong("players")
        if not GAME_ID.fullmatch(game_id):
            raise item.wrong("id")
        if game_id in self._read:
            raise ImportRefused(Bad(Why.KEY_TWICE, pointer=item.pointer))
        self._read.add(game_id)
        for key in keys:
            _require(key, self._players, item, "players")
        names = {number: PlayerName(self._players[key].name, number) for number, key in enumerate(keys)}
        lines = replay.read_lines(item, names=names)
        if self._is_here(game_id, item, keys=keys, lines=lines):
            self._plan.known_games += 1
            return
        played = replay.replayed(lines, pointer=item.pointer, now=self._now)
        self._plan.add(self._new(game_id, item, keys=keys, lines=lines, played=played), label=game_id)

    def _is_here(self, game_id: str, item: Item, *, keys: Sequence[str], lines: Sequence[Line]) -> bool:
        """Whether the game is in this league with these entries, and maybe more; elsewhere it must not be."""
        query = (
            select(GameRow.id, LeagueGameRow.league_id)
            .outerjoin(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
            .where(GameRow.id == game_id)
        )
        row = self._connection.execute(query).first()
        if row is None:
            return False
        if self._plan.here is None or row.league_id != self._plan.here.id:
            raise ImportRefused(_about(item, Why.GAME_ELSEWHERE, game_id))
        stored = game_entries(self._connection, [game_id])[game_id]
        same = len(lines) <= len(stored) and all(map(_same, lines, stored))
        if not same or game_names(self._connection, [game_id])[game_id][: len(keys)] != list(keys):
            raise ImportRefused(_about(item, Why.GAME_DIFFERS, game_id))
        return True

    def _new(
        self, game_id: str, item: Item, *, keys: Sequence[str], lines: Sequence[Line], played: Played
    ) -> NewGame:
        seats = [self._sitting(keys[player_of(seat.name) or 0]) for seat in played.game.seats]
        if len({seat.person for seat in seats}) < len(seats):
            raise ImportRefused(Bad(Why.MET_THEMSELVES, pointer=f"{item.pointer}/players"))
        season = self._season(item, played.game.setup.started_at)
        place = self._place(item)
        if played.game.statistics is not Statistics.DISCARDED and place["struck_at"] is None:
            self._sizes[season].add(len(played.game.setup.players))
        return NewGame(
            id=game_id,
            game=played.game,
            lines=lines,
            players=keys,
            seats=seats,
            season=season,
            finished_at=played.finished_at,
            **place,
        )

    def _place(self, item: Item) -> dict[str, Any]:
        night, previous = item.text_or_none("night"), item.text_or_none("previous")
        struck_at = item.moment_or_none("struck_at")
        reason = item.text_or_none("struck_reason", longest=_LONGEST_REASON)
        if (struck_at is None) != (reason is None):
            raise item.wrong("struck_reason")
        if night is not None:
            _require(night, self._nights, item, "night")
        if previous is not None:
            self._previous.append((previous, f"{item.pointer}/previous"))
        return {
            "night": night,
            "previous": previous,
            "joined_at": item.moment("joined_at"),
            "struck_at": struck_at,
            "struck_reason": reason,
        }

    def _sitting(self, key: str) -> Sitting:
        """Who that is: as the league here says, where it knows the player."""
        known = self._plan.here.players if self._plan.here else {}
        person = self._players[key].person if key not in known else known[key].person
        if person in known:
            return Sitting(key, known[person].person, known[person].shown)
        return Sitting(key, person, self._players[person].name)

    def _season(self, item: Item, started_at: datetime) -> str:
        """The key of the season in the file, in a league that is here the name of the one of that day."""
        key = item.text("season", longest=22)
        _require(key, self._seasons, item, "season")
        if self._plan.here is not None:
            name = self._plan.here.season_at(started_at)
            self._plan.years.setdefault(name, started_at)
            return name
        assert self._plan.league is not None
        day = local_day(started_at, time_zone=self._plan.league["time_zone"])
        if season_on(day, seasons=self._days) != self._seasons[key].days:
            raise ImportRefused(Bad(Why.SEASON_OF_DAY, pointer=f"{item.pointer}/season"))
        return key


def _same(line: Line, stored: Mapping[str, Any]) -> bool:
    """Whether an entry is the one stored; a text that was erased since, here or there, is no other."""
    texts = stored["notes"]
    return (
        line.number == stored["number"]
        and moment(line.at) == stored["at"]
        and line.kind == stored["kind"]
        and line.payload == dumps(stored["payload"])
        and all(line.notes.get(name, "") in ("", text) or not text for name, text in texts.items())
    )


def _require(key: str, known: Container[str], item: Item, name: str) -> None:
    if key not in known:
        values = (("key", key[:40]),)
        raise ImportRefused(Bad(Why.KEY_UNKNOWN, pointer=f"{item.pointer}/{name}", values=values))


def _about(item: Item, why: Why, game_id: str) -> Bad:
    return Bad(why, pointer=item.pointer, values=(("game", game_id),))
