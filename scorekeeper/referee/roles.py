"""The players that a ruling is about: which roles a table must name, and the seats of each role."""

from collections.abc import Mapping, Sequence
from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.judge import Ruling

DONE_BY_SOMEBODY: Final = (
    Irregularity.ILLEGAL_LAYDOWN,
    Irregularity.SCORING_ERROR,
    Irregularity.MISSING_SCORE,
)
# An error on the score sheet is nobody's own.
DONE_BY_ALL: Final = ("scoresheet",)

_NAMED_BY = {
    Who.OFFENDER: (Who.OFFENDER,),
    Who.IN_TURN: (Who.IN_TURN,),
    Who.CLAIMANT: (Who.CLAIMANT,),
    Who.PASSED_OVER: (Who.OFFENDER, Who.IN_TURN),
    Who.DEALER: (),
    Who.TABLE: (),
}


def spoken_of(ruling: Ruling) -> tuple[Who, ...]:
    """The roles in the remedies and the choice, each once."""
    choosing = () if ruling.choice is None else (ruling.choice.who,)
    return tuple(dict.fromkeys((*(ordered.who for ordered in ruling.remedies), *choosing)))


def to_be_named(ruling: Ruling) -> tuple[Who, ...]:
    """The roles that a table must name, so that the seats of all roles in the ruling are known."""
    everyone = spoken_of(ruling)
    known = {*named_by_facts(ruling), *_refused(ruling)}
    named = [role for who in everyone for role in named_by(who, everyone=everyone)]
    if ruling.irregularity is Irregularity.PLAYER_LEFT and not ruling.quotes:
        named.append(Who.OFFENDER)
    return tuple(role for role in Who if role in named and role not in known)


def may_be_named(ruling: Ruling) -> tuple[Who, ...]:
    """The roles that a ruling does not need, but that a table may name all the same: who did it."""
    if refused := _refused(ruling):
        return refused
    if ruling.quotes:
        return ()
    if ruling.irregularity not in DONE_BY_SOMEBODY or Who.OFFENDER in to_be_named(ruling):
        return ()
    return () if dict(ruling.facts).get("kind") in DONE_BY_ALL else (Who.OFFENDER,)


def named_by_facts(ruling: Ruling) -> dict[Who, str]:
    """The players that the facts name: of a claim, who gets the card and whose turn it is."""
    if not ruling.claims:
        return {}
    return {Who.CLAIMANT: ruling.claims[0], Who.IN_TURN: str(dict(ruling.facts)["in_turn"])}


def bound_seats(
    ruling: Ruling, *, named: Mapping[Who, int], playing: Sequence[int], dealer: int | None
) -> dict[Who, tuple[int, ...]]:
    """The seats of every role in the ruling, as far as `named` allows. `dealer` None: nobody deals."""
    everyone = spoken_of(ruling)
    seats = {}
    for who in everyone:
        roles = named_by(who, everyone=everyone)
        if all(role in named for role in roles):
            needed = {role: named[role] for role in roles}
            seats[who] = seats_in_role(who, named=needed, playing=playing, dealer=dealer)
    return seats


def named_by(who: Who, *, everyone: Sequence[Who]) -> tuple[Who, ...]:
    """The roles from whose seats those of `who` follow, in a ruling that is about `everyone`."""
    if who is Who.NEXT:
        return (Who.IN_TURN if Who.IN_TURN in everyone else Who.OFFENDER,)
    return _NAMED_BY[who]


def seats_in_role(
    who: Who, *, named: Mapping[Who, int], playing: Sequence[int], dealer: int | None
) -> tuple[int, ...]:
    """The seats meant by `who`, as they play; none for the whole table. KeyError if a role is not named.

    `playing` are the seats still in the game, in the order of play. The next player is the one in turn, where
    the ruling gives the turn back, else the one after the offender.
    """
    match who:
        case Who.TABLE:
            return ()
        case Who.DEALER:
            return () if dealer is None else (dealer,)
        case Who.PASSED_OVER:
            order = _from(named[Who.IN_TURN], playing=playing)
            return tuple(order[: order.index(named[Who.OFFENDER])])
        case Who.NEXT if Who.IN_TURN in named:
            return (named[Who.IN_TURN],)
        case Who.NEXT:
            return (_from(named[Who.OFFENDER], playing=playing)[1],)
        case _:
            return (named[who],)


def _refused(ruling: Ruling) -> tuple[Who, ...]:
    """The claimant, if the claims are refused: there may be several, and nobody need be named."""
    refused = any(ordered.remedy is Remedy.CLAIM_REFUSED for ordered in ruling.remedies)
    return (Who.CLAIMANT,) if refused else ()


def _from(seat: int, *, playing: Sequence[int]) -> Sequence[int]:
    start = playing.index(seat)
    return (*playing[start:], *playing[:start])
