"""The players of a league: adding them, changing a name, retiring, and whose account is whose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select, update

from scorekeeper.models import OrganiserRow, PlayerRow
from scorekeeper.models.engine import writing
from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.leagues import log, name_changes, people


@dataclass(frozen=True, slots=True)
class Player:
    """One row of a league's players. `person` is the id of the player whose name is shown."""

    id: int
    number: int
    name: str
    person: int
    account_id: int | None
    retired_at: datetime | None
    erased_at: datetime | None


def add(league_id: int, added: Sequence[str], *, actor: Actor) -> tuple[int, ...]:
    """New players; their numbers. RuleViolation with every fault, by `/names/<index>`: then none is added."""
    with writing() as connection:
        added = [names.clean(name) for name in added]
        known = _known(connection, league_id)
        listed = map(_in_list, names.faults_in(added, pointer="/names/{}"))
        faults = [*listed, *_known_faults(added, known=known)]
        if faults:
            raise RuleViolation(*faults)
        return tuple(people.add(connection, league_id, name, actor=actor) for name in added)


def rename(league_id: int, number: int, name: str, *, actor: Actor) -> None:
    """Give a player another name, which all games show. RuleViolation."""
    name = names.clean(name)
    with writing() as connection:
        player = changeable(connection, league_id, number)
        others = _known(connection, league_id, but=player.id)
        faults = [*names.faults_in([name], pointer="/name"), *_known_faults([name], known=others)]
        if faults:
            raise RuleViolation(*(Fault(fault.code, "/name", values=fault.values) for fault in faults))
        if name == player.name:
            return
        change(connection, player.id, name=name, name_key=names.key(name))
        name_changes.refresh(connection, [player.id])
        log.append(connection, league_id, EntryKind.PLAYER_RENAMED, actor, player=number)


def retire(league_id: int, number: int, *, actor: Actor) -> None:
    """Retire a player, who is not offered for new games any more. RuleViolation."""
    with writing() as connection:
        player = changeable(connection, league_id, number)
        if player.retired_at is not None:
            raise RuleViolation(Fault(FaultCode.PLAYER_RETIRED))
        change(connection, player.id, retired_at=actor.now)
        log.append(connection, league_id, EntryKind.PLAYER_RETIRED, actor, player=number)


def bring_back(league_id: int, number: int, *, actor: Actor) -> None:
    """Offer a retired player for new games again. RuleViolation."""
    with writing() as connection:
        player = changeable(connection, league_id, number)
        if player.retired_at is None:
            raise RuleViolation(Fault(FaultCode.PLAYER_NOT_RETIRED))
        change(connection, player.id, retired_at=None)
        log.append(connection, league_id, EntryKind.PLAYER_BACK, actor, player=number)


def link_account(league_id: int, number: int, linked: int | None, *, actor: Actor) -> None:
    """Note which organiser this player is; None: no one. RuleViolation."""
    with writing() as connection:
        player = changeable(connection, league_id, number)
        if linked is not None:
            _refuse_account(connection, league_id, linked, player=player)
        if linked == player.account_id:
            return
        change(connection, player.id, account_id=linked)
        log.append(connection, league_id, EntryKind.PLAYER_LINKED, actor, player=number)


def changeable(connection: Connection, league_id: int, number: int) -> Player:
    """The player of this number; RuleViolation if unknown, erased, or one person with another."""
    player = player_of(connection, league_id, number)
    if player.erased_at is not None:
        raise RuleViolation(Fault(FaultCode.PLAYER_ERASED))
    if player.person != player.id:
        raise RuleViolation(
            Fault(FaultCode.PLAYER_MERGED, values=(("name", name_of(connection, player.person)),))
        )
    return player


def player_of(connection: Connection, league_id: int, number: int) -> Player:
    """The player of this number, whatever became of it; RuleViolation if unknown."""
    query = _PLAYER.where(PlayerRow.league_id == league_id, PlayerRow.number == number)
    row = connection.execute(query).first()
    if row is None:
        raise RuleViolation(Fault(FaultCode.PLAYER_UNKNOWN))
    return Player(*row)


def name_of(connection: Connection, player: int) -> str:
    """The name in that player's row."""
    return connection.execute(select(PlayerRow.name).where(PlayerRow.id == player)).scalar_one()


def number_of(connection: Connection, player: int) -> int:
    """The number of that player in its league."""
    return connection.execute(select(PlayerRow.number).where(PlayerRow.id == player)).scalar_one()


def group_of(connection: Connection, person: int) -> list[int]:
    """The ids of all players that are this person."""
    return list(
        connection.scalars(select(PlayerRow.id).where(PlayerRow.person == person).order_by(PlayerRow.id))
    )


def change(connection: Connection, player: int, **values: Any) -> None:
    """Write columns of one player."""
    connection.execute(update(PlayerRow).where(PlayerRow.id == player).values(values))


def _known(connection: Connection, league_id: int, *, but: int | None = None) -> dict[str, str]:
    """All names in the league, those of merged players too, by the key that names that read alike share."""
    query = select(PlayerRow.id, PlayerRow.name_key, PlayerRow.name).where(PlayerRow.league_id == league_id)
    return {row.name_key: row.name for row in connection.execute(query) if row.id != but}


def _in_list(fault: Fault) -> Fault:
    """A fault in one of several new names, as a fault in its line of the list, counted from 1."""
    line = int(fault.pointer.rpartition("/")[2]) + 1
    return Fault(_IN_LIST.get(fault.code, fault.code), fault.pointer, values=(*fault.values, ("line", line)))


_IN_LIST: Final = {
    FaultCode.NAME_TWICE: FaultCode.PLAYER_TWICE,
    FaultCode.NAME_TOO_LONG: FaultCode.PLAYER_TOO_LONG,
    FaultCode.NAME_UNREADABLE: FaultCode.PLAYER_UNREADABLE,
}


def _known_faults(added: Sequence[str], *, known: dict[str, str]) -> Iterator[Fault]:
    for index, name in enumerate(added):
        taken = known.get(names.key(name))
        if taken is not None:
            yield Fault(FaultCode.PLAYER_KNOWN, f"/names/{index}", values=(("name", taken),))


def _refuse_account(connection: Connection, league_id: int, linked: int, *, player: Player) -> None:
    runs = select(OrganiserRow.account_id).where(
        OrganiserRow.league_id == league_id, OrganiserRow.account_id == linked
    )
    if connection.execute(runs).first() is None:
        raise RuleViolation(Fault(FaultCode.ACCOUNT_UNKNOWN, "/account"))
    other = connection.execute(
        select(PlayerRow.name).where(
            PlayerRow.league_id == league_id, PlayerRow.account_id == linked, PlayerRow.id != player.id
        )
    ).first()
    if other is not None:
        raise RuleViolation(Fault(FaultCode.ACCOUNT_LINKED, "/account", values=(("name", other.name),)))


_PLAYER: Final = select(
    PlayerRow.id,
    PlayerRow.number,
    PlayerRow.name,
    PlayerRow.person,
    PlayerRow.account_id,
    PlayerRow.retired_at,
    PlayerRow.erased_at,
)
