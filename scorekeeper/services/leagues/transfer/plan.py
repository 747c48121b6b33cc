"""What importing a file would do: planned outside of the write transaction, and shown before it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.orm import aliased

from scorekeeper.models import LeagueRow, PlayerRow, SeasonRow
from scorekeeper.rules.game import Statistics, Status
from scorekeeper.rules.leagues.ranking import Ranking
from scorekeeper.rules.leagues.seasons import Season as SeasonDays
from scorekeeper.rules.leagues.seasons import calendar_year, local_day, model_of, season_on
from scorekeeper.services.leagues.season_rows import ranking_of, season_of
from scorekeeper.services.leagues.transfer.document import League, Night, Player, Season
from scorekeeper.services.leagues.transfer.faults import FileFault
from scorekeeper.services.leagues.transfer.rows import Batch, NewGame

MOST_SHOWN: Final = 100
Step = Callable[[float], None]


def no_step(_share: float) -> None:
    """A step that shows no progress."""


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A player of a stored league: `person` is the key of the player whose name is shown."""

    id: int
    key: str
    number: int
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
    rankings: dict[SeasonDays, Ranking]

    def season_at(self, moment: datetime) -> str:
        """The name of the season of a game that began at a moment; the season may not exist yet."""
        return season_on(local_day(moment, time_zone=self.time_zone), seasons=self.rankings).name

    def ranking_of(self, name: str) -> Ranking:
        """The ranking of a season; a new calendar year takes that of the year before it."""
        season = next((season for season in self.rankings if season.name == name), None)
        season = season or model_of(calendar_year(int(name)), seasons=self.rankings)
        return Ranking() if season is None else self.rankings[season]


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game that a preview names: when it was played, its label in the file, and how many hands it has."""

    started_at: datetime
    resumed_at: datetime | None
    time_zone: str
    label: str
    hands: int


@dataclass(slots=True)
class Plan:
    """What would be written, and every fault that forbids it.

    `stored` is the league that gets the games; `league` is a new one. `history` are rows, `years` a moment
    for each season that games need, by name.
    """

    batch: Batch
    kind: str = ""
    name: str = ""
    stored: StoredLeague | None = None
    league: League | None = None
    players: list[Player] = field(default_factory=list)
    seasons: list[Season] = field(default_factory=list)
    years: dict[str, datetime] = field(default_factory=dict)
    nights: list[Night] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    existing_games: int = 0
    existing_players: int = 0
    left_out: int = 0
    unfinished: list[ListedGame] = field(default_factory=list)
    discarded: list[ListedGame] = field(default_factory=list)
    faults: list[FileFault] = field(default_factory=list)
    fault_count: int = 0

    @property
    def games(self) -> int:
        """How many games would be new."""
        return self.batch.games

    @property
    def changes_nothing(self) -> bool:
        """Whether this database has all of it already."""
        return self.league is None and not (self.games or self.players or self.seasons or self.nights)

    def to_show(self) -> Plan:
        """The plan as a preview needs it: without the rows that would be written."""
        return replace(self, batch=Batch(self.games), stored=None, history=[])

    def refuse(self, *faults: FileFault) -> None:
        """Count the faults, and keep the first hundred of all."""
        self.fault_count += len(faults)
        self.faults.extend(faults[: max(0, MOST_SHOWN - len(self.faults))])

    def add(self, new: NewGame, *, label: str) -> None:
        """Add a game without a fault; a preview lists it if it will not count."""
        self.batch.add(new)
        state, start = new.state, new.state.setup
        when = (start.started_at, state.resumed_at, start.time_zone)
        listed = ListedGame(*when, label, len(state.hands))
        if state.status is not Status.FINISHED:
            self.unfinished.append(listed)
        elif state.statistics is Statistics.DISCARDED:
            self.discarded.append(listed)


_PERSON: Final = aliased(PlayerRow)
_LEAGUE: Final = select(
    LeagueRow.id,
    LeagueRow.key,
    LeagueRow.slug,
    LeagueRow.name,
    LeagueRow.version,
    LeagueRow.time_zone,
    LeagueRow.ruleset,
).where(LeagueRow.id == bindparam("league_id"))
_PLAYERS: Final = (
    select(PlayerRow.id, PlayerRow.key, PlayerRow.number, PlayerRow.name_key, _PERSON.key, _PERSON.name)
    .join(_PERSON, _PERSON.id == PlayerRow.person)
    .where(PlayerRow.league_id == bindparam("league_id"))
    .order_by(PlayerRow.number)
)
_SEASONS: Final = (
    select(SeasonRow.__table__)
    .where(SeasonRow.league_id == bindparam("league_id"))
    .order_by(SeasonRow.starts_on, SeasonRow.id)
)


def stored_league(connection: Connection, league_id: int) -> StoredLeague:
    """A league as it is now."""
    league = {"league_id": league_id}
    players = (StoredPlayer(*row) for row in connection.execute(_PLAYERS, league))
    seasons = connection.execute(_SEASONS, league).mappings()
    return StoredLeague(
        *connection.execute(_LEAGUE, league).one(),
        players={player.key: player for player in players},
        rankings={season_of(row): ranking_of(row) for row in seasons},
    )
