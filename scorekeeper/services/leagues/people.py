"""Whom a name means in a league: the player it reads like, or somebody new."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.orm import aliased

from scorekeeper.models import PlayerRow
from scorekeeper.rules import names
from scorekeeper.rules.entries import Event, Joined, Renamed, Resumed, Started
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.game import Game
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.games.codec import PlayerName, player_of
from scorekeeper.services.leagues import log

KEY_BYTES: Final = 16
# No name holds it, so that the place of an erased player is never taken; every database can hold it.
_NO_LETTER: Final = "\x01"


def player_for(connection: Connection, league_id: int, name: str, now: datetime) -> int:
    """The id of the person with this name, which the rules allow; a new player if there is none."""
    # The key of an erased player is that of no name.
    known = select(PlayerRow.person).where(
        PlayerRow.league_id == league_id, PlayerRow.name_key == names.key(name)
    )
    person = connection.scalar(known)
    if person is None:
        person, _ = _added(connection, league_id, name, actor=Actor(None, now))
    return person


def add(connection: Connection, league_id: int, name: str, *, actor: Actor) -> int:
    """A new player, by whose account; the number. Nobody in the league may have a name that reads alike."""
    return _added(connection, league_id, name, actor=actor)[1]


def key_of_erased(number: int) -> str:
    """The name key of an erased player, which is the key of no name."""
    return f"{_NO_LETTER}{number}"


def shown_name(connection: Connection, player: int) -> PlayerName:
    """The name of the person that a player is."""
    person = aliased(PlayerRow)
    shown = select(person.name).join(PlayerRow, PlayerRow.person == person.id).where(PlayerRow.id == player)
    return PlayerName(connection.execute(shown).scalar_one(), player)


def with_players(connection: Connection, event: Started, *, league_id: int, now: datetime) -> Started:
    """A start with players of a league for its names; what cannot be a name stays as it is."""
    return replace(
        event, players=tuple(_named(connection, league_id, name, now=now) for name in event.players)
    )


def in_its_league(connection: Connection, game: Game, event: Event, *, now: datetime) -> Event:
    """An event in a game as it is recorded: in a game of a league, with players for its names."""
    someone = player_of(game.seats[0].name)
    if someone is None or not isinstance(event, Joined | Renamed | Resumed):
        return event
    if isinstance(event, Resumed):
        return replace(event, seats=_seated(event.seats, game=game))
    league = select(PlayerRow.league_id).where(PlayerRow.id == someone)
    league_id = connection.execute(league).scalar_one()
    return replace(event, name=_named(connection, league_id, event.name, now=now))


def refuse_doubles(connection: Connection, game: Game) -> None:
    """Refuse (StateViolation) a game of a league in which one person would sit twice.

    A name that comes back by an undoing may mean another person by now.
    """
    if len({seat.name for seat in game.seats}) == len(game.seats):
        return
    seated = [(seat.name, player) for seat in game.seats if (player := player_of(seat.name)) is not None]
    query = select(PlayerRow.id, PlayerRow.person).where(PlayerRow.id.in_([player for _, player in seated]))
    people = dict(connection.execute(query).all())
    seen: set[int] = set()
    for name, player in seated:
        if people[player] in seen:
            raise StateViolation(Fault(FaultCode.SEATS_ONE_PERSON, values=(("name", name),)))
        seen.add(people[player])


def _named(connection: Connection, league_id: int, name: str, *, now: datetime) -> str:
    if names.faults_in((name,), pointer=""):
        return name
    return shown_name(connection, player_for(connection, league_id, name, now))


def _seated(said: Sequence[str], *, game: Game) -> tuple[str, ...]:
    """The names of these seats as the game writes them; an unknown one stays as sent and is refused later."""
    at_table = {names.key(game.seats[seat].name): game.seats[seat].name for seat in game.playing}
    return tuple(at_table.get(names.key(name), name) for name in said)


def _added(connection: Connection, league_id: int, name: str, *, actor: Actor) -> tuple[int, int]:
    """Id and number of a new player."""
    last = select(func.coalesce(func.max(PlayerRow.number), 0)).where(PlayerRow.league_id == league_id)
    number: int = connection.execute(last).scalar_one() + 1
    row = {
        "key": secrets.token_urlsafe(KEY_BYTES),
        "league_id": league_id,
        "number": number,
        "name": names.clean(name),
        "name_key": names.key(name),
        "person": 0,
        "created_at": actor.now,
    }
    player: int = connection.execute(insert(PlayerRow).returning(PlayerRow.id), row).scalar_one()
    connection.execute(update(PlayerRow).where(PlayerRow.id == player).values(person=player))
    log.append(connection, league_id, EntryKind.PLAYER_ADDED, actor, player=number)
    return player, number
