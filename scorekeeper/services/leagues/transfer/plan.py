"""What importing a file would do: planned outside of the write transaction, and shown before it is done."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from scorekeeper.models import LeagueRow, PlayerRow
from scorekeeper.rules.game import Game, Statistics, Status
from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.rules.score_forms import Exact
from scorekeeper.scorebooks.book import BookGame, BookHand, ReadBook
from scorekeeper.scorebooks.faults import FileFault
from scorekeeper.services.games.codec import decode_chosen
from scorekeeper.services.leagues.transfer.document import (
    GamePart,
    LeaguePart,
    NightPart,
    PlayerPart,
    SeasonPart,
)


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A player of a stored league: `person` is the key of the player whose name is shown."""

    id: int
    key: str
    name: str
    name_key: str
    person: str
    shown: str


@dataclass(frozen=True, slots=True)
class StoredLeague:
    """A league of this database when a plan was made; another version means that it has changed since."""

    id: int
    key: str
    slug: str
    name: str
    version: int
    time_zone: str
    ruleset: str
    players: dict[str, StoredPlayer]


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """The player on a seat: the keys of the player and of the person, and the name that is shown."""

    player: str
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game to be written: its part of a file, with canonical payloads, and what its entries come to.

    `label` is what the file calls it.
    """

    part: GamePart
    state: Game
    seats: Sequence[SeatedPlayer]
    finished_at: datetime | None
    label: str

    @property
    def started_at(self) -> datetime:
        return self.state.setup.started_at

    @property
    def resumed_at(self) -> datetime | None:
        return self.state.resumed_at

    @property
    def time_zone(self) -> str:
        return self.state.setup.time_zone

    @property
    def hands(self) -> int:
        """How many hands of it are known."""
        return len(self.state.hands)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of who won it."""
        return tuple(self.seats[seat].name for seat in self.state.winners or ())

    @property
    def total(self) -> Exact | None:
        """The total of the winners."""
        won = self.state.winners or ()
        return next((line.total for line in self.state.standings if line.seat in won), None)


@dataclass(slots=True)
class Plan:
    """What would be written, and every fault that forbids it.

    `stored` is the league that gets the games; `league` is a new one. `history` are rows, `book` what an old
    score book says.
    """

    stored: StoredLeague | None = None
    league: LeaguePart | None = None
    players: list[PlayerPart] = field(default_factory=list)
    seasons: list[SeasonPart] = field(default_factory=list)
    nights: list[NightPart] = field(default_factory=list)
    new_games: list[PlannedGame] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    existing_games: int = 0
    existing_players: int = 0
    left_out: int = 0
    book: ReadBook | None = None
    faults: list[FileFault] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """The kind of the file, as the history of the league has it."""
        return "json" if self.book is None else "csv"

    @property
    def name(self) -> str:
        """The name of the league."""
        league = self.stored or self.league
        return league.name if league else ""

    @property
    def games(self) -> int:
        """How many games are new."""
        return len(self.new_games)

    @property
    def unfinished(self) -> list[PlannedGame]:
        """The new games that somebody may play on."""
        return [new for new in self.new_games if new.state.status is not Status.FINISHED]

    @property
    def discarded(self) -> list[PlannedGame]:
        """The new games that don't count by the rules."""
        return [new for new in self.new_games if new.state.statistics is Statistics.DISCARDED]

    @property
    def days(self) -> list[date]:
        """The days of the new games, in order."""
        return sorted({local_day(game.started_at, time_zone=game.time_zone) for game in self.new_games})

    def as_json(self) -> list[dict[str, Any]]:
        """The games that were read, for a program."""
        if self.book is None:
            return [game_of(new).as_json(hands=new.state.rules.ends.hands) for new in self.new_games]
        assert self.stored is not None
        hands = decode_chosen(self.stored.ruleset).rules.ends.hands
        return [game.as_json(hands=hands) for game in self.book.games]

    @property
    def asks(self) -> bool:
        """Whether somebody must answer before it can be imported."""
        return self.book is not None and self.book.asks

    @property
    def people(self) -> list[PlayerPart]:
        """The new players, without those that are another spelling of somebody."""
        return [player for player in self.players if player.person == player.key]

    @property
    def changes_nothing(self) -> bool:
        """Whether this database has all of it already."""
        return self.league is None and not (self.new_games or self.players or self.nights)


def game_of(new: PlannedGame) -> BookGame:
    """A game of a league's file as a score book would have it."""
    state, seats = new.state, sorted(new.state.standings, key=lambda line: line.seat)
    hands = tuple(
        BookHand((), tuple(points.get(seat.number) for seat in state.seats), hand.went_out)
        for hand in state.hands
        for points in [{score.seat: int(score.points) for score in hand.scores}]
    )
    day = local_day(state.setup.started_at, time_zone=state.setup.time_zone)
    totals = tuple(int(line.total) for line in seats)
    return BookGame(
        day, new.part.id, tuple(seat.name for seat in new.seats), hands or None, totals, (), (), ()
    )


def stored_league(session: Session, league_id: int) -> StoredLeague:
    """A league as it is now."""
    row, person = PlayerRow, aliased(PlayerRow)
    query = (
        select(row.id, row.key, row.name, row.name_key, person.key, person.name)
        .join(person, person.id == row.person)
        .where(row.league_id == league_id)
        .order_by(row.number)
    )
    players = [StoredPlayer(*columns) for columns in session.execute(query)]
    league = session.get_one(LeagueRow, league_id)
    columns = {field.name: getattr(league, field.name) for field in fields(StoredLeague)[:-1]}
    return StoredLeague(**columns, players={player.key: player for player in players})
