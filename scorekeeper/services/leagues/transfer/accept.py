"""Accepting a file: planned again, and written in one short transaction if nothing has changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.models import (
    LeagueEntryRow,
    LeagueRow,
    NightRow,
    OrganiserRow,
    PlayerRow,
    SeasonRow,
)
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.leagues import log, seasons
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why
from scorekeeper.services.leagues.transfer.plan import Plan
from scorekeeper.services.leagues.transfer.sections import PlayerPart

Planner = Callable[[Connection], Plan]
_TRIES: Final = 5


class _Changed(Exception):
    """The league is not what it was when the plan was made."""


def planned(planner: Planner) -> Plan:
    """What a file would do to the record as it is now."""
    with reading() as connection:
        return planner(connection)


def accept(planner: Planner, *, actor: Actor, plan: Plan | None = None) -> Plan:
    """Write what the file holds, all of it or nothing; what was written. ImportRefused.

    `plan` is what was planned a moment ago, if it was.

    All checking is done before the lock is taken; if the league has changed then, it is done again.
    """
    for _ in range(_TRIES):
        plan = plan or planned(planner)
        if plan.bad:
            raise ImportRefused(*plan.bad)
        if plan.changes_nothing:
            return plan
        try:
            _write(plan, actor=actor)
        except (_Changed, IntegrityError):
            plan = None
        else:
            return plan
    raise ImportRefused(Bad(Why.BUSY))


def _write(plan: Plan, *, actor: Actor) -> None:
    with writing() as connection:
        league_id = _league(connection, plan, actor=actor)
        players = _players(connection, plan, league_id)
        plan.batch.send(
            connection,
            league_id=league_id,
            players=players,
            seasons=_seasons(connection, plan, league_id),
            nights=_nights(connection, plan, league_id),
        )
        if plan.here is not None:
            log.append(
                connection,
                league_id,
                EntryKind.IMPORTED,
                actor,
                file=plan.kind,
                games=plan.games,
                players=len(plan.players),
            )


def _league(connection: Connection, plan: Plan, *, actor: Actor) -> int:
    """The league that is written to; a new one has the history of the file, without a line of its own."""
    if plan.here is not None:
        if log.version(connection, plan.here.id) != plan.here.version:
            raise _Changed
        return plan.here.id
    columns = {**(plan.league or {}), "version": len(plan.history)}
    league_id: int = connection.execute(
        insert(LeagueRow).values(columns).returning(LeagueRow.id)
    ).scalar_one()
    connection.execute(
        insert(OrganiserRow), {"league_id": league_id, "account_id": actor.account_id, "since": actor.now}
    )
    if plan.history:
        connection.execute(insert(LeagueEntryRow), [line | {"league_id": league_id} for line in plan.history])
    return league_id


def _players(connection: Connection, plan: Plan, league_id: int) -> dict[str, int]:
    """The numbers of all players by their keys."""
    ids = {player.key: player.id for player in plan.here.players.values()} if plan.here else {}
    if plan.players:
        rows = [_player_row(player, league_id) for player in plan.players]
        made = connection.execute(insert(PlayerRow).returning(PlayerRow.key, PlayerRow.id), rows)
        ids |= {row.key: row.id for row in made}
        people = [(ids[player.key], _person(player, plan, ids)) for player in plan.players]
        for player, person in people:
            connection.execute(update(PlayerRow).where(PlayerRow.id == player).values(person=person))
    return ids


def _person(player: PlayerPart, plan: Plan, ids: dict[str, int]) -> int:
    known = plan.here.players.get(player.person) if plan.here else None
    return ids[known.person if known else player.person]


def _player_row(player: PlayerPart, league_id: int) -> dict[str, Any]:
    return {
        "key": player.key,
        "league_id": league_id,
        "number": player.number,
        "name": player.name,
        "name_key": player.name_key,
        "person": 0,
        "retired_at": player.retired_at,
        "erased_at": player.erased_at,
        "created_at": player.created_at,
    }


def _seasons(connection: Connection, plan: Plan, league_id: int) -> dict[str, int]:
    """The seasons by what the rows of the batch call them: by key, in a league that is here by name."""
    if plan.here is not None:
        return {
            name: seasons.season_for(connection, league_id, moment) for name, moment in plan.years.items()
        }
    if not plan.seasons:
        return {}
    rows = [
        {
            "key": season.key,
            "league_id": league_id,
            "name": season.name,
            "own": season.own,
            "starts_on": season.starts_on,
            "ends_on": season.ends_on,
            "way": season.ranking.way.value,
            "best_of": season.ranking.best_of,
            "min_games": season.ranking.min_games,
            "place_points": season.place_points,
        }
        for season in plan.seasons
    ]
    made = connection.execute(insert(SeasonRow).returning(SeasonRow.key, SeasonRow.id), rows)
    return {row.key: row.id for row in made}


def _nights(connection: Connection, plan: Plan, league_id: int) -> dict[str, int]:
    if plan.nights:
        connection.execute(insert(NightRow), [night | {"league_id": league_id} for night in plan.nights])
    known = select(NightRow.key, NightRow.id).where(NightRow.league_id == league_id)
    return {row.key: row.id for row in connection.execute(known)}
