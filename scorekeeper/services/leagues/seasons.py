"""The seasons of a league: calendar years made as games need them, others set by organisers."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, LeagueEntryRow, LeagueGameRow, LeagueRow, ResultRow, SeasonRow
from scorekeeper.models.engine import writing
from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode, refuse
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.leagues.ranking import Ranking, ranking_faults
from scorekeeper.rules.leagues.seasons import (
    Season,
    address_of,
    local_day,
    model_of,
    season_faults,
    season_on,
)
from scorekeeper.services.games.codec import dumps
from scorekeeper.services.leagues import log, results
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.season_rows import ranking_text, refuse_closed, season_of, stored_ranking

ID_BYTES: Final = 16
_OF_SEASONS: Final = {
    FaultCode.NAME_EMPTY: FaultCode.SEASON_NAMELESS,
    FaultCode.NAME_TWICE: FaultCode.SEASON_KNOWN,
}


class UnknownSeason(LookupError):
    """The league has no such season."""


def season_for(session: Session, league_id: int, moment: datetime) -> int:
    """The season of a game that began at an aware moment; a new year ranks as the season before it."""
    return seasons_for(session, league_id, [moment])[0]


def seasons_for(
    session: Session, league_id: int, moments: Iterable[datetime], *, without: SeasonRow | None = None
) -> list[int]:
    """The seasons of games that began at these moments, in their order; a league has one season of a name."""
    rows = [row for row in _rows(session, league_id) if row is not without]
    zone = session.get_one(LeagueRow, league_id).time_zone
    ids = {season_of(row): row.id for row in rows}
    chosen = []
    for moment in moments:
        season = season_on(local_day(moment, time_zone=zone), seasons=ids)
        if season not in ids:
            ids[season] = _add(session, league_id, season)
        chosen.append(ids[season])
    return chosen


def set_season(
    league_id: int, season: Season, *, actor: Actor, at: str | None = None, like: str | None = None
) -> None:
    """Set a custom season, or change the one named `at`: games move to the season of their day.

    A new one ranks as the season named `like`, or as the one before it; one that is there already, with the
    same name and days, stays as it is. RuleViolation with every fault; UnknownSeason; StateViolation if it is
    closed.
    """
    season = replace(season, name=names.clean(season.name), is_custom=True)
    with writing() as session:
        rows = _rows(session, league_id)
        old = None if at is None else _row(rows, at, custom=True)
        model = None if like is None else _row(rows, like)
        if old is None and season in map(season_of, rows):
            return
        others = [row for row in rows if row is not old]
        taken = [address_of(row.name) for row in others]
        name_faults = names.faults_in([address_of(season.name)], pointer="/name", others=taken)
        faults = (replace(fault, code=_OF_SEASONS.get(fault.code, fault.code)) for fault in name_faults)
        refuse([*faults, *season_faults(season, others=map(season_of, others))])
        if old is None:
            _add(session, league_id, season, model=model)
        else:
            refuse_closed(old)
            old.name, old.starts_on, old.ends_on = season.name, season.starts_on, season.ends_on
        refile(session, league_id)
        days = {"starts_on": season.starts_on.isoformat(), "ends_on": season.ends_on.isoformat()}
        log.append(session, league_id, EntryKind.SEASON_SET, actor, season=season.name, **days)


def remove_season(league_id: int, name: str, *, actor: Actor) -> None:
    """Give a season's games to those of their days, if it is not done yet; a calendar year must have none.

    RuleViolation, UnknownSeason; StateViolation if it is closed.
    """
    with writing() as session:
        rows = _rows(session, league_id)
        if not _with_name(rows, name) and _was_removed(session, league_id, name):
            return
        row = _row(rows, name)
        refuse_closed(row)
        games = select(LeagueGameRow.game_id).where(LeagueGameRow.season_id == row.id)
        if not row.own and (len(rows) == 1 or session.scalar(games.limit(1))):
            refuse([Fault(FaultCode.SEASON_PLAYED)])
        refile(session, league_id, without=row)
        session.delete(row)
        session.flush()
        if len(rows) == 1:
            season_for(session, league_id, actor.now)
        log.append(session, league_id, EntryKind.SEASON_GONE, actor, season=row.name)


def set_ranking(league_id: int, name: str, ranking: Ranking, *, actor: Actor) -> None:
    """Choose how a season ranks.

    RuleViolation with every fault, UnknownSeason; StateViolation if it is closed.
    """
    with writing() as session:
        row = _row(_rows(session, league_id), name)
        refuse_closed(row)
        refuse(ranking_faults(ranking))
        row.ranking = ranking_text(ranking)
        results.follow(session, LeagueGameRow.season_id == row.id, results.UNUSUAL)
        ranks = {"ranking": stored_ranking(ranking)}
        log.append(session, league_id, EntryKind.RANKING_SET, actor, season=row.name, **ranks)


def set_closed(league_id: int, name: str, closed: bool, *, actor: Actor) -> None:
    """Freeze the table of a season, its games and its rules, or let them change again; UnknownSeason.

    What became of its players meanwhile, guests above all, counts once it is open again.
    """
    with writing() as session:
        row = _row(_rows(session, league_id), name)
        if closed is (row.closed_at is None):
            row.closed_at = actor.now if closed else None
            results.follow(session, LeagueGameRow.season_id == row.id)
            kind = EntryKind.SEASON_CLOSED if closed else EntryKind.SEASON_OPENED
            log.append(session, league_id, kind, actor, season=row.name)


def refile(session: Session, league_id: int, *, without: SeasonRow | None = None) -> None:
    """Put every game of a league into the season of its first day, `without` one; the closed keep theirs."""
    games = session.execute(
        select(LeagueGameRow.game_id, LeagueGameRow.season_id, GameRow.started_at)
        .join(GameRow, GameRow.id == LeagueGameRow.game_id)
        .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
        .where(LeagueGameRow.league_id == league_id)
        .where(
            or_(
                SeasonRow.closed_at.is_(None),
                GameRow.finished_at.is_(None),
                GameRow.finished_at > SeasonRow.closed_at,
            )
        )
        .order_by(GameRow.started_at)
    ).all()
    seasons = seasons_for(session, league_id, (game.started_at for game in games), without=without)
    moves = [
        {"at_game": game.game_id, "to_season": season_id}
        for game, season_id in zip(games, seasons, strict=True)
        if season_id != game.season_id
    ]
    tables: tuple[Any, ...] = (LeagueGameRow.__table__, ResultRow.__table__)
    for table in tables if moves else ():
        move = update(table).where(table.c.game_id == bindparam("at_game"))
        session.execute(move.values(season_id=bindparam("to_season")), moves)
    results.follow(session, LeagueGameRow.league_id == league_id, results.UNUSUAL)


def _rows(session: Session, league_id: int) -> Sequence[SeasonRow]:
    query = select(SeasonRow).where(SeasonRow.league_id == league_id)
    return session.scalars(query.order_by(SeasonRow.starts_on, SeasonRow.id)).all()


def _with_name(rows: Iterable[SeasonRow], name: str) -> list[SeasonRow]:
    return [row for row in rows if address_of(row.name) == address_of(name)]


def _row(rows: Iterable[SeasonRow], name: str, *, custom: bool = False) -> SeasonRow:
    for row in _with_name(rows, name):
        if row.own or not custom:
            return row
    raise UnknownSeason(name)


def _was_removed(session: Session, league_id: int, name: str) -> bool:
    query = select(LeagueEntryRow.number).where(
        LeagueEntryRow.league_id == league_id,
        LeagueEntryRow.kind == EntryKind.SEASON_GONE.value,
        LeagueEntryRow.payload == dumps({"season": name}),
    )
    return session.scalar(query.limit(1)) is not None


def _add(session: Session, league_id: int, season: Season, *, model: SeasonRow | None = None) -> int:
    rows = {season_of(row): row for row in _rows(session, league_id)}
    before = model_of(season, seasons=rows)
    model = model or (None if before is None else rows[before])
    row = SeasonRow(
        key=secrets.token_urlsafe(ID_BYTES),
        league_id=league_id,
        name=season.name,
        own=season.is_custom,
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        ranking=ranking_text(Ranking()) if model is None else model.ranking,
    )
    session.add(row)
    session.flush()
    return row.id
