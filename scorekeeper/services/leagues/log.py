"""The history of a league: what was done, by whom, and to which player, game or season. Never a name."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, insert, select, update

from scorekeeper.models import LeagueEntryRow, LeagueRow
from scorekeeper.services.games.payloads import dumps


class Kind(StrEnum):
    """What a line tells. Sentences stand in the web."""

    FOUNDED = "founded"
    RENAMED = "renamed"
    VISIBILITY = "visibility"
    HOUSE_RULES = "house-rules"
    TIME_ZONE = "time-zone"
    ORGANISER_ADDED = "organiser-added"
    ORGANISER_GONE = "organiser-gone"
    PLAYER_ADDED = "player-added"
    PLAYER_RENAMED = "player-renamed"
    PLAYER_RETIRED = "player-retired"
    PLAYER_BACK = "player-back"
    PLAYER_MERGED = "player-merged"
    PLAYER_PARTED = "player-parted"
    PLAYER_ERASED = "player-erased"
    PLAYER_LINKED = "player-linked"
    SEASON_SET = "season-set"
    SEASON_GONE = "season-gone"
    RANKING_SET = "ranking-set"
    NIGHT_OPENED = "night-opened"
    NIGHT_PLANNED = "night-planned"
    NIGHT_ENDED = "night-ended"
    NIGHT_RENEWED = "night-renewed"
    GAME_STARTED = "game-started"
    GAME_JOINED = "game-joined"
    GAME_COUNTED = "game-counted"
    GAME_CHANGED = "game-changed"
    GAME_REOPENED = "game-reopened"
    GAME_STRUCK = "game-struck"
    GAME_BACK = "game-back"
    SCORERS_ENDED = "scorers-ended"
    SCORER_INVITED = "scorer-invited"
    IMPORTED = "imported"


def append(
    connection: Connection,
    league_id: int,
    kind: Kind,
    *,
    now: datetime,
    account_id: int | None = None,
    **payload: object,
) -> None:
    """Write one line, and make every page of the league old. `payload` holds ids and plain settings only."""
    number = connection.execute(
        update(LeagueRow)
        .where(LeagueRow.id == league_id)
        .values(version=LeagueRow.version + 1)
        .returning(LeagueRow.version)
    ).scalar_one()
    connection.execute(
        insert(LeagueEntryRow),
        {
            "league_id": league_id,
            "number": number,
            "at": now,
            "kind": kind.value,
            "payload": dumps(payload),
            "account_id": account_id,
        },
    )


def version(connection: Connection, league_id: int) -> int:
    """How many lines there are."""
    return connection.execute(select(LeagueRow.version).where(LeagueRow.id == league_id)).scalar_one()
