"""What a game knows of a dispute by itself, so that nobody is asked, and nobody can say otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.referee.facts import Facts
from scorekeeper.referee.graph import NO, YES
from scorekeeper.rules import names
from scorekeeper.rules.checks import year_is_over
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.standings import is_complete

_SEATS: Final = "seats"


def misfits(game: Game, irregularity: Irregularity) -> Iterator[Fault]:
    """Why something cannot come up in this state of the game: nobody leaves or resumes just then (8.2)."""
    match irregularity, game.status:
        case ((Irregularity.PLAYER_LEFT | Irregularity.RESUME), Status.FINISHED):
            yield Fault(FaultCode.GAME_FINISHED)
        case Irregularity.PLAYER_LEFT, Status.SUSPENDED:
            yield Fault(FaultCode.LEAVE_WHILE_SUSPENDED, "", "8.2a")
        case Irregularity.RESUME, Status.PLAYING:
            yield Fault(FaultCode.GAME_NOT_SUSPENDED, "", "8.1")


def known_facts(
    game: Game, irregularity: Irregularity, *, roles: Mapping[Who, int], now: datetime
) -> dict[str, object]:
    """The facts that a game tells by itself."""
    match irregularity:
        case Irregularity.MAY_I:
            return {_SEATS: [game.seats[seat].name for seat in game.playing]}
        case Irregularity.RESUME:
            return {"same_year": NO if year_is_over(game, at=now) else YES}
        case Irregularity.PLAYER_LEFT if Who.OFFENDER in roles:
            return {"other_totals": _complete_totals(game, without=roles[Who.OFFENDER])}
        case _:
            return {}


def contradictions(facts: Facts, said: Facts) -> Iterator[Fault]:
    """What is said otherwise than the game knows it: a list in any order, seats clockwise from anybody."""
    for fact in facts.keys() & said.keys():
        if fact == _SEATS:
            if not _same_table(facts[fact], said[fact]):
                yield Fault(FaultCode.SEATS_CHANGED, f"/facts/{fact}")
        elif _in_no_order(facts[fact]) != _in_no_order(said[fact]):
            yield Fault(FaultCode.FACT_DIFFERS, f"/facts/{fact}", values=(("fact", fact),))


def dealer(game: Game) -> int:
    """Who deals the hand in question: the current one, in a finished game the last."""
    if game.hand is not None:
        return game.hand.dealer
    return game.hands[-1].dealer if game.hands else game.first_dealer


def _same_table(known: object, said: object) -> bool:
    here, there = _keys(known), _keys(said)
    return there in [here[turn:] + here[:turn] for turn in range(len(here))]


def _keys(seats: object) -> list[str]:
    return [names.key(str(name)) for name in seats] if isinstance(seats, list | tuple) else []


def _in_no_order(value: object) -> Counter[str]:
    return Counter(map(str, value)) if isinstance(value, list | tuple) else Counter([str(value)])


def _complete_totals(game: Game, *, without: int) -> list[int]:
    lines = (line for line in game.standings if line.seat != without)
    return [line.total for line in lines if is_complete(game.seats[line.seat])]
