"""Finds every fault of the facts given: missing, unknown, not asked for, or with an impossible value."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scorekeeper.referee.graph import (
    NO,
    YES,
    Claims,
    Conditions,
    Count,
    Node,
    OneOf,
    Outcome,
    PointsList,
    Question,
    after,
    asked_by,
    facts_below,
)
from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode, pointer_step
from scorekeeper.rules.rulesets.ruleset import Ruleset

Facts = Mapping[str, object]
Branch = tuple[Question, ...]
LARGEST_NUMBER: Final = 1_000_000_000


def branches_below(node: Node, *, facts: Facts) -> Iterator[Branch]:
    """The questions on every branch from a node to an outcome that the facts leave open.

    A right answer leaves one branch; none, or one that is no answer, leaves all.
    """
    if isinstance(node, Outcome):
        yield ()
        return
    answers = node.answers if isinstance(node, OneOf) else ()
    values = [facts[fact] for fact in asked_by(node) if fact in facts]
    followed = [answer.then for answer in answers if answer.value in values]
    for below in followed or after(node):
        yield from ((node, *branch) for branch in branches_below(below, facts=facts))


def missing_facts(branches: Sequence[Branch], *, facts: Facts) -> Iterator[Fault]:
    """A fault for every fact still to be given on each of the branches that ask for what is given."""
    asking = [_facts_on(branch) for branch in branches]
    known = {fact for branch in asking for fact in branch if fact in facts}
    fitting = [branch for branch in asking if known.issubset(branch)] or asking
    needed = {*fitting[0]}.intersection(*fitting) - facts.keys()
    return (_fault(FaultCode.FACT_NEEDED, fact) for fact in fitting[0] if fact in needed)


def surplus_facts(
    first: Node, *, facts: Facts, answered: tuple[str, ...], branches: Sequence[Branch]
) -> Iterator[Fault]:
    """A fault for every fact that no question asks: none of the graph that begins at `first`, or none beside
    the facts `answered` already, on the `branches` that go on from them.
    """
    in_graph, askable = facts_below(first), {*answered}.union(*map(_facts_on, branches))
    for fact in facts:
        if fact not in in_graph:
            yield Fault(FaultCode.FACT_UNKNOWN, f"/facts{pointer_step(fact)}", values=(("fact", fact),))
        elif fact not in askable:
            yield _fault(FaultCode.FACT_NOT_ASKED, fact)


def wrong(branches: Sequence[Branch], *, facts: Facts, rules: Ruleset) -> tuple[Fault, ...]:
    """Every fault of the values given for the questions on these branches."""
    questions = {asked_by(question): question for branch in branches for question in branch}.values()
    return tuple(
        fault for question in questions for fault in wrong_values(question, facts=facts, rules=rules)
    )


def wrong_values(question: Question, *, facts: Facts, rules: Ruleset) -> tuple[Fault, ...]:
    """Every fault of the values given for a question; facts not given are no fault here.

    Nobody can have or miss more cards than the largest pack of the rules holds.
    """
    match question:
        case OneOf(fact=fact, answers=answers):
            return tuple(_not_among(fact, tuple(answer.value for answer in answers), facts=facts))
        case Count(fact=fact):
            return tuple(_not_a_count(fact, facts=facts, most=rules.pack_size(rules.players.most)))
        case PointsList(fact=fact):
            return tuple(_not_points(fact, facts=facts))
        case Conditions():
            return tuple(
                fault for fact in asked_by(question) for fault in _not_among(fact, (YES, NO), facts=facts)
            )
        case _:
            return _wrong_claims(question, facts=facts)


def _fault(code: FaultCode, fact: str, below: str = "", **values: str | int) -> Fault:
    """A fault of a fact, or of what is `below` it."""
    return Fault(code, f"/facts/{fact}{below}", values=(("fact", fact), *values.items()))


def _not_among(fact: str, allowed: tuple[str, ...], *, facts: Facts) -> Iterator[Fault]:
    if fact in facts and facts[fact] not in allowed:
        yield _fault(FaultCode.FACT_VALUE, fact, allowed=", ".join(allowed))


def _not_a_count(fact: str, *, facts: Facts, most: int) -> Iterator[Fault]:
    if not _is_number(facts.get(fact, 1), least=1, most=most):
        yield _fault(FaultCode.FACT_NOT_COUNT, fact, most=most)


def _not_points(fact: str, *, facts: Facts) -> Iterator[Fault]:
    points = facts.get(fact, ())
    if not isinstance(points, list | tuple):
        yield _fault(FaultCode.FACT_NOT_LIST, fact)
        return
    for index, value in enumerate(points):
        if not _is_number(value, least=0):
            yield _fault(FaultCode.FACT_NOT_POINTS, fact, f"/{index}", most=LARGEST_NUMBER)


def _is_number(value: object, *, least: int, most: int = LARGEST_NUMBER) -> bool:
    """Whether a value is a whole number that can be reckoned with and shown; a truth value is none."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _wrong_claims(question: Claims, *, facts: Facts) -> tuple[Fault, ...]:
    faults = (
        *_not_names(question.seats, facts=facts),
        *_not_a_name(question.in_turn, facts=facts),
        *_not_names(question.claimants, facts=facts),
    )
    if faults or any(fact not in facts for fact in asked_by(question)):
        return faults
    return tuple(_strangers(question, facts=facts))


def _not_names(fact: str, *, facts: Facts) -> Iterator[Fault]:
    values = facts.get(fact)
    if fact not in facts:
        return
    if not isinstance(values, list | tuple) or not values:
        yield _fault(FaultCode.FACT_NOT_NAMES, fact)
    elif strange := [index for index, value in enumerate(values) if not isinstance(value, str)]:
        yield from (_fault(FaultCode.FACT_NOT_NAME, fact, f"/{index}") for index in strange)
    else:
        yield from names.faults_in(values, pointer=f"/facts/{fact}/{{}}")


def _not_a_name(fact: str, *, facts: Facts) -> Iterator[Fault]:
    value = facts.get(fact)
    if isinstance(value, str):
        yield from names.faults_in((value,), pointer=f"/facts/{fact}")
    elif fact in facts:
        yield _fault(FaultCode.FACT_NOT_NAME, fact)


def _strangers(question: Claims, *, facts: Facts) -> Iterator[Fault]:
    seats = {names.key(name) for name in _texts(facts[question.seats])}
    in_turn = str(facts[question.in_turn])
    if names.key(in_turn) not in seats:
        yield Fault(FaultCode.NOT_AT_TABLE, f"/facts/{question.in_turn}", "5.2", (("name", in_turn),))
    for index, name in enumerate(_texts(facts[question.claimants])):
        pointer = f"/facts/{question.claimants}/{index}"
        if names.key(name) not in seats:
            yield Fault(FaultCode.NOT_AT_TABLE, pointer, "5.2", (("name", name),))
        elif names.same(name, in_turn):
            yield Fault(FaultCode.CLAIMS_IN_TURN, pointer, "5.2a", (("name", name),))


def _facts_on(branch: Branch) -> tuple[str, ...]:
    return tuple(fact for question in branch for fact in asked_by(question))


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()
