"""A score book against a league: which games exist, which are new, and whether the rules accept them."""

import json
import re
import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Raw
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import LeagueEntryRow, LeagueGameRow
from scorekeeper.rules import names
from scorekeeper.rules.entries import Entry, Started
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Hand
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.services.games import log
from scorekeeper.services.games.codec import decode_chosen, encode
from scorekeeper.services.leagues.transfer import scorebook
from scorekeeper.services.leagues.transfer.document import GameEntry, GamePart, PlayerPart
from scorekeeper.services.leagues.transfer.faults import FileFault, FileFaultCode, ImportRefused, grouped
from scorekeeper.services.leagues.transfer.plan import Plan, PlannedGame, SeatedPlayer, stored_league
from scorekeeper.services.leagues.transfer.scorebook import ScorebookGame, ScorebookRow

# A score book has days, no hours: its games begin at noon, those of one day a minute apart.
_NOON: Final = time(12)
_APART: Final = timedelta(minutes=1)
_ID_LENGTH: Final = 22
_KEY_BYTES: Final = 16
_WORDS: Final = re.compile(r"\w+")
_UMLAUTS: Final = re.compile("(?<=[aou])e")


class ScorebookPlanner:
    """Plans the games of a score book for the league `into`."""

    def __init__(self, session: Session, plan: Plan, *, into: int, now: datetime) -> None:
        self._league = plan.stored = stored_league(session, into)
        self._session = session
        self._plan = plan
        self._chosen = decode_chosen(self._league.ruleset)
        self._players = {player.id: player for player in self._league.players.values()}
        self._by_name = {player.name_key: player for player in self._players.values()}
        self._now = now
        self._zone = ZoneInfo(self._league.time_zone)
        self._new: dict[str, PlayerPart] = {}
        self._met: set[str] = set()
        self._nth: dict[date, int] = defaultdict(int)

    def add(self, text: str) -> None:
        """Plan the games in a text."""
        self._plan.kind = "csv"
        self._plan.name = self._league.name
        book = scorebook.read(text)
        games, twice = scorebook.games_in(book.rows)
        self._plan.refuse(*grouped([*book.faults, *twice]))
        for game in games:
            try:
                self._add(game, is_whole=not book.faults)
            except ImportRefused as refused:
                self._plan.refuse(*refused.faults)
        self._plan.faults.sort(key=lambda fault: fault.line or 0)
        self._plan.players = list(self._new.values())
        self._plan.look_alikes = self._look_alikes()
        self._plan.existing_players = len(self._met)

    def _add(self, game: ScorebookGame, *, is_whole: bool) -> None:
        if len(game.counts) > 1:
            raise ImportRefused(FileFault(FileFaultCode.COUNTS, game.line))
        if False in game.counts:
            self._plan.left_out += 1
            return
        name = (self._league.key, game.day.isoformat(), game.label)
        imported_id = keyed_text("score book", *name)[:_ID_LENGTH]
        stored_id = self._stored_id(game.label, imported_id)
        if stored_id != game.label or not is_whole:
            faults = [*scorebook.sheet_faults_of(game, rules=self._chosen.rules)]
            faults += scorebook.faults_of(game) if is_whole else ()
            if faults or not is_whole:
                raise ImportRefused(*faults)
        self._nth[game.day] += 1
        if stored_id is None:
            self._add_new(game, imported_id)
        elif self._is_same(game, stored_id):
            self._plan.existing_games += 1
        else:
            values = {"game": game.label, "day": game.day.isoformat()}
            raise ImportRefused.because(FileFaultCode.GAME_DIFFERS, line=game.line, **values)

    def _look_alikes(self) -> list[tuple[str, ...]]:
        """New names that may be other spellings of each other, or of names that the league knows."""
        alike: dict[tuple[str, ...], dict[str, bool]] = defaultdict(dict)
        for player in self._league.players.values():
            alike[_spelling(player.shown)][player.shown] = False
        for new in self._new.values():
            alike[_spelling(new.name)][new.name] = True
        return [tuple(group) for group in alike.values() if len(group) > 1 and any(group.values())]

    def _stored_id(self, *ids: str) -> str | None:
        """The game of the league with one of these ids; a label is one in the `hands.csv` that we export."""
        query = select(LeagueGameRow.game_id).where(
            LeagueGameRow.game_id.in_(ids), LeagueGameRow.league_id == self._league.id
        )
        return self._session.scalar(query)

    def _is_same(self, game: ScorebookGame, stored_id: str) -> bool:
        """Whether the hands are those of a stored game: of an imported one as they were at first."""
        entries = log.load_any(self._session, stored_id)
        if stored_id == game.label:
            state = fold(entries)
            seats = {names.key(seat.name): seat.number for seat in state.seats}
        else:
            # What was corrected since then differs from the book, and stays.
            state = fold(entries[: 1 + len(list(scorebook.events_of(game)))])
            seats = self._seats(game, entries)
        hands = {hand.number: hand for hand in state.hands}
        return hands.keys() == game.rows.keys() and all(
            _agrees(hand, {seats.get(key, -1): row for key, row in game.rows[number].items()})
            for number, hand in hands.items()
        )

    def _seats(self, game: ScorebookGame, entries: Sequence[Entry]) -> dict[str, int]:
        """The seats of the players of a game that was imported; some may have been renamed since."""
        start = entries[0].event
        assert isinstance(start, Started)
        sat = enumerate(map(self._players.get, start.player_ids))
        return {
            key: seat
            for key, (seat, player) in zip(game.players, sat, strict=False)
            if player is not None and (self._by_name.get(key) == player or player.number in self._renamed)
        }

    @cached_property
    def _renamed(self) -> frozenset[int]:
        """The numbers of players who were renamed or erased."""
        query = select(LeagueEntryRow.payload).where(
            LeagueEntryRow.league_id == self._league.id,
            LeagueEntryRow.kind.in_([EntryKind.PLAYER_RENAMED.value, EntryKind.PLAYER_ERASED.value]),
        )
        return frozenset(json.loads(payload)["player"] for payload in self._session.scalars(query))

    def _add_new(self, game: ScorebookGame, game_id: str) -> None:
        seats = [self._seated(row.player) for row in game.rows[1].values()]
        start = self._start(game, [seat.name for seat in seats])
        state, entries = scorebook.played(game, start, now=self._now)
        part = GamePart(
            id=game_id,
            season=self._plan.season_of(self._league, start.started_at),
            night=None,
            previous=None,
            joined_at=self._now,
            struck_at=None,
            struck_reason=None,
            players=[seat.player for seat in seats],
            entries=[_part(entry) for entry in entries],
        )
        finished_at = start.started_at if state.hand is None else None
        self._plan.add(PlannedGame(part, state, seats, finished_at), label=game.label)

    def _start(self, game: ScorebookGame, players: Sequence[str]) -> Started:
        noon = datetime.combine(game.day, _NOON, self._zone) + _APART * self._nth[game.day]
        midnight = datetime.combine(game.day, time(), self._zone)
        return Started(
            players=tuple(players),
            first_dealer=scorebook.first_dealer(game),
            started_at=noon if noon <= self._now else midnight,
            time_zone=self._league.time_zone,
            rules=self._chosen.rules,
            variants=self._chosen.variants,
            changes=dict(self._chosen.changes),
        )

    def _seated(self, name: str) -> SeatedPlayer:
        key = names.key(name)
        stored = self._by_name.get(key)
        if stored is not None:
            self._met.add(stored.person)
            return SeatedPlayer(stored.key, stored.person, stored.shown)
        if key not in self._new:
            number = 1 + len(self._new) + max((p.number for p in self._players.values()), default=0)
            fresh = secrets.token_urlsafe(_KEY_BYTES)
            self._new[key] = PlayerPart(fresh, number, name, fresh, False, None, None, self._now)
        player = self._new[key]
        return SeatedPlayer(player.key, player.key, player.name)


def _spelling(name: str) -> tuple[str, ...]:
    """The words of a name in any order, without accents, and with a u for ü and ue alike."""
    return tuple(sorted(_WORDS.findall(_UMLAUTS.sub("", names.folded(name)))))


def _part(entry: Entry) -> GameEntry:
    event = encode(entry.event, {})
    return GameEntry(entry.number, entry.at, event.kind, Raw(event.payload.encode()), dict(event.notes), None)


def _agrees(hand: Hand, rows: Mapping[int, ScorebookRow]) -> bool:
    """Whether rows by seat agree with a hand; they need not say who went out."""
    scores = {score.seat: score for score in hand.scores}
    return (
        scores.keys() == rows.keys()
        and {seat for seat, row in rows.items() if row.out} <= {hand.went_out}
        and all(
            scores[seat].posted if row.points is None else scores[seat].points == row.points
            for seat, row in rows.items()
        )
    )
