"""The entries of a game in a league's file: the rules record each again, and must come to the same event."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from scorekeeper.referee import sentences
from scorekeeper.rules import history
from scorekeeper.rules.checks import CLOCK_TOLERANCE
from scorekeeper.rules.entries import Entry, Event, Ruled, Started
from scorekeeper.rules.faults import FaultCode, Violation
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.game import Game, Status
from scorekeeper.scorebooks.faults import ImportRefused
from scorekeeper.services.common.faults import WrittenByNewer
from scorekeeper.services.games.codec import NAMES, GameName, decode, dumps, to_json
from scorekeeper.services.leagues.transfer.document import (
    LARGEST_NUMBER,
    LONGEST_TEXT,
    GameEntry,
    members_of,
    require_times,
    shape_refused,
)

# Names and texts may have changed since they were recorded: texts are erased, what may be in one was not
# always the same, and all names that a seat had before its game joined the league mean the player who sat
# there in the end. Before hand 1 an arrival had a start score.
_FORGIVEN: Final = frozenset(
    {
        FaultCode.TEXT_EMPTY,
        FaultCode.TEXT_UNREADABLE,
        FaultCode.NAME_SAME,
        FaultCode.NAME_TWICE,
        FaultCode.PLAYER_ABSENT,
        FaultCode.PLAYER_STRANGE,
        FaultCode.SEATS_CHANGED,
        FaultCode.START_SCORE_TOO_EARLY,
    }
)
# As many letters as their columns have.
_LONGEST_CODES: Final = {"irregularity": 32, "choice": 32, "precedent": 8, "clause": 8}
_UNREADABLE: Final = (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)


def read_entry(
    entry: GameEntry, *, names: Mapping[int, GameName], pointer: str, now: datetime
) -> tuple[GameEntry, Event]:
    """An entry with canonical JSON, and its event; ImportRefused if no Scorekeeper can have written it."""
    require_times(entry, pointer=pointer, now=now, ahead=CLOCK_TOLERANCE)
    members = members_of(entry.payload, pointer=f"{pointer}/payload")
    try:
        payload = dumps(members)
        event = decode(entry.kind, payload, names, entry.notes)
        _require_duties(event)
        # The numbers of its players, which are names when it is written again.
        named = {NAMES.get(entry.kind, ""): None}
        readable = (
            all(len(getattr(event, name, None) or "") <= most for name, most in _LONGEST_CODES.items())
            and _keeps(to_json(event)[1] | named, members | named)
            and all(getattr(event, name, None) == text for name, text in entry.notes.items())
        )
    except WrittenByNewer as newer:
        raise shape_refused(pointer, field=newer.field) from None
    except _UNREADABLE:
        readable = False
    if not readable:
        raise shape_refused(pointer)
    return replace(entry, payload=Raw(payload.encode())), event


def _keeps(written: object, original: object) -> bool:
    """Whether writing an event again loses nothing of the JSON it was read from; it may add members.

    A database must be able to store each number and text.
    """
    match original, written:
        case dict(), dict():
            return all(name in written and _keeps(written[name], value) for name, value in original.items())
        case list(), list() | tuple():
            return len(written) == len(original) and all(map(_keeps, written, original))
        case str(), str():
            return written == original and len(original) <= LONGEST_TEXT and "\0" not in original
        case int(), int():
            is_same_type = type(written) is type(original)
            return is_same_type and written == original and abs(original) <= LARGEST_NUMBER
    return original is written is None


def _require_duties(event: Event) -> None:
    """Refuse (LookupError, ValueError) a ruling with duties that no referee leaves open."""
    if isinstance(event, Ruled):
        for duty in event.duties:
            sentences.duty(duty.code, times=duty.times)


def is_same(entry: GameEntry, stored: GameEntry) -> bool:
    """Whether an entry is the stored one; a text may have been erased in the file or here."""
    return (
        entry.number == stored.number
        and entry.at == stored.at
        and entry.kind == stored.kind
        and bytes(entry.payload) == bytes(stored.payload)
        and all(entry.notes.get(name, "") in ("", text) or not text for name, text in stored.notes.items())
    )


def replay_entries(read: Sequence[tuple[GameEntry, Event]], *, pointer: str) -> tuple[Game, datetime | None]:
    """The game of these entries, and when it ended; ImportRefused at the first that the rules refuse."""
    replay = Replay()
    state: Game | None = None
    finished_at: datetime | None = None
    for index, (entry, event) in enumerate(read):
        at = f"{pointer}/entries/{index}"
        try:
            recorded, state = _recorded(replay, Entry(entry.number, entry.at, event), state)
        except Violation as refused:
            raise ImportRefused.by_rules(refused.faults, pointer=at) from None
        except _UNREADABLE:
            raise shape_refused(at) from None
        if entry.number != index + 1 or recorded.event != event:
            raise shape_refused(at)
        finished_at = (finished_at or entry.at) if state.status is Status.FINISHED else None
    form_ids = [entry.form_id for entry, _event in read if entry.form_id]
    if state is None or len({*form_ids}) < len(form_ids):
        raise shape_refused(f"{pointer}/entries")
    return state, finished_at


def _recorded(replay: Replay, entry: Entry, before: Game | None) -> tuple[Entry, Game]:
    try:
        if before is not None:
            return history.go_on(replay, entry.event, at=entry.at, game=before)
        if not isinstance(entry.event, Started):
            raise TypeError("a history begins with Started")
        history.start(entry.event, now=entry.at)
    except Violation as refused:
        if not all(fault.code in _FORGIVEN for fault in refused.faults):
            raise
    entry = Entry(entry.number, entry.at, history.canonical(entry.event))
    replay.apply(entry)
    return entry, replay.game()
