"""The one way from a history to a game: a pure fold over the entries that still stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from scorekeeper.rules.contracts import LAST_HAND, contract
from scorekeeper.rules.entries import Entry, HandScored, Started, Undone
from scorekeeper.rules.game import CurrentHand, Game, Status
from scorekeeper.rules.progress import Progress, apply, begin, ends_drafts
from scorekeeper.rules.progression import next_seat
from scorekeeper.rules.standings import standings, statistics


class Replay:
    """A history taken in entry by entry; undoing goes back to the progress before."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.standing: list[tuple[Entry, Progress]] = []
        self.version = 0
        self._sheets: Counter[int] = Counter()
        self._moves = 0
        for entry in entries:
            self.apply(entry)

    def apply(self, entry: Entry) -> None:
        event = entry.event
        self.version = entry.number
        if isinstance(event, Undone):
            undone, _ = self.standing.pop()
            self._moves += ends_drafts(undone.event)
            return
        self.standing.append((entry, self._after(entry)))
        self._moves += ends_drafts(event)
        if isinstance(event, HandScored):
            self._sheets[event.hand] += 1

    def attempt_at(self, hand: int) -> int:
        """One more than the sheets so far and the times that drafts were ended, forth or back."""
        return 1 + self._sheets[hand] + self._moves

    def game(self) -> Game:
        """The game at this point of its history, of which at least one entry was taken in."""
        return _game(self.standing[-1][1], replay=self)

    def _after(self, entry: Entry) -> Progress:
        if self.standing:
            return apply(self.standing[-1][1], entry, attempt_at=self.attempt_at)
        if not isinstance(entry.event, Started):
            raise TypeError("a history begins with Started")
        return begin(entry.event)


def fold(entries: Iterable[Entry]) -> Game:
    """The game that a history tells. `entries` were accepted one by one; the first is a `Started`."""
    return Replay(entries).game()


def games(entries: Iterable[Entry]) -> Iterator[Game]:
    """The game after each entry, the last one being that of `fold`."""
    replay = Replay()
    for entry in entries:
        replay.apply(entry)
        yield replay.game()


def taken_back(entries: Iterable[Entry]) -> dict[int, int]:
    """The numbers of the entries taken back, each with the number of the entry that did it."""
    return {entry.event.entry: entry.number for entry in entries if isinstance(entry.event, Undone)}


def _game(progress: Progress, *, replay: Replay) -> Game:
    stopped = len(progress.playing) < 2 and len(progress.hands) < LAST_HAND
    status = _status(progress, stopped=stopped)
    finished = status is Status.FINISHED
    lines = standings(progress.seats, order=progress.order, hands=progress.hands, stopped=stopped)
    return Game(
        setup=progress.setup,
        version=replay.version,
        first_dealer=progress.first_dealer,
        seats=progress.seats,
        order=progress.order,
        hands=progress.hands,
        void=progress.void,
        status=status,
        hand=None if finished else _current(progress, attempt_at=replay.attempt_at),
        standings=lines,
        statistics=statistics(progress.seats, standing=lines, finished=finished, stopped=stopped),
        standing_entries=tuple(entry.number for entry, _ in replay.standing),
        duties=() if finished else progress.duties,
        waiting=() if finished else progress.waiting,
        precedents=progress.precedents,
    )


def _status(progress: Progress, *, stopped: bool) -> Status:
    if stopped or len(progress.hands) == LAST_HAND:
        return Status.FINISHED
    return Status.SUSPENDED if progress.suspended else Status.PLAYING


def _current(progress: Progress, *, attempt_at: Callable[[int], int]) -> CurrentHand:
    number = len(progress.hands) + 1
    dealt_by = progress.dealer()
    starter = next_seat(progress.order, after=dealt_by, playing=progress.playing)
    return CurrentHand(number, attempt_at(number), contract(number), dealt_by, starter)
