"""Rulings in a live game: the facts that the game holds already, the players meant, recording, settling."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Who
from scorekeeper.referee.effects import duties_of, effects_of, precedent_of
from scorekeeper.referee.facts import Facts
from scorekeeper.referee.graph import NO, YES, Claims, Outcome, facts_below
from scorekeeper.referee.graphs import graph_of
from scorekeeper.referee.judge import Ruling, follow, judge, judge_unasked
from scorekeeper.referee.jurisdiction import catalogue, must_be_here, own_clauses
from scorekeeper.referee.roles import bound_seats, may_be_named, named_by_facts, to_be_named
from scorekeeper.rules import names
from scorekeeper.rules.checks import absent_seat_faults, by_rules, year_is_over
from scorekeeper.rules.entries import FactValue, Ruled, Settled
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation, Violation, refuse
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.incomplete import is_rotation
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import Duty, Effect, Remedied
from scorekeeper.rules.standings import is_complete
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import PROGRAM, Origin
from scorekeeper.services.games.recording import Recorded

# Facts that name players; in the history they are seat numbers.
NAMING: Final = (Claims.seats, Claims.in_turn, Claims.claimants)


@dataclass(frozen=True, slots=True)
class Dispute:
    """The answers of a table: the irregularity, its facts, a seat for each role, and the chosen option.

    `apply`: the effects go onto the score sheet. `agreed` are the table's own words where the rules are
    silent; `melds` are the cards that lay wrong.
    """

    irregularity: Irregularity
    facts: Facts
    roles: Mapping[Who, int] = field(default_factory=dict)
    choice: OptionCode | None = None
    apply: bool = False
    agreed: str = ""
    melds: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Bound:
    """A ruling with the seats that it concerns.

    `seats` has the seats of each role, as far as they are known; `named` has the roles that the table named,
    `unnamed` those it must still name. `effects` change the score sheet, `duties` bind players from now on;
    both are empty until every role is named.
    """

    ruling: Ruling
    seats: Mapping[Who, tuple[int, ...]]
    named: Mapping[Who, int]
    unnamed: tuple[Who, ...]
    effects: tuple[Effect, ...] = ()
    duties: tuple[Duty, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """A recorded ruling: its entry, the game `before` it, the ruling with its seats, and the event."""

    recorded: Recorded
    before: Game
    bound: Bound
    event: Ruled


def fitting(game: Game) -> tuple[Irregularity, ...]:
    """The irregularities that can happen in the state of the game, commonest first."""
    return tuple(code for code in catalogue(game.rules) if not any(_state_faults(game, code)))


def must_fit(game: Game, irregularity: Irregularity) -> None:
    """StateViolation if the irregularity cannot happen in this game now, RuleViolation by its rules."""
    must_be_here(irregularity, rules=game.rules)
    if faults := by_rules(_state_faults(game, irregularity), rules=game.rules):
        raise StateViolation(*faults)


def dealer_of(game: Game) -> int | None:
    """The seat of the dealer of the current hand; in a finished game of the last one."""
    if game.hand is not None:
        return game.hand.dealer
    return game.hands[-1].dealer if game.hands else game.first_dealer


def facts_of(game: Game, dispute: Dispute, *, now: datetime) -> Facts:
    """The facts of a dispute: those that the table said, and those that the game holds itself.

    There are none where the game's own clauses are the answer. Errors as of `must_fit`; RuleViolation for
    each fact that the game holds otherwise.
    """
    must_fit(game, dispute.irregularity)
    if own_clauses(dispute.irregularity, rules=game.rules):
        return {}
    questions = facts_below(graph_of(dispute.irregularity, game.rules).first)
    known = _known_facts(game, dispute.irregularity, roles=dispute.roles, now=now)
    facts = {fact: value for fact, value in known.items() if fact in questions}
    answers = dict(dispute.facts)
    refuse(_contradictions(facts, answers))
    # A question that is never reached is not answered: the game's own seats go only with the claims.
    if dispute.irregularity is Irregularity.MAY_I and answers.get("has_drawn") != NO:
        facts = {}
    return {**facts, **answers}


def bind(game: Game, dispute: Dispute, *, now: datetime) -> Bound:
    """The ruling on a dispute, with the players of this game; RuleViolation with every fault."""
    refuse((*by_rules(_role_faults(game, dispute.roles), rules=game.rules), *_meld_faults(dispute)))
    ruling = _judged(game, dispute.irregularity, facts_of(game, dispute, now=now))
    _must_be_offered(dispute.choice, ruling)
    return _bound(game, ruling, dispute=dispute)


def unbound(dispute: Dispute, *, rules: Ruleset = LAW) -> Bound:
    """The ruling on a dispute by the rules alone, at no table; RuleViolation with every fault."""
    ruling = judge(dispute.irregularity, dispute.facts, rules=rules)
    _must_be_offered(dispute.choice, ruling)
    return Bound(ruling, {}, {}, ())


def rule(
    game_id: str,
    dispute: Callable[[Game], Dispute],
    *,
    now: datetime,
    origin: Origin = PROGRAM,
    seen: int | None = None,
    partly: bool = False,
) -> Written:
    """Record the ruling on a dispute, which a function makes from the game; errors as of `recording.record`.

    RuleViolation unless every role of the ruling is named, and what the rules leave open is decided. With
    `partly`, it may stay open, and roles may stay unnamed and then get no effects and duties; but an effect
    that is applied always needs its player. Where the last ruling on the same cards says the same, nothing
    is recorded, and that one is the answer.
    """
    with recording.changing(game_id, seen=seen, origin=origin) as game:
        settled = dispute(game)
        bound = _whole(game, settled, now=now, partly=partly)
        event = _event(game, settled, bound=bound)
        return Written(recording.record(game_id, event, now=now, origin=origin), game, bound, event)


def ruled(game: Game, dispute: Dispute, *, now: datetime) -> Ruled:
    """The event that records a dispute; RuleViolation with every fault."""
    return _event(game, dispute, bound=_whole(game, dispute, now=now, partly=False))


def settle(
    game_id: str,
    duty: tuple[int, int],
    *,
    now: datetime,
    origin: Origin = PROGRAM,
    seen: int | None = None,
    times: int | None = None,
) -> Recorded:
    """Record that a duty was done once; `duty` is its entry and line. Errors as of `recording.record`.

    `times` is how often it was still to be done on the page of the caller, so that a form sent twice counts
    once.
    """
    with recording.changing(game_id, seen=seen, origin=origin) as game:
        left = {(line.entry, line.line): line.duty.times for line in game.duties}
        if times is not None and left.get(duty) != times:
            raise StateViolation(Fault(FaultCode.DUTY_GONE, "/line"))
        return recording.record(game_id, Settled(*duty), now=now, origin=origin)


def ruled_before(game_id: str, event: Callable[[Game], Ruled]) -> int | None:
    """The entry of the last ruling on the same cards of the same player in this attempt at the hand.

    None if it says anything else, or if there is none. `event` makes the ruling in question from the game as
    it is now.
    """
    replay = Replay(recording.entries(game_id))
    try:
        return replay.ruled_before(event(replay.game()))
    except Violation:
        return None


def _whole(game: Game, dispute: Dispute, *, now: datetime, partly: bool) -> Bound:
    """The ruling with its effects and duties for the named roles.

    RuleViolation, unless `partly`, if too few are named, or if the table must decide and has not.
    """
    bound = bind(game, dispute, now=now)
    if not partly and bound.ruling.silent and not (dispute.choice or dispute.agreed):
        raise RuleViolation(Fault(FaultCode.DECISION_NEEDED, "/choice"))
    if not bound.unnamed:
        return bound
    partial = _consequences(bound, choice=dispute.choice, rules=game.rules)
    everything = effects_of(bound.ruling, choice=dispute.choice, rules=game.rules)
    lacking = dispute.apply and len(partial.effects) < len(everything)
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
            Remedied(order.remedy.value, order.who.value, order.points, tuple(bound.seats.get(order.who, ())))
            for order in bound.ruling.remedies
        ),
        clauses=bound.ruling.clauses,
        roles=tuple((role.value, seat) for role, seat in bound.named.items()),
        choice=dispute.choice,
        effects=bound.effects if dispute.apply else (),
        duties=bound.duties if playing else (),
        precedent=precedent_of(bound.ruling, choice=dispute.choice, agreed=dispute.agreed),
        agreed=names.clean(dispute.agreed),
        melds=dispute.melds,
    )


def _role_faults(game: Game, roles: Mapping[Who, int]) -> Iterator[Fault]:
    for role, seat in roles.items():
        yield from absent_seat_faults(game, seat, pointer=f"/roles/{role.value}")
    if Who.OFFENDER in roles and roles[Who.OFFENDER] == roles.get(Who.IN_TURN):
        yield Fault(FaultCode.ROLES_SAME, f"/roles/{Who.IN_TURN.value}", "9.1")


def _meld_faults(dispute: Dispute) -> Iterator[Fault]:
    if dispute.melds and dispute.irregularity is not Irregularity.ILLEGAL_LAYDOWN:
        yield Fault(FaultCode.FACT_UNKNOWN, "/melds", values=(("fact", "melds"),))


def _judged(game: Game, irregularity: Irregularity, facts: Facts) -> Ruling:
    """The ruling by the rules of the game; an irregularity that they settle alone needs no answers."""
    hand = game.hand.number if game.hand else None
    unasked = judge_unasked(irregularity, hand=hand, rules=game.rules)
    if unasked is not None and not isinstance(follow(irregularity, facts, rules=game.rules).at, Outcome):
        return unasked
    return judge(irregularity, facts, hand=hand, rules=game.rules)


def _must_be_offered(choice: OptionCode | None, ruling: Ruling) -> None:
    offered = () if ruling.choice is None else tuple(option.code for option in ruling.choice.options)
    if choice is not None and choice not in offered:
        raise RuleViolation(Fault(FaultCode.CHOICE_UNKNOWN, "/choice"))


def _bound(game: Game, ruling: Ruling, *, dispute: Dispute) -> Bound:
    required = to_be_named(ruling)
    kept = (*required, *may_be_named(ruling))
    by_facts = {role: _seat(game, name) for role, name in named_by_facts(ruling).items()}
    named = {**{role: seat for role, seat in dispute.roles.items() if role in kept}, **by_facts}
    in_order = game.playing if game.rules.direction == "clockwise" else game.playing[::-1]
    seats = bound_seats(ruling, named=named, playing=in_order, dealer=dealer_of(game))
    unnamed = tuple(role for role in required if role not in named)
    bound = Bound(ruling, seats, named, unnamed)
    return bound if unnamed else _consequences(bound, choice=dispute.choice, rules=game.rules)


def _consequences(bound: Bound, *, choice: OptionCode | None, rules: Ruleset) -> Bound:
    """The ruling with its effects and duties, as far as the players are named."""
    everyone = {**{role: (seat,) for role, seat in bound.named.items()}, **bound.seats}

    def seats(who: Who) -> tuple[int, ...]:
        return everyone.get(who, ())

    effects = effects_of(bound.ruling, choice=choice, seats=seats, rules=rules)
    return replace(bound, effects=effects, duties=duties_of(bound.ruling, choice=choice, seats=seats))


def _seat(game: Game, name: str) -> int:
    return next(seat for seat in game.playing if names.same(game.seats[seat].name, name))


def _numbered(game: Game, fact: str, value: FactValue) -> FactValue:
    """A fact with seat numbers in place of names."""
    if fact not in NAMING:
        return value
    if isinstance(value, tuple):
        return tuple(_seat(game, str(name)) for name in value)
    return _seat(game, str(value))


def _state_faults(game: Game, irregularity: Irregularity) -> Iterator[Fault]:
    """The faults of an irregularity that cannot happen in this state of the game (8.2)."""
    match irregularity, game.status:
        case ((Irregularity.PLAYER_LEFT | Irregularity.RESUME), Status.FINISHED):
            yield Fault(FaultCode.GAME_FINISHED)
        case Irregularity.PLAYER_LEFT, Status.SUSPENDED:
            yield Fault(FaultCode.LEAVE_WHILE_SUSPENDED, "", "8.2a")
        case Irregularity.RESUME, Status.PLAYING:
            yield Fault(FaultCode.GAME_NOT_SUSPENDED, "", "8.1")


def _known_facts(
    game: Game, irregularity: Irregularity, *, roles: Mapping[Who, int], now: datetime
) -> dict[str, object]:
    """The facts of an irregularity that follow from the game, so that nobody is asked for them."""
    match irregularity:
        case Irregularity.MAY_I:
            return {Claims.seats: [game.seats[seat].name for seat in game.playing]}
        case Irregularity.RESUME:
            return {"same_year": NO if year_is_over(game, at=now) else YES}
        case Irregularity.PLAYER_LEFT if Who.OFFENDER in roles:
            return {"other_totals": _complete_totals(game, without=roles[Who.OFFENDER])}
        case _:
            return {}


def _contradictions(facts: Facts, answers: Facts) -> Iterator[Fault]:
    """A fault for each fact that differs: lists may be in any order, seats clockwise from anybody."""
    for fact in facts.keys() & answers.keys():
        if fact == Claims.seats:
            if not is_rotation(_listed(answers[fact]), names=_listed(facts[fact])):
                yield Fault(FaultCode.SEATS_CHANGED, f"/facts/{fact}")
        elif Counter(_listed(facts[fact])) != Counter(_listed(answers[fact])):
            yield Fault(FaultCode.FACT_DIFFERS, f"/facts/{fact}", values=(("fact", fact),))


def _listed(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list | tuple) else [str(value)]


def _complete_totals(game: Game, *, without: int) -> list[int]:
    """The complete totals of the others; where totals are posted, they are whole."""
    lines = (line for line in game.standings if line.seat != without)
    return [int(line.total) for line in lines if is_complete(game.seats[line.seat])]
