"""Who a player is: one person with another, with the games of both, or not; a guest or a member; nobody any
more, once erased: the name and the free texts about the games go, and the numbers stay.

The season says whether guests count like members. The results of their games follow.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Select, delete, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.language import N_, _
from scorekeeper.models import (
    EntryNoteRow,
    GameNameRow,
    IdempotencyRow,
    LeagueEntryRow,
    LeagueGameRow,
    PlayerRow,
    PrecedentRow,
    ResultRow,
    SeatRow,
)
from scorekeeper.models.engine import empty_log, writing
from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.games import log as entries_of
from scorekeeper.services.games import rights
from scorekeeper.services.games.codec import dumps
from scorekeeper.services.leagues import log, results
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.players import (
    changeable,
    find,
    games_naming,
    group_of,
    key_of_erased,
    show_names,
)
from scorekeeper.services.leagues.transfer import uploads

_INTO: Final = "/into"
# Said in the language of whoever erases; from then on it is a name like others.
# Translators: a name, of at most 40 letters with its number.
ERASED: Final = N_("Erased player {number}")


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
        if _met(session, _ids(group), _ids(group_of(session, other.id))):
            raise RuleViolation(Fault(FaultCode.PLAYERS_MET, _INTO))
        _move(session, group, person=other.id)
        _follow(session, _ids(group), has_changed=player.guest is not other.guest)
        payload = {"player": number, "into": into, "moved": [member.number for member in group]}
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
        everybody = group_of(session, person.id)
        group = [member for member in everybody if member is player or member.number in merged_numbers]
        _move(session, group, person=player.id)
        _follow(session, _ids(group), has_changed=player.guest is not person.guest)
        numbers = [member.number for member in group]
        log.append(session, league_id, EntryKind.PLAYER_PARTED, actor, player=number, moved=numbers)


def _ids(players: Iterable[PlayerRow]) -> frozenset[int]:
    return frozenset(player.id for player in players)


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
        for _entry, progress in Replay(entries_of.load_any(session, game_id)).standing:
            seated = {*progress.player_ids, *(seat.starter_id for seat in progress.seats)}
            if seated & group and seated & others:
                return True
    return False


def _move(session: Session, players: Collection[PlayerRow], *, person: int) -> None:
    """Let these players be this person, and their results and the names on the tables follow."""
    for player in players:
        player.person = person
    player_ids = _ids(players)
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


def erase(league_id: int, number: int, *, confirmation: str, actor: Actor) -> None:
    """Erase a person with all that are one with it. Nothing brings it back. RuleViolation.

    `confirmation` must be the name, whatever its case.
    """
    with writing() as session:
        player = changeable(session, league_id, number)
        if not names.same(confirmation, player.name):
            raise RuleViolation(Fault(FaultCode.ERASURE_UNCONFIRMED, "/name"))
        group = group_of(session, player.id)
        forget_texts(session, _ids(group))
        for member in group:
            member.name = _(ERASED).format(number=member.number)
            member.name_key = key_of_erased(member.number)
            member.retired_at = member.erased_at = actor.now
        uploads.forget_all(session, league_id)
        show_names(session, _ids(group))
        log.append(session, league_id, EntryKind.PLAYER_ERASED, actor, player=number)
    empty_log()


def forget_texts(session: Session, player_ids: Collection[int]) -> None:
    """Blank the free texts that are or may be about these players, before their names go.

    Every text of the games that name them, whatever it says: it may call them as they were called once. In
    the other games of their league, and in remembered answers to requests, what has their name in it. What
    was decided stays: only the words go.
    """
    player_names = session.scalars(select(PlayerRow.name).where(PlayerRow.id.in_(player_ids)))
    naming_games = session.scalars(games_naming(player_ids).distinct())
    erasure = _Erasure(frozenset(naming_games.all()), _words(player_names.all()))
    game_ids = {*_blank_notes(session, player_ids, erasure), *_blank_reasons(session, player_ids, erasure)}
    rights.bump_all(session, game_ids - erasure.games)
    _forget_answers(session, erasure)


@dataclass(frozen=True, slots=True)
class _Erasure:
    """Which texts are erased: all of these games, and in other games those that contain one of the names."""

    games: frozenset[str]
    words: re.Pattern[str]

    def names_them(self, text: str) -> bool:
        return self.words.search(names.key(text)) is not None

    def has(self, game_id: str, text: str) -> bool:
        return game_id in self.games or self.names_them(text)


def _games_beside(player_ids: Collection[int]) -> Select[str]:
    """All games of the league of these players."""
    leagues = select(PlayerRow.league_id).where(PlayerRow.id.in_(player_ids))
    return select(LeagueGameRow.game_id).where(LeagueGameRow.league_id.in_(leagues))


def _blank_notes(session: Session, player_ids: Collection[int], erasure: _Erasure) -> Iterator[str]:
    """The games of which a text went, and the part of a precedent that follows from it."""
    notes = select(EntryNoteRow.game_id, EntryNoteRow.entry, EntryNoteRow.field, EntryNoteRow.text)
    beside = EntryNoteRow.game_id.in_(_games_beside(player_ids)) & (EntryNoteRow.text != "")
    for game_id, entry, field, text in session.execute(notes.where(beside)).all():
        if not erasure.has(game_id, text):
            continue
        at = (EntryNoteRow.game_id == game_id) & (EntryNoteRow.entry == entry)
        session.execute(update(EntryNoteRow).where(at, EntryNoteRow.field == field).values(text=""))
        if field in _OF_PRECEDENTS:
            precedent = (PrecedentRow.game_id == game_id) & (PrecedentRow.entry == entry)
            session.execute(update(PrecedentRow).where(precedent).values({field: ""}))
        yield game_id


def _blank_reasons(session: Session, player_ids: Collection[int], erasure: _Erasure) -> Iterator[str]:
    """Blank the reasons for which games were struck; yield those games, which stay struck."""
    reasons = select(LeagueGameRow.game_id, LeagueGameRow.struck_reason)
    beside = LeagueGameRow.game_id.in_(_games_beside(player_ids)) & (LeagueGameRow.struck_reason != "")
    for game_id, reason in session.execute(reasons.where(beside)).all():
        if erasure.has(game_id, reason or ""):
            struck = LeagueGameRow.game_id == game_id
            session.execute(update(LeagueGameRow).where(struck).values(struck_reason=""))
            yield game_id


_OF_PRECEDENTS = ("question", "agreed")


def _words(player_names: Collection[str]) -> re.Pattern[str]:
    """Finds any of these names as whole words in a text of which `names.key` was made."""
    keys = "|".join(re.escape(names.key(name)) for name in player_names)
    return re.compile(rf"(?<!\w)(?:{keys})(?!\w)")


def _forget_answers(session: Session, erasure: _Erasure) -> None:
    key = (IdempotencyRow.route, IdempotencyRow.caller, IdempotencyRow.key)
    for *place, response in session.execute(select(*key, IdempotencyRow.response)).all():
        of_games = not erasure.games.isdisjoint(re.findall(r"[\w-]+", f"{place[0]} {response}"))
        if of_games or erasure.names_them(_unescaped(response)):
            session.execute(delete(IdempotencyRow).where(tuple_(*key) == tuple(place)))


def _unescaped(response: str) -> str:
    """A JSON document without the escapes in its texts; anything else as it is."""
    try:
        return re.sub(r"\\[nrt]", " ", dumps(json.loads(response)))
    except ValueError:
        return response
