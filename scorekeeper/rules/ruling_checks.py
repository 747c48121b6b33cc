"""What forbids recording a ruling, an agreement, or that something a ruling ordered is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scorekeeper.rules.cards import CARDS_PER_DECK, MISSING_CARD_POINTS
from scorekeeper.rules.entries import Agreed, Dropped, HandScored, Ruled, Settled
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.rulings import OF_A_SEAT, Duty, Effect, EffectKind, charge_for
from scorekeeper.rules.texts import is_readable, seen

LONGEST_AGREEMENT: Final = 300


def ruling_state_faults(game: Game, event: Ruled | Settled | Dropped) -> Iterator[Fault]:
    """What the state of the game forbids: a ruling on another hand, or a line that is there no more."""
    match event:
        case Ruled():
            yield from _not_now(game, event)
        case Settled():
            if (event.entry, event.line) not in ((duty.entry, duty.line) for duty in game.duties):
                yield Fault(FaultCode.DUTY_GONE, "/line")
        case _:
            if (event.entry, event.line) not in ((line.entry, line.line) for line in game.waiting):
                yield Fault(FaultCode.WAITING_GONE, "/line")


def ruling_faults(game: Game, event: Ruled) -> Iterator[Fault]:
    """What is wrong with a ruling: players who are not at the table, more cards than the pack has, an
    effect that waits already.
    """
    for role, seat in event.roles:
        yield from _seat_faults(game, seat, pointer=f"/roles/{role}")
    for effect in event.effects:
        yield from _effect_faults(game, effect)
    for duty in event.duties:
        yield from _duty_faults(game, duty)
    yield from _text_faults(event.agreed, pointer="/agreed", needed=False)


def agreement_faults(event: Agreed) -> Iterator[Fault]:
    """What is wrong with an agreement: nothing said, or too much."""
    yield from _text_faults(event.question, pointer="/question", needed=True)
    yield from _text_faults(event.agreed, pointer="/agreed", needed=True)


def charged_winner(game: Game, event: HandScored) -> Iterator[Fault]:
    """Whether a charge for missing cards waits for the player who is said to have gone out (12.5)."""
    if event.went_out is not None and charge_for(game.waiting, seat=event.went_out):
        name = game.seats[event.went_out].name
        yield Fault(FaultCode.WINNER_CHARGED, "/went_out", "12.5", (("name", name),))


def _not_now(game: Game, event: Ruled) -> Iterator[Fault]:
    if event.hand != (game.hand.number if game.hand else None):
        number = game.hand.number if game.hand else len(game.hands)
        yield Fault(FaultCode.HAND_NOT_CURRENT, "/hand", "4.2", (("hand", number),))
    if not (event.effects or event.duties):
        return
    if game.status is Status.FINISHED:
        yield Fault(FaultCode.GAME_FINISHED, "/apply")
    if game.status is Status.SUSPENDED:
        yield Fault(FaultCode.GAME_SUSPENDED, "/apply", "8.2")


def _effect_faults(game: Game, effect: Effect) -> Iterator[Fault]:
    if effect.kind in OF_A_SEAT:
        yield from _seat_faults(game, effect.seat, pointer="/roles")
    if effect.kind is EffectKind.CHARGE:
        yield from _pack_faults(game, cards=effect.points // MISSING_CARD_POINTS)
    if effect in (line.effect for line in game.waiting):
        yield Fault(FaultCode.WAITS_ALREADY, "/apply")


def _duty_faults(game: Game, duty: Duty) -> Iterator[Fault]:
    if duty.seat is not None:
        yield from _seat_faults(game, duty.seat, pointer="/roles")
    yield from _pack_faults(game, cards=duty.times)


def _pack_faults(game: Game, *, cards: int) -> Iterator[Fault]:
    pack = CARDS_PER_DECK * game.decks
    if cards > pack:
        yield Fault(FaultCode.CARDS_OVER_PACK, "/facts/by", "2.1", (("most", pack),))


def _seat_faults(game: Game, seat: int | None, *, pointer: str) -> Iterator[Fault]:
    if seat is None or not 0 <= seat < len(game.seats):
        yield Fault(FaultCode.SEAT_UNKNOWN, pointer, values=(("seat", -1 if seat is None else seat),))
    elif seat not in game.playing:
        yield Fault(FaultCode.SEAT_LEFT, pointer, "8.3a", (("name", game.seats[seat].name),))


def _text_faults(text: str, *, pointer: str, needed: bool) -> Iterator[Fault]:
    if needed and not seen(text).strip():
        yield Fault(FaultCode.TEXT_EMPTY, pointer)
    if len(text) > LONGEST_AGREEMENT:
        yield Fault(FaultCode.TEXT_TOO_LONG, pointer, values=(("most", LONGEST_AGREEMENT),))
    if not is_readable(text):
        yield Fault(FaultCode.TEXT_UNREADABLE, pointer)
