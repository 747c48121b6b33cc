"""What a player counts as: one person with another, with the games of both, or not; a guest or a member.

The season says whether guests count like members. The results of their games follow.
"""

import json
from collections.abc import Collection, Set
from dataclasses import replace
from typing import Final

from sqlalchemy import select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.models import GameNameRow, LeagueEntryRow, LeagueGameRow, PlayerRow, ResultRow, SeatRow
from scorekeeper.models.engine import writing
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.games import log as entries_of
from scorekeeper.services.leagues import log, results
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.players import changeable, find, group_of, show_names

_INTO: Final = "/into"


def merge(league_id: int, number: int, *, into: int, actor: Actor) -> None:
    """Let the player of `number` be one person with that of `into`, whose name is shown. RuleViolation.

    Refused if both sat at one table. No row of a game changes, so that it can be taken back. Nothing happens
    if they are one person already.
    """
    with writing() as session:
        other = _other(session, league_id, into)
        if number != into and find(session, league_id, number).person == other.id:
            return
        player = changeable(session, league_id, number)
        if player.id == other.id:
            raise RuleViolation(Fault(FaultCode.PLAYER_SAME, _INTO))
        group = group_of(session, player.id)
        if _met(session, frozenset(group), frozenset(group_of(session, other.id))):
            raise RuleViolation(Fault(FaultCode.PLAYERS_MET, _INTO))
        _move(session, group, person=other.id)
        _follow(session, group, has_changed=player.guest is not other.guest)
        payload = {"player": number, "into": into, "moved": _numbers(session, group)}
        log.append(session, league_id, EntryKind.PLAYER_MERGED, actor, **payload)


def part(league_id: int, number: int, *, actor: Actor) -> None:
    """Take back a merge: the player of `number` is a person again, with all merged into it. RuleViolation.

    Nothing happens if the player is a person of its own already.
    """
    with writing() as session:
        player = find(session, league_id, number)
        if player.erased_at is not None:
            raise RuleViolation(Fault(FaultCode.PLAYER_ERASED))
        if player.person == player.id:
            return
        merged_numbers = _merged(session, league_id, number)
        person = session.get_one(PlayerRow, player.person)
        group = _of_numbers(session, group_of(session, person.id), numbers={number, *merged_numbers})
        _move(session, group, person=player.id)
        _follow(session, group, has_changed=player.guest is not person.guest)
        numbers = _numbers(session, group)
        log.append(session, league_id, EntryKind.PLAYER_PARTED, actor, player=number, moved=numbers)


def _other(session: Session, league_id: int, number: int) -> PlayerRow:
    """The player to be put together with; what forbids it is about that field."""
    try:
        return changeable(session, league_id, number)
    except RuleViolation as refused:
        raise RuleViolation(*(replace(fault, pointer=_INTO) for fault in refused.faults)) from None


def _met(session: Session, group: Set[int], others: Set[int]) -> bool:
    """Whether one of each sat in the same game at a time, deleted ones too.

    What was taken back does not count, but what taking back would bring about again does.
    """
    there = select(GameNameRow.game_id).where(GameNameRow.player_id.in_(others))
    both = select(GameNameRow.game_id).where(GameNameRow.player_id.in_(group), GameNameRow.game_id.in_(there))
    for game_id in session.scalars(both.distinct()).all():
        for _, progress in Replay(entries_of.load_any(session, game_id)).standing:
            seated = {*progress.player_ids, *(seat.starter_id for seat in progress.seats)}
            if seated & group and seated & others:
                return True
    return False


def _move(session: Session, player_ids: Collection[int], *, person: int) -> None:
    """Let these players be this person, and their results and the names on the tables follow."""
    session.execute(update(PlayerRow).where(PlayerRow.id.in_(player_ids)).values(person=person))
    seats = select(SeatRow.game_id, SeatRow.number).where(SeatRow.player_id.in_(player_ids))
    session.execute(
        update(ResultRow).where(tuple_(ResultRow.game_id, ResultRow.seat).in_(seats)).values(player_id=person)
    )
    show_names(session, player_ids)


def _follow(session: Session, player_ids: Collection[int], *, has_changed: bool) -> None:
    """Write the results anew of the games with these players, if they are guests now or none any more.

    Else only where it matters who began.
    """
    named = LeagueGameRow.game_id.in_(
        select(GameNameRow.game_id).where(GameNameRow.player_id.in_(player_ids))
    )
    results.follow(session, named, *(() if has_changed else (results.UNUSUAL,)))


def _merged(session: Session, league_id: int, number: int) -> set[int]:
    """The numbers that moved when this player was merged last, but for those that were merged since."""
    query = (
        select(LeagueEntryRow.payload)
        .where(LeagueEntryRow.league_id == league_id, LeagueEntryRow.kind == EntryKind.PLAYER_MERGED.value)
        .order_by(LeagueEntryRow.number)
    )
    numbers: set[int] = set()
    for payload in map(json.loads, session.scalars(query)):
        if payload["player"] == number:
            numbers = set(payload["moved"])
        else:
            numbers.discard(payload["player"])
    return numbers


def _of_numbers(session: Session, players: Collection[int], *, numbers: Collection[int]) -> list[int]:
    query = select(PlayerRow.id).where(PlayerRow.id.in_(players), PlayerRow.number.in_(numbers))
    return list(session.scalars(query.order_by(PlayerRow.id)))


def _numbers(session: Session, players: Collection[int]) -> list[int]:
    query = select(PlayerRow.number).where(PlayerRow.id.in_(players)).order_by(PlayerRow.number)
    return list(session.scalars(query))


def set_guest(league_id: int, number: int, guest: bool, *, actor: Actor) -> None:
    """Let a player be a guest or a member: the results of their games follow, but in closed seasons.

    Nothing happens if the player is one already. RuleViolation.
    """
    with writing() as session:
        player = changeable(session, league_id, number)
        if player.guest is guest:
            return
        player.guest = guest
        session.flush()
        results.follow(session, PlayerRow.person == player.id)
        kind = EntryKind.PLAYER_GUEST if guest else EntryKind.PLAYER_MEMBER
        log.append(session, league_id, kind, actor, player=number)
