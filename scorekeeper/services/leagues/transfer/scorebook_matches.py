"""Which games of a score book are here already: brought in by it before, or played here and exported."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property

from sqlalchemy import Connection, select

from scorekeeper.models import GameRow, LeagueEntryRow, LeagueGameRow
from scorekeeper.rules import names
from scorekeeper.rules.entries import Entry, Started
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Hand
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.games import log
from scorekeeper.services.games.names import player_of
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why
from scorekeeper.services.leagues.transfer.plan import Here, Known
from scorekeeper.services.leagues.transfer.scorebook import Row
from scorekeeper.services.leagues.transfer.scorebook_games import BookGame
from scorekeeper.services.leagues.transfer.sections import GAME_ID


class KnownGames:
    """The games of a league beside those of a book."""

    def __init__(self, connection: Connection, here: Here) -> None:
        self._connection = connection
        self._here = here
        self._players = {player.id: player for player in here.players.values()}
        self._by_name = {player.name_key: player for player in here.players.values()}

    def is_labelled(self, game: BookGame) -> bool:
        """Whether the label is the id of a game of this league, as in its own table of hands.

        ImportRefused if that game is told otherwise than it stands.
        """
        if not GAME_ID.fullmatch(game.label) or not self._is_of_league(game.label):
            return False
        state = fold(log.load_any(self._connection, game.label))
        people = [self._players[player_of(seat.name) or 0].person for seat in state.seats]
        shown = dict(zip((names.key(seat.name) for seat in state.seats), people, strict=True))
        told = {
            hand: {shown.get(key) or self._person(key): row for key, row in rows.items()}
            for hand, rows in game.rows.items()
        }
        hands = {hand.number: hand for hand in state.hands}
        if hands.keys() != told.keys() or not all(_is_told(hands[n], told[n], people) for n in hands):
            raise ImportRefused(differs(game))
        return True

    def entries(self, game_id: str) -> tuple[Entry, ...]:
        """What is recorded of a game, wherever it is; nothing if it is not here."""
        if self._connection.scalar(select(GameRow.id).where(GameRow.id == game_id)) is None:
            return ()
        return log.load_any(self._connection, game_id)

    def is_same_table(self, game: BookGame, stored: Sequence[Entry]) -> bool:
        """Whether those sat there whom the book names; it need not know what players are called by now."""
        start = stored[0].event
        assert isinstance(start, Started)
        sat = [self._players.get(player_of(name) or 0) for name in start.players]
        return len(sat) == len(game.players) and all(
            player is not None and (self._by_name.get(key) == player or player.number in self._renamed)
            for player, key in zip(sat, game.players, strict=True)
        )

    @cached_property
    def _renamed(self) -> frozenset[int]:
        """The numbers of players who had another name once."""
        query = select(LeagueEntryRow.payload).where(
            LeagueEntryRow.league_id == self._here.id,
            LeagueEntryRow.kind.in_([EntryKind.PLAYER_RENAMED.value, EntryKind.PLAYER_ERASED.value]),
        )
        return frozenset(json.loads(payload)["player"] for payload in self._connection.scalars(query))

    def _is_of_league(self, game_id: str) -> bool:
        found = select(LeagueGameRow.game_id).where(
            LeagueGameRow.game_id == game_id, LeagueGameRow.league_id == self._here.id
        )
        return self._connection.scalar(found) is not None

    def _person(self, key: str) -> str:
        known: Known | None = self._by_name.get(key)
        return "" if known is None else known.person


def differs(game: BookGame) -> Bad:
    """That a game is here, but not as the book tells it."""
    values = (("game", game.label), ("day", game.day.isoformat()))
    return Bad(Why.GAME_DIFFERS, line=game.line, values=values)


def _is_told(hand: Hand, rows: dict[str, Row], people: Sequence[str]) -> bool:
    """Whether rows by person say what a hand is; who went out need not be said."""
    scores = {people[score.seat]: score for score in hand.scores}
    went_out = {people[hand.went_out]} if hand.went_out is not None else set()
    said = {person for person, row in rows.items() if row.out}
    return (
        scores.keys() == rows.keys()
        and said in (set(), went_out)
        and all(
            scores[person].posted if row.points is None else scores[person].points == row.points
            for person, row in rows.items()
        )
    )
