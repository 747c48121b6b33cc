"""The seasons of a league: calendar years made as games need them, others set by organisers."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, LeagueEntryRow, LeagueGameRow, LeagueRow, ResultRow, SeasonRow
from scorekeeper.models.engine import writing
from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, refuse
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.leagues.ranking import Ranking, is_without_points, ranking_faults
from scorekeeper.rules.leagues.seasons import Season, local_day, model_of, season_faults, season_on
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.games.codec import dumps
from scorekeeper.services.leagues import log
from scorekeeper.services.leagues.season_rows import (
    ranking_columns,
    ranking_of,
    season_of,
    table_size,
    table_sizes,
)

ID_BYTES: Final = 16
# Browsers take the dots for a way up; at the others are the form for a new season and the one that is on.
_NO_ADDRESS: Final = frozenset({".", "..", "new", "now"})
_OF_SEASONS: Final = {
    FaultCode.NAME_EMPTY: FaultCode.SEASON_NAMELESS,
    FaultCode.NAME_TWICE: FaultCode.SEASON_KNOWN,
}


class UnknownSeason(LookupError):
    """The league has no such season."""


def season_for(session: Session, league_id: int, moment: datetime) -> int:
    """The season of a game that began at an aware moment; a new year ranks as the season before it."""
    return _seasons_for(session, league_id, [moment])[0]


def _seasons_for(session: Session, league_id: int, moments: Iterable[datetime]) -> list[int]:
    """The seasons of games that began at these moments, in their order; a league has one season of a name."""
    rows = _rows(session, league_id)
    zone = session.get_one(LeagueRow, league_id).time_zone
    id_by_name = {row.name: row.id for row in rows}
    seasons = [season_of(row) for row in rows]
    ids = []
    for moment in moments:
        season = season_on(local_day(moment, time_zone=zone), seasons=seasons)
        if season.name not in id_by_name:
            id_by_name[season.name] = _add(session, league_id, season)
        ids.append(id_by_name[season.name])
    return ids


def set_season(league_id: int, season: Season, *, actor: Actor, at: str | None = None) -> None:
    """Set a custom season, or change the one named `at`: games move to the season of their day.

    RuleViolation with every fault; UnknownSeason.
    """
    season = replace(season, name=names.clean(season.name), is_custom=True)
    with writing() as session:
        rows = _rows(session, league_id)
        old = None if at is None else _row(rows, at, custom=True)
        others = [row for row in rows if row is not old]
        custom_names = [row.name for row in others if row.own]
        faults = season_faults(season, others=map(season_of, others))
        refuse([*_name_faults(season.name, taken=custom_names), *faults])
        if old is None:
            _add(session, league_id, season)
        else:
            old.name, old.starts_on, old.ends_on = season.name, season.starts_on, season.ends_on
        refile(session, league_id)
        days = {"starts_on": season.starts_on.isoformat(), "ends_on": season.ends_on.isoformat()}
        log.append(session, league_id, EntryKind.SEASON_SET, actor, season=season.name, **days)


def remove_season(league_id: int, name: str, *, actor: Actor) -> None:
    """Give a custom season's games back to their calendar years, if it is not done yet; UnknownSeason."""
    with writing() as session:
        rows = _rows(session, league_id)
        if name not in {row.name for row in rows} and _was_removed(session, league_id, name):
            return
        row = _row(rows, name, custom=True)
        row.own = False
        refile(session, league_id)
        session.delete(row)
        log.append(session, league_id, EntryKind.SEASON_GONE, actor, season=name)


def set_ranking(league_id: int, name: str, ranking: Ranking, *, actor: Actor) -> None:
    """Choose how a season ranks, without `best_of` by as many best games as before.

    RuleViolation with every fault, UnknownSeason.
    """
    with writing() as session:
        row = _row(_rows(session, league_id), name)
        if ranking.best_of is None:
            ranking = replace(ranking, best_of=row.best_of)
        refuse(ranking_faults(ranking, sizes=table_sizes(session, row.id)))
        columns = ranking_columns(ranking)
        for column, value in columns.items():
            setattr(row, column, value)
        log.append(session, league_id, EntryKind.RANKING_SET, actor, season=name, **columns)


def refuse_unranked(session: Session, game_id: str) -> None:
    """Refuse (RuleViolation) what lets a game count again whose season has no points for its places."""
    season = select(LeagueGameRow.season_id).where(LeagueGameRow.game_id == game_id)
    season_id = session.scalar(season)
    seats = table_size(session, game_id)
    if season_id is not None and seats is not None:
        refuse_table(session, season_id, seats=seats)


def refuse_table(session: Session, season_id: int, *, seats: int) -> None:
    """Refuse (RuleViolation) a table of a size for which a season has no points."""
    if is_without_points(ranking_of(session.get_one(SeasonRow, season_id)), seats=seats):
        raise RuleViolation(Fault(FaultCode.TABLE_WITHOUT_POINTS, "", values=(("players", seats),)))


def refile(session: Session, league_id: int) -> None:
    """Put every game of a league into the season of its first day; RuleViolation if one has no rank there."""
    games = session.execute(
        select(LeagueGameRow.game_id, LeagueGameRow.season_id, GameRow.started_at)
        .join(GameRow, GameRow.id == LeagueGameRow.game_id)
        .where(LeagueGameRow.league_id == league_id)
        .order_by(GameRow.started_at)
    ).all()
    seasons = _seasons_for(session, league_id, (game.started_at for game in games))
    moves = [
        {"at_game": game.game_id, "to_season": season_id}
        for game, season_id in zip(games, seasons, strict=True)
        if season_id != game.season_id
    ]
    tables: tuple[Any, ...] = (LeagueGameRow.__table__, ResultRow.__table__)
    for table in tables if moves else ():
        move = update(table).where(table.c.game_id == bindparam("at_game"))
        session.execute(move.values(season_id=bindparam("to_season")), moves)
    for row in _rows(session, league_id):
        refuse(ranking_faults(ranking_of(row), sizes=table_sizes(session, row.id)))


def _name_faults(name: str, *, taken: Sequence[str]) -> Iterator[Fault]:
    """Everything that forbids a name beside those of the other seasons that organisers have set."""
    yield from address_faults(name)
    for fault in names.faults_in([name], pointer="/name", others=taken):
        yield replace(fault, code=_OF_SEASONS.get(fault.code, fault.code))


def address_faults(name: str) -> tuple[Fault, ...]:
    """What forbids a season's name as the end of its address."""
    unfit = "/" in name or name in _NO_ADDRESS or name.endswith(".csv")
    return (Fault(FaultCode.SEASON_NAME_SLASH, "/name"),) if unfit else ()


def _rows(session: Session, league_id: int) -> Sequence[SeasonRow]:
    query = select(SeasonRow).where(SeasonRow.league_id == league_id)
    return session.scalars(query.order_by(SeasonRow.starts_on, SeasonRow.id)).all()


def _row(rows: Iterable[SeasonRow], name: str, *, custom: bool = False) -> SeasonRow:
    for row in rows:
        if row.name == name and (row.own or not custom):
            return row
    raise UnknownSeason(name)


def _was_removed(session: Session, league_id: int, name: str) -> bool:
    query = select(LeagueEntryRow.number).where(
        LeagueEntryRow.league_id == league_id,
        LeagueEntryRow.kind == EntryKind.SEASON_GONE.value,
        LeagueEntryRow.payload == dumps({"season": name}),
    )
    return session.scalar(query.limit(1)) is not None


def _add(session: Session, league_id: int, season: Season) -> int:
    rows = {row.name: row for row in _rows(session, league_id)}
    model = model_of(season, seasons=map(season_of, rows.values()))
    ranking = Ranking() if model is None else ranking_of(rows[model.name])
    row = SeasonRow(
        key=secrets.token_urlsafe(ID_BYTES),
        league_id=league_id,
        name=season.name,
        own=season.is_custom,
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        **ranking_columns(ranking),
    )
    session.add(row)
    session.flush()
    return row.id
