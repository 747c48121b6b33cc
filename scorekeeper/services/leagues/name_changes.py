"""Renaming, merging and erasing players of a league changes the names in its games."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, Select, delete, or_, select, tuple_, update
from sqlalchemy.orm import aliased

from scorekeeper.models import (
    EntryNoteRow,
    GameNameRow,
    GameRow,
    IdempotencyRow,
    LeagueGameRow,
    PlayerRow,
    PrecedentRow,
    SeatRow,
)
from scorekeeper.rules import names


def refresh(connection: Connection, player_ids: Collection[int]) -> None:
    """Show the present name of these players, and of those merged into them, in every game that names them.

    No page of such a game that was sent before is fresh any more.
    """
    named = _games_naming(player_ids)
    person = aliased(PlayerRow)
    shown = select(person.name).join(PlayerRow, PlayerRow.person == person.id)
    connection.execute(
        update(SeatRow)
        .where(SeatRow.game_id.in_(named), SeatRow.player_id.in_(_everybody(player_ids)))
        .values(name=shown.where(PlayerRow.id == SeatRow.player_id).scalar_subquery())
    )
    connection.execute(
        update(GameRow).where(GameRow.id.in_(named)).values(rights_version=GameRow.rights_version + 1)
    )


def forget_texts(connection: Connection, player_ids: Collection[int]) -> None:
    """Blank the free texts that are or may be about these players, before their names go.

    Every text of the games that name them, whatever it says: it may call them as they were called once. In
    the other games of their league, and in remembered answers to requests, what has their name in it. What
    was decided stays: only the words go.
    """
    shown = connection.scalars(select(PlayerRow.name).where(PlayerRow.id.in_(_everybody(player_ids))))
    named = connection.scalars(_games_naming(player_ids).distinct())
    gone = _Gone(frozenset(named.all()), _words(shown.all()))
    touched = {*_blank_notes(connection, player_ids, gone), *_blank_reasons(connection, player_ids, gone)}
    connection.execute(
        update(GameRow)
        .where(GameRow.id.in_(touched - gone.games))
        .values(rights_version=GameRow.rights_version + 1)
    )
    _forget_answers(connection, gone)


@dataclass(frozen=True, slots=True)
class _Gone:
    """Which texts are erased: all of these games, and in other games those that contain one of the names."""

    games: frozenset[str]
    words: re.Pattern[str]

    def names_them(self, text: str) -> bool:
        return self.words.search(names.key(text)) is not None

    def has(self, game_id: str, text: str) -> bool:
        return game_id in self.games or self.names_them(text)


def _everybody(player_ids: Collection[int]) -> Select[int]:
    return select(PlayerRow.id).where(or_(PlayerRow.id.in_(player_ids), PlayerRow.person.in_(player_ids)))


def _games_naming(player_ids: Collection[int]) -> Select[str]:
    return select(GameNameRow.game_id).where(GameNameRow.player_id.in_(_everybody(player_ids)))


def _games_beside(player_ids: Collection[int]) -> Select[str]:
    """All games of the league of these players."""
    leagues = select(PlayerRow.league_id).where(PlayerRow.id.in_(player_ids))
    return select(LeagueGameRow.game_id).where(LeagueGameRow.league_id.in_(leagues))


def _blank_notes(connection: Connection, player_ids: Collection[int], gone: _Gone) -> Iterator[str]:
    """The games of which a text went, and the part of a precedent that follows from it."""
    notes = select(EntryNoteRow.game_id, EntryNoteRow.entry, EntryNoteRow.field, EntryNoteRow.text)
    beside = EntryNoteRow.game_id.in_(_games_beside(player_ids)) & (EntryNoteRow.text != "")
    for game_id, entry, field, text in connection.execute(notes.where(beside)).all():
        if not gone.has(game_id, text):
            continue
        at = (EntryNoteRow.game_id == game_id) & (EntryNoteRow.entry == entry)
        connection.execute(update(EntryNoteRow).where(at, EntryNoteRow.field == field).values(text=""))
        if field in _OF_PRECEDENTS:
            precedent = (PrecedentRow.game_id == game_id) & (PrecedentRow.entry == entry)
            connection.execute(update(PrecedentRow).where(precedent).values({field: ""}))
        yield game_id


def _blank_reasons(connection: Connection, player_ids: Collection[int], gone: _Gone) -> Iterator[str]:
    """Blank the reasons for which games were struck; yield those games, which stay struck."""
    reasons = select(LeagueGameRow.game_id, LeagueGameRow.struck_reason)
    beside = LeagueGameRow.game_id.in_(_games_beside(player_ids)) & (LeagueGameRow.struck_reason != "")
    for game_id, reason in connection.execute(reasons.where(beside)).all():
        if gone.has(game_id, reason or ""):
            struck = LeagueGameRow.game_id == game_id
            connection.execute(update(LeagueGameRow).where(struck).values(struck_reason=""))
            yield game_id


_OF_PRECEDENTS = ("question", "agreed")


def _words(shown: Collection[str]) -> re.Pattern[str]:
    """Finds any of these names as whole words in a text of which `names.key` was made."""
    keys = "|".join(re.escape(names.key(name)) for name in shown)
    return re.compile(rf"(?<!\w)(?:{keys})(?!\w)")


def _forget_answers(connection: Connection, gone: _Gone) -> None:
    key = (IdempotencyRow.route, IdempotencyRow.caller, IdempotencyRow.key)
    for *place, response in connection.execute(select(*key, IdempotencyRow.response)).all():
        of_games = not gone.games.isdisjoint(re.findall(r"[\w-]+", f"{place[0]} {response}"))
        if of_games or any(map(gone.names_them, _texts_in(response))):
            connection.execute(delete(IdempotencyRow).where(tuple_(*key) == tuple(place)))


def _texts_in(response: str) -> frozenset[str]:
    """Every text of a JSON document, without its escapes; of anything else, all of it."""
    try:
        return frozenset(_texts_of(json.loads(response)))
    except ValueError:
        return frozenset({response})


def _texts_of(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from _texts_of(one)
        case dict():
            for one in value.values():
                yield from _texts_of(one)
