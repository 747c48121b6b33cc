"""Importing a file, and undoing the last import of a score book.

It is planned, and written in one short transaction if nothing has changed meanwhile.

What goes in is a file of a league (JSON) or an old score book (`books`), and where it goes. What comes out
is a `Plan`: all that would be written, and every fault that forbids it. A page shows that of a `dry_run`;
`run_import` carries it out.

The idea is optimistic locking. Reading a file, folding each of its games and finding its players in a league
can take seconds, in which nobody else could save. So that happens outside of the write transaction. The plan
remembers the version of the league that it was made for. Once the lock is held only that version is
compared, and the rows are inserted table by table; if it is another one by now, the file is planned again.

Invariants: a file is written wholly or not at all, and not while it has a fault. A file that comes twice
changes nothing: leagues, players, seasons and games have keys that stay the same, and what is there already
is left out. A score book gets keys from what it says. Rows that follow from entries are made by the same
`projection` as those of a game that is played here.

The cost is that of folding all games once, and a lock for as long as rows are inserted. It can be wrong where
two imports of one file at once may both plan to insert it; the database's unique keys refuse the second
(`IntegrityError`), which is planned again and then finds everything there.

An example: a league's file of 60 games, of which 58 are here already, plans 2 games and writes their rows.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from msgspec.structs import asdict
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.models import (
    EntryNoteRow,
    EntryRow,
    GameNameRow,
    GameRow,
    LeagueEntryRow,
    LeagueGameRow,
    LeagueRow,
    NightRow,
    OrganiserRow,
    PlayerRow,
    SeasonRow,
)
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.scorebooks.faults import FileFaultCode, ImportRefused
from scorekeeper.scorebooks.tables import text_of
from scorekeeper.services.games import projection, trash
from scorekeeper.services.leagues import log, results, seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.season_rows import ranking_text
from scorekeeper.services.leagues.transfer import document
from scorekeeper.services.leagues.transfer.book_plan import BookPlanner
from scorekeeper.services.leagues.transfer.league_plan import LeaguePlanner
from scorekeeper.services.leagues.transfer.plan import Plan, PlannedGame

Planner = Callable[[Session], Plan]
_ATTEMPTS: Final = 5
_BLANK: Final = b" \t\r\n\xef\xbb\xbf"
_PREVIOUS: Final = (
    update(GameRow).where(GameRow.id == bindparam("game")).values(previous_game=bindparam("previous"))
)


class _Changed(Exception):
    """The league has changed since the plan was made."""


def planner(
    content: bytes,
    *,
    into: int | None,
    actor: Actor,
    trusted: bool = False,
    answers: Mapping[str, str] = MappingProxyType({}),
) -> Planner:
    """A function that plans a file: one of a league, or a score book for the league `into`.

    `trusted`: the command line may write to every league. `answers` are those to a score book's questions.
    """

    def plan(session: Session) -> Plan:
        outcome = Plan()
        try:
            if is_league(content):
                file = document.read(text_of(content))
                league = LeaguePlanner(session, outcome, file, now=actor.now)
                league.add(into=into, account_id=actor.account_id, trusted=trusted)
            elif into is None:
                raise ImportRefused.because(FileFaultCode.NO_LEAGUE)
            else:
                BookPlanner(session, outcome, into=into, now=actor.now, answers=answers).add(content)
        except ImportRefused as refused:
            outcome.faults += refused.faults
        return outcome

    return plan


def is_league(content: bytes) -> bool:
    """Whether a file is JSON, but none of BG Stats."""
    return content.lstrip(_BLANK)[:1] == b"{" and b'"plays"' not in content


def dry_run(planner: Planner) -> Plan:
    """The plan of importing a file now."""
    with reading() as session:
        return planner(session)


def run_import(planner: Planner, *, actor: Actor, plan: Plan | None = None) -> Plan:
    """Write all parts of a file, or none; the plan that was carried out. ImportRefused if it has a fault.

    `plan` is one that was made a moment ago. All checks are made before the lock is taken; if the league
    has changed when it is, the file is planned again.
    """
    for _ in range(_ATTEMPTS):
        plan = plan or dry_run(planner)
        if plan.faults:
            raise ImportRefused(*plan.faults)
        if plan.asks:
            raise ImportRefused.because(FileFaultCode.ASKS)
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
    with writing() as session:
        league_id = _league(session, plan, actor=actor)
        players = _players(session, plan, league_id)
        nights = _nights(session, plan, league_id)
        moments = [new.played.started_at for new in plan.new_games]
        season_ids = seasons.seasons_for(session, league_id, moments)
        for new, season_id in zip(plan.new_games, season_ids, strict=True):
            night = None if new.part.night is None else nights[new.part.night]
            place = {"league_id": league_id, "season_id": season_id, "night_id": night}
            _write_game(session, new, place=place, players=players)
        parts = [new.part for new in plan.new_games]
        if previous := [{"game": part.id, "previous": part.previous} for part in parts if part.previous]:
            session.execute(_PREVIOUS, previous)
        if plan.stored is not None:
            brought = {
                "file": "csv" if plan.book else "json",
                "games": plan.games,
                "players": len(plan.players),
            }
            log.append(session, league_id, EntryKind.IMPORTED, actor, **brought)


def _league(session: Session, plan: Plan, *, actor: Actor) -> int:
    """The id of the league; a new one gets the history of the file, and no line of its own."""
    if plan.stored is not None:
        stored = session.get_one(LeagueRow, plan.stored.id)
        if stored.version != plan.stored.version:
            raise _Changed
        return stored.id
    assert plan.league is not None
    columns = {"ruleset": bytes(plan.league.ruleset).decode(), "version": len(plan.history)}
    league = LeagueRow(**asdict(plan.league) | columns)
    session.add(league)
    session.flush()
    session.add(OrganiserRow(league_id=league.id, account_id=actor.account_id, since=actor.now))
    for season in plan.seasons:
        ranking = ranking_text(season.rules)
        session.add(SeasonRow(**asdict(season) | {"league_id": league.id, "ranking": ranking}))
    session.add_all(LeagueEntryRow(league_id=league.id, **line) for line in plan.history)
    return league.id


def _players(session: Session, plan: Plan, league_id: int) -> dict[str, int]:
    """The ids of all players by their keys."""
    ids = {player.key: player.id for player in plan.stored_players.values()}
    more = {"league_id": league_id, "person": 0}
    rows = [PlayerRow(**asdict(new) | more, name_key=new.name_key) for new in plan.players]
    session.add_all(rows)
    session.flush()
    ids |= {row.key: row.id for row in rows}
    for row, player in zip(rows, plan.players, strict=True):
        stored = plan.stored_players.get(player.person)
        row.person = ids[stored.person if stored else player.person]
    return ids


def _nights(session: Session, plan: Plan, league_id: int) -> dict[str, int]:
    session.add_all(NightRow(**asdict(night), league_id=league_id) for night in plan.nights)
    query = select(NightRow.key, NightRow.id).where(NightRow.league_id == league_id)
    return {row.key: row.id for row in session.execute(query)}


def _write_game(
    session: Session, new: PlannedGame, *, place: Mapping[str, int | None], players: Mapping[str, int]
) -> None:
    """Write all rows of a game; `place` is where it is in the league, `players` are ids by key."""
    part, game, entries = new.part, {"game_id": new.part.id}, new.part.entries
    ids = {None: None} | {place: players[key] for place, key in enumerate(part.players)}
    seats = (
        replace(seat, player_id=ids[seat.player_id], starter_id=ids[seat.starter_id])
        for seat in new.state.seats
    )
    state = replace(new.state, seats=tuple(seats))
    ended = {"updated_at": entries[-1].at, "finished_at": new.finished_at}
    session.execute(insert(GameRow), projection.new_head(part.id, game=state, now=entries[0].at) | ended)
    named = [game | {"number": n, "player_id": players[key]} for n, key in enumerate(part.players)]
    session.execute(insert(GameNameRow), named)
    written = [asdict(entry) | game | {"payload": bytes(entry.payload).decode()} for entry in entries]
    session.execute(insert(EntryRow), written)
    session.add_all(
        EntryNoteRow(**game, entry=entry.number, field=name, text=text)
        for entry in entries
        for name, text in entry.notes.items()
    )
    projection.change(session, part.id, before={}, after=projection.rows_of(state))
    struck = {"struck_at": part.struck_at, "struck_reason": part.struck_reason}
    session.execute(insert(LeagueGameRow), game | {"joined_at": part.joined_at, **place, **struck})
    results.rewrite(session, part.id, game=state)


@dataclass(frozen=True, slots=True)
class LastImport:
    """The import that was made last: its moment, and the ids of the games that came with it.

    It can't be undone once a game of it `is_changed`.
    """

    at: datetime
    games: Sequence[str]
    is_changed: bool


def last_import(league_id: int) -> LastImport | None:
    """The last import of a score book into a league; None if there is none, or it was undone."""
    with reading() as session:
        return _last(session, league_id)


def undo(league_id: int, *, actor: Actor) -> bool:
    """Remove what came with the last import, and past years that are empty by then; False if that can't be.

    What an import wrote carries its moment. A game that was changed since, or a player who sits in another
    game, stays, and so does the import. StateViolation if a game of it is in the table of a closed season.
    """
    with writing() as session:
        last = _last(session, league_id)
        if last is None or last.is_changed:
            # Whoever taps twice has undone it.
            line = _newest(session, league_id)
            return line is not None and line.kind == EntryKind.IMPORT_UNDONE
        results.refuse_closed(session, *last.games)
        in_seasons = select(LeagueGameRow.season_id).where(LeagueGameRow.game_id.in_(last.games))
        season_ids = session.scalars(in_seasons.distinct()).all()
        trash.remove_games(session, last.games, now=actor.now)
        played = select(LeagueGameRow.season_id).where(LeagueGameRow.season_id == SeasonRow.id)
        is_past_year = (
            ~SeasonRow.own & SeasonRow.closed_at.is_(None) & (SeasonRow.ends_on <= actor.now.date())
        )
        session.execute(delete(SeasonRow).where(SeasonRow.id.in_(season_ids), is_past_year, ~played.exists()))
        named = select(GameNameRow.player_id).where(GameNameRow.player_id == PlayerRow.id)
        of_import = (PlayerRow.league_id == league_id, PlayerRow.created_at == last.at, ~named.exists())
        numbers = session.scalars(delete(PlayerRow).where(*of_import).returning(PlayerRow.number)).all()
        counts = {"games": len(last.games), "players": len(numbers), "last": max(numbers, default=0)}
        log.append(session, league_id, EntryKind.IMPORT_UNDONE, actor, **counts)
        return True


def _newest(session: Session, league_id: int) -> LeagueEntryRow | None:
    """What was done last with imports."""
    row = LeagueEntryRow
    kinds = (EntryKind.IMPORTED.value, EntryKind.IMPORT_UNDONE.value)
    imports = select(row).where(row.league_id == league_id, row.kind.in_(kinds))
    return session.scalar(imports.order_by(row.number.desc()).limit(1))


def _last(session: Session, league_id: int) -> LastImport | None:
    line = _newest(session, league_id)
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
    return LastImport(line.at, games, is_changed) if games else None
