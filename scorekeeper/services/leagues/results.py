"""What a league does when one of its games changes, in the same transaction: players and results follow."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Row, RowMapping, bindparam, delete, exists, func, insert, or_, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.models import EntryRow, GameRow, LeagueGameRow, PlayerRow, ResultRow, SeasonRow, SeatRow
from scorekeeper.rules import names
from scorekeeper.rules.entries import Arranged, Event, Joined, Renamed, Resumed
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.results import Late, Result, Substitutes, results
from scorekeeper.rules.score_forms import written
from scorekeeper.services.games import log as entries
from scorekeeper.services.games.codec import GameName, measure_of, names_in, with_names
from scorekeeper.services.games.listener import GameListener
from scorekeeper.services.leagues import log, players, season_rows
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.season_rows import ranking_of

_HAND: Final = "hand"
_MEMBERSHIP: Final = (
    select(
        LeagueGameRow.league_id,
        LeagueGameRow.season_id,
        LeagueGameRow.struck_at,
        GameRow.started_at,
        GameRow.finished_at,
        GameRow.deleted_at,
        SeasonRow.closed_at,
    )
    .join(GameRow, GameRow.id == LeagueGameRow.game_id)
    .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
    .where(LeagueGameRow.game_id == bindparam("game_id"))
)
_PERSON: Final = aliased(PlayerRow)
_SUBSTITUTED: Final = exists().where(
    EntryRow.game_id == LeagueGameRow.game_id, EntryRow.kind == "substitution"
)
# Of games for which it matters what the season says of guests, latecomers and substitutes.
UNUSUAL: Final = or_(_PERSON.guest, SeatRow.start_score.is_not(None), _SUBSTITUTED)
_SEASON: Final = (
    select(SeasonRow.ranking)
    .join(LeagueGameRow, LeagueGameRow.season_id == SeasonRow.id)
    .where(LeagueGameRow.game_id == bindparam("game_id"))
)
_ROW: Final = (
    *("season_id", "player_id", "started_at", "finished_at"),
    *Result._fields,
    *("won", "beaten", "measure"),
)


class LeagueListener(GameListener):
    """Gives names their players, keeps results up to date, and keeps games with hands from being deleted."""

    def before_recording(self, session: Session, game: Game, event: Event, *, now: datetime) -> Event:
        """An event as it is recorded in a game of a league: with players for its names."""
        at_table = {names.key(seat.name): GameName(seat.name, seat.player_id) for seat in game.seats}
        if isinstance(event, Resumed):
            # An unknown name stays as it was sent, and is refused.
            return with_names(event, [at_table.get(names.key(name), GameName(name)) for name in event.seats])
        if not isinstance(event, Arranged | Joined | Renamed):
            return event
        league_id = session.get_one(PlayerRow, game.player_ids[0]).league_id
        game_names = [
            at_table.get(names.key(name)) or players.named(session, league_id, name, now=now)
            for name, _player in names_in(event)
        ]
        return with_names(event, game_names)

    def recorded(
        self, session: Session, game_id: str, *, before: Game, after: Game, entry: int, now: datetime
    ) -> None:
        """Bring the results of a game up to date after an entry.

        A change of a game that counted, or counts now, is a line of the league's history; so is another
        player at a seat of it. StateViolation if the game is in the table of a closed season.
        """
        _refuse_doubles(session, after)
        if Status.FINISHED not in (before.status, after.status):
            return
        old, new = (
            results(game, late=terms.late, guests=terms.guests)
            for game, terms in ((game, _terms(session, game_id, game)) for game in (before, after))
        )
        if old == new and not (new and _is_reseated(session, before, after)):
            return
        refuse_closed(session, game_id)
        membership = rewrite(session, game_id, game=after)
        if membership.struck_at is None:
            kind = EntryKind.GAME_CHANGED
            if not (old and new):
                kind = EntryKind.GAME_COUNTED if new else EntryKind.GAME_REOPENED
            payload = {"game": game_id, "entry": entry, "was": _summary(old), "totals": _summary(new)}
            log.append(session, membership.league_id, kind, Actor(None, now), **payload)

    def must_stay(self, session: Session, game_id: str) -> bool:
        """Whether a hand of a league game was ever recorded, even if it was taken back or is void."""
        query = (
            select(LeagueGameRow.game_id)
            .join(EntryRow, EntryRow.game_id == LeagueGameRow.game_id)
            .where(LeagueGameRow.game_id == game_id, EntryRow.kind == _HAND)
            .limit(1)
        )
        return session.scalar(query) is not None


def _refuse_doubles(session: Session, game: Game) -> None:
    """Refuse (StateViolation) a game of a league in which one person would sit twice.

    A name that comes back by an undoing may mean another person by now.
    """
    if len({seat.name for seat in game.seats}) == len(game.seats):
        return
    people = _people(session, game.player_ids)
    seen: set[int] = set()
    for seat, player in zip(game.seats, game.player_ids, strict=True):
        if people[player] in seen:
            raise StateViolation(Fault(FaultCode.SEATS_ONE_PERSON, values=(("name", seat.name),)))
        seen.add(people[player])


def rewrite(session: Session, game_id: str, *, game: Game) -> Row[*tuple[Any, ...]]:
    """Write the results of a game anew, and return its place in the league.

    It has changed, joined the league, was struck, brought back, or moved.
    """
    membership = session.execute(_MEMBERSHIP, {"game_id": game_id}).one()
    session.execute(delete(ResultRow).where(ResultRow.game_id == game_id))
    if rows := _rows(session, game_id, membership=membership, game=game):
        session.execute(insert(ResultRow), rows)
    return membership


def refuse_closed(session: Session, *game_ids: str) -> None:
    """Refuse (StateViolation) what changes one of these games in the table of a closed season."""
    closed = (
        select(SeasonRow)
        .join(LeagueGameRow, LeagueGameRow.season_id == SeasonRow.id)
        .join(GameRow, GameRow.id == LeagueGameRow.game_id)
        .outerjoin(ResultRow, ResultRow.game_id == GameRow.id)
        .where(GameRow.id.in_(game_ids))
        # The game may have been taken up again by the entry that is written now.
        .where(func.coalesce(ResultRow.finished_at, GameRow.finished_at) <= SeasonRow.closed_at)
        .limit(1)
    )
    for row in session.scalars(closed):
        season_rows.refuse_closed(row)


def follow(session: Session, *where: ColumnElement[bool]) -> None:
    """Write the results of some games anew, by conditions on them, their seats and who sat there.

    Those of closed seasons stay.
    """
    games = (
        select(LeagueGameRow.game_id)
        .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
        .join(SeatRow, SeatRow.game_id == LeagueGameRow.game_id)
        .join(PlayerRow, PlayerRow.id == SeatRow.player_id)
        .join(_PERSON, _PERSON.id == PlayerRow.person)
        .where(SeasonRow.closed_at.is_(None), *where)
        .distinct()
    )
    for game_id in session.scalars(games).all():
        rewrite(session, game_id, game=fold(entries.load(session, game_id)))


def stored(session: Session, game_id: str) -> Mapping[int, tuple[object, ...]]:
    """The results of a game as they are stored, by seat, to be compared with `expected`."""
    rows = session.execute(select(ResultRow.__table__).where(ResultRow.game_id == game_id)).mappings()
    return _by_seat(rows)


def expected(session: Session, game_id: str, *, game: Game) -> Mapping[int, tuple[object, ...]]:
    """The results that should be stored of a game, by seat; none for a game without a league.

    Those of a closed season are as they were.
    """
    membership = session.execute(_MEMBERSHIP, {"game_id": game_id}).first()
    if membership is None:
        return {}
    if membership.closed_at is not None:
        return stored(session, game_id)
    return _by_seat(_rows(session, game_id, membership=membership, game=game))


def _by_seat(rows: Iterable[RowMapping | dict[str, Any]]) -> Mapping[int, tuple[object, ...]]:
    return {row["seat"]: tuple(row[name] for name in _ROW) for row in rows}


def _is_reseated(session: Session, before: Game, after: Game) -> bool:
    """Whether a seat has become that of another person."""
    old, new = before.player_ids, after.player_ids
    if old == new:
        return False
    people = _people(session, {*old, *new})
    return [people[player] for player in old] != [people[player] for player in new]


def _people(session: Session, player_ids: Collection[int]) -> dict[int, int]:
    """The persons that these players are."""
    query = select(PlayerRow.id, PlayerRow.person).where(PlayerRow.id.in_(player_ids))
    return dict(session.execute(query).all())


def _rows(
    session: Session, game_id: str, *, membership: Row[*tuple[Any, ...]], game: Game
) -> list[dict[str, Any]]:
    terms = _terms(session, game_id, game)
    outcomes = results(game, late=terms.late, guests=terms.guests)
    if membership.struck_at is not None or membership.deleted_at is not None or not outcomes:
        return []
    return [
        {
            "season_id": membership.season_id,
            "player_id": terms.people[result.seat],
            "started_at": membership.started_at,
            "game_id": game_id,
            "finished_at": membership.finished_at,
            **row_of(result, measure=measure_of(game.rules)),
        }
        for result in outcomes
    ]


class _Terms(NamedTuple):
    """What a season says beforehand: of latecomers, which seats are those of guests, and who has each."""

    late: Late
    guests: frozenset[int]
    people: dict[int, int]


def _terms(session: Session, game_id: str, game: Game) -> _Terms:
    ranking = ranking_of(session.execute(_SEASON, {"game_id": game_id}).one())
    began = ranking.substitutes is Substitutes.STARTER
    ids = {seat.number: (began and seat.starter_id) or seat.player_id or 0 for seat in game.seats}
    query = (
        select(PlayerRow.id, _PERSON.id, _PERSON.guest)
        .join(_PERSON, _PERSON.id == PlayerRow.person)
        .where(PlayerRow.id.in_(ids.values()))
    )
    people = {player: (person, guest) for player, person, guest in session.execute(query)}
    guests = (seat for seat, player in ids.items() if people[player][1] and not ranking.guests)
    return _Terms(ranking.late, frozenset(guests), {seat: people[player][0] for seat, player in ids.items()})


def row_of(result: Result, *, measure: str) -> dict[str, Any]:
    """The columns of a result, without whose it is and of which game."""
    return result._asdict() | {"measure": measure, "won": result.won_parts, "beaten": result.beaten_parts}


def _summary(outcomes: tuple[Result, ...]) -> list[list[int | str]]:
    return [[result.seat, written(result.total), result.rank] for result in outcomes]
