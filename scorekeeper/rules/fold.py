"""The one way from a history to a game: a pure fold over the entries that still stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

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

# After these, and after taking one back, a sheet that was begun before may name other players.
_MOVES: Final = (Arranged, Departed, Joined)


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


class Walk:
    """A history taken in entry by entry; undoing goes back to the progress before."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.standing: list[tuple[Entry, _Progress]] = []
        self.version = 0
        self._sheets: Counter[int] = Counter()
        self._moves = 0
        for entry in entries:
            self.take(entry)

    def take(self, entry: Entry) -> None:
        deed = entry.deed
        self.version = entry.number
        if isinstance(deed, Undone):
            undone, _ = self.standing.pop()
            self._moves += isinstance(undone.deed, _MOVES)
            return
        self.standing.append((entry, self._after(entry)))
        self._moves += isinstance(deed, _MOVES)
        if isinstance(deed, HandScored):
            self._sheets[deed.hand] += 1

    def attempt_at(self, hand: int) -> int:
        """One more than the sheets so far and the times that seats changed hands, forth or back."""
        return 1 + self._sheets[hand] + self._moves

    def game(self) -> Game:
        """The game at this point of its history, of which at least one entry was taken in."""
        return _game(self.standing[-1][1], walk=self)

    def _after(self, entry: Entry) -> _Progress:
        if self.standing:
            return _apply(self.standing[-1][1], entry, attempt_at=self.attempt_at)
        if not isinstance(entry.deed, Started):
            raise TypeError("a history begins with Started")
        return _begin(entry.deed)


def fold(entries: Iterable[Entry]) -> Game:
    """The game that a history tells. `entries` were accepted one by one; the first is a `Started`."""
    return Walk(entries).game()


def games(entries: Iterable[Entry]) -> Iterator[Game]:
    """The game after each entry, the last one being that of `fold`."""
    walk = Walk()
    for entry in entries:
        walk.take(entry)
        yield walk.game()


def still_standing(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries not taken back, without the undoing ones, oldest first."""
    every = tuple(entries)
    gone = taken_back(every)
    return tuple(e for e in every if e.number not in gone and not isinstance(e.deed, Undone))


def taken_back(entries: Iterable[Entry]) -> dict[int, int]:
    """The numbers of the entries taken back, each with the number of the entry that did it."""
    return {entry.deed.entry: entry.number for entry in entries if isinstance(entry.deed, Undone)}


def _begin(deed: Started) -> _Progress:
    seats = tuple(Seat(number, name) for number, name in enumerate(deed.players))
    return _Progress(deed, deed.first_dealer, seats, order=tuple(range(len(seats))))


def _apply(progress: _Progress, entry: Entry, *, attempt_at: Callable[[int], int]) -> _Progress:
    match entry.deed:
        case HandScored() as deed:
            return _scored(progress, deed, entry=entry.number, attempt=attempt_at(deed.hand))
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


def _game(progress: _Progress, *, walk: Walk) -> Game:
    stopped = len(progress.playing) < 2 and len(progress.hands) < LAST_HAND
    status = _status(progress, stopped=stopped)
    finished = status is Status.FINISHED
    lines = standings(progress.seats, order=progress.order, hands=progress.hands, stopped=stopped)
    return Game(
        setup=progress.setup,
        version=walk.version,
        first_dealer=progress.first_dealer,
        seats=progress.seats,
        order=progress.order,
        hands=progress.hands,
        void=progress.void,
        status=status,
        hand=None if finished else _current(progress, attempt_at=walk.attempt_at),
        standings=lines,
        statistics=statistics(progress.seats, standing=lines, finished=finished, stopped=stopped),
        standing_entries=tuple(entry.number for entry, _ in walk.standing),
    )


def _status(progress: _Progress, *, stopped: bool) -> Status:
    if stopped or len(progress.hands) == LAST_HAND:
        return Status.FINISHED
    return Status.SUSPENDED if progress.suspended else Status.PLAYING


def _current(progress: _Progress, *, attempt_at: Callable[[int], int]) -> CurrentHand:
    number = len(progress.hands) + 1
    dealt_by = progress.dealer()
    starter = next_seat(progress.order, after=dealt_by, playing=progress.playing)
    return CurrentHand(number, attempt_at(number), contract(number), dealt_by, starter)
