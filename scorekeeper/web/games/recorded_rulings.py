"""A recorded ruling in words, with the names of then, and the duties and effects that it leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Flask
from markupsafe import Markup

from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Graph
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.judge import Ordered, Ruling
from scorekeeper.rules.entries import FactValue, Ruled
from scorekeeper.rules.game import Seat
from scorekeeper.rules.rulings import EffectKind, OpenDuty, WaitingEffect
from scorekeeper.services.games.queries.history import HistoryLine
from scorekeeper.services.games.queries.table import SeatLine
from scorekeeper.web.games import ruling_text
from scorekeeper.web.games.ruling_text import Names

# Facts that name players; in the history they are seat numbers.
_SEATS: Final = "seats"
_CLAIMANTS: Final = "claimants"
_NAMING: Final = (_SEATS, "in_turn", _CLAIMANTS)


@dataclass(frozen=True, slots=True)
class RecordedRuling:
    """A ruling of the history in words: players by role and answers, each after its question.

    `outcome` is None where this release no longer has words for it.
    """

    roles: tuple[tuple[str, str], ...]
    said: tuple[tuple[str, Markup], ...]
    outcome: Markup | None
    remedies: tuple[Markup, ...]
    effects: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A duty or a waiting effect that a ruling left open, in a whole sentence."""

    open: OpenDuty | WaitingEffect
    text: Markup
    clause: str


def init_app(app: Flask) -> None:
    """Let templates put recorded rulings into words."""
    app.jinja_env.globals.update(open_lines=open_lines, recorded_ruling=recorded_ruling)
    app.jinja_env.filters.update(headline=headline_of, option_name=option_name)


def headline_of(code: str) -> str:
    """The headline of a recorded irregularity; its code if this release does not have it."""
    graph = _graph(code)
    return code if graph is None else graph.headline


def option_name(code: str, irregularity: str) -> Markup:
    """The name of a recorded choice; its code if this release does not offer it."""
    graph = _graph(irregularity)
    if graph is None or code not in set(OptionCode):
        return Markup.escape(code)
    option = sentences.option(graph.irregularity, OptionCode(code))
    return Markup.escape(code if option is None else option.name)


def recorded_ruling(line: HistoryLine) -> RecordedRuling:
    """The ruling in a line of the history, as it was recorded."""
    event, names = line.entry.event, line.names
    assert isinstance(event, Ruled)
    facts, everyone = _named(event, names), _everyone(event, names)
    ruling = _ruling(event, facts)
    remedies = (
        ()
        if ruling is None
        else (ruling_text.remedy(ruling, ordered, names=everyone) for ordered in ruling.remedies)
    )
    return RecordedRuling(
        roles=tuple(_roles(event, names)),
        said=tuple(_said(event, facts)),
        outcome=None if ruling is None else ruling_text.outcome(ruling, names=everyone),
        remedies=tuple(remedies),
        effects=tuple(
            ruling_text.effect(
                sentences.APPLIED, effect, name=None if effect.seat is None else names[effect.seat]
            )
            for effect in event.effects
        ),
    )


def open_lines(
    lines: Iterable[OpenDuty | WaitingEffect], seats: Iterable[SeatLine | Seat], *, on_sheet: bool = False
) -> list[OpenLine]:
    """Duties and waiting effects in sentences; `on_sheet`: in those of the page that scores the hand."""
    names: dict[int | None, str] = {seat.number: seat.name for seat in seats}
    texts = sentences.WAITING if on_sheet else sentences.APPLIED
    return [_open_line(line, names=names, texts=texts) for line in lines]


def _open_line(
    line: OpenDuty | WaitingEffect, *, names: Mapping[int | None, str], texts: Mapping[EffectKind, str]
) -> OpenLine:
    if isinstance(line, OpenDuty):
        text = ruling_text.duty(line.duty, name=names.get(line.duty.seat))
        return OpenLine(line, text, sentences.DUTY_CLAUSES[Remedy(line.duty.code)])
    text = ruling_text.effect(texts, line.effect, name=names.get(line.effect.seat))
    return OpenLine(line, text, sentences.EFFECT_CLAUSES[line.effect.kind])


def _graph(code: str) -> Graph | None:
    """The graph of a recorded irregularity; None if this release does not have it."""
    return GRAPHS[Irregularity(code)] if code in set(Irregularity) else None


def _ruling(event: Ruled, facts: Mapping[str, FactValue]) -> Ruling | None:
    """The ruling as a value of today; None if this release does not have its outcome."""
    graph = _graph(event.irregularity)
    if graph is None or sentences.outcome(graph.irregularity, event.outcome) is None:
        return None
    remedies = (
        Ordered(Remedy(one.code), Who(one.who), one.points)
        for one in event.remedies
        if one.code in set(Remedy) and one.who in set(Who)
    )
    return Ruling(graph.irregularity, event.outcome, tuple(facts.items()), tuple(remedies), event.clauses)


def _everyone(event: Ruled, names: Sequence[str]) -> Names:
    """Everybody of the ruling, by role."""
    seats = {
        **{role: (seat,) for role, seat in event.roles},
        **{one.who: one.seats for one in event.remedies},
    }
    return {Who(who): tuple(names[seat] for seat in meant) for who, meant in seats.items() if who in set(Who)}


def _named(event: Ruled, names: Sequence[str]) -> dict[str, FactValue]:
    """The facts with names in place of seat numbers."""
    return {fact: _name(value, names) if fact in _NAMING else value for fact, value in event.facts}


def _name(value: FactValue, names: Sequence[str]) -> FactValue:
    if isinstance(value, tuple):
        return tuple(names[int(seat)] for seat in value)
    return names[int(value)]


def _roles(event: Ruled, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Who was meant, as far as the facts do not say it: those of a claim name everybody."""
    if _CLAIMANTS in dict(event.facts):
        return
    graph = _graph(event.irregularity)
    questions = {} if graph is None else {who.value: question for who, question in graph.who.items()}
    for role, seat in event.roles:
        yield questions.get(role, sentences.WHO_IT_WAS), names[seat]


def _said(event: Ruled, facts: Mapping[str, FactValue]) -> Iterator[tuple[str, Markup]]:
    """Every question that was asked, with its answer; not who sits at the table."""
    graph = _graph(event.irregularity)
    if graph is None:
        return
    for fact, value in facts.items():
        question = sentences.question_for(graph.irregularity, fact)
        if question is not None and fact != _SEATS:
            yield question, _answer(graph.irregularity, fact, value)


def _answer(irregularity: Irregularity, fact: str, value: FactValue) -> Markup:
    if isinstance(value, tuple):
        said = map(ruling_text.isolated if fact in _NAMING else Markup.escape, map(str, value))
        return Markup(", ").join(said) or Markup(sentences.NOTHING_GIVEN)
    if fact in _NAMING:
        return ruling_text.isolated(str(value))
    return Markup.escape(sentences.recorded_answer(irregularity, fact, value))
