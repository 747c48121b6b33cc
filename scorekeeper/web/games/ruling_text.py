"""Rulings in sentences: those of the referee, recorded ones, and what these left open.

Players' names stand where they are known; a recorded ruling has those of then. Where `names` are None,
players and points stay placeholders, for a script to fill in. Sentences are markup, with each name set
apart; `.striptags()` makes them plain text.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Flask
from markupsafe import Markup, escape

from scorekeeper.language import N_, Plural, Sentence, _
from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Claims, Graph, Option
from scorekeeper.referee.graphs import GRAPHS, graph_of
from scorekeeper.referee.judge import Ordered, Ruling, penalty_of
from scorekeeper.referee.jurisdiction import BY_OWN_CLAUSES, changed_values, own_clauses
from scorekeeper.rules.entries import FactValue, Ruled
from scorekeeper.rules.game import Seat
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import Duty, Effect, EffectKind, OpenDuty, WaitingEffect
from scorekeeper.services.games.queries.history import EntryEffects
from scorekeeper.services.games.queries.precedents import MATTER
from scorekeeper.services.games.queries.table import SeatStanding
from scorekeeper.services.games.rulings import NAMING
from scorekeeper.web.http import formats
from scorekeeper.web.http.formats import isolated
from scorekeeper.web.rulesets.contracts import full_stop
from scorekeeper.web.rulesets.words import statement

Names = Mapping[Who, Sequence[str]]
Texts = Mapping[EffectKind, Sentence | Plural]
NOBODY: Final[Names] = {}
# When a limited stock ends the hand, by whether it is ever refilled, and whether the discard goes before it.
_ENDS: Final = {
    (True, False): N_("When the stock runs out after that, the hand is over."),
    (False, False): N_("When the stock runs out, the hand is over."),
    (True, True): N_("When the stock runs out after that, the hand is over if nobody takes the discard."),
    (False, True): N_("When the stock runs out, the hand is over if nobody takes the discard."),
}


@dataclass(frozen=True, slots=True)
class RecordedRuling:
    """A ruling of the history in words: players by role and answers, each after its question.

    `claims` are the answers that say who claimed. `outcome` is None where this release no longer has words
    for it. Where the rules are silent and the table has chosen, no remedy asks it to agree once more.
    """

    roles: tuple[tuple[str, str], ...]
    answers: tuple[tuple[str, Markup], ...]
    claims: tuple[tuple[str, Markup], ...]
    outcome: Markup | None
    silent: bool
    remedies: tuple[Markup, ...]
    effects: tuple[Markup, ...]

    @property
    def matter(self) -> Markup | None:
        """What the table had to decide; None where the rules decide."""
        return self.answers[-1][1] if self.silent and self.answers else None


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A duty or a waiting effect that a ruling left open, in a whole sentence."""

    open: OpenDuty | WaitingEffect
    text: Markup
    clause: str


def init_app(app: Flask) -> None:
    """Let templates put recorded rulings into words."""
    app.jinja_env.globals.update(
        open_lines=open_lines,
        dropped=sentences.DROPPED,
        recorded_ruling=recorded_ruling,
    )
    app.jinja_env.filters.update(
        case=case_of,
        headline=headline_of,
        listed=list_names,
        option_name=option_name,
        option_then=option_then,
        ruled_on=ruled_on,
        seated=list_seats,
        subject=subject_of,
    )


def outcome_text(ruling: Ruling, *, names: Names | None = NOBODY) -> Markup:
    """The ruling in one line. Its outcome must still exist."""
    template = sentences.outcome(ruling.irregularity, ruling.outcome)
    assert template is not None
    return _filled_in(template.text, ruling, names=names)


def remedy_text(ruling: Ruling, ordered: Ordered, *, names: Names | None = NOBODY) -> Markup:
    """The sentence of a remedy, with what follows from it later."""
    order = sentences.order(ruling.irregularity, ruling.outcome, ordered.remedy)
    return _filled_in(order.text, ruling, names=names)


def choice_text(ruling: Ruling, *, names: Names | None = NOBODY) -> Markup:
    """The sentence that says who chooses; only for a ruling with a choice."""
    assert ruling.choice is not None
    return _filled_in(sentences.CHOOSES[ruling.choice.who], ruling, names=names)


def option_text(ruling: Ruling, offered: Option, *, names: Names | None = NOBODY) -> tuple[Markup, Markup]:
    """The name of an option of a ruling, and what happens if it is chosen."""
    return _filled_in(offered.name, ruling, names=names), _filled_in(offered.then, ruling, names=names)


def duty_text(binding: Duty, *, name: str | None = None) -> Markup:
    """A duty that still binds the player called `name`; None if it binds the whole table."""
    template = sentences.duty(binding.code, times=binding.times)
    return Markup(template).format(name=isolated(name or ""), times=binding.times)


def effect_text(texts: Texts, change: Effect, *, name: str | None = None, hand: int = 0) -> Markup:
    """An effect on the player called `name`, in the words of `texts`."""
    text = texts[change.kind]
    template = text.of(change.points) if isinstance(text, Plural) else text
    return Markup(template).format(name=isolated(name or ""), points=change.points, hand=hand)


def list_names(names: Sequence[str]) -> Markup:
    """Names as they are read out."""
    return formats.listed([isolated(sentences.called(name)) for name in names])


def list_seats(numbers: Iterable[int], names: Sequence[str]) -> Markup:
    """The names of seats as they are read out; `names` by seat number."""
    return list_names([names[number] for number in numbers])


def _filled_in(text: Sentence | Plural, ruling: Ruling, *, names: Names | None) -> Markup:
    """A sentence of a ruling; without `names` the players and the points stay placeholders."""
    points = next((ordered.points for ordered in ruling.remedies if ordered.points is not None), 0)
    values: dict[str, object] = {
        "points": points,
        "by": dict(ruling.facts).get("by", 0),
        "penalty": ruling.penalty,
    }
    template = text.of(int(str(values[text.by]))) if isinstance(text, Plural) else text
    if names is None:
        return Markup(template).format_map(values | _PLACEHOLDERS)
    for who in Who:
        called = [escape(form) for form in sentences.unnamed(ruling.irregularity, who)]
        if names.get(who):
            named = list_names(names[who])
            called = [named, _capitalized(names[who]), named, named]
        values.update(zip(placeholders(who), called, strict=True))
    return Markup(template).format_map(values)


def placeholders(who: Who) -> tuple[str, str, str, str]:
    """The placeholders of a role. English needs the first two; a translation may take any of them."""
    key = who.value.replace("-", "_")
    return key, key.capitalize(), f"{key}_of", f"{key}_to"


_PLACEHOLDERS: Final = {
    name: Markup("{{{}}}").format(name)
    for name in ("points", *(form for who in Who for form in placeholders(who)))
}


def _capitalized(names: Sequence[str]) -> Markup:
    """Names at the beginning of a sentence; what is no name but a position at the table gets a capital."""
    first, *others = (sentences.called(name) for name in names)
    return list_names([first[:1].upper() + first[1:] if names[0] in sentences.POSITIONS else first, *others])


def headline_of(code: str, rules: Ruleset = LAW) -> str:
    """The headline of a recorded irregularity; its code if this release does not have it."""
    return graph_of(Irregularity(code), rules).headline if code in set(Irregularity) else code


def ruled_on(event: Ruled) -> str:
    """What a recorded ruling is about: its matter if it names one, else the headline of its irregularity."""
    matter = dict(event.facts).get(MATTER)
    return subject_of(event.irregularity, None if matter is None else str(matter))


def subject_of(code: str, matter: str | None) -> str:
    """What an agreement on an irregularity is about: the matter of its ruling, else the headline."""
    graph = _graph(code)
    if graph is None or matter is None:
        return headline_of(code)
    return sentences.recorded_answer(graph.irregularity, MATTER, matter)


def case_of(code: str, facts: Sequence[tuple[str, FactValue]]) -> Markup:
    """The last answer that led to an agreement on an irregularity; empty where its subject says so."""
    graph = _graph(code)
    if graph is None or not facts or facts[-1][0] == MATTER:
        return Markup()
    return _answer(graph.irregularity, *facts[-1])


def option_name(code: str, irregularity: str) -> Markup:
    """The name of a recorded choice; its code if this release does not offer it."""
    option = _option(code, irregularity)
    return Markup.escape(code if option is None else option.name)


def option_then(code: str, irregularity: str) -> Markup:
    """What follows from a recorded choice, with nobody's name; empty if this release does not offer it."""
    option = _option(code, irregularity)
    if option is None:
        return Markup()
    values: dict[str, str] = {}
    for who in Who:
        values.update(zip(placeholders(who), sentences.unnamed(Irregularity(irregularity), who), strict=True))
    return Markup(option.then).format_map(values)


def _option(code: str, irregularity: str) -> Option | None:
    graph = _graph(irregularity)
    if graph is None or code not in set(OptionCode):
        return None
    return sentences.option(graph.irregularity, OptionCode(code))


def recorded_ruling(line: EntryEffects) -> RecordedRuling:
    """The ruling in a line of the history, as it was recorded."""
    event, names = line.entry.event, line.names
    assert isinstance(event, Ruled)
    facts, everyone = _named(event, names), _everyone(event, names)
    ruling = _ruling(event, facts, line.after.rules)
    return RecordedRuling(
        roles=tuple(_roles(event, names)),
        answers=tuple(_answers(event, facts)),
        claims=tuple(_answers(event, {fact: facts[fact] for fact in facts if fact == Claims.claimants})),
        outcome=None
        if ruling is None
        else _table_rules(event, line.after.rules) or outcome_text(ruling, names=everyone),
        silent=ruling is not None and ruling.silent,
        remedies=tuple(remedy_text(ruling, order, names=everyone) for order in ruling.remedies)
        if ruling and not (ruling.silent and event.choice)
        else (),
        effects=tuple(
            effect_text(sentences.APPLIED, change, name=None if change.seat is None else names[change.seat])
            for change in event.effects
        ),
    )


def table_rule(path: str, rules: Ruleset) -> str:
    """What a table's rules say of a value that decides an irregularity."""
    sentence, reuses = full_stop(statement(path, rules)), rules.stock.reuses
    if path != "stock.reuses" or reuses is None:
        return sentence
    has_clause = bool(own_clauses(Irregularity.STOCK_OUT, rules=RULESETS[rules.id]))
    return f"{sentence} {_(_ENDS[reuses > 0, has_clause and rules.pack == 'cards'])}"


def _table_rules(event: Ruled, rules: Ruleset) -> Markup:
    """The table's own rules that were the ruling; empty if it was another."""
    if event.outcome != BY_OWN_CLAUSES.name:
        return Markup()
    values = [None, *(value for _fact, value in event.facts if isinstance(value, str))]
    irregularity = Irregularity(event.irregularity)
    paths = (path for value in values for path in changed_values(irregularity, rules=rules, value=value))
    return escape(" ".join(table_rule(path, rules) for path in dict.fromkeys(paths)))


def open_lines(
    lines: Iterable[OpenDuty | WaitingEffect],
    seats: Iterable[SeatStanding | Seat],
    *,
    texts: Texts = sentences.WAITING,
) -> list[OpenLine]:
    """Duties and waiting effects in sentences; effects in the words of `texts`."""
    names: dict[int | None, str] = {seat.number: seat.name for seat in seats}
    return [_open_line(line, names=names, texts=texts) for line in lines]


def _open_line(line: OpenDuty | WaitingEffect, *, names: Mapping[int | None, str], texts: Texts) -> OpenLine:
    if isinstance(line, OpenDuty):
        text = duty_text(line.duty, name=names.get(line.duty.seat))
        return OpenLine(line, text, sentences.DUTY_CLAUSES[Remedy(line.duty.code)])
    text = effect_text(texts, line.effect, name=names.get(line.effect.seat))
    return OpenLine(line, text, sentences.EFFECT_CLAUSES[line.effect.kind])


def _graph(code: str) -> Graph | None:
    """The graph of a recorded irregularity; None if this release does not have it."""
    return GRAPHS[Irregularity(code)] if code in set(Irregularity) else None


def _ruling(event: Ruled, facts: Mapping[str, FactValue], rules: Ruleset) -> Ruling | None:
    """The ruling as a value of today; None if this release does not have its outcome."""
    graph = _graph(event.irregularity)
    if graph is None or sentences.outcome(graph.irregularity, event.outcome) is None:
        return None
    remedies = (
        Ordered(Remedy(order.code), Who(order.who), order.points)
        for order in event.remedies
        if order.code in set(Remedy) and order.who in set(Who)
    )
    return Ruling(
        graph.irregularity,
        event.outcome,
        tuple(facts.items()),
        tuple(remedies),
        event.clauses,
        penalty=penalty_of(rules),
    )


def _everyone(event: Ruled, names: Sequence[str]) -> Names:
    """Everybody of the ruling, by role."""
    seats = {
        **{role: (seat,) for role, seat in event.roles},
        **{order.who: order.seats for order in event.remedies},
    }
    return {Who(who): tuple(names[seat] for seat in meant) for who, meant in seats.items() if who in set(Who)}


def _named(event: Ruled, names: Sequence[str]) -> dict[str, FactValue]:
    """The facts with names in place of seat numbers."""
    facts = dict(event.facts)
    for fact in facts.keys() & NAMING:
        seats = facts[fact]
        facts[fact] = (
            tuple(names[int(seat)] for seat in seats) if isinstance(seats, tuple) else names[int(seats)]
        )
    return facts


def _roles(event: Ruled, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Who was meant, as far as the facts do not say it: those of a claim name everybody."""
    if Claims.claimants in dict(event.facts):
        return
    graph = _graph(event.irregularity)
    questions = {} if graph is None else {who.value: question for who, question in graph.who.items()}
    seats = dict(event.roles)
    for role in dict.fromkeys((*questions, *seats)):
        if role in seats:
            yield questions.get(role, _(sentences.WHO_IT_WAS)), names[seats[role]]


def _answers(event: Ruled, facts: Mapping[str, FactValue]) -> Iterator[tuple[str, Markup]]:
    """Every question that was asked, with its answer; not who sits at the table."""
    graph = _graph(event.irregularity)
    if graph is None:
        return
    for fact, value in facts.items():
        question = sentences.question_for(graph.irregularity, fact)
        if question is not None and fact != Claims.seats:
            yield question, _answer(graph.irregularity, fact, value)


def _answer(irregularity: Irregularity, fact: str, value: FactValue) -> Markup:
    if isinstance(value, tuple):
        texts = map(isolated if fact in NAMING else Markup.escape, map(str, value))
        return formats.in_row(texts) or Markup.escape(_(sentences.NOTHING_GIVEN))
    if fact in NAMING:
        return isolated(str(value))
    return Markup.escape(sentences.recorded_answer(irregularity, fact, value))
