"""One question, and everything that answers it, from the clauses to a check of its cards."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Final

from flask import abort, render_template, request, url_for

from scorekeeper.referee.basis import catalogue, own_clauses
from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.facts import Facts
from scorekeeper.referee.graph import Answer, Choice, Node, OneOf, Outcome, outcomes
from scorekeeper.referee.graphs import graph_of
from scorekeeper.rulebook import Clause, Mark, book, clause
from scorekeeper.rulebook.index import Document, Index
from scorekeeper.rulebook.search import (
    FEWEST,
    SECTION,
    TEXT,
    VARIATIONS,
    clauses_on,
    index,
    search,
    search_texts,
)
from scorekeeper.rulebook.words import words_in
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.precedents import MATTER, Agreement, precedents_for
from scorekeeper.services.games.rulings import fitting
from scorekeeper.web.games import access
from scorekeeper.web.games.house_rules import changes_by_clause
from scorekeeper.web.games.ruling_text import subject_of
from scorekeeper.web.http import device, form_errors
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.form_errors import FormError
from scorekeeper.web.laydown.checks import Check, Checked, checked_or_not, faults_of
from scorekeeper.web.laydown.laydown import address_of, present_hand
from scorekeeper.web.laydown.typed import cards_asked
from scorekeeper.web.laydown.verdicts import Verdict, verdict_on
from scorekeeper.web.referee.agreements import clauses_offered
from scorekeeper.web.referee.disputes import CHOICE
from scorekeeper.web.referee.path import Link, Venue, question_asked
from scorekeeper.web.referee.search import ORDINARY, ranked
from scorekeeper.web.rulebook.rulebook import blueprint, game_asking
from scorekeeper.web.rulesets.contracts import full_stop
from scorekeeper.web.rulesets.fields import statement
from scorekeeper.web.rulesets.words import changed, sayable

MOST_CLAUSES: Final = 4
MOST_ADVICE: Final = 2
MOST_IRREGULARITIES: Final = 2
# How many of the best clauses may say what a question is about, unless the first tells how play goes.
MOST_ABOUT: Final = 2
MOST_AGREEMENTS: Final = 3
MOST_MATTERS: Final = 3
# How far a matter must beat that a question names none.
NAMED: Final = 1.8


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that a silent clause leaves to the table, with what can be agreed.

    A choice has the address that records it, which is empty where this phone may not. `facts` are the answers
    that lead to it where it is a ruling on an `irregularity`, `searched` is what people say for it.
    """

    title: str
    choices: tuple[Link, ...]
    irregularity: Irregularity | None = None
    facts: Facts = field(default_factory=dict)
    searched: tuple[str, ...] = ()

    def is_decided_by(self, line: Agreement) -> bool:
        """Whether an agreement is about this."""
        if self.irregularity is None:
            return line.question == self.title
        return line.irregularity == self.irregularity and self.facts.items() <= dict(line.facts).items()


@dataclass(frozen=True, slots=True)
class Answers:
    """All that answers a question asked at a venue, each kind best first.

    `own` are clauses of the rules in force, `advice` those of the law where other rules are in force. `open`
    are the matters that the best clause leaves to the table, `agreeing` is the address that writes down what
    the table agrees, empty for a phone that may not. `cards` is the check of cards in the question, `refused`
    why they cannot be checked, `checker` the address where they are checked further. `agreed` is what this
    table decided on the question, if it did. `values` are what the rules in force say without a clause, each
    with whether the table changed it.
    """

    query: str
    venue: Venue
    own: tuple[Clause, ...] = ()
    advice: tuple[Clause, ...] = ()
    irregularities: Mapping[Irregularity, Link] = field(default_factory=dict)
    agreements: tuple[Agreement, ...] = ()
    open: tuple[Matter, ...] = ()
    agreeing: str = ""
    cards: Checked | None = None
    refused: tuple[FormError, ...] = ()
    checker: str = ""
    agreed: Agreement | None = None
    values: tuple[tuple[str, bool], ...] = ()

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rules in force, and then the advice."""
        return (*self.own, *self.advice)

    @property
    def is_nothing(self) -> bool:
        """Whether nothing answers the question."""
        found = (self.clauses, self.values, self.irregularities, self.agreements, self.cards, self.refused)
        return not any(found)

    @property
    def is_open(self) -> bool:
        """Whether the best clause leaves the matter open, and no interpretation of it settles it."""
        return any(
            best.mark is Mark.SILENT
            and best.number not in self.changed
            and not any(map(best.is_settled_by, self.clauses))
            for best in self.clauses[:1]
        )

    @property
    def verdict(self) -> Verdict | None:
        """What the rules say of the cards in the question, in words."""
        return verdict_on(self.cards) if self.cards else None

    @property
    def law(self) -> Ruleset:
        """The rules that the advice comes from."""
        return LAW

    @property
    def changed(self) -> Mapping[str, Sequence[str]]:
        """What this table plays otherwise, by clause."""
        return changes_by_clause(self.venue.rules)

    @property
    def silent_clauses(self) -> list[Clause]:
        """What these rules leave to the table."""
        clauses = clauses_offered(self.venue.rules.id).values()
        return [one for one in clauses if one.mark is Mark.SILENT]


@blueprint.get("/ask")
@anyone
def ask() -> str:
    """The page of the box itself. Pages with the box fetch their answers here."""
    game = game_asking()
    file = RULESETS.get(request.args.get("ruleset") or LAW.id) or abort(404)
    venue = Venue(game, recording.current(game)) if game else Venue(file=file)
    return render_template("rulebook/ask.html", venue=venue)


def asked(venue: Venue) -> Answers | None:
    """What answers the question in the address, `?q=`; None if it asks nothing."""
    query = question_asked()
    return answers(query, venue, phone=device.known()) if query else None


def answers(query: str, venue: Venue, *, phone: str | None, check: Check = checked_or_not) -> Answers:
    """All that answers a question; `phone` may read the agreements of its other games."""
    venue = replace(venue, asked=query)
    rules, game = venue.rules, venue.game_id
    if of_cards := _of_cards(query, venue, check):
        return of_cards
    own, advice, values = _by_rules(query, rules)
    clauses = (*own, *advice)
    silent = _silent(clauses, rules)
    agreeing = ""
    if game and phone and access.may_write(game):
        agreeing = url_for("agreements.new", game_id=game, clause=silent, question=query)
    matters = {
        one.number: _matters(one.number, venue=venue, may_write=bool(agreeing))
        for one in clauses
        if one.mark is Mark.SILENT
    }
    named = {number: _named(query, among) for number, among in matters.items()}
    left_open = _left_open(matters[silent], named=named[silent]) if silent else ()
    irregularities = _irregularities(query, venue, own=own, advice=advice, left_open=left_open)
    known = _newest(precedents_for(phone, game))
    certain = _certain(query, known, left_open=left_open, clause=silent)
    agreed = next((line for line in certain if line.of_this_game), None)
    near = _near(known, clauses=clauses, named=named, irregularities=irregularities)
    return Answers(
        query,
        venue,
        own,
        advice,
        irregularities,
        tuple(dict.fromkeys((*filter(None, [agreed]), *certain, *near)))[:MOST_AGREEMENTS],
        left_open,
        agreeing,
        agreed=agreed,
        values=values,
    )


def _by_rules(
    query: str, rules: Ruleset
) -> tuple[tuple[Clause, ...], tuple[Clause, ...], tuple[tuple[str, bool], ...]]:
    """The clauses and the advice that answer, and values in force that are asked for and no clause words."""
    own, advice = clauses_on(query, rules)
    hits = [hit.number for hit in search(query) if hit.number not in VARIATIONS]
    best, *others = [clause(number).values for number in hits[:FEWEST]] or [frozenset()]
    changes = {one.path for one in changed(rules, RULESETS.get(rules.id, rules))}
    asked = best | (changes & frozenset[str]().union(*others))
    asked |= {path.partition(".")[0] for path in asked}
    if values := () if rules.is_law else tuple(_values_among(asked, rules)):
        own, advice = tuple(one for one in own if asked & {*one.fields}), ()
    return own[:MOST_CLAUSES], advice[: MOST_ADVICE if own else MOST_CLAUSES], values


def _silent(clauses: Sequence[Clause], rules: Ruleset) -> str | None:
    """The number of the best clause if it leaves open what the table has not decided by its rules."""
    is_open = clauses and clauses[0].mark is Mark.SILENT and clauses[0].number not in changes_by_clause(rules)
    return clauses[0].number if is_open else None


def _of_cards(query: str, venue: Venue, check: Check) -> Answers | None:
    """The check of the cards in a question, or why they cannot be checked; None if it is not about cards."""
    rules = venue.rules
    players = None if venue.game is None else len(venue.game.setup.players)
    if cards := cards_asked(query, rules=rules, hand=present_hand(venue), players=players):
        checker = address_of(cards, venue)
        if refused := form_errors.by_field(faults_of(cards), fields={"*": "cards"}).get("cards", ()):
            return Answers(query, venue, refused=refused, checker=checker)
        checked = check(cards)
        if isinstance(checked, Checked):
            return Answers(query, venue, cards=checked, checker=checker)
        return Answers(query, venue, refused=checked, checker=checker)
    return None


def _values_among(paths: Set[str], rules: Ruleset) -> Iterator[tuple[str, bool]]:
    """What the rules in force say of these values, where no clause of theirs words it; each with whether the
    table changed it.
    """
    worded = {path for one in book(rules.id).clauses for path in one.fields}
    changes = {one.path for one in changed(rules, RULESETS.get(rules.id, rules))}
    for rule in sayable(rules):
        if rule.path in paths - worded:
            yield full_stop(statement(rule.path, rules)), rule.path in changes


def _irregularities(
    query: str,
    venue: Venue,
    *,
    own: Sequence[Clause],
    advice: Sequence[Clause],
    left_open: Sequence[Matter],
) -> Mapping[Irregularity, Link]:
    """The irregularities that the best clause settles, or else the second: no other is meant. Where the best
    one tells how play goes, the second is not asked. Where one of many open matters is meant, the link
    answers which.

    Words that only another game has find no clause of the law: what they describe best is offered. What a
    clause of a game says is not offered as something that its rules don't cover.
    """
    is_settled = not venue.rules.is_law and any(one.mark is not Mark.SILENT for one in own[:1])
    offered = [one for one in _offered(venue) if not (is_settled and one is Irregularity.SILENT_MATTER)]
    hits = ranked(query, among=offered)
    meant = () if venue.rules.is_law or advice else hits[:1]
    about = 1 if any(one.number in ORDINARY for one in own[:1]) else MOST_ABOUT
    for clauses in reversed([*zip_longest(own, advice)][:about]):
        numbers = {one.number for one in clauses if one}
        settled = tuple(hit for hit in hits if numbers & settled_by(hit, venue.rules))
        meant = settled[:MOST_IRREGULARITIES] or meant
    answered = {
        one.irregularity: one.facts for one in left_open if len(left_open) == 1 and MATTER in one.facts
    }
    return {
        hit: Link(graph_of(hit, venue.rules).headline, venue.address(hit, but=answered.get(hit)))
        for hit in meant
    }


def settled_by(irregularity: Irregularity, rules: Ruleset) -> set[str]:
    """The clauses that the rulings on an irregularity rest on, or that leave it open, and those of the game
    that are about the same.
    """
    ends = outcomes(graph_of(irregularity, rules))
    law = {number for end in ends for number in (*end.clauses, *(note.clause for note in end.notes))}
    values = {path for number in law for path in clause(number).fields}
    alike = {one.number for one in book(rules.id).clauses if values & {*one.fields}}
    return {*law, *own_clauses(irregularity, rules=rules), *(() if rules.is_law else alike)}


def _offered(venue: Venue) -> tuple[Irregularity, ...]:
    return catalogue(venue.rules) if venue.game is None else fitting(venue.game)


def _newest(lines: Iterable[Agreement]) -> tuple[Agreement, ...]:
    """The first of the agreements on the same question or ruling; lines come newest first."""
    found: dict[object, Agreement] = {}
    for line in lines:
        question = (line.irregularity, line.facts) if line.irregularity else words_in(line.question)
        found.setdefault(question or line, line)
    return tuple(found.values())


def _certain(
    query: str, known: Sequence[Agreement], *, left_open: Sequence[Matter], clause: str | None
) -> tuple[Agreement, ...]:
    """The agreements on what the question leaves open, the newest first, then those in words about it.

    Words about the only open matter of the clause are on that matter.
    """
    worded = search_texts(query, [(line, _subject(line), line.agreed) for line in known if line.agreed])
    alike = {line for line in worded if line.clause == clause} if len(left_open) == 1 else set()
    on_matter = (
        line for line in known if line in alike or any(matter.is_decided_by(line) for matter in left_open)
    )
    return tuple(dict.fromkeys((*on_matter, *worded)))


def _near(
    known: Iterable[Agreement],
    *,
    clauses: Sequence[Clause],
    named: Mapping[str, Sequence[Matter]],
    irregularities: Container[str | None],
) -> Iterator[Agreement]:
    """The agreements on the best clause or, by one of these irregularities, on another of these clauses.

    `named` are the matters of a clause that are meant, if not all are.
    """
    numbers = [one.number for one in clauses]
    for line in known:
        is_near = line.clause in numbers[:1] or (
            line.clause in numbers and line.irregularity in irregularities
        )
        matters = named.get(line.clause or "")
        if is_near and (not matters or any(matter.is_decided_by(line) for matter in matters)):
            yield line


def _subject(line: Agreement) -> str:
    """What an agreement is about: the matter of its ruling, or the question as the table wrote it down."""
    return subject_of(line.irregularity, line.matter) if line.irregularity else line.question


def _named(query: str, matters: Sequence[Matter]) -> tuple[Matter, ...]:
    """The one of several matters that a question names, if it names one."""
    if len(matters) < 2:
        return ()
    documents = [
        Document(
            ((matter.title, TEXT), *((choice.text, SECTION) for choice in matter.choices)),
            (matter.title, *matter.searched),
        )
        for matter in matters
    ]
    best = Index(documents, among=index(LAW.id), least=NAMED).best(query)
    return tuple(matters[match.position] for match in best[:1])


def _left_open(matters: tuple[Matter, ...], *, named: tuple[Matter, ...]) -> tuple[Matter, ...]:
    """What a silent clause leaves open: the matter that is named, or all if they are few."""
    return named or (matters if len(matters) <= MOST_MATTERS else ())


def _matters(number: str, *, venue: Venue, may_write: bool) -> tuple[Matter, ...]:
    """All that a silent clause leaves to the table, each once."""
    found = {one.title: one for one in _each_matter(number, venue=venue, may_write=may_write)}
    return tuple(found.values())


def _each_matter(number: str, *, venue: Venue, may_write: bool) -> Iterator[Matter]:
    for irregularity in _offered(venue):
        graph = graph_of(irregularity, venue.rules)
        for answer, facts, choice in _silent_ends(graph.first, number, answer=None, facts={}):
            options = (
                Link(
                    one.name,
                    venue.address(irregularity, but={**facts, CHOICE: one.code}) if may_write else "",
                )
                for one in choice.options
            )
            title, said = (
                (answer.text, answer.search_words) if answer else (graph.headline, graph.search_words)
            )
            searched = tuple(said.split(", ")) if said else ()
            yield Matter(title, tuple(options), irregularity, facts, searched)
        for note in (note for end in outcomes(graph) for note in end.notes if note.clause == number):
            addresses = (
                url_for(
                    "agreements.new",
                    game_id=venue.game_id,
                    clause=number,
                    question=note.question,
                    agreed=text,
                )
                if may_write
                else ""
                for text in note.choices
            )
            yield Matter(note.question, tuple(map(Link, note.choices, addresses)))


def _silent_ends(
    node: Node, number: str, *, answer: Answer | None, facts: Facts
) -> Iterator[tuple[Answer | None, Facts, Choice]]:
    """The choices that answers alone lead to, each with the last answer and all facts."""
    if isinstance(node, OneOf):
        for one in node.answers:
            given = {**facts, node.fact: one.value}
            yield from _silent_ends(one.then, number, answer=one, facts=given)
    elif isinstance(node, Outcome) and node.choice and node.clauses[0] == number:
        yield answer, facts, node.choice
