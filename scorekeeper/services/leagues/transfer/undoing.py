"""Undoing the last import into a league: its games and players go, and past years that are empty by then.

What an import wrote carries its moment. A game that was changed since, or a player who sits in another game,
stays, and so does the import.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import (
    EntryRow,
    GameNameRow,
    GameRow,
    LeagueEntryRow,
    LeagueGameRow,
    PlayerRow,
    SeasonRow,
)
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.games import trash
from scorekeeper.services.leagues import log


@dataclass(frozen=True, slots=True)
class LastImport:
    """An import that can be undone: its moment, and how many games came with it."""

    at: datetime
    games: int


def last_import(league_id: int) -> LastImport | None:
    """The last import into a league; None if there is none, or it can't be undone."""
    with reading() as session:
        return _last(session, league_id)


def undo(league_id: int, *, actor: Actor) -> bool:
    """Remove what came with the last import; False if that can't be undone."""
    with writing() as session:
        last = _last(session, league_id)
        if last is None:
            return False
        games = _games(session, league_id, last.at)
        in_seasons = select(LeagueGameRow.season_id).where(LeagueGameRow.game_id.in_(games)).distinct()
        years = list(session.scalars(in_seasons))
        trash.remove_games(session, games, now=actor.now)
        _remove_years(session, years, now=actor.now)
        named = select(GameNameRow.player_id).where(GameNameRow.player_id == PlayerRow.id)
        of_import = (PlayerRow.league_id == league_id, PlayerRow.created_at == last.at, ~named.exists())
        new = session.execute(select(PlayerRow.id, PlayerRow.number).where(*of_import)).all()
        players, numbers = [row.id for row in new], [row.number for row in new]
        # Another spelling goes before the player whom it means.
        session.execute(delete(PlayerRow).where(PlayerRow.id.in_(players), PlayerRow.person != PlayerRow.id))
        session.execute(delete(PlayerRow).where(PlayerRow.id.in_(players)))
        counts = {"games": last.games, "players": len(players), "last": max(numbers, default=0)}
        log.append(session, league_id, EntryKind.IMPORT_UNDONE, actor, **counts)
        return True


def _remove_years(session: Session, seasons: Sequence[int], *, now: datetime) -> None:
    """Remove those of these calendar years that are over and have no game any more."""
    played = select(LeagueGameRow.season_id).where(LeagueGameRow.season_id == SeasonRow.id)
    is_stray = ~SeasonRow.own & SeasonRow.closed_at.is_(None) & (SeasonRow.ends_on <= now.date())
    session.execute(delete(SeasonRow).where(SeasonRow.id.in_(seasons), is_stray, ~played.exists()))


def _last(session: Session, league_id: int) -> LastImport | None:
    kinds = (EntryKind.IMPORTED.value, EntryKind.IMPORT_UNDONE.value)
    query = (
        select(LeagueEntryRow.kind, LeagueEntryRow.at, LeagueEntryRow.payload)
        .where(LeagueEntryRow.league_id == league_id, LeagueEntryRow.kind.in_(kinds))
        .order_by(LeagueEntryRow.number.desc())
        .limit(1)
    )
    row = session.execute(query).first()
    if row is None or row.kind != EntryKind.IMPORTED or json.loads(row.payload)["file"] != "csv":
        return None
    games = _games(session, league_id, row.at)
    changed = (
        select(func.count()).select_from(EntryRow).where(EntryRow.game_id.in_(games), EntryRow.at > row.at)
    )
    return LastImport(row.at, len(games)) if games and not session.scalar(changed) else None


def _games(session: Session, league_id: int, at: datetime) -> list[str]:
    """The games that came at a moment and are not deleted."""
    query = (
        select(LeagueGameRow.game_id)
        .join(GameRow, GameRow.id == LeagueGameRow.game_id)
        .where(
            LeagueGameRow.league_id == league_id, LeagueGameRow.joined_at == at, GameRow.deleted_at.is_(None)
        )
    )
    return list(session.scalars(query))
