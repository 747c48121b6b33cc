"""Whether the rules accept a game in a file: every entry is recorded anew, and must come out alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from scorekeeper.rules import history
from scorekeeper.rules.checks import CLOCK_TOLERANCE, EARLIEST_YEAR
from scorekeeper.rules.entries import Entry, Event, Started
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.game import Game, Status
from scorekeeper.services.games.codec import decode, dumps, to_json
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why
from scorekeeper.services.leagues.transfer.shapes import Item, at_most, conforms

# Each is played through after all before it.
MOST_ENTRIES: Final = 2_000
# What people are called, and what they wrote, may have changed since: texts are erased, what may stand in one
# was not always the same, and the names that a seat had before its game came into the league all mean the
# player who sat there in the end.
_FORGIVEN: Final = frozenset(
    {
        FaultCode.TEXT_EMPTY,
        FaultCode.TEXT_UNREADABLE,
        FaultCode.NAME_SAME,
        FaultCode.NAME_TWICE,
        FaultCode.PLAYER_ABSENT,
        FaultCode.PLAYER_STRANGE,
        FaultCode.SEATS_CHANGED,
    }
)
# What the tables that follow from a history take.
_LONGEST_CODES: Final = {"irregularity": 32, "choice": 32, "precedent": 8, "clause": 8, "code": 32}
_UNREADABLE: Final = (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as it is stored, and the event in it, with the names that the rules shall see."""

    number: int
    at: datetime
    kind: str
    payload: str
    notes: Mapping[str, str]
    event: Event


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was recorded anew; `finished_at` is when it came to its end, None if it has not."""

    game: Game
    finished_at: datetime | None


def read_lines(item: Item, *, names: Mapping[int, str]) -> tuple[Line, ...]:
    """The entries of a game in a document; ImportRefused at the first that nobody can have written."""
    return tuple(_line(entry, names=names) for entry in at_most(MOST_ENTRIES, item.items("entries")))


def replayed(lines: Sequence[Line], *, pointer: str, now: datetime) -> Played:
    """The game that these entries tell; ImportRefused at the first that the rules refuse."""
    replay = Replay()
    played: Played | None = None
    for place, line in enumerate(lines):
        where = f"{pointer}/entries/{place}"
        if line.number != place + 1:
            raise ImportRefused(Bad(Why.ORDER, pointer=where))
        try:
            _refuse_time(line.at, now=now)
            entry, game = _recorded(replay, line, played)
        except RuleViolation as refused:
            raise ImportRefused(*(Bad(Why.RULES, pointer=where, fault=f) for f in refused.faults)) from None
        except _UNREADABLE:
            raise ImportRefused(Bad(Why.UNREADABLE_EVENT, pointer=where)) from None
        if entry.event != line.event:
            raise ImportRefused(Bad(Why.NOT_THE_SAME, pointer=where))
        played = Played(game, _finished_at(game, line.at, before=played))
    if played is None:
        raise ImportRefused(Bad(Why.SHAPE, pointer=f"{pointer}/entries"))
    return played


def _line(item: Item, *, names: Mapping[int, str]) -> Line:
    fields, notes = item.members("payload"), _notes(item)
    kind, payload = item.text("kind", longest=16), dumps(fields)
    try:
        event = decode(kind, payload, names, notes)
        written = to_json(event)[1]
        same = (
            conforms(event, type(event))
            and _holds(written, fields, but=_named(kind))
            and _holds(written, notes, but=frozenset())
            and all(len(code) <= _LONGEST_CODES.get(name, len(code)) for name, code in _codes(event))
        )
    except _UNREADABLE:
        raise ImportRefused(Bad(Why.UNREADABLE_EVENT, pointer=item.pointer)) from None
    if not same:
        raise ImportRefused(Bad(Why.UNREADABLE_EVENT, pointer=item.pointer))
    return Line(item.number("number"), item.any_moment("at"), kind, payload, notes, event)


def _notes(item: Item) -> dict[str, str]:
    names, notes = item.members("notes"), item.item("notes")
    return {name: notes.text(name) for name in names}


def _holds(written: Mapping[str, Any], said: Mapping[str, Any], *, but: frozenset[str]) -> bool:
    """Whether nothing that was said gets lost: what was left out may be written, never the reverse."""
    return all(name in but or (name in written and _is(written[name], value)) for name, value in said.items())


def _is(written: Any, said: Any) -> bool:
    if isinstance(said, dict):
        return isinstance(written, dict) and _holds(written, said, but=frozenset())
    if isinstance(said, list):
        return len(written) == len(said) and all(map(_is, written, said))
    return type(written) is type(said) and bool(written == said)


def _codes(event: Event) -> Iterator[tuple[str, str]]:
    for name in ("irregularity", "choice", "precedent", "clause"):
        yield name, getattr(event, name, None) or ""
    for duty in getattr(event, "duties", ()):
        yield "code", duty.code


def _named(kind: str) -> frozenset[str]:
    return frozenset({"start": {"players"}, "resumption": {"seats"}}.get(kind, {"name"}))


def _recorded(replay: Replay, line: Line, before: Played | None) -> tuple[Entry, Game]:
    try:
        if before is not None:
            return history.go_on(replay, line.event, at=line.at, game=before.game)
        if not isinstance(line.event, Started):
            raise TypeError("a history begins with Started")
        history.start(line.event, now=line.at)
    except RuleViolation as refused:
        if not all(fault.code in _FORGIVEN for fault in refused.faults):
            raise
    entry = Entry(line.number, line.at, history.canonical(line.event))
    replay.apply(entry)
    return entry, replay.game()


def _finished_at(game: Game, at: datetime, *, before: Played | None) -> datetime | None:
    if game.status is not Status.FINISHED:
        return None
    return before.finished_at if before is not None and before.finished_at is not None else at


def _refuse_time(at: datetime, *, now: datetime) -> None:
    if at > now + CLOCK_TOLERANCE:
        raise RuleViolation(Fault(FaultCode.START_IN_FUTURE, "/at"))
    if at.year < EARLIEST_YEAR:
        raise RuleViolation(Fault(FaultCode.START_TOO_EARLY, "/at", values=(("year", EARLIEST_YEAR),)))
