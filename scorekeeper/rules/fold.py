"""Folds a history into a game: the only way from entries to scores (2.2, 2.2a, 2.5, 8.6a).

What goes in are the entries of one game in their order, the first of them its start. What comes out is a
`Game`: seats, hands, totals, who deals next, what rulings left open.

The idea: a `Progress` is what the entries so far have made of a game, a frozen value. Each kind of event is
one function from a progress and the event to the next progress. `Replay` keeps a stack of pairs, an entry
and the progress after it. An undoing entry takes the topmost pair off, so it needs no opposite of any event,
and what stood below is again the present. What the present implies (standings, winners, status, the next
dealer) is worked out once, from the last progress.

Invariants: an entry was checked by `history` before it was recorded, so nothing is refused here, and every
stored history can be folded for ever. No function looks at the clock, at chance or at the rules in the files
of today: an entry holds the ruleset and the effects that it needs. A hand is scored by the rules of its own
time. The attempts at a hand are counted over all entries, also those that were undone.

The cost is one step for each entry, about 1 ms for a whole game. Where it can be wrong: an event of a new
kind needs its step, and must say whether it puts drafts of a sheet out of date (`ends_drafts`).

An example: Started, HandScored(1), HandScored(2), Undone fold to a game with one hand, whose next hand is
the second one, at its second attempt.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Final

from scorekeeper.rules.entries import (
    Agreed,
    Arranged,
    Corrected,
    Departed,
    Dropped,
    Ended,
    Entry,
    Event,
    HandScored,
    Joined,
    Renamed,
    Resumed,
    Ruled,
    RulesChanged,
    Settled,
    Started,
    Substituted,
    Suspended,
    Undone,
)
from scorekeeper.rules.game import CurrentHand, Game, Hand, Progress, Seat, Status, VoidAttempt
from scorekeeper.rules.rulesets.ruleset import Ends, Incomplete, Ruleset
from scorekeeper.rules.rulings import Effect, EffectKind, Precedent, WaitingEffect, dropped, once_done
from scorekeeper.rules.rulings import opened as opened_by
from scorekeeper.rules.rulings import waiting as waiting_for
from scorekeeper.rules.scoring import scored
from scorekeeper.rules.standings import own_total, standings, statistics, winners

_MEMBERS: Final = tuple(member.name for member in fields(Progress))
_ONE_DAY: Final = timedelta(days=1)
_MOVES: Final = (Arranged, Departed, Joined)
_MOVING_EFFECTS: Final = (EffectKind.NEW_DEAL, EffectKind.LEAVES)


def ends_drafts(event: Event) -> bool:
    """Whether the event, or its undoing, puts drafts of a sheet out of date: it changes players or cards."""
    if isinstance(event, Ruled):
        return any(effect.kind in _MOVING_EFFECTS for effect in event.effects)
    return isinstance(event, _MOVES) or (isinstance(event, Resumed) and bool(event.without))


def _begun(event: Started) -> Progress:
    known = enumerate(zip_longest(event.players, event.player_ids, event.totals))
    seats = tuple(
        Seat(number, name, player_id=player_id, given_total=total)
        for number, (name, player_id, total) in known
    )
    return Progress(event, event.rules, event.first_dealer, seats, order=tuple(range(len(seats))))


def _advanced(progress: Progress, entry: Entry, *, attempt_at: Callable[[int], int]) -> Progress:
    """The progress after one more entry, which is neither the first nor an undoing one."""
    match entry.event:
        case HandScored() as event:
            return _scored(progress, event, entry=entry.number, attempt=attempt_at(event.hand))
        case RulesChanged(rules=rules):
            waiting = tuple(_waiting_by(rules, line, before=progress.rules) for line in progress.waiting)
            return replace(
                progress, rules=rules, rules_entry=entry.number, waiting=tuple(filter(None, waiting))
            )
        case Ruled() as event:
            return _ruled(progress, event, entry=entry.number)
        case Suspended():
            return replace(progress, suspended_at=entry.at)
        case Resumed() as event:
            return _resumed(progress, event, at=entry.at)
        case Agreed(clause=clause, question=question, agreed=agreed):
            precedent = Precedent(entry.number, clause, question=question, agreed=agreed)
            return replace(progress, precedents=(*progress.precedents, precedent))
        case event:
            return _STEPS[type(event)](progress, event)


def _waiting_by(rules: Ruleset, line: WaitingEffect, *, before: Ruleset) -> WaitingEffect | None:
    """What waits for a sheet by other rules: a charge for as many cards; None if they know no such thing."""
    match line.effect:
        case Effect(EffectKind.NO_SCORE):
            return line if rules.incomplete is Incomplete.POSTED else None
        case Effect(EffectKind.CHARGE, points=points) as charge if before.missing_card:
            points = points // before.missing_card * (rules.missing_card or 0)
            return replace(line, effect=replace(charge, points=points)) if points else None
        case _:
            return line


def _scored(progress: Progress, event: HandScored, *, entry: int, attempt: int) -> Progress:
    scores = scored(event, rules=progress.rules)
    if scores is None:
        void = VoidAttempt(event, attempt, entry)
        return replace(_dealt_anew(progress), void=(*progress.void, void))
    places = _dealer_and_starter(progress)
    hand = Hand(event, attempt, entry, *places, scores, progress.rules, progress.rules_entry)
    return replace(_dealt_anew(progress), hands=(*progress.hands, hand))


def _corrected(progress: Progress, event: Corrected) -> Progress:
    """The progress with one hand scored anew, by the rules of its own time; no correction voids it (8.6)."""
    old = progress.hands[event.hand - 1]
    scores = scored(event, rules=old.rules) or old.scores
    sheet = replace(old.sheet, went_out=event.went_out, scores=event.scores, rummy=event.rummy)
    new = replace(old, sheet=sheet, scores=scores)
    return replace(progress, hands=(*progress.hands[: event.hand - 1], new, *progress.hands[event.hand :]))


def _resumed(progress: Progress, event: Resumed, *, at: datetime) -> Progress:
    is_new_day = progress.suspended_at is not None and at - progress.suspended_at > _ONE_DAY
    after = replace(progress, suspended_at=None, resumed_at=at if is_new_day else progress.resumed_at)
    return _departed(after, event.without)


def _renamed(progress: Progress, event: Renamed) -> Progress:
    number = event.seat
    seat = replace(progress.seats[number], name=event.name, player_id=event.player_id)
    return replace(progress, seats=(*progress.seats[:number], seat, *progress.seats[number + 1 :]))


def _substituted(progress: Progress, event: Substituted) -> Progress:
    """The seat with its substitute; before a hand is recorded nobody has begun."""
    seat = progress.seats[event.seat]
    if progress.hands and seat.substitute_for is None:
        seat = replace(seat, substitute_for=seat.name, starter_id=seat.player_id)
    seats = (*progress.seats[: event.seat], seat, *progress.seats[event.seat + 1 :])
    return _renamed(replace(progress, seats=seats), event)


def _departed(progress: Progress, gone: tuple[int, ...]) -> Progress:
    finished = len(progress.hands)
    return replace(
        progress,
        seats=tuple(replace(s, left_after=finished) if s.number in gone else s for s in progress.seats),
        suspended_at=None,
        duties=tuple(line for line in progress.duties if line.duty.seat not in gone),
        waiting=tuple(line for line in progress.waiting if line.effect.seat not in gone),
    )


def _joined(progress: Progress, event: Joined) -> Progress:
    """The progress with one more seat; nobody is late before a hand is recorded (8.7a)."""
    number, is_late, setup = len(progress.seats), bool(progress.hands), progress.setup
    seat = Seat(
        number,
        event.name,
        first_hand=len(progress.hands) + 1,
        start_score=event.start_score if is_late else event.start_score or None,
        player_id=event.player_id,
    )
    place = progress.order.index(event.after) + 1
    order = (*progress.order[:place], number, *progress.order[place:])
    if not is_late:
        setup = replace(setup, players=(*setup.players, event.name))
    return replace(progress, setup=setup, seats=(*progress.seats, seat), order=order)


def _arranged(progress: Progress, event: Arranged) -> Progress:
    """The table as if the game had started so; duties and effects go with their players, gone ones too."""
    seats, first_dealer = arranged_seats(progress, event), _arranged_dealer(progress, event)
    place: dict[int | None, int | None] = {old: new for new, old in enumerate(event.order)} | {None: None}
    return replace(
        progress,
        setup=replace(
            progress.setup,
            players=tuple(seat.name for seat in seats),
            player_ids=tuple(seat.player_id for seat in seats if seat.player_id is not None),
            first_dealer=first_dealer,
        ),
        seats=seats,
        order=tuple(range(len(seats))),
        first_dealer=first_dealer,
        duties=tuple(
            replace(line, duty=replace(line.duty, seat=place[line.duty.seat]))
            for line in progress.duties
            if line.duty.seat in place
        ),
        waiting=tuple(
            replace(line, effect=replace(line.effect, seat=place[line.effect.seat]))
            for line in progress.waiting
            if line.effect.seat in place
        ),
    )


def arranged_seats(progress: Progress, event: Arranged) -> tuple[Seat, ...]:
    """The seats in their new order, with new numbers and names; a newcomer without a name has ""."""
    seats = tuple(
        replace(Seat(number, "") if old is None else progress.seats[old], number=number)
        for number, old in enumerate(event.order)
    )
    if not event.names:
        return seats
    named = zip_longest(event.names, event.player_ids)
    return tuple(
        replace(seat, name=name, player_id=player_id)
        for seat, (name, player_id) in zip(seats, named, strict=True)
    )


def _arranged_dealer(progress: Progress, event: Arranged) -> int:
    """The first dealer's new seat; that of the next in turn who stays, if the dealer is gone."""
    staying = {old for old in event.order if old is not None}
    if event.first_dealer is not None or not staying:
        return event.first_dealer or 0
    old = dealer(_in_turn(progress), first=progress.first_dealer, last=None, playing=staying)
    return event.order.index(old)


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


def _closed(progress: Progress, event: Settled | Dropped) -> Progress:
    if isinstance(event, Settled):
        return replace(progress, duties=once_done(progress.duties, entry=event.entry, line=event.line))
    return replace(progress, waiting=dropped(progress.waiting, entry=event.entry, line=event.line))


_STEPS: Final[dict[type, Callable[..., Progress]]] = {
    Corrected: _corrected,
    Departed: lambda progress, event: _departed(progress, event.seats),
    Joined: _joined,
    Renamed: _renamed,
    Substituted: _substituted,
    Arranged: _arranged,
    Ended: lambda progress, _: replace(progress, ended=True),
    Settled: _closed,
    Dropped: _closed,
}


def _dealt_anew(progress: Progress) -> Progress:
    """The progress without duties and effects, which end with the cards that were held."""
    return replace(progress, duties=(), waiting=())


class Replay:
    """Applies the entries of a history one by one; undoing goes back to the progress before."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.standing: list[tuple[Entry, Progress]] = []
        self.version = 0
        self._sheets: Counter[int] = Counter()
        self._moves = 0
        self._seated: Callable[[int], int] = lambda _hand: 0
        for entry in entries:
            self.apply(entry)

    def apply(self, entry: Entry) -> None:
        event = entry.event
        self.version = entry.number
        if isinstance(event, Undone):
            undone, _ = self.standing.pop()
            self._moved(undone.event)
            return
        self.standing.append((entry, self._after(entry)))
        self._moved(event)
        if isinstance(event, HandScored):
            self._sheets[event.hand] += 1

    def attempt_at(self, hand: int) -> int:
        """The number of the next attempt at a hand, as `CurrentHand.attempt` defines it."""
        return 1 + self._sheets[hand] + self._moves

    def seated_at(self, hand: int) -> int:
        """The first attempt at a hand for which the seats had the numbers of now; 0 if they always had."""
        return self._seated(hand)

    def ruled_before(self, event: Ruled) -> int | None:
        """The entry of the last ruling on the same cards of the same player in this attempt at the hand.

        None if it says anything else, or if there is none; `event` is as it would be stored.
        """
        new = _sorted_cards(event)
        for entry, _ in reversed(self.standing):
            if isinstance(entry.event, HandScored) or ends_drafts(entry.event):
                return None
            if isinstance(entry.event, Ruled) and new.melds:
                ruled = _sorted_cards(entry.event)
                if (ruled.melds, ruled.roles) == (new.melds, new.roles):
                    return entry.number if ruled == new else None
        return None

    def game(self) -> Game:
        """The game after the entries applied so far, of which there is at least one."""
        return _game(self.standing[-1][1], replay=self)

    def _moved(self, event: Event) -> None:
        """Count an event, or its undoing, that ends drafts; an arrangement numbers the seats anew."""
        self._moves += ends_drafts(event)
        if isinstance(event, Arranged):
            sheets, moves = self._sheets.copy(), self._moves
            self._seated = lambda hand: 1 + sheets[hand] + moves

    def _after(self, entry: Entry) -> Progress:
        if self.standing:
            return _advanced(self.standing[-1][1], entry, attempt_at=self.attempt_at)
        if not isinstance(entry.event, Started):
            raise TypeError("a history begins with Started")
        return _begun(entry.event)


def _sorted_cards(ruling: Ruled) -> Ruled:
    """The ruling with its melds, and the cards of each, in the same order however they were named."""
    return replace(ruling, melds=tuple(sorted(tuple(sorted(meld)) for meld in ruling.melds)))


def fold(entries: Iterable[Entry]) -> Game:
    """The game that a history makes. `entries` were accepted one by one; the first is a `Started`."""
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
    over = is_over(progress)
    stopped = len(progress.playing) < 2
    status = _status(progress, finished=over or stopped)
    finished = status is Status.FINISHED
    rules = progress.rules
    lines = standings(
        progress.seats, order=progress.order, hands=progress.hands, rules=rules, stopped=stopped
    )
    posted_stop = stopped and rules.incomplete is Incomplete.POSTED
    won = winners(progress.seats, standing=lines, hands=progress.hands, posted_stop=posted_stop)
    if finished:
        progress = _dealt_anew(progress)
    return Game(
        **{name: getattr(progress, name) for name in _MEMBERS},
        version=replay.version,
        status=status,
        hand=None if finished else _current(progress, attempt_at=replay.attempt_at),
        standings=lines,
        winners=won if finished else None,
        statistics=statistics(
            progress.seats, standing=lines, rules=rules, finished=finished, stopped=stopped
        ),
        standing_entries=tuple(entry.number for entry, _ in replay.standing),
    )


def is_over(progress: Progress) -> bool:
    """Whether the game has ended by its rules after the newest hand, or by the table's word.

    One of which only totals are known has ended.
    """
    if not progress.hands:
        return bool(progress.setup.totals)
    return progress.ended or _reached(progress, ends=progress.rules.ends)


def _reached(progress: Progress, *, ends: Ends) -> bool:
    if ends.hands is not None and len(progress.hands) >= ends.hands:
        return True
    target = ends.target
    return target is not None and any(
        own_total(progress.seats[seat], hands=progress.hands) >= target for seat in progress.playing
    )


def _status(progress: Progress, *, finished: bool) -> Status:
    if finished:
        return Status.FINISHED
    return Status.SUSPENDED if progress.suspended else Status.PLAYING


def _dealer_and_starter(progress: Progress) -> tuple[int | None, int | None]:
    """Who deals the current hand, and who begins it (2.2, 2.2a); nobody where nobody deals."""
    rules = progress.rules
    if not rules.deal.dealer:
        return None, None
    order = _in_turn(progress)
    last = progress.hands[-1].dealer if progress.hands else None
    dealt_by = dealer(order, first=progress.first_dealer, last=last, playing=progress.playing)
    return dealt_by, next_seat(order, after=dealt_by, playing=progress.playing)


def _in_turn(progress: Progress) -> tuple[int, ...]:
    """The seats in the direction of play."""
    return progress.order if progress.rules.direction == "clockwise" else progress.order[::-1]


def _current(progress: Progress, *, attempt_at: Callable[[int], int]) -> CurrentHand:
    number = len(progress.hands) + 1
    contract = progress.rules.contract(number)
    return CurrentHand(number, attempt_at(number), contract, *_dealer_and_starter(progress))


def next_seat(order: Sequence[int], *, after: int, playing: Collection[int]) -> int:
    """The next seat of `order` still in the game, `after` itself being last; ValueError if nobody plays."""
    start = order.index(after)
    for number in (*order[start + 1 :], *order[: start + 1]):
        if number in playing:
            return number
    raise ValueError("nobody is playing")


def dealer(order: Sequence[int], *, first: int, last: int | None, playing: Collection[int]) -> int:
    """The dealer of the next hand: `first` for hand 1, else the seat after the `last` dealer (2.2, 2.2a).

    Nothing moves while a hand is played again, because its void attempt leaves `last` alone (8.6a).
    """
    if last is None:
        return first if first in playing else next_seat(order, after=first, playing=playing)
    return next_seat(order, after=last, playing=playing)
