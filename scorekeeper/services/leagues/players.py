"""The players of a league: adding them, their names, retiring."""

import json
import secrets
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import Select, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from scorekeeper.models import GameNameRow, LeagueEntryRow, PlayerRow, SeatRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, refuse
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.games import rights
from scorekeeper.services.games.codec import GameName
from scorekeeper.services.leagues import log
from scorekeeper.services.leagues.log import Actor

KEY_BYTES: Final = 16
# No name holds it, so that the place of an erased player is never taken; every database can hold it.
_NO_LETTER: Final = "\x01"


def add(league_id: int, added: Sequence[str], *, actor: Actor, guests: bool = False) -> tuple[int, ...]:
    """New players, members or guests; their numbers. A blank name is a line of the list, and adds nobody.

    RuleViolation with every fault, by `/names/<index>`: then none is added.
    """
    with writing() as session:
        added = [names.clean(name) for name in added]
        known = _known(session, league_id)
        listed = map(_in_list, names.faults_in(added, pointer="/names/{}"))
        faults = [*listed, *_known_faults(added, known=known)]
        refuse(fault for fault in faults if added[_index(fault)])
        new = (_add(session, league_id, name, actor=actor, guest=guests) for name in added if name)
        return tuple(number for _player, number in new)


def proposed(league_id: int, lines: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """The new names in a pasted list, those that the league has already, and those that stand there twice."""
    alone = [name for name in map(names.name_alone, lines) if name]
    times = Counter(map(names.key, alone))
    listed = {names.key(name): name for name in alone}
    with reading() as session:
        known = _known(session, league_id)
    return (
        [name for key, name in listed.items() if key not in known],
        [known[key] for key in listed if key in known],
        [name for key, name in listed.items() if times[key] > 1],
    )


def rename(league_id: int, number: int, name: str, *, actor: Actor) -> None:
    """Give a player another name, which all games show. RuleViolation."""
    name = names.clean(name)
    with writing() as session:
        player = changeable(session, league_id, number)
        others = _known(session, league_id, but=player.id)
        faults = [*names.faults_in([name], pointer="/name"), *_known_faults([name], known=others)]
        refuse(replace(fault, pointer="/name") for fault in faults)
        if name == player.name:
            return
        player.name, player.name_key = name, names.key(name)
        show_names(session, [player.id])
        log.append(session, league_id, EntryKind.PLAYER_RENAMED, actor, player=number)


def set_retired(league_id: int, number: int, retired: bool, *, actor: Actor) -> None:
    """Retire a player, who is not offered for new games then, or take that back. RuleViolation."""
    with writing() as session:
        player = changeable(session, league_id, number)
        if retired is (player.retired_at is None):
            player.retired_at = actor.now if retired else None
            kind = EntryKind.PLAYER_RETIRED if retired else EntryKind.PLAYER_BACK
            log.append(session, league_id, kind, actor, player=number)


def remove(league_id: int, number: int, *, actor: Actor) -> None:
    """Remove a player whom no game names, if it is not done yet. RuleViolation for any other."""
    with writing() as session:
        known = select(PlayerRow.id).where(PlayerRow.league_id == league_id, PlayerRow.number == number)
        if session.scalar(known) is None:
            return
        player = changeable(session, league_id, number)
        merged = select(PlayerRow.id).where(PlayerRow.person == player.id, PlayerRow.id != player.id)
        if any(session.scalar(rows.limit(1)) for rows in (games_naming([player.id]), merged)):
            refuse([Fault(FaultCode.PLAYER_PLAYED)])
        session.delete(player)
        log.append(session, league_id, EntryKind.PLAYER_REMOVED, actor, player=number)


def changeable(session: Session, league_id: int, number: int) -> PlayerRow:
    """The player of this number; RuleViolation if unknown, erased, or one person with another."""
    player = find(session, league_id, number)
    if player.erased_at is not None:
        raise RuleViolation(Fault(FaultCode.PLAYER_ERASED))
    if player.person != player.id:
        raise RuleViolation(
            Fault(FaultCode.PLAYER_MERGED, values=(("name", name_of(session, player.person)),))
        )
    return player


def find(session: Session, league_id: int, number: int) -> PlayerRow:
    """The player of this number, whatever became of it; RuleViolation if unknown."""
    query = select(PlayerRow).where(PlayerRow.league_id == league_id, PlayerRow.number == number)
    player = session.scalar(query)
    if player is None:
        raise RuleViolation(Fault(FaultCode.PLAYER_UNKNOWN))
    return player


def last_number(session: Session, league_id: int) -> int:
    """The highest number that was given in the league, be it to somebody who was removed; 0 for none."""
    removing = (EntryKind.PLAYER_REMOVED.value, EntryKind.IMPORT_UNDONE.value)
    lines = select(LeagueEntryRow.payload).where(
        LeagueEntryRow.league_id == league_id, LeagueEntryRow.kind.in_(removing)
    )
    removed = (json.loads(payload) for payload in session.scalars(lines))
    last = session.scalar(select(func.max(PlayerRow.number)).where(PlayerRow.league_id == league_id))
    numbers: list[int] = [last or 0, *(line.get("last") or line.get("player", 0) for line in removed)]
    return max(numbers)


def name_of(session: Session, player: int) -> str:
    """The name in that player's row."""
    return session.get_one(PlayerRow, player).name


def group_of(session: Session, person: int) -> Sequence[PlayerRow]:
    """All players that are this person, by number."""
    return session.scalars(
        select(PlayerRow).where(PlayerRow.person == person).order_by(PlayerRow.number)
    ).all()


def player_for(session: Session, league_id: int, name: str, *, now: datetime) -> int:
    """The id of the person with this name, which the rules allow; a new player if there is none."""
    # The key of an erased player is that of no name.
    known = select(PlayerRow.person).where(
        PlayerRow.league_id == league_id, PlayerRow.name_key == names.key(name)
    )
    return session.scalar(known) or _add(session, league_id, name, actor=Actor(None, now))[0]


def named(session: Session, league_id: int, name: str, *, now: datetime) -> GameName:
    """The name of the person whom a name means in a league; what cannot be a name stays as it is."""
    if names.faults_in((name,), pointer=""):
        return GameName(name)
    player = player_for(session, league_id, name, now=now)
    return GameName(name_of(session, player), player)


def key_of_erased(number: int) -> str:
    """The name key of an erased player, which is the key of no name."""
    return f"{_NO_LETTER}{number}"


def games_naming(players: Collection[int]) -> Select[str]:
    """The ids of all games that name one of these players, or one who was merged into them."""
    return select(GameNameRow.game_id).where(GameNameRow.player_id.in_(_everybody(players)))


def show_names(session: Session, players: Collection[int]) -> None:
    """Show the present name of these players, and of those merged into them, in every game that names them.

    No page of such a game that was sent before is fresh any more.
    """
    named = games_naming(players)
    person = aliased(PlayerRow)
    shown = select(person.name).join(PlayerRow, PlayerRow.person == person.id)
    session.execute(
        update(SeatRow)
        .where(SeatRow.game_id.in_(named), SeatRow.player_id.in_(_everybody(players)))
        .values(name=shown.where(PlayerRow.id == SeatRow.player_id).scalar_subquery())
    )
    rights.bump_all(session, named)


def _everybody(players: Collection[int]) -> Select[int]:
    return select(PlayerRow.id).where(or_(PlayerRow.id.in_(players), PlayerRow.person.in_(players)))


def _add(
    session: Session, league_id: int, name: str, *, actor: Actor, guest: bool = False
) -> tuple[int, int]:
    """Id and number of a new player, whose name must read like no other in the league."""
    number = last_number(session, league_id) + 1
    player = PlayerRow(
        key=secrets.token_urlsafe(KEY_BYTES),
        league_id=league_id,
        number=number,
        name=names.clean(name),
        name_key=names.key(name),
        person=0,
        guest=guest,
        created_at=actor.now,
    )
    session.add(player)
    session.flush()
    player.person = player.id
    for kind in (EntryKind.PLAYER_ADDED, *([EntryKind.PLAYER_GUEST] if guest else [])):
        log.append(session, league_id, kind, actor, player=number)
    return player.id, number


def _known(session: Session, league_id: int, *, but: int | None = None) -> dict[str, str]:
    """All names in the league, those of merged players too, by the key that names that read alike share."""
    query = select(PlayerRow.id, PlayerRow.name_key, PlayerRow.name).where(PlayerRow.league_id == league_id)
    return {row.name_key: row.name for row in session.execute(query) if row.id != but}


def _in_list(fault: Fault) -> Fault:
    """A fault in one of several new names, as a fault in its line of the list, counted from 1."""
    values = (*fault.values, ("line", _index(fault) + 1))
    return Fault(_IN_LIST.get(fault.code, fault.code), fault.pointer, values=values)


def _index(fault: Fault) -> int:
    return int(fault.pointer.rpartition("/")[2])


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
