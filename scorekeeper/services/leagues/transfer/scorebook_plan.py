"""A score book against a league that is here: which games are new, and whether the rules accept them."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorekeeper.rules import names
from scorekeeper.rules.entries import Entry, Started
from scorekeeper.rules.game import Game
from scorekeeper.rules.leagues.ranking import ranking_faults
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.services.games.codec import decode_house_rules, encode
from scorekeeper.services.games.names import PlayerName
from scorekeeper.services.leagues.transfer import scorebook, scorebook_games
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why
from scorekeeper.services.leagues.transfer.json_stream import Step, no_step
from scorekeeper.services.leagues.transfer.plan import Here, Plan, here
from scorekeeper.services.leagues.transfer.replay import Line
from scorekeeper.services.leagues.transfer.rows import Batch, NewGame, Sitting
from scorekeeper.services.leagues.transfer.scorebook_games import BookGame
from scorekeeper.services.leagues.transfer.scorebook_matches import KnownGames, differs
from scorekeeper.services.leagues.transfer.sections import PlayerPart

KIND: Final = "csv"
# A book tells days, no hours: its games are kept as of noon, those of one day a minute apart.
_NOON: Final = time(12)
_APART: Final = timedelta(minutes=1)
_ID_LENGTH: Final = 22
_KEY_BYTES: Final = 16


def plan(connection: Connection, text: str, *, into: int, now: datetime, step: Step = no_step) -> Plan:
    """What the file would do to the league `into`; `step` is told how much is read, from 0 to 1."""
    made = Plan(KIND, "", Batch(connection.dialect), here=here(connection, into))
    try:
        _Book(connection, made, now=now).read(text, step=step)
    except ImportRefused as refused:
        made.refuse(*refused.bad)
    return made


class _Book:
    def __init__(self, connection: Connection, plan: Plan, *, now: datetime) -> None:
        assert plan.here is not None
        self._plan = plan
        self._here: Here = plan.here
        self._games = KnownGames(connection, plan.here)
        self._now = now
        self._zone = ZoneInfo(plan.here.time_zone)
        self._known = {player.name_key: player for player in plan.here.players.values()}
        self._new: dict[str, PlayerPart] = {}
        self._met: set[str] = set()
        self._nth: dict[date, int] = defaultdict(int)
        self._sizes: dict[str, set[int]] = defaultdict(set)

    def read(self, text: str, *, step: Step) -> None:
        self._plan.name = self._here.name
        book = scorebook.read(text)
        games, twice = scorebook_games.games_in(book.rows)
        self._plan.refuse(*book.bad, *twice)
        for place, game in enumerate(games):
            step(place / len(games))
            if not book.is_whole(game.day, game.label):
                self._plan.refuse(*scorebook_games.row_faults(game))
                continue
            try:
                self._take(game)
            except ImportRefused as refused:
                self._plan.refuse(*refused.bad)
        self._plan.bad.sort(key=lambda one: one.line or 0)
        self._plan.players = list(self._new.values())
        self._plan.known_players = len(self._met)
        for season, sizes in sorted(self._sizes.items()):
            for fault in ranking_faults(self._here.ranking_at(season), sizes=sizes):
                self._plan.refuse(Bad(Why.RULES, fault=fault))

    def _take(self, game: BookGame) -> None:
        if len(game.counts) > 1:
            raise ImportRefused(Bad(Why.COUNTS, line=game.line), *scorebook_games.row_faults(game))
        if False in game.counts:
            self._plan.left_out += 1
            return
        if self._games.is_labelled(game):
            self._plan.known_games += 1
            return
        faults = tuple(scorebook_games.faults_of(game))
        if faults:
            raise ImportRefused(*faults, *scorebook_games.row_faults(game))
        game_id = keyed_text("score book", self._here.key, game.day.isoformat(), game.label)[:_ID_LENGTH]
        stored = self._games.entries(game_id)
        if stored:
            self._require_same(game, stored)
            self._plan.known_games += 1
            return
        seats = [self._sitting(row.player) for row in game.rows[1].values()]
        state, entries = self._played(game, [seat.name for seat in seats])
        start = state.setup
        season = self._here.season_at(start.started_at)
        self._plan.years.setdefault(season, start.started_at)
        self._sizes[season].add(len(start.players))
        self._plan.add(
            NewGame(
                id=game_id,
                game=state,
                lines=_lines(entries),
                players=[seat.player for seat in seats],
                seats=seats,
                season=season,
                night=None,
                previous=None,
                joined_at=self._now,
                finished_at=start.started_at if state.hand is None else None,
            ),
            label=game.label,
        )

    def _require_same(self, game: BookGame, stored: Sequence[Entry]) -> None:
        """Refuse a game that was brought in before with other hands; what was corrected since stays."""
        _, entries = self._played(game, [row.player for row in game.rows[1].values()])
        same = len(entries) <= len(stored) and all(map(_same, entries[1:], stored[1:]))
        if not same or not self._games.is_same_table(game, stored):
            raise ImportRefused(differs(game))

    def _played(self, game: BookGame, players: Sequence[str]) -> tuple[Game, list[Entry]]:
        entries: list[Entry] = []
        start = self._start(game, players)
        return scorebook_games.played(game, start, now=self._now, found=entries.append), entries

    def _start(self, game: BookGame, players: Sequence[str]) -> Started:
        self._nth[game.day] += 1
        noon = datetime.combine(game.day, _NOON, self._zone) + _APART * self._nth[game.day]
        midnight = datetime.combine(game.day, time(), self._zone)
        return Started(
            players=tuple(PlayerName(name, number) for number, name in enumerate(players)),
            first_dealer=scorebook_games.first_dealer(game),
            started_at=noon if noon <= self._now else midnight,
            time_zone=self._here.time_zone,
            house_rules=decode_house_rules(self._here.house_rules),
        )

    def _sitting(self, name: str) -> Sitting:
        key = names.key(name)
        known = self._known.get(key)
        if known is not None:
            self._met.add(known.person)
            return Sitting(known.key, known.person, known.shown)
        if key not in self._new:
            number = 1 + len(self._new) + max((p.number for p in self._here.players.values()), default=0)
            fresh = secrets.token_urlsafe(_KEY_BYTES)
            self._new[key] = PlayerPart(fresh, number, name, key, fresh, None, None, self._now)
        player = self._new[key]
        return Sitting(player.key, player.key, player.name)


def _same(entry: Entry, stored: Entry) -> bool:
    return entry.event == stored.event


def _lines(entries: Sequence[Entry]) -> list[Line]:
    lines = []
    for entry in entries:
        written = encode(entry.event, {})
        lines.append(Line(entry.number, entry.at, written.kind, written.payload, written.notes, entry.event))
    return lines
