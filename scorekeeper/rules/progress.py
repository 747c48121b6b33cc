"""How far a game is, and what each event makes of that: the single steps of the fold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.rules.entries import (
    Agreed,
    Arranged,
    Corrected,
    Departed,
    Dropped,
    Entry,
    Event,
    HandScored,
    Joined,
    Renamed,
    Ruled,
    Settled,
    Started,
    Suspended,
)
from scorekeeper.rules.game import Hand, Seat, VoidAttempt
from scorekeeper.rules.progression import dealer, next_seat
from scorekeeper.rules.rulings import EffectKind, OpenDuty, Precedent, WaitingEffect, dropped, once_done
from scorekeeper.rules.rulings import opened as opened_by
from scorekeeper.rules.rulings import waiting as waiting_for
from scorekeeper.rules.scoring import charged, whole_sheet

_MOVES: Final = (Arranged, Departed, Joined)
_MOVING_EFFECTS: Final = (EffectKind.NEW_DEAL, EffectKind.LEAVES)


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything that the entries so far have made of a game, but for what can be worked out from it."""

    setup: Started
    first_dealer: int
    seats: tuple[Seat, ...]
    order: tuple[int, ...]
    hands: tuple[Hand, ...] = ()
    void: tuple[VoidAttempt, ...] = ()
    suspended: bool = False
    duties: tuple[OpenDuty, ...] = ()
    waiting: tuple[WaitingEffect, ...] = ()
    precedents: tuple[Precedent, ...] = ()

    @property
    def playing(self) -> tuple[int, ...]:
        """Seat numbers still in the game, clockwise."""
        return tuple(number for number in self.order if self.seats[number].left_after is None)

    def dealer(self) -> int:
        """Who deals the current hand (2.2, 2.2a)."""
        last = self.hands[-1].dealer if self.hands else None
        return dealer(self.order, first=self.first_dealer, last=last, playing=self.playing)


def ends_drafts(event: Event) -> bool:
    """Whether a sheet begun before the event, or before it was taken back, may name others or other cards."""
    if isinstance(event, Ruled):
        return any(effect.kind in _MOVING_EFFECTS for effect in event.effects)
    return isinstance(event, _MOVES)


def begin(event: Started) -> Progress:
    """The game as it starts."""
    seats = tuple(Seat(number, name) for number, name in enumerate(event.players))
    return Progress(event, event.first_dealer, seats, order=tuple(range(len(seats))))


def apply(progress: Progress, entry: Entry, *, attempt_at: Callable[[int], int]) -> Progress:
    """The progress after one more entry, which is neither the first nor an undoing one."""
    match entry.event:
        case HandScored() as event:
            return _scored(progress, event, entry=entry.number, attempt=attempt_at(event.hand))
        case Corrected() as event:
            return _corrected(progress, event)
        case Departed(seats=seats):
            return _departed(progress, seats)
        case Joined() as event:
            return _joined(progress, event)
        case Renamed(seat=number, name=name):
            renamed = replace(progress.seats[number], name=name)
            return replace(progress, seats=(*progress.seats[:number], renamed, *progress.seats[number + 1 :]))
        case Arranged() as event:
            return _arranged(progress, event)
        case Ruled() | Settled() | Dropped() | Agreed() as event:
            return _refereed(progress, event, entry=entry.number)
        case event:
            return replace(progress, suspended=isinstance(event, Suspended))


def _scored(progress: Progress, event: HandScored, *, entry: int, attempt: int) -> Progress:
    scores = charged(event.went_out, event.scores)
    if scores is None:
        given = whole_sheet(event.went_out, event.scores)
        void = VoidAttempt(event.hand, attempt, event.went_out, given, entry)
        return replace(_dealt_anew(progress), void=(*progress.void, void))
    dealt_by = progress.dealer()
    starter = next_seat(progress.order, after=dealt_by, playing=progress.playing)
    hand = Hand(event.hand, attempt, dealt_by, starter, event.went_out, scores, entry)
    return replace(_dealt_anew(progress), hands=(*progress.hands, hand))


def _corrected(progress: Progress, event: Corrected) -> Progress:
    scores = charged(event.went_out, event.scores)
    hands = tuple(
        replace(hand, went_out=event.went_out, scores=scores)
        if hand.number == event.hand and scores
        else hand
        for hand in progress.hands
    )
    return replace(progress, hands=hands)


def _departed(progress: Progress, gone: tuple[int, ...]) -> Progress:
    finished = len(progress.hands)
    return replace(
        progress,
        seats=tuple(replace(s, left_after=finished) if s.number in gone else s for s in progress.seats),
        suspended=False,
        duties=tuple(line for line in progress.duties if line.duty.seat not in gone),
        waiting=tuple(line for line in progress.waiting if line.effect.seat not in gone),
    )


def _joined(progress: Progress, event: Joined) -> Progress:
    number = len(progress.seats)
    seat = Seat(number, event.name, first_hand=len(progress.hands) + 1, start_score=event.start_score)
    place = progress.order.index(event.after) + 1
    order = (*progress.order[:place], number, *progress.order[place:])
    return replace(progress, seats=(*progress.seats, seat), order=order)


def _arranged(progress: Progress, event: Arranged) -> Progress:
    """The names move to their new numbers; so does what binds them or waits for them."""
    place = {old: new for new, old in enumerate(event.order)}
    return replace(
        progress,
        seats=tuple(Seat(number, progress.seats[old].name) for number, old in enumerate(event.order)),
        first_dealer=event.first_dealer,
        duties=tuple(
            replace(line, duty=replace(line.duty, seat=_moved(line.duty.seat, place=place)))
            for line in progress.duties
        ),
        waiting=tuple(
            replace(line, effect=replace(line.effect, seat=_moved(line.effect.seat, place=place)))
            for line in progress.waiting
        ),
    )


def _moved(seat: int | None, *, place: dict[int, int]) -> int | None:
    return None if seat is None else place[seat]


def _refereed(progress: Progress, event: Ruled | Settled | Dropped | Agreed, *, entry: int) -> Progress:
    match event:
        case Ruled():
            return _ruled(progress, event, entry=entry)
        case Settled(entry=ruling, line=line):
            return replace(progress, duties=once_done(progress.duties, entry=ruling, line=line))
        case Dropped(entry=ruling, line=line):
            return replace(progress, waiting=dropped(progress.waiting, entry=ruling, line=line))
        case said:
            precedent = Precedent(entry, said.clause, question=said.question, agreed=said.agreed)
            return replace(progress, precedents=(*progress.precedents, precedent))


def _ruled(progress: Progress, event: Ruled, *, entry: int) -> Progress:
    kinds = {effect.kind for effect in event.effects}
    after = _dealt_anew(progress) if EffectKind.NEW_DEAL in kinds else progress
    after = replace(
        after,
        duties=(*after.duties, *opened_by(event.duties, entry=entry)),
        waiting=(*after.waiting, *waiting_for(event.effects, entry=entry)),
    )
    if event.precedent is not None:
        precedent = Precedent(
            entry, event.precedent, irregularity=event.irregularity, choice=event.choice, agreed=event.agreed
        )
        after = replace(after, precedents=(*after.precedents, precedent))
    gone = tuple(e.seat for e in event.effects if e.kind is EffectKind.LEAVES and e.seat is not None)
    return _departed(after, gone) if gone else after


def _dealt_anew(progress: Progress) -> Progress:
    """Nothing of the cards that were held binds any longer."""
    return replace(progress, duties=(), waiting=())
