"""Taking a game that was kept without a league into one, with a player of the league for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, select

from scorekeeper.models import LeagueGameRow, PlayerRow
from scorekeeper.models.engine import writing
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Game
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import log as entries
from scorekeeper.services.games import rights
from scorekeeper.services.leagues import log, people, places, results, seasons
from scorekeeper.services.leagues.places import InLeague
from scorekeeper.services.leagues.players import changeable


def join(
    league_id: int,
    game_id: str,
    seats: Mapping[int, int | None],
    *,
    device: str,
    actor: Actor,
) -> None:
    """Make a game one of the league: `seats` gives each its player's number, or None for a new player.

    The phone must have the right to the game: whoever keeps a game decides where it belongs. UnknownGame also
    without that right. StateViolation if the game is in a league already; RuleViolation with every fault, by
    `/seats/<seat>`.
    """
    with writing() as connection:
        if not rights.holds(connection, game_id, device=device):
            raise UnknownGame(game_id)
        if connection.execute(select(LeagueGameRow).where(LeagueGameRow.game_id == game_id)).first():
            raise StateViolation(Fault(FaultCode.GAME_IN_LEAGUE))
        game = fold(entries.load(connection, game_id))
        season_id = seasons.season_for(connection, league_id, game.setup.started_at)
        players = _players(connection, league_id, game, seats=seats, now=actor.now)
        places.put(connection, game_id, place=InLeague(league_id, season_id), now=actor.now)
        seasons.refuse_unranked(connection, game_id)
        places.take_into_league(connection, game_id, players)
        results.rewrite(connection, game_id, game=game)
        log.append(connection, league_id, EntryKind.GAME_JOINED, actor, game=game_id)


def _players(
    connection: Connection,
    league_id: int,
    game: Game,
    *,
    seats: Mapping[int, int | None],
    now: datetime,
) -> dict[int, int]:
    """The player's id by seat; RuleViolation for a seat without one, and for a person at two seats."""
    faults: list[Fault] = []
    found: dict[int, int] = {}
    for seat in game.seats:
        pointer = f"/seats/{seat.number}"
        try:
            player = _player(connection, league_id, seat.name, number=seats[seat.number], now=now)
        except KeyError:
            faults.append(Fault(FaultCode.PLAYER_UNKNOWN, pointer))
            continue
        except RuleViolation as refused:
            faults += [Fault(fault.code, pointer, values=fault.values) for fault in refused.faults]
            continue
        if player in found.values():
            name = connection.execute(select(PlayerRow.name).where(PlayerRow.id == player)).scalar_one()
            faults.append(Fault(FaultCode.NAME_TWICE, pointer, values=(("name", name),)))
        found[seat.number] = player
    if faults:
        raise RuleViolation(*faults)
    return found


def _player(connection: Connection, league_id: int, name: str, *, number: int | None, now: datetime) -> int:
    if number is None:
        return people.player_for(connection, league_id, name, now)
    return changeable(connection, league_id, number).id
