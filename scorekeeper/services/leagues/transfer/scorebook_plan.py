"""A score book against a league: which games exist, which are new, and whether the rules accept them."""

from __future__ import annotations

import json
import secrets
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Raw
from sqlalchemy import Connection, select

from scorekeeper.models import LeagueEntryRow, LeagueGameRow
from scorekeeper.rules import names
from scorekeeper.rules.entries import Entry, Started
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.leagues.ranking import ranking_faults
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.services.games import log
from scorekeeper.services.games.codec import decode_chosen, encode
from scorekeeper.services.leagues.transfer import scorebook
from scorekeeper.services.leagues.transfer.document import GAME_ID, GameEntry, Player
from scorekeeper.services.leagues.transfer.document import Game as Part
from scorekeeper.services.leagues.transfer.faults import FileFault, FileFaultCode, ImportRefused
from scorekeeper.services.leagues.transfer.plan import Plan, Step, StoredLeague, stored_league
from scorekeeper.services.leagues.transfer.rows import NewGame, SeatedPlayer
from scorekeeper.services.leagues.transfer.scorebook import Row, ScorebookGame

# A score book has days, no hours: its games begin at noon, those of one day a minute apart.
_NOON: Final = time(12)
_APART: Final = timedelta(minutes=1)
_ID_LENGTH: Final = 22
_KEY_BYTES: Final = 16


class ScorebookPlanner:
    """Plans the games of a score book for the league `into`."""

    def __init__(self, connection: Connection, plan: Plan, *, into: int, now: datetime) -> None:
        self._league = plan.stored = stored_league(connection, into)
        self._connection = connection
        self._plan = plan
        self._games = _StoredGames(connection, self._league)
        self._now = now
        self._zone = ZoneInfo(self._league.time_zone)
        self._new: dict[str, Player] = {}
        self._met: set[str] = set()
        self._nth: dict[date, int] = defaultdict(int)
        self._sizes: dict[str, set[int]] = defaultdict(set)

    def add(self, text: str, *, step: Step) -> None:
        """Plan the games in a text; `step` is called with the share that is planned, from 0 to 1."""
        self._plan.kind = "csv"
        self._plan.name = self._league.name
        book = scorebook.read(text)
        games, twice = scorebook.games_in(book.rows)
        self._plan.refuse(*book.faults, *twice)
        for index, game in enumerate(games):
            step(index / len(games))
            if not book.is_whole(game.day, game.label):
                self._plan.refuse(*scorebook.row_faults(game))
                continue
            try:
                self._add(game)
            except ImportRefused as refused:
                self._plan.refuse(*refused.faults)
        self._plan.faults.sort(key=lambda fault: fault.line or 0)
        self._plan.players = list(self._new.values())
        self._plan.existing_players = len(self._met)
        for season, sizes in sorted(self._sizes.items()):
            for fault in ranking_faults(self._league.ranking_of(season), sizes=sizes):
                self._plan.refuse(FileFault(FileFaultCode.RULES, rule=fault))

    def _add(self, game: ScorebookGame) -> None:
        if len(game.counts) > 1:
            raise ImportRefused(FileFault(FileFaultCode.COUNTS, game.line), *scorebook.row_faults(game))
        if False in game.counts:
            self._plan.left_out += 1
            return
        if self._games.is_labelled(game):
            self._plan.existing_games += 1
            return
        faults = tuple(scorebook.faults_of(game))
        if faults:
            raise ImportRefused(*faults, *scorebook.row_faults(game))
        game_id = keyed_text("score book", self._league.key, game.day.isoformat(), game.label)[:_ID_LENGTH]
        stored = log.load_any(self._connection, game_id)
        if stored:
            self._require_same(game, stored)
            self._plan.existing_games += 1
            return
        seats = [self._seated(row.player) for row in game.rows[1].values()]
        state, entries = self._played(game, [seat.name for seat in seats])
        start = state.setup
        season = self._league.season_at(start.started_at)
        self._plan.years.setdefault(season, start.started_at)
        self._sizes[season].add(len(start.players))
        part = Part(
            id=game_id,
            season=season,
            night=None,
            previous=None,
            joined_at=self._now,
            struck_at=None,
            struck_reason=None,
            players=[seat.player for seat in seats],
            entries=[_part(entry) for entry in entries],
        )
        finished_at = start.started_at if state.hand is None else None
        self._plan.add(NewGame(part, state, seats, finished_at), label=game.label)

    def _require_same(self, game: ScorebookGame, stored: Sequence[Entry]) -> None:
        """Refuse a game that was imported before with other hands or players; later corrections stay."""
        _, entries = self._played(game, [row.player for row in game.rows[1].values()])
        same = len(entries) <= len(stored) and all(map(_same, entries[1:], stored[1:]))
        if not same or not self._games.is_same_table(game, stored):
            raise ImportRefused(_differs(game))

    def _played(self, game: ScorebookGame, players: Sequence[str]) -> tuple[Game, list[Entry]]:
        return scorebook.played(game, self._start(game, players), now=self._now)

    def _start(self, game: ScorebookGame, players: Sequence[str]) -> Started:
        self._nth[game.day] += 1
        noon = datetime.combine(game.day, _NOON, self._zone) + _APART * self._nth[game.day]
        midnight = datetime.combine(game.day, time(), self._zone)
        chosen = decode_chosen(self._league.ruleset)
        return Started(
            players=tuple(players),
            first_dealer=scorebook.first_dealer(game),
            started_at=noon if noon <= self._now else midnight,
            time_zone=self._league.time_zone,
            rules=chosen.rules,
            variants=chosen.variants,
            changes=dict(chosen.changes),
        )

    def _seated(self, name: str) -> SeatedPlayer:
        key = names.key(name)
        stored = self._games.by_name.get(key)
        if stored is not None:
            self._met.add(stored.person)
            return SeatedPlayer(stored.key, stored.person, stored.shown)
        if key not in self._new:
            number = 1 + len(self._new) + max((p.number for p in self._league.players.values()), default=0)
            fresh = secrets.token_urlsafe(_KEY_BYTES)
            self._new[key] = Player(fresh, number, name, fresh, None, None, self._now)
        player = self._new[key]
        return SeatedPlayer(player.key, player.key, player.name)


def _same(entry: Entry, stored: Entry) -> bool:
    return entry.event == stored.event


def _part(entry: Entry) -> GameEntry:
    event = encode(entry.event, {})
    return GameEntry(entry.number, entry.at, event.kind, Raw(event.payload.encode()), dict(event.notes))


class _StoredGames:
    """The games that this database has already, to compare those of a score book with."""

    def __init__(self, connection: Connection, league: StoredLeague) -> None:
        self._connection = connection
        self._league = league
        self._players = {player.id: player for player in league.players.values()}
        self.by_name = {player.name_key: player for player in league.players.values()}

    def is_labelled(self, game: ScorebookGame) -> bool:
        """Whether the label is the id of a game of this league, as in the `hands.csv` that it exports.

        ImportRefused if the rows differ from that game.
        """
        if not GAME_ID.fullmatch(game.label) or not self._is_of_league(game.label):
            return False
        state = fold(log.load_any(self._connection, game.label))
        people = [self._players[player_id].person for player_id in state.player_ids]
        shown = dict(zip((names.key(seat.name) for seat in state.seats), people, strict=True))
        rows_by_hand = {
            hand: {shown.get(key) or self._person(key): row for key, row in rows.items()}
            for hand, rows in game.rows.items()
        }
        hands = {hand.number: hand for hand in state.hands}
        if hands.keys() != rows_by_hand.keys() or not all(
            _agrees(hands[n], rows_by_hand[n], people) for n in hands
        ):
            raise ImportRefused(_differs(game))
        return True

    def is_same_table(self, game: ScorebookGame, stored: Sequence[Entry]) -> bool:
        """Whether the players of the score book sat there; some may have been renamed since."""
        start = stored[0].event
        assert isinstance(start, Started)
        sat = [self._players.get(player_id) for player_id in start.player_ids]
        return len(sat) == len(game.players) and all(
            player is not None and (self.by_name.get(key) == player or player.number in self._renamed)
            for player, key in zip(sat, game.players, strict=True)
        )

    @cached_property
    def _renamed(self) -> frozenset[int]:
        """The numbers of players who were renamed or erased."""
        query = select(LeagueEntryRow.payload).where(
            LeagueEntryRow.league_id == self._league.id,
            LeagueEntryRow.kind.in_([EntryKind.PLAYER_RENAMED.value, EntryKind.PLAYER_ERASED.value]),
        )
        return frozenset(json.loads(payload)["player"] for payload in self._connection.scalars(query))

    def _is_of_league(self, game_id: str) -> bool:
        found = select(LeagueGameRow.game_id).where(
            LeagueGameRow.game_id == game_id, LeagueGameRow.league_id == self._league.id
        )
        return self._connection.scalar(found) is not None

    def _person(self, key: str) -> str:
        player = self.by_name.get(key)
        return "" if player is None else player.person


def _differs(game: ScorebookGame) -> FileFault:
    """The fault of a game that exists with other rows than those of the score book."""
    return FileFault.of(FileFaultCode.GAME_DIFFERS, line=game.line, game=game.label, day=game.day.isoformat())


def _agrees(hand: Hand, rows: dict[str, Row], people: Sequence[str]) -> bool:
    """Whether rows by person agree with a hand; they need not say who went out."""
    scores = {people[score.seat]: score for score in hand.scores}
    went_out = {people[hand.went_out]} if hand.went_out is not None else set()
    went_out_by_rows = {person for person, row in rows.items() if row.out}
    return (
        scores.keys() == rows.keys()
        and went_out_by_rows in (set(), went_out)
        and all(
            scores[person].posted if row.points is None else scores[person].points == row.points
            for person, row in rows.items()
        )
    )
