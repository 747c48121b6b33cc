"""Starting a game and recording events: the entry and all that follows from it in one transaction."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import select

from scorekeeper.models import EntryRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules import history
from scorekeeper.rules.corrections import UNCHANGED, Unchanged, merged
from scorekeeper.rules.entries import (
    Corrected,
    Entry,
    ErrorKind,
    Event,
    GivenScore,
    HandScored,
    Ruled,
    Started,
    Undone,
)
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.fold import Replay, fold
from scorekeeper.rules.game import Game, Hand, VoidAttempt
from scorekeeper.rules.rulesets.ruleset import Incomplete
from scorekeeper.rules.rulings import WaitingEffect
from scorekeeper.rules.scoring import same_sheet
from scorekeeper.services.common.faults import HandConflict, StaleVersion
from scorekeeper.services.games import log, projection, rights
from scorekeeper.services.games.listener import listener
from scorekeeper.services.games.log import PROGRAM, Origin

ID_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Recorded:
    """The game after an event was recorded, and the number of the entry that holds the event.

    `again`: the entry was there before, nothing was written. `replay`: the hand is void and must be played
    again (8.6).
    """

    game: Game
    entry: int
    again: bool = False

    @property
    def replay(self) -> bool:
        return any(void.entry == self.entry for void in self.game.void)

    @property
    def outcome(self) -> Literal["replay", "again", "saved"]:
        """What became of a sheet."""
        return "replay" if self.replay else "again" if self.again else "saved"


@dataclass(frozen=True, slots=True)
class Expected:
    """The game that a caller means by what it has read; None: it does not say.

    `version` is the newest one it knows, `attempt` the attempt at a hand that its form was made for, and
    `waiting` the mark of the effects that the form showed.
    """

    version: int | None = None
    attempt: int | None = None
    waiting: str | None = None


ANY_GAME: Final = Expected()


@dataclass(frozen=True, slots=True)
class Correction:
    """The changes of a recorded hand, and the answers to the questions of section 15; None: not answered.

    `charges` has new charges for missing cards by seat (12.5); the other seats keep theirs.
    """

    hand: int
    changes: tuple[GivenScore, ...]
    kind: ErrorKind | None
    went_out: int | Unchanged | None = UNCHANGED
    rummy: bool | Unchanged = UNCHANGED
    mixed: bool | None = None
    disputed_before: bool | None = None
    agreed: bool | None = None
    reason: str = ""
    charges: Mapping[int, int] = field(default_factory=dict)


def start_game(
    event: Started, *, now: datetime, origin: Origin = PROGRAM, previous: str | None = None
) -> str:
    """Start a game and give its phone the right to it; the new id, FormRecorded or RuleViolation.

    The id is that of its form, so that a phone knows it before it is heard. `previous` is the game whose
    seats play again.
    """
    entry, game = history.start(event, now=now)
    game_id = origin.form_id or secrets.token_urlsafe(ID_BYTES)
    with writing() as session:
        log.require_new(session, origin)
        projection.start(session, game_id, game=game, now=now, previous=previous)
        log.append(session, game_id, entry=entry, origin=origin)
        if origin.device is not None:
            rights.add(session, game_id, device=origin.device, via=rights.Via.CREATED, now=now)
    return game_id


def record(
    game_id: str,
    event: Event,
    *,
    now: datetime,
    origin: Origin = PROGRAM,
    expected: Expected = ANY_GAME,
) -> Recorded:
    """Append an event to a game, unless the last ruling or a recorded sheet says the same.

    UnknownGame, FormRecorded, StaleVersion, HandConflict, StateViolation or RuleViolation; a refusal changes
    nothing.
    """
    with writing() as session:
        log.require_new(session, origin, game_id=game_id)
        replay = Replay(log.load(session, game_id))
        before = replay.game()
        if log.is_next(session, game_id, origin=origin, unseen=_unseen(expected, before)):
            expected = Expected(before.version, before.hand.attempt if before.hand else None)
        _require(expected, replay, game=before, event=event)
        if first := _recorded_before(replay, event, game=before, expected=expected):
            return Recorded(before, first, again=True)
        of_league = bool(before.player_ids)
        if of_league:
            event = listener().before_recording(session, before, event, now=now)
        event = history.settled(event, game=before, at=now)
        entry, after = history.go_on(replay, event, at=now, game=before)
        log.append(session, game_id, entry=entry, origin=origin)
        projection.write(session, game_id, before=before, after=after, now=now)
        if of_league:
            listener().recorded(session, game_id, before=before, after=after, entry=entry.number, now=now)
    return Recorded(after, entry.number)


@contextmanager
def changing(game_id: str, *, seen: int | None, origin: Origin) -> Iterator[Game]:
    """The game within the transaction in which an event is made of it.

    UnknownGame, FormRecorded, StaleVersion.
    """
    with writing() as session:
        log.require_new(session, origin, game_id=game_id)
        game = current(game_id)
        if not log.is_next(session, game_id, origin=origin, unseen=_unseen(Expected(seen), game)):
            _require_version(game, seen)
        yield game


def require_new(game_id: str, origin: Origin) -> None:
    """FormRecorded if the form is recorded in this game already, whatever it says."""
    with reading() as session:
        log.require_new(session, origin, game_id=game_id)


def entry_of(game_id: str, form_id: str) -> int | None:
    """The number of the entry that a form has recorded in this game."""
    recorded = (EntryRow.game_id == game_id) & (EntryRow.form_id == form_id)
    with reading() as session:
        return session.scalar(select(EntryRow.number).where(recorded))


def waiting_mark(waiting: Iterable[WaitingEffect]) -> str:
    """Which effects wait for a sheet, for a form that is shown with them."""
    return " ".join(f"{line.entry}.{line.line}" for line in waiting)


def undo(game_id: str, entry: int, *, now: datetime, origin: Origin = PROGRAM) -> Recorded:
    """Undo the last entry that still stands; StateViolation if `entry` is another. Else as of `record`."""
    return record(game_id, Undone(entry), now=now, origin=origin)


def correct(
    game_id: str, correction: Correction, *, now: datetime, origin: Origin = PROGRAM, seen: int | None = None
) -> Recorded:
    """Record a correction as a whole sheet: the recorded one with the changes.

    Errors as of `record`; in their pointers the changed scores come first.
    """
    with changing(game_id, seen=seen, origin=origin) as game:
        return record(game_id, _corrected(correction, game), now=now, origin=origin)


def preview(game_id: str, event: Event, *, now: datetime) -> Game:
    """The game as it would be after `event`, which is not recorded; the rest as of `record`."""
    return history.append(entries(game_id), event, at=now)[1]


def current(game_id: str) -> Game:
    """The game after its last entry; UnknownGame."""
    return fold(entries(game_id))


def is_reseated(game_id: str, *, hand: int, attempt: int) -> bool:
    """Whether the seats were numbered anew since the form for an attempt at a hand was made; UnknownGame."""
    return attempt < Replay(entries(game_id)).seated_at(hand)


def entries(game_id: str) -> tuple[Entry, ...]:
    """All entries of a game, oldest first; UnknownGame."""
    with reading() as session:
        return log.load(session, game_id)


def _unseen(expected: Expected, game: Game) -> tuple[int, ...]:
    """The entries that a form does not know, of those that matter to it."""
    if expected.version is not None:
        return tuple(range(expected.version + 1, game.version + 1))
    seen = (expected.waiting or "").split()
    return tuple(line.entry for line in game.waiting if waiting_mark([line]) not in seen)


def _require_version(game: Game, version: int | None) -> None:
    if version not in (None, game.version):
        raise StaleVersion(game.version)


def _require(expected: Expected, replay: Replay, *, game: Game, event: Event) -> None:
    """Refuse what was made for another game than this one: StaleVersion, or StateViolation of a sheet."""
    _require_version(game, expected.version)
    if not isinstance(event, HandScored) or expected.attempt is None:
        return
    if expected.attempt < replay.seated_at(event.hand):
        raise StateViolation(Fault(FaultCode.HAND_RESEATED, values=(("hand", event.hand),)))
    is_current = game.hand is not None and (event.hand, expected.attempt) == (
        game.hand.number,
        game.hand.attempt,
    )
    if is_current and expected.waiting not in (None, waiting_mark(game.waiting)):
        raise StateViolation(Fault(FaultCode.WAITING_CHANGED))


def _recorded_before(replay: Replay, event: Event, *, game: Game, expected: Expected) -> int | None:
    """The entry that says the same as the event; None: it is new. HandConflict, StateViolation."""
    match event:
        case Ruled():
            return replay.ruled_before(event)
        case HandScored():
            saved = _saved(game, event, expected=expected)
            return None if saved is None else saved.entry
        case _:
            return None


def _corrected(correction: Correction, game: Game) -> Corrected:
    went_out, rummy, scores = correction.went_out, correction.rummy, correction.changes
    if 1 <= correction.hand <= len(game.hands):
        old = game.hands[correction.hand - 1]
        rummy = old.rummy if rummy is UNCHANGED else rummy
        went_out, scores = merged(old, changes=scores, went_out=went_out, charges=correction.charges)
    is_plain = game.rules.incomplete is Incomplete.PLAIN
    return Corrected(
        hand=correction.hand,
        went_out=None if went_out is UNCHANGED else went_out,
        scores=scores,
        kind=None if is_plain else correction.kind,
        rummy=rummy is True,
        mixed=None if is_plain else correction.mixed,
        disputed_before=None if is_plain else correction.disputed_before,
        agreed=correction.agreed,
        reason=correction.reason,
    )


def _saved(game: Game, sheet: HandScored, *, expected: Expected) -> Hand | VoidAttempt | None:
    """The recorded hand if the sheet is recorded already; None when the sheet is new.

    HandConflict when another sheet is recorded; StateViolation when the expected attempt was undone.
    """
    attempt = expected.attempt
    saved: Hand | VoidAttempt | None
    if 1 <= sheet.hand <= len(game.hands):
        saved = game.hands[sheet.hand - 1]
    elif game.hand is None or sheet.hand != game.hand.number or attempt == game.hand.attempt:
        return None
    else:
        void = {void.attempt: void for void in game.void if void.number == sheet.hand}
        saved = void.get(game.hand.attempt - 1 if attempt is None else attempt)
        knows_all = expected.version is not None
        if attempt is None and (saved is None or knows_all or saved.entry < game.rules_entry):
            return None
        if saved is None:
            raise StateViolation(Fault(FaultCode.HAND_TAKEN_BACK, "", None, (("hand", sheet.hand),)))
    rules = saved.rules if isinstance(saved, Hand) else game.rules
    if same_sheet(saved, sheet, rules=rules):
        return saved
    if attempt is None and isinstance(saved, VoidAttempt):
        return None
    raise HandConflict(saved, offered=sheet.normalised(), rules=rules, version=game.version)
