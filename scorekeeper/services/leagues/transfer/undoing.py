"""Undoing the last import into a league: its games and players go, and past years that are empty by then.

What an import wrote carries its moment. A game that was changed since, or a player who sits in another game,
stays, and so does the import.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
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
    """An import that can be undone: its moment, and the ids of the games that came with it."""

    at: datetime
    games: Sequence[str]


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
        in_seasons = select(LeagueGameRow.season_id).where(LeagueGameRow.game_id.in_(last.games))
        seasons = session.scalars(in_seasons.distinct()).all()
        trash.remove_games(session, last.games, now=actor.now)
        played = select(LeagueGameRow.season_id).where(LeagueGameRow.season_id == SeasonRow.id)
        is_past_year = (
            ~SeasonRow.own & SeasonRow.closed_at.is_(None) & (SeasonRow.ends_on <= actor.now.date())
        )
        session.execute(delete(SeasonRow).where(SeasonRow.id.in_(seasons), is_past_year, ~played.exists()))
        named = select(GameNameRow.player_id).where(GameNameRow.player_id == PlayerRow.id)
        of_import = (PlayerRow.league_id == league_id, PlayerRow.created_at == last.at, ~named.exists())
        numbers = session.scalars(delete(PlayerRow).where(*of_import).returning(PlayerRow.number)).all()
        counts = {"games": len(last.games), "players": len(numbers), "last": max(numbers, default=0)}
        log.append(session, league_id, EntryKind.IMPORT_UNDONE, actor, **counts)
        return True


def _last(session: Session, league_id: int) -> LastImport | None:
    row = LeagueEntryRow
    kinds = (EntryKind.IMPORTED.value, EntryKind.IMPORT_UNDONE.value)
    imports = select(row).where(row.league_id == league_id, row.kind.in_(kinds))
    line = session.scalar(imports.order_by(row.number.desc()).limit(1))
    if line is None or line.kind != EntryKind.IMPORTED or json.loads(line.payload)["file"] != "csv":
        return None
    came = (
        select(LeagueGameRow.game_id)
        .join(GameRow, GameRow.id == LeagueGameRow.game_id)
        .where(LeagueGameRow.league_id == league_id, LeagueGameRow.joined_at == line.at)
        .where(GameRow.deleted_at.is_(None))
    )
    games = session.scalars(came).all()
    changed = select(EntryRow.game_id).where(EntryRow.game_id.in_(games), EntryRow.at > line.at)
    is_changed = session.scalar(changed.limit(1)) is not None
    return LastImport(line.at, games) if games and not is_changed else None
