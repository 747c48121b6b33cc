"""Games of a league: starting one, taking one in with a player for each seat, and striking one, undoably."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.models import GameNameRow, GameRow, LeagueGameRow, LeagueRow, PlayerRow, SeatRow
from scorekeeper.models.engine import writing
from scorekeeper.rules import history, names
from scorekeeper.rules.entries import Arranged, Entry, Resumed, Started, Undone
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation, refuse
from scorekeeper.rules.fold import fold, games
from scorekeeper.rules.game import Game
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.rules.rulesets.in_force import patched
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import invitations, recording, rights
from scorekeeper.services.games import log as entries
from scorekeeper.services.games.codec import decode_chosen, with_names
from scorekeeper.services.games.invitations import Invitation
from scorekeeper.services.games.log import PROGRAM, Origin
from scorekeeper.services.leagues import log, organisers, results, seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.night_addresses import Night, by_key
from scorekeeper.services.leagues.players import changeable, name_of, named, player_for, show_names

LONGEST_REASON: Final = 200
_GONE: Final = -1


class NotInLeague(LookupError):
    """The league has no such game."""


def start(night: Night, event: Started, *, now: datetime, origin: Origin, previous: str | None = None) -> str:
    """Start a game of the league of a night, now and by its house rules; the new id.

    StateViolation once the night is over, or has another address; RuleViolation as of `start_game`.
    """
    with writing() as session:
        current_night = by_key(night.league_id, night.key)
        # It may have ended, or got another address, since its page was asked for.
        if current_night is None or not current_night.is_open(now) or current_night.token != night.token:
            raise StateViolation(Fault(FaultCode.NIGHT_OVER))
        league = session.get_one(LeagueRow, night.league_id)
        chosen = _agreed(decode_chosen(league.ruleset), event)
        event = replace(
            event,
            started_at=now,
            time_zone=league.time_zone,
            rules=chosen.rules,
            variants=chosen.variants,
            changes=dict(chosen.changes),
        )
        place = {"league_id": night.league_id, "night_id": night.id}
        game_id = start_game(event, **place, now=now, origin=origin, previous=previous)
        actor = Actor(None, now)
        log.append(session, night.league_id, EntryKind.GAME_STARTED, actor, game=game_id, night=night.key)
    return game_id


def strike(league_id: int, game_id: str, reason: str, *, actor: Actor) -> None:
    """Let a game count nowhere, for a reason in one line. NotInLeague, RuleViolation.

    Nothing happens if it is struck for this reason already; with another one it is refused.
    """
    reason = names.clean(reason)
    refuse(names.text_faults(reason, pointer="/reason", most=LONGEST_REASON))
    with writing() as session:
        row = _row(session, league_id, game_id)
        if row.struck_at is not None and row.struck_reason == reason:
            return
        if row.struck_at is not None:
            raise RuleViolation(Fault(FaultCode.GAME_STRUCK))
        _set_struck(session, row, at=actor.now, reason=reason)
        log.append(session, league_id, EntryKind.GAME_STRUCK, actor, game=game_id)


def bring_back(league_id: int, game_id: str, *, actor: Actor) -> None:
    """Let a struck game count again. Nothing happens if it does already. NotInLeague, RuleViolation."""
    with writing() as session:
        row = _row(session, league_id, game_id)
        if row.struck_at is None:
            return
        _set_struck(session, row, at=None, reason=None)
        log.append(session, league_id, EntryKind.GAME_BACK, actor, game=game_id)


def invite_scorer(league_id: int, game_id: str, *, actor: Actor, alone: bool = False) -> Invitation:
    """Offer the right to score a game of the league to one more phone, for as long as the account runs it.

    `alone`: first all other rights to score it end for good, those of programs too. NotInLeague, also for an
    account that does not run the league any more.
    """
    with writing() as session:
        # A game of another league is refused; a struck one may be scored.
        _row(session, league_id, game_id)
        if actor.account_id not in organisers.account_ids(session, league_id):
            raise NotInLeague(game_id)
        if alone:
            invitations.end_everything(session, game_id, now=actor.now)
            log.append(session, league_id, EntryKind.SCORERS_ENDED, actor, game=game_id)
        log.append(session, league_id, EntryKind.SCORER_INVITED, actor, game=game_id)
        return invitations.add(session, game_id, now=actor.now, account_id=actor.account_id)


def score_here(league_id: int, game_id: str, *, device: str, actor: Actor) -> None:
    """Let the phone of an organiser score a game of the league, as if it had followed an invitation.

    NotInLeague, also for an account that does not run the league any more.
    """
    with writing():
        offer = invite_scorer(league_id, game_id, actor=actor)
        invitations.accept(offer.token, device, now=actor.now)


def _agreed(chosen: Chosen, event: Started) -> Chosen:
    """The rules of the league, with what the table agreed on where they leave an end or points open."""
    rules = chosen.rules
    is_open = {"ends": rules.ends.is_open, "points": rules.points is None}
    terms = {name: event.changes[name] for name in is_open if is_open[name] and name in event.changes}
    return replace(chosen, changes=patched(chosen.changes, terms))


def _row(session: Session, league_id: int, game_id: str) -> LeagueGameRow:
    """The row of a game of this league, struck or not; NotInLeague."""
    query = select(LeagueGameRow).join(GameRow, GameRow.id == LeagueGameRow.game_id)
    of_league = (LeagueGameRow.league_id == league_id) & GameRow.deleted_at.is_(None)
    row = session.scalar(query.where(LeagueGameRow.game_id == game_id, of_league))
    if row is None:
        raise NotInLeague(game_id)
    return row


def _set_struck(session: Session, row: LeagueGameRow, *, at: datetime | None, reason: str | None) -> None:
    results.refuse_closed(session, row.game_id)
    row.struck_at, row.struck_reason = at, reason
    results.rewrite(session, row.game_id, game=fold(entries.load(session, row.game_id)))
    rights.bump(session, row.game_id)


def start_game(
    event: Started,
    league_id: int,
    *,
    night_id: int | None = None,
    now: datetime,
    origin: Origin = PROGRAM,
    previous: str | None = None,
) -> str:
    """Start a game of a league, whose names mean its players; the id. Else as of `recording.start_game`."""
    history.start(event, now=now)
    with writing() as session:
        seated = [named(session, league_id, name, now=now) for name in event.players]
        game_id = recording.start_game(with_names(event, seated), now=now, origin=origin, previous=previous)
        season_id = seasons.season_for(session, league_id, event.started_at)
        place = {"league_id": league_id, "season_id": season_id, "night_id": night_id}
        session.add(LeagueGameRow(game_id=game_id, joined_at=now, **place))
    return game_id


def take_into_league(session: Session, game_id: str, players: Mapping[int, int]) -> None:
    """Let every name of a game mean a player: by seat number, for all seats, no two the same person.

    All names that a seat ever had go to its player. A name that no seat has any more, since an arrival was
    taken back or a seat taken away, goes to the player of the league whom it means, or to a new one.
    """
    seats = _last_seats(entries.load_any(session, game_id))
    someone = next(iter(players.values()))
    league_id = session.get_one(PlayerRow, someone).league_id
    now = session.execute(select(GameRow.updated_at).where(GameRow.id == game_id)).scalar_one()
    for number, name in entries.names_of(session, game_id).items():
        player = players.get(seats[name.text]) or player_for(session, league_id, name.text, now=now)
        at = (GameNameRow.game_id == game_id) & (GameNameRow.number == number)
        session.execute(update(GameNameRow).where(at).values(name=None, player_id=player))
    for seat, player in players.items():
        at = (SeatRow.game_id == game_id) & (SeatRow.number == seat)
        session.execute(update(SeatRow).where(at).values(player_id=player))
    show_names(session, list(players.values()))


def _last_seats(events: tuple[Entry, ...]) -> dict[str, int]:
    """The seat that has each name, or had it last, by its present number; `_GONE` if it was taken away."""
    seats: dict[str, int] = {}
    earlier: dict[int, dict[str, int]] = {}
    for entry, game in zip(events, games(events), strict=True):
        undone = events[entry.event.entry - 1] if isinstance(entry.event, Undone) else entry
        if isinstance(entry.event, Arranged):
            earlier[entry.number] = seats
            moved = {old: new for new, old in enumerate(entry.event.order)}
            seats = {name: moved.get(seat, _GONE) for name, seat in seats.items()}
        elif isinstance(undone.event, Arranged):
            back = dict(enumerate(undone.event.order))
            returned = {name: back.get(seat) for name, seat in seats.items()}
            seats = {name: _GONE if seat is None else seat for name, seat in returned.items()}
            seats |= earlier[undone.number]
        seats |= {seat.name: seat.number for seat in game.seats}
        if isinstance(entry.event, Resumed):
            at_table = {names.key(seat.name): seat.number for seat in game.seats}
            seats |= {name: at_table[names.key(name)] for name in entry.event.seats}
    return seats


def join(league_id: int, game_id: str, seats: Mapping[int, int | None], *, device: str, actor: Actor) -> None:
    """Make a game one of the league: `seats` gives each its player's number, or None for a new player.

    The phone must have the right to the game: whoever keeps a game decides where it belongs. UnknownGame also
    without that right. StateViolation if the game is in a league already; RuleViolation with every fault, by
    `/seats/<seat>`.
    """
    with writing() as session:
        if not rights.holds(session, game_id, device=device):
            raise UnknownGame(game_id)
        if session.get(LeagueGameRow, game_id) is not None:
            raise StateViolation(Fault(FaultCode.GAME_IN_LEAGUE))
        game = fold(entries.load(session, game_id))
        season_id = seasons.season_for(session, league_id, game.setup.started_at)
        players = _players(session, league_id, game, seats=seats, now=actor.now)
        place = {"league_id": league_id, "season_id": season_id, "joined_at": actor.now}
        session.add(LeagueGameRow(game_id=game_id, **place))
        take_into_league(session, game_id, players)
        results.rewrite(session, game_id, game=fold(entries.load(session, game_id)))
        log.append(session, league_id, EntryKind.GAME_JOINED, actor, game=game_id)


def _players(
    session: Session, league_id: int, game: Game, *, seats: Mapping[int, int | None], now: datetime
) -> dict[int, int]:
    """The player's id by seat; RuleViolation for a seat without one, and for a person at two seats."""
    faults: list[Fault] = []
    players: dict[int, int] = {}
    for seat in game.seats:
        pointer = f"/seats/{seat.number}"
        try:
            number = seats[seat.number]
            if number is None:
                player = player_for(session, league_id, seat.name, now=now)
            else:
                player = changeable(session, league_id, number).id
        except KeyError:
            faults.append(Fault(FaultCode.PLAYER_UNKNOWN, pointer))
            continue
        except RuleViolation as refused:
            faults += [replace(fault, pointer=pointer) for fault in refused.faults]
            continue
        if player in players.values():
            values = (("name", name_of(session, player)),)
            faults.append(Fault(FaultCode.NAME_TWICE, pointer, values=values))
        players[seat.number] = player
    refuse(faults)
    return players
