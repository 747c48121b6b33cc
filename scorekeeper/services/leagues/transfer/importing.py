"""Importing a file: it is planned, and written in one short transaction if nothing has changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from msgspec.structs import asdict
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
from scorekeeper.services.leagues.transfer import document
from scorekeeper.services.leagues.transfer.document import dumped
from scorekeeper.services.leagues.transfer.faults import FileFaultCode, ImportRefused
from scorekeeper.services.leagues.transfer.league_plan import LeaguePlanner
from scorekeeper.services.leagues.transfer.plan import Plan, Step, no_step
from scorekeeper.services.leagues.transfer.rows import Batch
from scorekeeper.services.leagues.transfer.scorebook_plan import ScorebookPlanner

Planner = Callable[[Connection], Plan]
_ATTEMPTS: Final = 5


class _Changed(Exception):
    """The league has changed since the plan was made."""


def planner(
    content: bytes,
    *,
    into: int | None,
    account_id: int | None,
    now: datetime,
    trusted: bool = False,
    step: Step = no_step,
) -> Planner:
    """A function that plans a file: JSON as a league, anything else as a score book for the league `into`.

    `trusted`: the command line may write to every league. `step` is called with the share that is planned.
    """

    def plan(connection: Connection) -> Plan:
        made = Plan(Batch())
        try:
            text = _text(content)
            if text.lstrip()[:1] == "{":
                league = LeaguePlanner(connection, made, now=now)
                league.add(document.read(text), into=into, account_id=account_id, trusted=trusted, step=step)
            elif into is None:
                raise ImportRefused.because(FileFaultCode.NO_LEAGUE)
            else:
                ScorebookPlanner(connection, made, into=into, now=now).add(text, step=step)
        except ImportRefused as refused:
            made.refuse(*refused.faults)
        return made

    return plan


def _text(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = ""
    if "\0" in text or not text.strip():
        raise ImportRefused.because(FileFaultCode.NOT_TEXT)
    return text


def planned(planner: Planner) -> Plan:
    """The plan of importing a file now."""
    with reading() as connection:
        return planner(connection)


def accept(planner: Planner, *, actor: Actor, plan: Plan | None = None) -> Plan:
    """Write all parts of a file, or none; the plan that was carried out. ImportRefused if it has a fault.

    `plan` is one that was made a moment ago. All checks are made before the lock is taken; if the league
    has changed when it is, the file is planned again.
    """
    for _ in range(_ATTEMPTS):
        plan = plan or planned(planner)
        if plan.faults:
            raise ImportRefused(*plan.faults)
        if plan.changes_nothing:
            return plan
        try:
            _write(plan, actor=actor)
        except (_Changed, IntegrityError):
            plan = None
        else:
            return plan
    raise ImportRefused.because(FileFaultCode.BUSY)


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
        if plan.stored is not None:
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
    """The id of the league; a new one gets the history of the file, and no line of its own."""
    if plan.stored is not None:
        if log.version(connection, plan.stored.id) != plan.stored.version:
            raise _Changed
        return plan.stored.id
    assert plan.league is not None
    columns = asdict(plan.league) | {"ruleset": dumped(plan.league.ruleset), "version": len(plan.history)}
    league_id: int = connection.execute(
        insert(LeagueRow).values(columns).returning(LeagueRow.id)
    ).scalar_one()
    organiser = {"league_id": league_id, "account_id": actor.account_id, "since": actor.now}
    connection.execute(insert(OrganiserRow), organiser)
    if plan.history:
        connection.execute(insert(LeagueEntryRow), [line | {"league_id": league_id} for line in plan.history])
    return league_id


def _players(connection: Connection, plan: Plan, league_id: int) -> dict[str, int]:
    """The ids of all players by their keys."""
    stored = plan.stored.players if plan.stored else {}
    ids = {player.key: player.id for player in stored.values()}
    if plan.players:
        rows = [
            asdict(player) | {"league_id": league_id, "name_key": player.name_key, "person": 0}
            for player in plan.players
        ]
        made = connection.execute(insert(PlayerRow).returning(PlayerRow.key, PlayerRow.id), rows)
        ids |= {row.key: row.id for row in made}
    for player in plan.players:
        shown = stored[player.person].person if player.person in stored else player.person
        person = update(PlayerRow).where(PlayerRow.id == ids[player.key]).values(person=ids[shown])
        connection.execute(person)
    return ids


def _seasons(connection: Connection, plan: Plan, league_id: int) -> dict[str, int]:
    """The ids of the seasons by what the rows of the batch call them: a key, in a stored league a name."""
    if plan.stored is not None:
        return {
            name: seasons.season_for(connection, league_id, moment) for name, moment in plan.years.items()
        }
    if not plan.seasons:
        return {}
    rows = [
        asdict(season) | {"league_id": league_id, "place_points": dumped(season.place_points)}
        for season in plan.seasons
    ]
    made = connection.execute(insert(SeasonRow).returning(SeasonRow.key, SeasonRow.id), rows)
    return {row.key: row.id for row in made}


def _nights(connection: Connection, plan: Plan, league_id: int) -> dict[str, int]:
    if plan.nights:
        connection.execute(
            insert(NightRow), [asdict(night) | {"league_id": league_id} for night in plan.nights]
        )
    query = select(NightRow.key, NightRow.id).where(NightRow.league_id == league_id)
    return {row.key: row.id for row in connection.execute(query)}
