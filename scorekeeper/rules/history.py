"""How a game's history grows: one checked event at a time, refused with every fault or appended whole."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from scorekeeper.rules.checks import is_untouched, rule_faults, start_faults, state_faults, year_is_over
from scorekeeper.rules.entries import (
    Agreed,
    Arranged,
    Corrected,
    Departed,
    Entry,
    Event,
    HandScored,
    Joined,
    Renamed,
    Resumed,
    Ruled,
    Started,
    Suspended,
    Undone,
)
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation, refuse
from scorekeeper.rules.fold import Replay, fold
from scorekeeper.rules.game import Game, Seat
from scorekeeper.rules.names import clean
from scorekeeper.rules.scoring import with_charges

__all__ = ["append", "fold", "go_on", "settled", "start"]


def start(event: Started, *, now: datetime) -> tuple[Entry, Game]:
    """The first entry of a new game, and the game; RuleViolation with every fault. `now` is aware."""
    refuse(start_faults(event, now=now))
    entry = Entry(1, now, canonical(event))
    return entry, fold([entry])


def append(entries: Sequence[Entry], event: Event, *, at: datetime) -> tuple[Entry, Game]:
    """The entry of `event`, and the game after it; StateViolation and RuleViolation change nothing."""
    replay = Replay(entries)
    return go_on(replay, event, at=at, game=replay.game())


def go_on(replay: Replay, event: Event, *, at: datetime, game: Game) -> tuple[Entry, Game]:
    """Append to a history already replayed to `game`; a refused event leaves `replay` as it is."""
    if isinstance(event, Undone) and _outlived_its_year(replay, game, at=at):
        raise StateViolation(Fault(FaultCode.YEAR_OVER, "/entry", "8.2"))
    if isinstance(event, HandScored):
        event = with_charges(event, waiting=game.waiting)
    if forbidden := state_faults(game, event, at=at):
        raise StateViolation(*forbidden)
    refuse(rule_faults(game, event, at=at))
    entry = Entry(game.version + 1, at, canonical(event))
    replay.apply(entry)
    return entry, replay.game()


def settled(event: Event, *, game: Game, at: datetime) -> Event:
    """The event that a request before the first score means: an arrival is an arrangement then (8.7a).

    What would be refused stays as it is.
    """
    if not isinstance(event, Joined) or not is_untouched(game):
        return event
    if state_faults(game, event, at=at) or rule_faults(game, event, at=at):
        return event
    place = game.order.index(event.after) + 1
    order = (*game.order[:place], None, *game.order[place:])
    newcomer = Seat(len(game.seats), event.name, player_id=event.player_id)
    seats = [newcomer if number is None else game.seats[number] for number in order]
    ids = tuple(seat.player_id for seat in seats if seat.player_id is not None)
    return Arranged(order, names=tuple(seat.name for seat in seats), player_ids=ids)


def _outlived_its_year(replay: Replay, game: Game, *, at: datetime) -> bool:
    """Whether undoing a suspension would resume a game whose year is over (8.2a)."""
    last, _ = replay.standing[-1]
    return isinstance(last.event, Suspended) and year_is_over(game, at=at)


def canonical(event: Event) -> Event:
    """An event as it is stored: names cleaned, sheets normalised."""
    match event:
        case Started(players=players):
            return replace(event, players=tuple(map(clean, players)))
        case HandScored():
            return replace(event.normalised(), sum=None)
        case Corrected():
            return event.normalised()
        case Arranged(names=names):
            return replace(event, names=tuple(map(clean, names)))
        case Departed(seats=seats):
            return replace(event, seats=tuple(sorted(seats)))
        case Joined(name=name) | Renamed(name=name):
            return replace(event, name=clean(name))
        case Ruled(roles=roles):
            return replace(event, roles=tuple(sorted(roles)), agreed=clean(event.agreed))
        case Agreed():
            return replace(event, question=clean(event.question), agreed=clean(event.agreed))
        case Resumed(seats=names, without=absent):
            return replace(event, seats=tuple(map(clean, names)), without=tuple(sorted(absent)))
        case _:
            return event
