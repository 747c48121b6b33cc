"""What importing a file would do: planned outside of the write transaction, and shown before it is done."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.models import LeagueRow, PlayerRow, SeasonRow
from scorekeeper.rules.game import Game, Played, Statistics, Status
from scorekeeper.rules.leagues.seasons import Season, local_day, season_on
from scorekeeper.rules.score_forms import Exact
from scorekeeper.scorebooks.book import BookGame, Evening, ReadBook, ScoreCell
from scorekeeper.scorebooks.faults import FileFault
from scorekeeper.services.games.codec import decode_chosen
from scorekeeper.services.leagues.season_rows import season_of
from scorekeeper.services.leagues.transfer.document import (
    GamePart,
    LeaguePart,
    NightPart,
    PlayerPart,
    SeasonPart,
)

Stored = Row[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game to be written: its part of a file, with canonical payloads, and what its entries come to.

    A player's id is a place in the part's `players`. `label` is what the file calls the game.
    """

    part: GamePart
    state: Game
    finished_at: datetime | None
    label: str

    @property
    def played(self) -> Played:
        """When it was played."""
        setup = self.state.setup
        return Played(setup.started_at, self.state.resumed_at, setup.time_zone)

    @property
    def day(self) -> date:
        """The day on which it began."""
        return local_day(self.played.started_at, time_zone=self.played.time_zone)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of who won it."""
        return tuple(self.state.seats[seat].name for seat in self.state.winners or ())

    @property
    def total(self) -> Exact | None:
        """The total of the winners."""
        won = self.state.winners or ()
        return next((line.total for line in self.state.standings if line.seat in won), None)

    def as_book_game(self) -> BookGame:
        """The game as a score book would have it."""
        evening = Evening(self.day, self.part.id, key=())
        hands = [
            {score.seat: ScoreCell(0, "", hand.number, int(score.points)) for score in hand.scores}
            for hand in self.state.hands
        ]
        standings = sorted(self.state.standings, key=lambda line: line.seat)
        names = tuple(seat.name for seat in self.state.seats)
        return BookGame(evening, names, hands, tuple(int(line.total) for line in standings))


@dataclass(slots=True)
class Plan:
    """What would be written, and every fault that forbids it.

    `stored` is the league that gets the games, as it was when the plan was made, and `stored_players` are its
    players by key, `stored_seasons` say when each of its seasons was closed; `league` is a new one. Those of
    the `new_games` that are `without_hands` keep totals alone, as the rules make other points of their hands.
    `history` are rows, `book` what an old score book says.
    """

    stored: Stored | None = None
    stored_players: dict[str, Stored] = field(default_factory=dict)
    stored_seasons: dict[Season, datetime | None] = field(default_factory=dict)
    league: LeaguePart | None = None
    players: list[PlayerPart] = field(default_factory=list)
    seasons: list[SeasonPart] = field(default_factory=list)
    nights: list[NightPart] = field(default_factory=list)
    new_games: list[PlannedGame] = field(default_factory=list)
    without_hands: list[PlannedGame] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    existing_games: int = 0
    existing_players: int = 0
    left_out: int = 0
    book: ReadBook | None = None
    faults: list[FileFault] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the league."""
        return self.stored.name if self.stored else self.league.name if self.league else ""

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
        return sorted({new.day for new in self.new_games})

    def as_json(self) -> list[dict[str, Any]]:
        """The games that were read, for a program."""
        if self.book is None or self.stored is None:
            return [new.as_book_game().as_json(hands=new.state.rules.ends.hands) for new in self.new_games]
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

    def closed_on(self, day: date) -> str | None:
        """The name of the season of a day if it is closed: its table doesn't change."""
        season = season_on(day, seasons=self.stored_seasons)
        return season.name if self.stored_seasons.get(season) else None

    def load(self, session: Session, league_id: int) -> Stored:
        """Let a league get the games, as it is now."""
        row, person = PlayerRow, aliased(PlayerRow)
        columns = (row.id, row.key, row.name, row.name_key)
        query = (
            select(*columns, person.key.label("person"), person.name.label("shown"))
            .join(person, person.id == row.person)
            .where(row.league_id == league_id)
            .order_by(row.number)
        )
        self.stored_players = {player.key: player for player in session.execute(query)}
        seasons = session.scalars(select(SeasonRow).where(SeasonRow.league_id == league_id))
        self.stored_seasons = {season_of(season): season.closed_at for season in seasons}
        self.stored = session.execute(select(*LeagueRow.__table__.c).where(LeagueRow.id == league_id)).one()
        return self.stored
