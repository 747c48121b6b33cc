"""The consequences of a ruling in a game: effects on the score sheet, duties, and precedents."""

from collections.abc import Callable, Iterator
from typing import Final

from scorekeeper.referee.codes import OptionCode, Remedy, Who
from scorekeeper.referee.judge import Ordered, Ruling
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import OF_A_SEAT, Duty, Effect, EffectKind

Seats = Callable[[Who], tuple[int, ...]]

OF_REMEDIES: Final = {
    Remedy.CHARGE_MISSING: EffectKind.CHARGE,
    Remedy.POST_SCORE: EffectKind.NO_SCORE,
    Remedy.HAND_ENDS: EffectKind.HAND_ENDS,
    Remedy.RE_DEAL: EffectKind.NEW_DEAL,
    Remedy.REPLAY_HAND: EffectKind.NEW_DEAL,
    Remedy.POST_TOTAL: EffectKind.LEAVES,
    Remedy.DISCARD_STATISTICS: EffectKind.LEAVES,
    Remedy.KEEP_TOTAL: EffectKind.LEAVES,
}
OF_OPTIONS: Final = {OptionCode.DEMAND: EffectKind.NEW_DEAL}

# A miscount that is too late to correct may still be corrected if all agree.
READ_MORE_WIDELY: Final = "15.2a"

# A duty is over when its player has acted; these are over as soon as the player has chosen.
UNTIL_CHOSEN: Final = (Remedy.NEXT_TAKES_OR_BURIES, Remedy.MAY_DEMAND_RE_DEAL)
ONCE: Final = (Remedy.NO_PLAY_BEFORE_NEXT_TURN, Remedy.PLAY_FREED_WILD)
FOR_EACH_CARD: Final = (Remedy.DISCARD_WITHOUT_DRAWING, Remedy.DRAW_WITHOUT_DISCARDING)


def anybody(_who: Who) -> tuple[int, ...]:
    """A seat for every role, to ask for the effects as if everyone were named."""
    return (0,)


def effects_of(
    ruling: Ruling, *, choice: OptionCode | None, seats: Seats = anybody, rules: Ruleset = LAW
) -> tuple[Effect, ...]:
    """The effects of a ruling on the sheet; `seats` gives the seats of a role.

    A role without a seat has no effect, nor has a charge where the sheet of these rules knows none.
    """
    ordered = (
        _effect(OF_REMEDIES[remedy.remedy], remedy, seats=seats)
        for remedy in ruling.remedies
        if remedy.remedy in OF_REMEDIES and (rules.missing_card or remedy.remedy is not Remedy.CHARGE_MISSING)
    )
    chosen = () if choice not in OF_OPTIONS else (Effect(OF_OPTIONS[choice]),)
    return (*(effect for effect in ordered if effect is not None), *chosen)


def adds_nothing(ruling: Ruling, *, rules: Ruleset) -> bool:
    """Whether a ruling orders points that the sheet of these rules does not add by itself."""
    charged = any(ordered.remedy is Remedy.CHARGE_MISSING for ordered in ruling.remedies)
    return charged and rules.missing_card is None


def duties_of(ruling: Ruling, *, choice: OptionCode | None, seats: Seats) -> tuple[Duty, ...]:
    """The duties that stay in force after the ruling; a role without a seat has none."""
    return tuple(_duties(ruling, choice=choice, seats=seats))


def precedent_of(ruling: Ruling, *, choice: OptionCode | None, agreed: str = "") -> str | None:
    """The clause, silent or read widely, on which a choice or agreement sets a precedent; else None."""
    if choice is None and not agreed:
        return None
    if READ_MORE_WIDELY in ruling.clauses:
        return READ_MORE_WIDELY
    return ruling.clauses[0] if ruling.silent else None


def _effect(kind: EffectKind, ordered: Ordered, *, seats: Seats) -> Effect | None:
    if kind not in OF_A_SEAT:
        return Effect(kind)
    seat = next(iter(seats(Who.OFFENDER if kind is EffectKind.LEAVES else ordered.who)), None)
    points = ordered.points or 0
    return None if seat is None else Effect(kind, seat, points if kind is EffectKind.CHARGE else 0)


def _duties(ruling: Ruling, *, choice: OptionCode | None, seats: Seats) -> Iterator[Duty]:
    ordered_now = {ordered.remedy for ordered in ruling.remedies}
    once = {*ONCE, *(UNTIL_CHOSEN if choice is None else ())}
    if not ordered_now.intersection(FOR_EACH_CARD):
        once.add(Remedy.NO_LAYING_DOWN)
    by = dict(ruling.facts).get("by", 1)
    for ordered in ruling.remedies:
        remedy, seat = ordered.remedy, next(iter(seats(ordered.who)), None)
        if remedy is Remedy.THREE_WAY_DRAW:
            yield Duty(remedy.value)
        elif seat is None:
            continue
        elif remedy in FOR_EACH_CARD:
            yield Duty(remedy.value, seat, times=int(str(by)))
        elif remedy in once:
            yield Duty(remedy.value, seat)
