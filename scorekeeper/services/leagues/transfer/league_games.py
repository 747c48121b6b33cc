"""The games of a league's file: each is stored already with the same entries, or new and within the rules.

The rules record every entry of a new game again, and must come to the same event.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy import Connection, select

from scorekeeper.models import GameRow, LeagueGameRow
from scorekeeper.referee import sentences
from scorekeeper.rules import history
from scorekeeper.rules.checks import CLOCK_TOLERANCE
from scorekeeper.rules.entries import Entry, Event, Ruled, Started
from scorekeeper.rules.faults import FaultCode, Violation
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.game import Game as GameState
from scorekeeper.rules.game import Status
from scorekeeper.rules.leagues.seasons import local_day, season_on
from scorekeeper.services.common.faults import WrittenByNewer
from scorekeeper.services.games.codec import NAMES, GameName, decode, to_json
from scorekeeper.services.leagues.transfer.document import (
    Game,
    GameEntry,
    Player,
    Season,
    dumped,
    members_of,
    require_times,
    shape_refused,
)
from scorekeeper.services.leagues.transfer.export import game_entries, game_names
from scorekeeper.services.leagues.transfer.faults import FileFault, FileFaultCode, ImportRefused
from scorekeeper.services.leagues.transfer.plan import NewGame, Plan, SeatedPlayer

# Names and texts may have changed since they were recorded: texts are erased, what may be in one was not
# always the same, and all names that a seat had before its game joined the league mean the player who sat
# there in the end. Before hand 1 an arrival had a start score.
_FORGIVEN: Final = frozenset(
    {
        FaultCode.TEXT_EMPTY,
        FaultCode.TEXT_UNREADABLE,
        FaultCode.NAME_SAME,
        FaultCode.NAME_TWICE,
        FaultCode.PLAYER_ABSENT,
        FaultCode.PLAYER_STRANGE,
        FaultCode.SEATS_CHANGED,
        FaultCode.START_SCORE_TOO_EARLY,
    }
)
_UNREADABLE: Final = (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)


class GamePlanner:
    """Plans the games of a file, one after the other."""

    def __init__(
        self,
        connection: Connection,
        plan: Plan,
        *,
        players: Mapping[str, Player],
        seasons: Mapping[str, Season],
        nights: Container[str],
        games: Container[str],
        now: datetime,
    ) -> None:
        self._connection = connection
        self._plan = plan
        self._players = players
        self._seasons = seasons
        self._days = [season.days for season in seasons.values()]
        self._nights = nights
        self._games = games
        self._now = now
        self._ids: set[str] = set()

    def add(self, game: Game, *, pointer: str) -> None:
        """Add one game to the plan; ImportRefused with its faults."""
        if game.id in self._ids:
            raise ImportRefused.because(FileFaultCode.KEY_TWICE, pointer=pointer)
        self._ids.add(game.id)
        require_times(game, pointer=pointer, now=self._now)
        for key in game.players:
            _require(key, self._players, f"{pointer}/players")
        # Within the file a player's number stands for the id.
        names = {number: GameName(self._players[key].name, number) for number, key in enumerate(game.players)}
        read = [
            _read(entry, names=names, pointer=f"{pointer}/entries/{index}", now=self._now)
            for index, entry in enumerate(game.entries)
        ]
        game = replace(game, entries=[entry for entry, _ in read])
        if self._is_stored(game, pointer):
            self._plan.existing_games += 1
            return
        state, finished_at = _played(read, pointer=pointer)
        self._plan.add(self._new(game, state, finished_at, pointer), label=game.id)

    def _is_stored(self, game: Game, pointer: str) -> bool:
        """Whether this league has the game with these entries, and maybe more; no other may have it."""
        query = (
            select(GameRow.id, LeagueGameRow.league_id)
            .outerjoin(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
            .where(GameRow.id == game.id)
        )
        row = self._connection.execute(query).first()
        if row is None:
            return False
        if self._plan.stored is None or row.league_id != self._plan.stored.id:
            raise ImportRefused.because(FileFaultCode.GAME_ELSEWHERE, pointer=pointer, game=game.id)
        stored = game_entries(self._connection, [game.id])[game.id]
        same = len(game.entries) <= len(stored) and all(map(_is_same, game.entries, stored))
        names = game_names(self._connection, [game.id])[game.id]
        if not same or names[: len(game.players)] != game.players:
            raise ImportRefused.because(FileFaultCode.GAME_DIFFERS, pointer=pointer, game=game.id)
        return True

    def _new(self, game: Game, state: GameState, finished_at: datetime | None, pointer: str) -> NewGame:
        seats = [self._seated(game.players[number]) for number in state.player_ids]
        if len({seat.person for seat in seats}) < len(seats):
            raise ImportRefused.because(FileFaultCode.MET_THEMSELVES, pointer=f"{pointer}/players")
        season = self._season(game.season, state.setup.started_at, f"{pointer}/season")
        if (game.struck_at is None) != (game.struck_reason is None):
            raise shape_refused(f"{pointer}/struck_reason")
        if game.night is not None:
            _require(game.night, self._nights, f"{pointer}/night")
        if game.previous is not None:
            _require(game.previous, self._games, f"{pointer}/previous")
        return NewGame(replace(game, season=season), state, seats, finished_at)

    def _seated(self, key: str) -> SeatedPlayer:
        """The player with a key, as the stored league shows them if it has them."""
        stored = self._plan.stored.players if self._plan.stored else {}
        person = stored[key].person if key in stored else self._players[key].person
        if person in stored:
            return SeatedPlayer(key, stored[person].person, stored[person].shown)
        return SeatedPlayer(key, person, self._players[person].name)

    def _season(self, key: str, started_at: datetime, pointer: str) -> str:
        """The key of the season in the file; in a stored league the name of the season of that day."""
        _require(key, self._seasons, pointer)
        if self._plan.stored is not None:
            return self._plan.season_of(self._plan.stored, started_at)
        assert self._plan.league is not None
        day = local_day(started_at, time_zone=self._plan.league.time_zone)
        if season_on(day, seasons=self._days) != self._seasons[key].days:
            raise ImportRefused.because(FileFaultCode.SEASON_OF_DAY, pointer=pointer)
        return key


def _read(
    entry: GameEntry, *, names: Mapping[int, GameName], pointer: str, now: datetime
) -> tuple[GameEntry, Event]:
    """An entry with its payload as canonical JSON, and its event.

    ImportRefused if no Scorekeeper can have written it.
    """
    require_times(entry, pointer=pointer, now=now, ahead=CLOCK_TOLERANCE)
    members = members_of(entry.payload, pointer=f"{pointer}/payload")
    try:
        payload = dumped(members)
        event = decode(entry.kind, payload, names, entry.notes)
        _require_duties(event)
        written = to_json(event)[1]
        readable = _keeps(written, members, but=NAMES.get(entry.kind, "")) and _keeps(written, entry.notes)
    except WrittenByNewer as newer:
        raise ImportRefused.because(FileFaultCode.FIELD_UNKNOWN, pointer=pointer, field=newer.field) from None
    except _UNREADABLE:
        readable = False
    if not readable:
        raise ImportRefused.because(FileFaultCode.UNREADABLE_EVENT, pointer=pointer)
    return replace(entry, payload=Raw(payload.encode())), event


def _keeps(written: Mapping[str, Any], given: Mapping[str, Any], *, but: str = "") -> bool:
    """Whether writing an event again loses no member of the JSON it was read from; it may add some."""
    return all(
        name == but or (name in written and _equals(written[name], value)) for name, value in given.items()
    )


def _equals(written: Any, given: Any) -> bool:
    if isinstance(given, dict):
        return isinstance(written, dict) and _keeps(written, given)
    if isinstance(given, list):
        return len(written) == len(given) and all(map(_equals, written, given))
    return type(written) is type(given) and bool(written == given)


def _require_duties(event: Event) -> None:
    """Refuse (LookupError, ValueError) a ruling with duties that no referee leaves open."""
    if isinstance(event, Ruled):
        for duty in event.duties:
            sentences.duty(duty.code, times=duty.times)


def _is_same(entry: GameEntry, stored: GameEntry) -> bool:
    """Whether an entry is the stored one; a text may have been erased in the file or here."""
    return (
        entry.number == stored.number
        and entry.at == stored.at
        and entry.kind == stored.kind
        and dumped(entry.payload) == dumped(stored.payload)
        and all(entry.notes.get(name, "") in ("", text) or not text for name, text in stored.notes.items())
    )


def _played(read: Sequence[tuple[GameEntry, Event]], *, pointer: str) -> tuple[GameState, datetime | None]:
    """The game of these entries, and when it ended; ImportRefused at the first that the rules refuse."""
    replay = Replay()
    state: GameState | None = None
    finished_at: datetime | None = None
    for index, (entry, event) in enumerate(read):
        at = f"{pointer}/entries/{index}"
        if entry.number != index + 1:
            raise ImportRefused.because(FileFaultCode.ORDER, pointer=at)
        try:
            recorded, state = _recorded(replay, Entry(entry.number, entry.at, event), state)
        except Violation as refused:
            faults = (FileFault(FileFaultCode.RULES, pointer=at, rule=fault) for fault in refused.faults)
            raise ImportRefused(*faults) from None
        except _UNREADABLE:
            raise ImportRefused.because(FileFaultCode.UNREADABLE_EVENT, pointer=at) from None
        if recorded.event != event:
            raise ImportRefused.because(FileFaultCode.NOT_THE_SAME, pointer=at)
        finished_at = (finished_at or entry.at) if state.status is Status.FINISHED else None
    if state is None:
        raise shape_refused(f"{pointer}/entries")
    return state, finished_at


def _recorded(replay: Replay, entry: Entry, before: GameState | None) -> tuple[Entry, GameState]:
    try:
        if before is not None:
            return history.go_on(replay, entry.event, at=entry.at, game=before)
        if not isinstance(entry.event, Started):
            raise TypeError("a history begins with Started")
        history.start(entry.event, now=entry.at)
    except Violation as refused:
        if not all(fault.code in _FORGIVEN for fault in refused.faults):
            raise
    entry = Entry(entry.number, entry.at, history.canonical(entry.event))
    replay.apply(entry)
    return entry, replay.game()


def _require(key: str, keys: Container[str], pointer: str) -> None:
    if key not in keys:
        raise ImportRefused.because(FileFaultCode.KEY_UNKNOWN, pointer=pointer, key=key)
