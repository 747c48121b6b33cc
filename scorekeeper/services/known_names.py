"""Games follow what becomes of the players of their league: called otherwise, merged, forgotten."""

from __future__ import annotations

import re
from collections.abc import Collection, Set

from sqlalchemy import Connection, Select, delete, or_, select, tuple_, update
from sqlalchemy.orm import aliased

from scorekeeper.models import (
    EntryNoteRow,
    GameNameRow,
    GameRow,
    IdempotencyRow,
    PlayerRow,
    PrecedentRow,
    SeatRow,
)
from scorekeeper.rules import names
from scorekeeper.rules.entries import Corrected, Entry, Ruled
from scorekeeper.rules.fold import games
from scorekeeper.rules.game import Game
from scorekeeper.services import log
from scorekeeper.services.game_names import player_of


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
    """Blank the free texts that are about these players, before their names go: what else may name them.

    In the games that name them: the reasons of corrections, what was agreed on rulings about their seats,
    every other text with their name in it, and remembered answers to requests.
    """
    everybody = _everybody(player_ids)
    gone = frozenset(connection.scalars(everybody).all())
    named = frozenset(connection.scalars(_games_naming(player_ids).distinct()).all())
    shown = connection.scalars(select(PlayerRow.name).where(PlayerRow.id.in_(gone)))
    words = _words(shown.all())
    noted = select(EntryNoteRow.game_id).where(EntryNoteRow.game_id.in_(_games_naming(player_ids)))
    for game_id in connection.scalars(noted.distinct()).all():
        _blank_notes(connection, game_id, gone=gone, words=words)
    _forget_answers(connection, named)


def _everybody(player_ids: Collection[int]) -> Select[int]:
    return select(PlayerRow.id).where(or_(PlayerRow.id.in_(player_ids), PlayerRow.person.in_(player_ids)))


def _games_naming(player_ids: Collection[int]) -> Select[str]:
    return select(GameNameRow.game_id).where(GameNameRow.player_id.in_(_everybody(player_ids)))


def _blank_notes(
    connection: Connection, game_id: str, *, gone: Collection[int], words: re.Pattern[str]
) -> None:
    entries = log.load_any(connection, game_id)
    about = {
        entry.number
        for entry, game in zip(entries, games(entries), strict=True)
        if isinstance(entry.deed, Corrected) or _is_ruling_on(entry, game, players=gone)
    }
    notes = select(EntryNoteRow.entry, EntryNoteRow.field, EntryNoteRow.text)
    for entry, field, text in connection.execute(notes.where(EntryNoteRow.game_id == game_id)).all():
        if entry in about or words.search(names.key(text)):
            at = (EntryNoteRow.game_id == game_id) & (EntryNoteRow.entry == entry)
            connection.execute(update(EntryNoteRow).where(at, EntryNoteRow.field == field).values(text=""))
            if field in _OF_PRECEDENTS:
                precedent = (PrecedentRow.game_id == game_id) & (PrecedentRow.entry == entry)
                connection.execute(update(PrecedentRow).where(precedent).values({field: ""}))


_OF_PRECEDENTS = ("question", "agreed")


def _is_ruling_on(entry: Entry, game: Game, *, players: Collection[int]) -> bool:
    roles = entry.deed.roles if isinstance(entry.deed, Ruled) else ()
    return any(player_of(game.seats[seat].name) in players for _, seat in roles)


def _words(shown: Collection[str]) -> re.Pattern[str]:
    """Finds any of these names as whole words in a text of which `names.key` was made."""
    keys = "|".join(re.escape(names.key(name)) for name in shown)
    return re.compile(rf"(?<!\w)(?:{keys})(?!\w)")


def _forget_answers(connection: Connection, named: Set[str]) -> None:
    key = (IdempotencyRow.route, IdempotencyRow.caller, IdempotencyRow.key)
    for *place, response in connection.execute(select(*key, IdempotencyRow.response)).all():
        if not named.isdisjoint(re.findall(r"[\w-]+", f"{place[0]} {response}")):
            connection.execute(delete(IdempotencyRow).where(tuple_(*key) == tuple(place)))
