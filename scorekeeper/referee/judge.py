"""The judge: irregularity, facts, rules and hand go in; one ruling comes out, or every fault.

What goes wrong at a table is an irregularity, and each has a question graph: a tree whose inner nodes are
questions and whose leaves are outcomes. A fact is the answer to a question, by its name. `_walk` goes from
the root as long as the question it stands at is answered, and by nothing else than the answers: the order in
which facts are given says nothing. It comes back with the path, the branches that the facts still leave open
below its end, and every fault of the facts.
- `follow` is for a page: the path so far, whose end is the next question to ask, or the outcome.
- `judge` is for a ruling: the end must be an outcome, else what every open branch asks for is missing.
- `judge_unasked` is what can be ruled without facts.

An answer that is no answer ends the walk, as a missing one does, so that one wrong fact is one fault. A fact
that no question on the path or on an open branch asks is a fault, too: a ruling never rests on a fact that
it does not name, and the same answers have one address, one record and one ruling.

Before the graph come, in this order: what the rules do not have (refused), a house rule that settles it at
once, the ruleset's own clauses, which are quoted. After it: effects of house rules on the outcome, which add
clauses; then points, claims and the basis (`basis`: own rules, or the law's advice).

A tree has some twenty nodes; most of a walk, a quarter of a millisecond, makes the graph that these rules
have. It can be wrong only where a graph asks too little; `tests/referee/rulings.txt` has every path. Example:
`illegal-draw` with `discarded=no` and `in_hand=no` stands at "how many cards were seen", with `cards_seen=0`
it is ruled by 10.5a, and `drew=stock` beside these is a fault.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from scorekeeper.referee.codes import Basis, Irregularity, Remedy, Who
from scorekeeper.referee.facts import (
    Branch,
    Facts,
    branches_below,
    missing_facts,
    surplus_facts,
    wrong,
    wrong_values,
)
from scorekeeper.referee.graph import (
    YES,
    Amount,
    Conditions,
    Node,
    OneOf,
    Order,
    Outcome,
    PointsList,
    Question,
    RulingChoice,
    asked_by,
    facts_below,
)
from scorekeeper.referee.graphs import GRAPHS, graph_of
from scorekeeper.referee.house_rules import effects_on, ruled_at_once
from scorekeeper.referee.jurisdiction import (
    BY_OWN_CLAUSES,
    basis_of,
    changed_values,
    must_be_here,
    own_clauses,
)
from scorekeeper.rules.faults import Fault, RuleViolation, refuse
from scorekeeper.rules.names import clean, key
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import MayI, Ruleset
from scorekeeper.rules.score_forms import sum_of_two_highest

Value = str | int | tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Ordered:
    """One remedy of a ruling: `points` and `player` follow from the facts, `see` is to be asked next."""

    remedy: Remedy
    who: Who
    points: int | None = None
    player: str | None = None
    see: Irregularity | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's answer to a dispute. `facts` are in the order in which they were asked.

    `claims` are the claimants in their order; `house` names the house rules that changed the ruling or its
    text; `notes` are silent clauses close by. `penalty` is how many cards the claim that is won costs.
    `basis` is what it rests on.
    """

    irregularity: Irregularity
    outcome: str
    facts: tuple[tuple[str, Value], ...]
    remedies: tuple[Ordered, ...]
    clauses: tuple[str, ...]
    choice: RulingChoice | None = None
    notes: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    penalty: int = 0
    basis: Basis = Basis.RULES

    @property
    def interpretation(self) -> bool:
        """Whether it is advice, or rests on our interpretation of a clause: those have a letter.

        So has a silent clause that came later; it stands first.
        """
        decided = self.clauses[1:] if self.silent else self.clauses
        return self.basis is Basis.ADVICE or any(clause[-1].isalpha() for clause in decided)

    @property
    def quotes(self) -> bool:
        """Whether it only quotes clauses of the ruleset, and orders nothing itself."""
        return self.outcome == BY_OWN_CLAUSES.name

    @property
    def silent(self) -> bool:
        """Whether the rules leave the case open."""
        return any(ordered.remedy is Remedy.RULES_SILENT for ordered in self.remedies)


@dataclass(frozen=True, slots=True)
class Path:
    """How far the facts lead: the questions that they answer, and the question or outcome reached."""

    questions: tuple[Question, ...]
    at: Node

    @property
    def answered(self) -> tuple[str, ...]:
        """The facts that answer the questions."""
        return tuple(fact for question in self.questions for fact in asked_by(question))


def follow(irregularity: Irregularity, facts: Facts, *, rules: Ruleset = LAW) -> Path:
    """The path of the facts to the first question without a whole answer; RuleViolation with all faults."""
    path, _, faults = _walk(irregularity, facts, rules=rules)
    refuse(faults)
    return path


def judge(
    irregularity: Irregularity, facts: Facts, *, hand: int | None = None, rules: Ruleset = LAW
) -> Ruling:
    """The one ruling on these facts; RuleViolation with every fault of the facts, those missing too.

    `hand` is None if it is not known. What `rules` do not have is refused; where they have clauses of their
    own, facts are ignored, and so is what only sections 8 and 15 ask for, where incomplete games are plain.
    """
    must_be_here(irregularity, rules=rules)
    settled = _by_house_rule(irregularity, hand=hand, rules=rules)
    if settled is None and (ruling := _by_own_clauses(irregularity, facts, rules=rules)):
        return ruling
    path, branches, faults = _walk(irregularity, facts, rules=rules)
    if not isinstance(path.at, Outcome):
        raise RuleViolation(*faults, *missing_facts(branches, facts=facts))
    refuse(faults)
    answers = {fact: _value(facts[fact]) for fact in path.answered}
    if settled is not None:
        return replace(settled, facts=tuple(answers.items()))
    effects = effects_on(irregularity, path.at, hand=hand, rules=rules) if rules.is_law else ()
    clauses = _joined(path.at.clauses, tuple(effect.clause for effect in effects))
    house = tuple(effect.rule for effect in effects)
    # What a house rule decides is not open any more: 5.4a stands for the note of 5.4.
    notes = tuple(note for note in path.at.notes if f"{note.clause}a" not in clauses)
    outcome = replace(path.at, clauses=clauses, notes=notes)
    return _ruling(irregularity, outcome, facts=answers, house=house, rules=rules)


def judge_unasked(irregularity: Irregularity, *, hand: int | None, rules: Ruleset = LAW) -> Ruling | None:
    """The ruling without any facts: by the ruleset's own clauses, the plain clauses, or a house rule in this
    hand; None if there is none.
    """
    settled = _by_house_rule(irregularity, hand=hand, rules=rules)
    if ruling := settled or _by_own_clauses(irregularity, {}, rules=rules):
        return ruling
    first = graph_of(irregularity, rules).first
    if isinstance(first, Outcome):
        return _ruling(irregularity, first, facts={}, house=(), rules=rules)
    return None


def claims_in_order(seats: Sequence[str], *, in_turn: str, claimants: Sequence[str]) -> tuple[str, ...]:
    """The claimants as they sit from the left of the player in turn; the first one gets the card (5.2).

    `seats` are in seating order, clockwise, and hold `in_turn` and every claimant.
    """
    at_table = [(key(name), name) for name in seats]
    turn = [folded for folded, _ in at_table].index(key(in_turn))
    wanting = {key(name) for name in claimants}
    return tuple(name for folded, name in (*at_table[turn + 1 :], *at_table[:turn]) if folded in wanting)


def penalty_of(rules: Ruleset) -> int:
    """How many penalty cards a claim costs; where there are no claims, as many as usual."""
    return (rules.may_i or MayI()).penalty


def _walk(
    irregularity: Irregularity, facts: Facts, *, rules: Ruleset
) -> tuple[Path, tuple[Branch, ...], tuple[Fault, ...]]:
    """The path of the facts, the branches still open at its end, and every fault but missing facts."""
    first = graph_of(irregularity, rules).first
    spared = {*facts_below(GRAPHS[irregularity].first)} - {*facts_below(first)}
    facts = {fact: value for fact, value in facts.items() if fact not in spared}
    path = Path((), first)
    while not isinstance(path.at, Outcome):
        if wrong_values(path.at, facts=facts, rules=rules) or any(
            fact not in facts for fact in asked_by(path.at)
        ):
            break
        path = Path((*path.questions, path.at), _next(path.at, facts=facts))
    branches = tuple(branches_below(path.at, facts=facts))
    beside = surplus_facts(first, facts=facts, answered=path.answered, branches=branches)
    return path, branches, (*wrong(branches, facts=facts, rules=rules), *beside)


def _next(question: Question, *, facts: Facts) -> Node:
    """Where a question leads whose answers are whole and right."""
    match question:
        case OneOf(fact=fact, answers=answers):
            return next(answer.then for answer in answers if answer.value == facts[fact])
        case PointsList(fact=fact, enough=enough, short=short):
            return enough if len(_list(facts[fact])) >= 2 else short
        case Conditions():
            return _met_or_not(question, facts=facts)
        case _:
            return question.then


def _met_or_not(question: Conditions, *, facts: Facts) -> Outcome:
    unmet = [condition for condition in question.conditions if facts[condition.fact] != YES]
    if not unmet:
        return question.met
    return replace(question.unmet, clauses=_joined(*(condition.clauses for condition in unmet)))


def _by_own_clauses(irregularity: Irregularity, facts: Facts, *, rules: Ruleset) -> Ruling | None:
    """The ruling that quotes own clauses of the ruleset or of the table, with the facts that lead to them."""
    if clauses := own_clauses(irregularity, rules=rules):
        return _quoting(irregularity, clauses, house=changed_values(irregularity, rules=rules), rules=rules)
    path, _, _ = _walk(irregularity, facts, rules=rules)
    answers = {fact: _value(facts[fact]) for fact in path.answered}
    for value in (value for value in answers.values() if isinstance(value, str)):
        if clauses := own_clauses(irregularity, rules=rules, value=value):
            changed = changed_values(irregularity, rules=rules, value=value)
            return _quoting(irregularity, clauses, facts=answers, house=changed, rules=rules)
    return None


def _by_house_rule(irregularity: Irregularity, *, hand: int | None, rules: Ruleset) -> Ruling | None:
    """The ruling that a house rule of the law gives by itself."""
    settled = ruled_at_once(irregularity, hand=hand, rules=rules) if rules.is_law else None
    if settled is None:
        return None
    return _ruling(irregularity, settled.outcome, facts={}, house=(settled.rule,), rules=rules)


def _quoting(
    irregularity: Irregularity,
    clauses: tuple[str, ...],
    *,
    facts: Mapping[str, Value] | None = None,
    house: tuple[str, ...],
    rules: Ruleset,
) -> Ruling:
    """A table's own rule of another game stands in place of clauses of the law, which are not cited."""
    return Ruling(
        irregularity,
        BY_OWN_CLAUSES.name,
        facts=tuple((facts or {}).items()),
        remedies=(),
        clauses=tuple(number for number in clauses if rules.is_law or not number[0].isdigit()),
        house=house,
        basis=Basis.OWN,
    )


def _ruling(
    irregularity: Irregularity,
    outcome: Outcome,
    *,
    facts: Mapping[str, Value],
    house: tuple[str, ...],
    rules: Ruleset,
) -> Ruling:
    awarding = any(order.remedy is Remedy.AWARD_CLAIM for order in outcome.orders)
    claims = _claims(facts) if awarding else ()
    charging = any(order.amount is Amount.FOR_EACH_MISSING_CARD for order in outcome.orders)
    if charging and not rules.missing_card and (rules.is_law or rules.missing_card == 0):
        clauses = outcome.clauses
        return _quoting(irregularity, clauses, facts=facts, house=("missing_card",), rules=rules)
    # No game but the law has points for a missing card, unless its table has set them.
    by_table = charging and not rules.is_law and rules.missing_card is not None
    return Ruling(
        irregularity,
        outcome.name,
        facts=tuple(facts.items()),
        remedies=tuple(_ordered(order, facts=facts, claims=claims, rules=rules) for order in outcome.orders),
        clauses=() if by_table else outcome.clauses,
        choice=outcome.choice,
        notes=tuple(note.clause for note in outcome.notes),
        house=("missing_card",) if by_table else house,
        claims=claims,
        penalty=penalty_of(rules) if awarding else 0,
        basis=Basis.OWN if by_table else basis_of(irregularity, rules=rules),
    )


def _ordered(order: Order, *, facts: Facts, claims: tuple[str, ...], rules: Ruleset) -> Ordered:
    player = claims[0] if order.remedy is Remedy.AWARD_CLAIM else None
    return Ordered(order.remedy, order.who, _points(order, facts=facts, rules=rules), player, order.see)


def _points(order: Order, *, facts: Facts, rules: Ruleset) -> int | None:
    match order.amount:
        case Amount.FOR_EACH_MISSING_CARD:
            each = LAW.missing_card if rules.missing_card is None else rules.missing_card
            return (each or 0) * int(str(facts["by"]))
        case Amount.TWO_HIGHEST:
            # The facts are whole numbers, checked before.
            both = sum_of_two_highest(_list(facts.get("other_totals", facts.get("other_scores"))))
            return None if both is None else int(both)
        case _:
            return None


def _claims(facts: Facts) -> tuple[str, ...]:
    seats = [clean(str(name)) for name in _list(facts["seats"])]
    claimants = [str(name) for name in _list(facts["claimants"])]
    return claims_in_order(seats, in_turn=str(facts["in_turn"]), claimants=claimants)


def _value(value: object) -> Value:
    return tuple(_list(value)) if isinstance(value, list | tuple) else cast(Value, value)


def _list(value: object) -> Sequence[Any]:
    return cast(Sequence[Any], value)


def _joined(*clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Clauses each once, in their first order."""
    return tuple(dict.fromkeys(number for numbers in clauses for number in numbers))
