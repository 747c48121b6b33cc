"""A league's JSON against what is here: what of it is new, what is known, and what must not be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from scorekeeper.models import LeagueRow, NightRow, OrganiserRow, PlayerRow, SeasonRow
from scorekeeper.services.leagues.transfer import sections
from scorekeeper.services.leagues.transfer.export import FORMAT, VERSION
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why
from scorekeeper.services.leagues.transfer.json_stream import Step, expected, no_step
from scorekeeper.services.leagues.transfer.league_games import Games
from scorekeeper.services.leagues.transfer.league_log import read_history
from scorekeeper.services.leagues.transfer.plan import Plan, here
from scorekeeper.services.leagues.transfer.rows import Batch
from scorekeeper.services.leagues.transfer.sections import PlayerPart, SeasonPart
from scorekeeper.services.leagues.transfer.shapes import Item, at_most

KIND: Final = "json"
_AT_ONCE: Final = 500
_MOST_GAMES: Final = 100_000


def plan(
    connection: Connection,
    text: str,
    *,
    into: int | None,
    account_id: int | None,
    now: datetime,
    trusted: bool = False,
    step: Step = no_step,
) -> Plan:
    """What the file would do: to the league of its key, or as a new one of that account.

    `into`: it must be that league's. `trusted`: whoever has this machine acts, who may write in every league.
    `step` is told how much of the file is read, from 0 to 1.
    """
    made = Plan(KIND, "", Batch(connection.dialect))
    reader = _File(connection, made, into=into, account_id=account_id, now=now, trusted=trusted)
    try:
        reader.read(text, step=step)
    except ImportRefused as refused:
        made.refuse(*refused.bad)
    return made


class _File:
    """One reading of a file: its parts come in their order, and each stands on those before it."""

    def __init__(
        self,
        connection: Connection,
        made: Plan,
        *,
        into: int | None,
        account_id: int | None,
        now: datetime,
        trusted: bool,
    ) -> None:
        self._connection = connection
        self._trusted = trusted
        self._plan = made
        self._into = into
        self._account_id = account_id
        self._now = now
        self._players: dict[str, PlayerPart] = {}
        self._seasons: dict[str, SeasonPart] = {}
        self._nights: dict[str, dict[str, Any]] = {}

    def read(self, text: str, *, step: Step) -> None:
        expected(
            text,
            {
                "format": self._format,
                "version": self._version,
                "league": self._league,
                "players": self._read_players,
                "seasons": self._read_seasons,
                "nights": self._read_nights,
                "games": self._read_games,
                "history": self._read_history,
            },
            step=step,
        )

    def _format(self, value: object) -> None:
        if value != FORMAT:
            raise ImportRefused(Bad(Why.NOT_A_LEAGUE))

    def _version(self, value: object) -> None:
        if value != VERSION or isinstance(value, bool):
            raise ImportRefused(Bad(Why.NEWER))

    def _league(self, value: object) -> None:
        league = sections.read_league(Item(value, "/league", now=self._now))
        self._plan.name = league["name"]
        known = self._connection.scalar(select(LeagueRow.id).where(LeagueRow.key == league["key"]))
        if self._into is not None and known != self._into:
            raise ImportRefused(Bad(Why.OTHER_LEAGUE, pointer="/league/key"))
        if known is not None:
            self._refuse_others(known)
            self._plan.here = here(self._connection, known)
            self._plan.name = self._plan.here.name
        elif self._connection.scalar(select(LeagueRow.id).where(LeagueRow.slug == league["slug"])):
            values = (("slug", league["slug"]),)
            raise ImportRefused(Bad(Why.SLUG_TAKEN, pointer="/league/slug", values=values))
        elif self._account_id is None:
            raise ImportRefused(Bad(Why.NO_ORGANISER))
        else:
            self._plan.league = league

    def _refuse_others(self, league_id: int) -> None:
        if self._trusted:
            return
        theirs = select(OrganiserRow.league_id).where(
            OrganiserRow.league_id == league_id, OrganiserRow.account_id == self._account_id
        )
        if self._connection.scalar(theirs) is None:
            raise ImportRefused(Bad(Why.OTHERS_LEAGUE, pointer="/league/key"))

    def _read_players(self, value: object) -> None:
        self._players = sections.read_players(self._items(value, "/players"))
        known = self._plan.here.players if self._plan.here else {}
        names = {player.name_key for player in known.values()}
        last = max((player.number for player in known.values()), default=0)
        for place, player in enumerate(self._players.values()):
            if player.key in known:
                self._plan.known_players += 1
                continue
            if player.erased_at is None and player.name_key in names:
                values = (("name", player.name),)
                self._plan.refuse(Bad(Why.PLAYER_DIFFERS, pointer=f"/players/{place}", values=values))
            last += 1
            number = player.number if self._plan.here is None else last
            self._plan.players.append(sections.renumbered(player, number))
        self._refuse_elsewhere(PlayerRow, [player.key for player in self._plan.players])

    def _read_seasons(self, value: object) -> None:
        self._seasons = sections.read_seasons(self._items(value, "/seasons"))
        if self._plan.here is None:
            self._plan.seasons = list(self._seasons.values())
            self._refuse_elsewhere(SeasonRow, list(self._seasons))

    def _read_nights(self, value: object) -> None:
        self._nights = sections.read_nights(self._items(value, "/nights"))
        known = self._known_nights()
        self._plan.nights = [night for key, night in self._nights.items() if key not in known]
        self._refuse_elsewhere(NightRow, [night["key"] for night in self._plan.nights])

    def _known_nights(self) -> frozenset[str]:
        if self._plan.here is None:
            return frozenset()
        return frozenset(
            self._connection.scalars(select(NightRow.key).where(NightRow.league_id == self._plan.here.id))
        )

    def _read_games(self, value: object) -> None:
        games = Games(
            self._connection,
            self._plan,
            players=self._players,
            seasons=self._seasons,
            nights=frozenset(self._nights),
            now=self._now,
        )
        for item in at_most(_MOST_GAMES, self._items(value, "/games")):
            games.read(item)
        games.end()

    def _read_history(self, value: object) -> None:
        lines = read_history(self._items(value, "/history"))
        if self._plan.here is None:
            self._plan.history = lines

    def _refuse_elsewhere(self, row: type[PlayerRow | SeasonRow | NightRow], keys: Sequence[str]) -> None:
        """Refuse what would be new here and stands in another league."""
        for first in range(0, len(keys), _AT_ONCE):
            found = select(row.key).where(row.key.in_(keys[first : first + _AT_ONCE]))
            for key in self._connection.scalars(found):
                self._plan.refuse(Bad(Why.KEY_ELSEWHERE, values=(("key", key),)))

    def _items(self, value: object, pointer: str) -> Iterator[Item]:
        if not isinstance(value, Iterator):
            raise ImportRefused(Bad(Why.SHAPE, pointer=pointer))
        for place, item in enumerate(value):
            yield Item(item, f"{pointer}/{place}", now=self._now)
