"""How a game's history grows: one checked deed at a time, refused with every fault or appended whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from scorekeeper.rules.checks import rule_faults, start_faults, state_faults, year_is_over
from scorekeeper.rules.entries import (
    Agreed,
    Corrected,
    Deed,
    Departed,
    Entry,
    HandScored,
    Joined,
    Renamed,
    Resumed,
    Ruled,
    Started,
    Suspended,
    Undone,
)
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation
from scorekeeper.rules.fold import Walk, fold
from scorekeeper.rules.game import Game
from scorekeeper.rules.names import clean
from scorekeeper.rules.scoring import whole_sheet, with_charges

__all__ = ["append", "fold", "go_on", "start"]


def start(deed: Started, *, now: datetime) -> tuple[Entry, Game]:
    """The first entry of a new game, and the game; RuleViolation with every fault. `now` is aware."""
    faults = start_faults(deed, now=now)
    if faults:
        raise RuleViolation(*faults)
    entry = Entry(1, now, canonical(deed))
    return entry, fold([entry])


def append(entries: Sequence[Entry], deed: Deed, *, at: datetime) -> tuple[Entry, Game]:
    """The entry that records `deed`, and the game after it.

    StateViolation when the state forbids it, RuleViolation when the rules do; then nothing has changed.
    """
    walk = Walk(entries)
    return go_on(walk, deed, at=at, game=walk.game())


def go_on(walk: Walk, deed: Deed, *, at: datetime, game: Game) -> tuple[Entry, Game]:
    """The same for a history that was walked through, to `game`; a refused deed takes no step."""
    if isinstance(deed, Undone) and _outlived_its_year(walk, game, at=at):
        raise StateViolation(Fault(FaultCode.YEAR_OVER, "/entry", "8.2"))
    if isinstance(deed, HandScored):
        scores = with_charges(deed.went_out, deed.scores, waiting=game.waiting)
        deed = replace(deed, scores=scores)
    if forbidden := state_faults(game, deed, at=at):
        raise StateViolation(*forbidden)
    if faults := rule_faults(game, deed, at=at):
        raise RuleViolation(*faults)
    entry = Entry(game.version + 1, at, canonical(deed))
    walk.take(entry)
    return entry, walk.game()


def _outlived_its_year(walk: Walk, game: Game, *, at: datetime) -> bool:
    """Whether undoing would resume a game whose year is over, which can only be ended (8.2a)."""
    last, _ = walk.standing[-1]
    return isinstance(last.deed, Suspended) and year_is_over(game, at=at)


def canonical(deed: Deed) -> Deed:
    """A deed as it is stored: names cleaned, sheets whole and in order of seats."""
    match deed:
        case Started(players=players):
            return replace(deed, players=tuple(map(clean, players)))
        case HandScored() | Corrected():
            return replace(deed, scores=whole_sheet(deed.went_out, deed.scores))
        case Departed(seats=seats):
            return replace(deed, seats=tuple(sorted(seats)))
        case Joined(name=name) | Renamed(name=name):
            return replace(deed, name=clean(name))
        case Ruled(roles=roles):
            return replace(deed, roles=tuple(sorted(roles)), agreed=clean(deed.agreed))
        case Agreed():
            return replace(deed, question=clean(deed.question), agreed=clean(deed.agreed))
        case Resumed(seats=names):
            return replace(deed, seats=tuple(map(clean, names)))
        case _:
            return deed
