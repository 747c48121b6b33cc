"""The one way from a history to a game: a pure fold over the entries that still stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.contracts import LAST_HAND, contract
from scorekeeper.rules.entries import (
    Arranged,
    Corrected,
    Departed,
    Entry,
    HandScored,
    Joined,
    Renamed,
    Started,
    Suspended,
    Undone,
)
from scorekeeper.rules.game import CurrentHand, Game, Hand, Seat, Status, VoidAttempt
from scorekeeper.rules.progression import dealer, next_seat
from scorekeeper.rules.scoring import charged, whole_sheet
from scorekeeper.rules.standings import standings, statistics


@dataclass(frozen=True, slots=True)
class _Progress:
    setup: Started
    first_dealer: int
    seats: tuple[Seat, ...]
    order: tuple[int, ...]
    hands: tuple[Hand, ...] = ()
    void: tuple[VoidAttempt, ...] = ()
    suspended: bool = False

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(number for number in self.order if self.seats[number].left_after is None)

    def dealer(self) -> int:
        last = self.hands[-1].dealer if self.hands else None
        return dealer(self.order, first=self.first_dealer, last=last, playing=self.playing)


def fold(entries: Sequence[Entry]) -> Game:
    """The game that a history tells. `entries` were accepted one by one; the first is a `Started`."""
    standing = still_standing(entries)
    attempts = _attempts(entries)
    first = standing[0].deed
    if not isinstance(first, Started):
        raise TypeError("a history begins with Started")
    progress = _begin(first)
    for entry in standing[1:]:
        progress = _apply(progress, entry, attempts)
    return _game(progress, entries=entries, standing=standing)


def still_standing(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries not taken back, without the undoing ones, oldest first."""
    stack: list[Entry] = []
    for entry in entries:
        if isinstance(entry.deed, Undone):
            stack.pop()
        else:
            stack.append(entry)
    return tuple(stack)


def _attempts(entries: Sequence[Entry]) -> dict[int, int]:
    """Which attempt at its hand each entry that recorded one was."""
    return {
        entry.number: attempt_at(entries[:index], hand=entry.deed.hand)
        for index, entry in enumerate(entries)
        if isinstance(entry.deed, HandScored)
    }


def attempt_at(entries: Sequence[Entry], *, hand: int) -> int:
    """Which attempt at `hand` comes next: one more than its sheets so far and the rearrangements of seats."""
    return 1 + sum(
        isinstance(entry.deed, Arranged) or (isinstance(entry.deed, HandScored) and entry.deed.hand == hand)
        for entry in entries
    )


def _begin(deed: Started) -> _Progress:
    seats = tuple(Seat(number, name) for number, name in enumerate(deed.players))
    return _Progress(deed, deed.first_dealer, seats, order=tuple(range(len(seats))))


def _apply(progress: _Progress, entry: Entry, attempts: dict[int, int]) -> _Progress:
    match entry.deed:
        case HandScored() as deed:
            return _scored(progress, deed, entry=entry.number, attempt=attempts[entry.number])
        case Corrected() as deed:
            return _corrected(progress, deed)
        case Departed() as deed:
            return _departed(progress, deed)
        case Joined() as deed:
            return _joined(progress, deed)
        case Renamed(seat=number, name=name):
            renamed = replace(progress.seats[number], name=name)
            return replace(progress, seats=(*progress.seats[:number], renamed, *progress.seats[number + 1 :]))
        case Arranged(order=order, first_dealer=first_dealer):
            moved = tuple(Seat(number, progress.seats[old].name) for number, old in enumerate(order))
            return replace(progress, seats=moved, first_dealer=first_dealer)
        case deed:
            return replace(progress, suspended=isinstance(deed, Suspended))


def _scored(progress: _Progress, deed: HandScored, *, entry: int, attempt: int) -> _Progress:
    scores = charged(deed.went_out, deed.scores)
    if scores is None:
        given = whole_sheet(deed.went_out, deed.scores)
        void = VoidAttempt(deed.hand, attempt, deed.went_out, given, entry)
        return replace(progress, void=(*progress.void, void))
    dealt_by = progress.dealer()
    starter = next_seat(progress.order, after=dealt_by, playing=progress.playing)
    hand = Hand(deed.hand, attempt, dealt_by, starter, deed.went_out, scores, entry)
    return replace(progress, hands=(*progress.hands, hand))


def _corrected(progress: _Progress, deed: Corrected) -> _Progress:
    scores = charged(deed.went_out, deed.scores)
    hands = tuple(
        replace(hand, went_out=deed.went_out, scores=scores) if hand.number == deed.hand and scores else hand
        for hand in progress.hands
    )
    return replace(progress, hands=hands)


def _departed(progress: _Progress, deed: Departed) -> _Progress:
    finished = len(progress.hands)
    seats = tuple(
        replace(seat, left_after=finished) if seat.number in deed.seats else seat for seat in progress.seats
    )
    return replace(progress, seats=seats, suspended=False)


def _joined(progress: _Progress, deed: Joined) -> _Progress:
    number = len(progress.seats)
    seat = Seat(number, deed.name, first_hand=len(progress.hands) + 1, start_score=deed.start_score)
    place = progress.order.index(deed.after) + 1
    order = (*progress.order[:place], number, *progress.order[place:])
    return replace(progress, seats=(*progress.seats, seat), order=order)


def _game(progress: _Progress, *, entries: Sequence[Entry], standing: Sequence[Entry]) -> Game:
    stopped = len(progress.playing) < 2 and len(progress.hands) < LAST_HAND
    status = _status(progress, stopped=stopped)
    finished = status is Status.FINISHED
    lines = standings(progress.seats, order=progress.order, hands=progress.hands, stopped=stopped)
    return Game(
        setup=progress.setup,
        version=entries[-1].number,
        first_dealer=progress.first_dealer,
        seats=progress.seats,
        order=progress.order,
        hands=progress.hands,
        void=progress.void,
        status=status,
        hand=None if finished else _current(progress, entries=entries),
        standings=lines,
        statistics=statistics(progress.seats, standing=lines, finished=finished, stopped=stopped),
        standing_entries=tuple(entry.number for entry in standing),
    )


def _status(progress: _Progress, *, stopped: bool) -> Status:
    if stopped or len(progress.hands) == LAST_HAND:
        return Status.FINISHED
    return Status.SUSPENDED if progress.suspended else Status.PLAYING


def _current(progress: _Progress, *, entries: Sequence[Entry]) -> CurrentHand:
    number = len(progress.hands) + 1
    dealt_by = progress.dealer()
    starter = next_seat(progress.order, after=dealt_by, playing=progress.playing)
    return CurrentHand(number, attempt_at(entries, hand=number), contract(number), dealt_by, starter)
