"""What importing a file would do: planned outside of the write transaction, and shown before it is done."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from scorekeeper.models import LeagueRow, PlayerRow, SeasonRow
from scorekeeper.rules.game import Game, Played, Statistics, Status
from scorekeeper.rules.leagues.seasons import Season, local_day, season_on
from scorekeeper.rules.score_forms import Exact
from scorekeeper.scorebooks.faults import FileFault
from scorekeeper.scorebooks.games import BookGame, BookHand, ReadBook
from scorekeeper.services.games.codec import decode_chosen
from scorekeeper.services.leagues.season_rows import season_of
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
    number: int
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
    seasons: tuple[Season, ...]


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """The player on a seat: the keys of the player and of the person, and the name that is shown."""

    player: str
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game to be written: its part of a file, with canonical payloads, and what its entries come to.

    In a stored league the season of the part is the name of one, which may not exist yet.
    """

    part: GamePart
    state: Game
    seats: Sequence[SeatedPlayer]
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class ListedGame(Played):
    """A game that a preview names, by its label in the file; `total` is that of the winners."""

    label: str
    hands: int
    winners: tuple[str, ...]
    total: Exact | None


@dataclass(slots=True)
class Plan:
    """What would be written, and every fault that forbids it.

    `stored` is the league that gets the games; `league` is a new one. `games` counts `new_games`. `history`
    are rows, `years` a moment for each season that games need, by name, `book` what an old score book says.
    """

    kind: str = ""
    name: str = ""
    stored: StoredLeague | None = None
    league: LeaguePart | None = None
    players: list[PlayerPart] = field(default_factory=list)
    seasons: list[SeasonPart] = field(default_factory=list)
    years: dict[str, datetime] = field(default_factory=dict)
    nights: list[NightPart] = field(default_factory=list)
    games: int = 0
    new_games: list[PlannedGame] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    listed: list[ListedGame] = field(default_factory=list)
    existing_games: int = 0
    existing_players: int = 0
    left_out: int = 0
    book: ReadBook | None = None
    unfinished: list[ListedGame] = field(default_factory=list)
    discarded: list[ListedGame] = field(default_factory=list)
    faults: list[FileFault] = field(default_factory=list)

    @property
    def days(self) -> list[date]:
        """The days of the new games, in order."""
        return sorted({local_day(game.started_at, time_zone=game.time_zone) for game in self.listed})

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
        return self.league is None and not (self.games or self.players or self.seasons or self.nights)

    def season_of(self, stored: StoredLeague, moment: datetime) -> str:
        """The name of the season of a new game of a stored league, which is made if it is not there yet."""
        name = season_on(local_day(moment, time_zone=stored.time_zone), seasons=stored.seasons).name
        self.years.setdefault(name, moment)
        return name

    def add(self, new: PlannedGame, *, label: str) -> None:
        """Add a game without a fault; a preview lists it if it will not count."""
        self.games += 1
        self.new_games.append(new)
        state, start = new.state, new.state.setup
        won = state.winners or ()
        total = next((line.total for line in state.standings if line.seat in won), None)
        names = tuple(new.seats[seat].name for seat in won)
        moments = start.started_at, state.resumed_at, start.time_zone
        listed = ListedGame(*moments, label, len(state.hands), names, total)
        self.listed.append(listed)
        if state.status is not Status.FINISHED:
            self.unfinished.append(listed)
        elif state.statistics is Statistics.DISCARDED:
            self.discarded.append(listed)


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
    person = aliased(PlayerRow)
    columns = (getattr(LeagueRow, field.name) for field in fields(StoredLeague)[:-2])
    shown = (
        select(
            PlayerRow.id,
            PlayerRow.key,
            PlayerRow.number,
            PlayerRow.name,
            PlayerRow.name_key,
            person.key,
            person.name,
        )
        .join(person, person.id == PlayerRow.person)
        .where(PlayerRow.league_id == league_id)
    )
    seasons = select(SeasonRow).where(SeasonRow.league_id == league_id)
    players = (StoredPlayer(*row) for row in session.execute(shown.order_by(PlayerRow.number)))
    rows = session.scalars(seasons.order_by(SeasonRow.starts_on, SeasonRow.id))
    return StoredLeague(
        **session.execute(select(*columns).where(LeagueRow.id == league_id)).mappings().one(),
        players={player.key: player for player in players},
        seasons=tuple(map(season_of, rows)),
    )
