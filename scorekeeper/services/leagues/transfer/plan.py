"""What accepting a file would do: made outside of the write transaction, shown before anything is done."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from scorekeeper.models import LeagueRow, PlayerRow, SeasonRow
from scorekeeper.rules.game import Statistics, Status
from scorekeeper.rules.leagues.ranking import Ranking
from scorekeeper.rules.leagues.seasons import Season, calendar_year, local_day, model_of, season_on
from scorekeeper.services.leagues.season_rows import ranking_of
from scorekeeper.services.leagues.transfer.faults import Bad
from scorekeeper.services.leagues.transfer.rows import Batch, NewGame
from scorekeeper.services.leagues.transfer.sections import PlayerPart, SeasonPart

MOST_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class Known:
    """A player who is in the league already: `person` is the key of whose name is shown."""

    id: int
    key: str
    number: int
    name_key: str
    person: str
    shown: str


@dataclass(frozen=True, slots=True)
class Here:
    """The league as it was when a plan was made; its version tells whether it still is."""

    id: int
    key: str
    name: str
    version: int
    time_zone: str
    house_rules: str
    players: dict[str, Known]
    seasons: tuple[tuple[int, str, Season, Ranking], ...]

    def season_at(self, moment: datetime) -> str:
        """The name of the season of a game that began then, whether it is there yet or not."""
        day = local_day(moment, time_zone=self.time_zone)
        return season_on(day, seasons=(season for _, _, season, _ in self.seasons)).name

    def ranking_at(self, name: str) -> Ranking:
        """How that season ranks; a new calendar year does as the one before it."""
        rankings = {season.name: ranking for _, _, season, ranking in self.seasons}
        if name in rankings:
            return rankings[name]
        model = model_of(calendar_year(int(name)), seasons=(season for _, _, season, _ in self.seasons))
        return Ranking() if model is None else rankings[model.name]


@dataclass(frozen=True, slots=True)
class Told:
    """A game that is worth a word: its day, what the file calls it, and how many hands it has."""

    day: date
    label: str
    hands: int


@dataclass(slots=True)
class Plan:
    """What would be written, and everything that forbids it. `league` are the columns of a new league."""

    kind: str
    name: str
    batch: Batch
    here: Here | None = None
    league: dict[str, Any] | None = None
    players: list[PlayerPart] = field(default_factory=list)
    seasons: list[SeasonPart] = field(default_factory=list)
    years: dict[str, datetime] = field(default_factory=dict)
    nights: list[dict[str, Any]] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    known_games: int = 0
    known_players: int = 0
    left_out: int = 0
    unfinished: list[Told] = field(default_factory=list)
    discarded: list[Told] = field(default_factory=list)
    bad: list[Bad] = field(default_factory=list)
    faults: int = 0

    @property
    def games(self) -> int:
        """How many games would be new."""
        return self.batch.games

    @property
    def changes_nothing(self) -> bool:
        """Whether all of it is here already."""
        return self.league is None and not (self.games or self.players or self.seasons or self.nights)

    def to_show(self) -> Plan:
        """The same without the rows that would be written."""
        return replace(self, batch=Batch(self.batch.dialect, self.games), here=None, history=[])

    def refuse(self, *bad: Bad) -> None:
        """Note what forbids it; of very many reasons the first are enough."""
        self.faults += len(bad)
        self.bad.extend(bad[: max(0, MOST_SHOWN - len(self.bad))])

    def add(self, new: NewGame, *, label: str) -> None:
        """Take in a game that nothing forbids, and note what it is worth."""
        self.batch.add(new)
        told = Told(new.game.setup.started_at.date(), label, len(new.game.hands))
        if new.game.status is not Status.FINISHED:
            self.unfinished.append(told)
        elif new.game.statistics is Statistics.DISCARDED:
            self.discarded.append(told)


def nothing(connection: Connection, *bad: Bad) -> Plan:
    """The plan for a file that is of no kind."""
    made = Plan("", "", Batch(connection.dialect))
    made.refuse(*bad)
    return made


def here(connection: Connection, league_id: int) -> Here:
    """The league as it is."""
    query = select(LeagueRow.__table__).where(LeagueRow.id == league_id)
    row = connection.execute(query).mappings().one()
    seasons = select(SeasonRow.__table__).where(SeasonRow.league_id == league_id)
    return Here(
        id=row["id"],
        key=row["key"],
        name=row["name"],
        version=row["version"],
        time_zone=row["time_zone"],
        house_rules=row["house_rules"],
        players=_players(connection, league_id),
        seasons=tuple(
            (
                line["id"],
                line["key"],
                Season(line["name"], line["starts_on"], line["ends_on"], line["own"]),
                ranking_of(line),
            )
            for line in connection.execute(seasons.order_by(SeasonRow.starts_on, SeasonRow.id)).mappings()
        ),
    )


def _players(connection: Connection, league_id: int) -> dict[str, Known]:
    query = select(
        PlayerRow.id,
        PlayerRow.key,
        PlayerRow.number,
        PlayerRow.name_key,
        PlayerRow.person,
        PlayerRow.name,
    ).where(PlayerRow.league_id == league_id)
    rows = connection.execute(query.order_by(PlayerRow.number)).all()
    people = {row.id: (row.key, row.name) for row in rows}
    return {row.key: Known(row.id, row.key, row.number, row.name_key, *people[row.person]) for row in rows}
