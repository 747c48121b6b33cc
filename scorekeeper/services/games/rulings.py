"""Rulings in a live game: what the game knows already, who is meant, and what is written down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from scorekeeper.referee.codes import Irregularity, OptionCode, Who
from scorekeeper.referee.effects import duties_of, effects_of, precedent_of
from scorekeeper.referee.facts import Facts
from scorekeeper.referee.graph import NO, Outcome
from scorekeeper.referee.judge import Ruling, follow, judge, judge_unasked
from scorekeeper.referee.roles import bound_seats, may_be_named, named_by_facts, to_be_named
from scorekeeper.rules import names
from scorekeeper.rules.entries import FactValue, Ruled
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.rulings import Duty, Effect, Remedied
from scorekeeper.services.games import known_facts, recording
from scorekeeper.services.games.recording import Recorded

# Facts that name players; in the history they are seat numbers.
_NAMING = ("seats", "in_turn", "claimants")


@dataclass(frozen=True, slots=True)
class Dispute:
    """What a table says: the irregularity, its facts, who is meant, what was chosen and what to apply.

    `agreed` are the table's own words where the rules are silent.
    """

    irregularity: Irregularity
    facts: Facts
    roles: Mapping[Who, int] = field(default_factory=dict)
    choice: OptionCode | None = None
    apply: bool = False
    agreed: str = ""


@dataclass(frozen=True, slots=True)
class Bound:
    """A ruling at a table.

    `seats` are those of everyone it speaks of, as far as they are known; `unnamed` the roles still to be
    said, `named` the others. `effects` are what the sheet would take over, `duties` what binds on; both are
    empty until everyone is named.
    """

    ruling: Ruling
    seats: Mapping[Who, tuple[int, ...]]
    named: Mapping[Who, int]
    unnamed: tuple[Who, ...]
    effects: tuple[Effect, ...] = ()
    duties: tuple[Duty, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """What came of recording a ruling: the game `before` it, and the ruling with all that it brings about."""

    recorded: Recorded
    before: Game
    bound: Bound
    event: Ruled


def fitting(game: Game) -> tuple[Irregularity, ...]:
    """The irregularities that can come up in the state of the game, commonest first."""
    return tuple(one for one in Irregularity if not any(known_facts.misfits(game, one)))


def must_fit(game: Game, irregularity: Irregularity) -> None:
    """StateViolation if that cannot come up in the state of the game."""
    if misfits := tuple(known_facts.misfits(game, irregularity)):
        raise StateViolation(*misfits)


def facts_of(game: Game, dispute: Dispute, *, now: datetime) -> Facts:
    """What was said of a dispute, and what the game knows of it.

    StateViolation if it cannot come up now; RuleViolation where something else is said than the game knows.
    """
    must_fit(game, dispute.irregularity)
    facts = known_facts.known_facts(game, dispute.irregularity, roles=dispute.roles, now=now)
    said = dict(dispute.facts)
    if faults := tuple(known_facts.contradictions(facts, said)):
        raise RuleViolation(*faults)
    # A question that is never reached is not answered: the game's own seats go only with the claims.
    if dispute.irregularity is Irregularity.MAY_I and said.get("wanted_by_player_in_turn") != NO:
        facts = {}
    return {**facts, **said}


def bind(game: Game, dispute: Dispute, *, now: datetime) -> Bound:
    """The ruling on a dispute, with the players of this game; RuleViolation with every fault."""
    faults = tuple(_role_faults(game, dispute.roles))
    if faults:
        raise RuleViolation(*faults)
    ruling = _judged(game, dispute.irregularity, facts_of(game, dispute, now=now))
    _must_be_offered(dispute.choice, ruling)
    return _bound(game, ruling, dispute=dispute)


def unbound(dispute: Dispute) -> Bound:
    """The ruling on a dispute by the rulebook alone, at no table; RuleViolation with every fault."""
    ruling = judge(dispute.irregularity, dispute.facts)
    _must_be_offered(dispute.choice, ruling)
    return Bound(ruling, {}, {}, ())


def rule(
    game_id: str,
    dispute: Callable[[Game], Dispute],
    *,
    now: datetime,
    device: str | None = None,
    seen: int | None = None,
    partly: bool = False,
) -> Written:
    """Record the ruling on a dispute, which the game as it is tells; errors as of `games.record`.

    Everyone it speaks of must be named. If it may be so only `partly`, nothing binds those who are not; but
    an effect that is applied needs its player.
    """
    written: list[tuple[Game, Bound, Ruled]] = []

    def event(game: Game) -> Ruled:
        settled = dispute(game)
        bound = _whole(game, settled, now=now, partly=partly)
        written.append((game, bound, _event(game, settled, bound=bound)))
        return written[-1][2]

    recorded = recording.record(game_id, event, now=now, device=device, seen=seen)
    return Written(recorded, *written[-1])


def ruled(game: Game, dispute: Dispute, *, now: datetime) -> Ruled:
    """The event that records a dispute; RuleViolation with every fault."""
    return _event(game, dispute, bound=_whole(game, dispute, now=now, partly=False))


def _whole(game: Game, dispute: Dispute, *, now: datetime, partly: bool) -> Bound:
    """The ruling with all that it brings about for those who are named; RuleViolation if too few are."""
    bound = bind(game, dispute, now=now)
    if not bound.unnamed:
        return bound
    partial = _consequences(bound, choice=dispute.choice)
    lacking = dispute.apply and len(partial.effects) < len(effects_of(bound.ruling, choice=dispute.choice))
    if lacking or not partly:
        raise RuleViolation(*(Fault(FaultCode.ROLE_NEEDED, f"/roles/{role}") for role in bound.unnamed))
    return partial


def _event(game: Game, dispute: Dispute, *, bound: Bound) -> Ruled:
    playing = game.status is Status.PLAYING
    return Ruled(
        hand=game.hand.number if game.hand else None,
        irregularity=dispute.irregularity.value,
        facts=tuple((fact, _numbered(game, fact, value)) for fact, value in bound.ruling.facts),
        outcome=bound.ruling.outcome,
        remedies=tuple(
            Remedied(one.remedy.value, one.who.value, one.points, tuple(bound.seats.get(one.who, ())))
            for one in bound.ruling.remedies
        ),
        clauses=bound.ruling.clauses,
        roles=tuple((role.value, seat) for role, seat in bound.named.items()),
        choice=dispute.choice,
        effects=bound.effects if dispute.apply else (),
        duties=bound.duties if playing else (),
        precedent=precedent_of(bound.ruling, choice=dispute.choice, agreed=dispute.agreed),
        agreed=dispute.agreed,
    )


def _role_faults(game: Game, roles: Mapping[Who, int]) -> Iterator[Fault]:
    for role, seat in roles.items():
        pointer = f"/roles/{role.value}"
        if not 0 <= seat < len(game.seats):
            yield Fault(FaultCode.SEAT_UNKNOWN, pointer, values=(("seat", seat),))
        elif seat not in game.playing:
            yield Fault(FaultCode.SEAT_LEFT, pointer, "8.3a", (("name", game.seats[seat].name),))
    if Who.OFFENDER in roles and roles[Who.OFFENDER] == roles.get(Who.IN_TURN):
        yield Fault(FaultCode.ROLES_SAME, f"/roles/{Who.IN_TURN.value}", "9.1")


def _judged(game: Game, irregularity: Irregularity, facts: Facts) -> Ruling:
    """The ruling by the game's own house rules; what they settle by themselves needs no answers."""
    rules, hand = game.setup.house_rules, game.hand.number if game.hand else None
    unasked = judge_unasked(irregularity, house_rules=rules, hand=hand)
    if unasked is not None and not isinstance(follow(irregularity, facts).at, Outcome):
        return unasked
    return judge(irregularity, facts, house_rules=rules, hand=hand)


def _must_be_offered(choice: OptionCode | None, ruling: Ruling) -> None:
    offered = () if ruling.choice is None else tuple(option.code for option in ruling.choice.options)
    if choice is not None and choice not in offered:
        raise RuleViolation(Fault(FaultCode.CHOICE_UNKNOWN, "/choice"))


def _bound(game: Game, ruling: Ruling, *, dispute: Dispute) -> Bound:
    asked = to_be_named(ruling)
    kept = (*asked, *may_be_named(ruling))
    by_facts = {role: _seat(game, name) for role, name in named_by_facts(ruling).items()}
    named = {**{role: seat for role, seat in dispute.roles.items() if role in kept}, **by_facts}
    seats = bound_seats(ruling, named=named, playing=game.playing, dealer=known_facts.dealer(game))
    unnamed = tuple(role for role in asked if role not in named)
    bound = Bound(ruling, seats, named, unnamed)
    return bound if unnamed else _consequences(bound, choice=dispute.choice)


def _consequences(bound: Bound, *, choice: OptionCode | None) -> Bound:
    """The same with its effects and duties, as far as the players are named."""
    everyone = {**{role: (seat,) for role, seat in bound.named.items()}, **bound.seats}

    def seats(who: Who) -> tuple[int, ...]:
        return everyone.get(who, ())

    effects = effects_of(bound.ruling, choice=choice, seats=seats)
    return replace(bound, effects=effects, duties=duties_of(bound.ruling, choice=choice, seats=seats))


def _seat(game: Game, name: str) -> int:
    return next(seat for seat in game.playing if names.same(game.seats[seat].name, name))


def _numbered(game: Game, fact: str, value: FactValue) -> FactValue:
    """A fact with seat numbers in place of names."""
    if fact not in _NAMING:
        return value
    if isinstance(value, tuple):
        return tuple(_seat(game, str(name)) for name in value)
    return _seat(game, str(value))
