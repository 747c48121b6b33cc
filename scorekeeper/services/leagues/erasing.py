"""Erasing a player: the name and the free texts about the games go; the numbers stay."""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Select, delete, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.language import N_, _
from scorekeeper.models import EntryNoteRow, IdempotencyRow, LeagueGameRow, PlayerRow, PrecedentRow
from scorekeeper.models.engine import empty_log, writing
from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.games import rights
from scorekeeper.services.games.codec import dumps
from scorekeeper.services.leagues import log
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.players import changeable, games_naming, group_of, key_of_erased, show_names
from scorekeeper.services.leagues.transfer import uploads

# Said in the language of whoever erases; from then on it is a name like others.
# Translators: a name, of at most 40 letters with its number.
ERASED: Final = N_("Erased player {number}")


def erase(league_id: int, number: int, *, confirmation: str, actor: Actor) -> None:
    """Erase a person with all that are one with it. Nothing brings it back. RuleViolation.

    `confirmation` must be the name, whatever its case.
    """
    with writing() as session:
        player = changeable(session, league_id, number)
        if not names.same(confirmation, player.name):
            raise RuleViolation(Fault(FaultCode.ERASURE_UNCONFIRMED, "/name"))
        group = group_of(session, player.id)
        forget_texts(session, group)
        for member in session.scalars(select(PlayerRow).where(PlayerRow.id.in_(group))):
            member.name, member.name_key = (
                _(ERASED).format(number=member.number),
                key_of_erased(member.number),
            )
            member.retired_at = member.erased_at = actor.now
        uploads.forget_all(session, league_id)
        show_names(session, group)
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
