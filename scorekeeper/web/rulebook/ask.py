"""One question, and everything that answers it: clauses, what the referee settles, what the table agreed.

Each is a search of its own, best first by its own score. Cards in a question are checked instead.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from flask import abort, render_template, request, url_for

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import outcomes
from scorekeeper.referee.graphs import graph_of
from scorekeeper.referee.jurisdiction import catalogue, own_clauses
from scorekeeper.rulebook import Clause, Mark, book, clause
from scorekeeper.rulebook.openings import opening
from scorekeeper.rulebook.search import FEWEST, VARIATIONS, clauses_on, search, search_texts
from scorekeeper.rulebook.vocabulary import vocabulary, words_in
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games.queries.precedents import MATTER, Agreement, precedents_for
from scorekeeper.services.games.rulings import fitting
from scorekeeper.web.games import access
from scorekeeper.web.games.house_rules import changes_by_clause
from scorekeeper.web.games.ruling_text import subject_of
from scorekeeper.web.http import device
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.forms import Form
from scorekeeper.web.laydown.checks import Check, LaydownReport, check_or_refuse, laydown_faults
from scorekeeper.web.laydown.laydown import address_of, present_hand
from scorekeeper.web.laydown.typed import cards_asked
from scorekeeper.web.laydown.verdicts import Verdict, verdict_on
from scorekeeper.web.referee.agreements import clauses_offered
from scorekeeper.web.referee.path import PageLink, Venue, search_query
from scorekeeper.web.referee.search import ORDINARY, irregularities_about, matter_of
from scorekeeper.web.rulebook.rulebook import blueprint, venue_asking
from scorekeeper.web.rulesets.contracts import full_stop
from scorekeeper.web.rulesets.words import sayable, statement, table_changes

MOST_CLAUSES: Final = 4
MOST_ADVICE: Final = 2
MOST_AGREEMENTS: Final = 3
# How many of the best clauses say what a question is about, unless the first answers or tells how play goes.
MOST_ABOUT: Final = 2


@dataclass(frozen=True, slots=True)
class Answers:
    """All that answers a question asked at a venue, each kind best first.

    `own` are clauses of the rules in force, `advice` those of the law where other rules are in force.
    `agreeing` is the address that writes down what the table agrees, empty for a phone that may not. `cards`
    is the check of cards in the question, `refused` why they cannot be checked, `checker` the address where
    they are checked further. `values` are what the rules in force say without a clause, each with whether the
    table changed it.
    """

    query: str
    venue: Venue
    in_force: tuple[Clause, ...] = ()
    advice: tuple[Clause, ...] = ()
    values: tuple[tuple[str, bool], ...] = ()
    irregularities: Mapping[Irregularity, PageLink] = field(default_factory=dict)
    agreements: tuple[Agreement, ...] = ()
    agreeing: str = ""
    cards: LaydownReport | None = None
    refused: tuple[str, ...] = ()
    checker: str = ""

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rules in force, and then the advice."""
        return (*self.in_force, *self.advice)

    @property
    def is_nothing(self) -> bool:
        """Whether nothing answers the question."""
        answers = (self.clauses, self.values, self.irregularities, self.agreements, self.cards, self.refused)
        return not any(answers)

    @property
    def agreed(self) -> Agreement | None:
        """What this table decided on the question, if it did."""
        return next((line for line in self.agreements if line.of_this_game), None)

    @property
    def is_open(self) -> bool:
        """Whether the best clause leaves the matter open."""
        return any(best.mark is Mark.SILENT and best.number not in self.changed for best in self.clauses[:1])

    @property
    def opening(self) -> str:
        """Yes, No or an amount, where the question asks for that and the rules in force are the clause's."""
        best = self.in_force[:1]
        return "".join(opening(clause, self.query) for clause in best if clause.number not in self.changed)

    @property
    def verdict(self) -> Verdict | None:
        """What the rules say of the cards in the question, in words."""
        return verdict_on(self.cards) if self.cards else None

    @property
    def changed(self) -> Mapping[str, Sequence[str]]:
        """What this table plays otherwise, by clause."""
        return changes_by_clause(self.venue.rules)

    @property
    def silent_clauses(self) -> list[Clause]:
        """What these rules leave to the table."""
        clauses = clauses_offered(self.venue.rules.id).values()
        return [clause for clause in clauses if clause.mark is Mark.SILENT]


@blueprint.get("/ask")
@anyone
def ask() -> str:
    """The page of the box itself. Pages with the box fetch their answers here."""
    file = RULESETS.get(request.args.get("ruleset") or LAW.id) or abort(404)
    return render_template("rulebook/ask.html", venue=venue_asking(file), words=vocabulary())


def answers_for(venue: Venue) -> Answers | None:
    """What answers the question in the address, `?q=`; None if it asks nothing."""
    query = search_query()
    return answers(query, venue, phone=device.known()) if query else None


def answers(query: str, venue: Venue, *, phone: str | None, check: Check = check_or_refuse) -> Answers:
    """All that answers a question; `phone` may read the agreements of its other games."""
    venue = replace(venue, query=query)
    game = venue.game_id
    if of_cards := _of_cards(query, venue, check):
        return of_cards
    in_force, advice, values = _by_rules(query, venue.rules)
    in_force = _settled(in_force)
    irregularities = _irregularities(query, venue, in_force=in_force, advice=advice)
    agreeing = ""
    if game and phone and access.may_write(game):
        silent = [best.number for best in (*in_force, *advice)[:1] if best.mark is Mark.SILENT]
        agreeing = url_for("agreements.new", game_id=game, clause=silent, question=query)
    return Answers(
        query,
        venue,
        in_force,
        advice,
        values,
        irregularities,
        _agreements(query, _newest(precedents_for(phone, game)), irregularities),
        agreeing,
    )


def _by_rules(
    query: str, rules: Ruleset
) -> tuple[tuple[Clause, ...], tuple[Clause, ...], tuple[tuple[str, bool], ...]]:
    """The clauses and the advice that answer, and values in force that are asked for and no clause words."""
    in_force, advice = clauses_on(query, rules)
    hits = [hit.number for hit in search(query) if hit.number not in VARIATIONS]
    best, *others = [clause(number).values for number in hits[:FEWEST]] or [frozenset()]
    changes = {change.value.path for change in table_changes(rules, RULESETS.get(rules.id, rules))}
    paths_meant = best | (changes & frozenset[str]().union(*others))
    paths_meant |= {path.partition(".")[0] for path in paths_meant}
    unworded = paths_meant - {path for clause in book(rules.id).clauses for path in clause.fields}
    paths = [] if rules.is_law else [rule.path for rule in sayable(rules) if rule.path in unworded]
    if paths:
        in_force, advice = tuple(clause for clause in in_force if paths_meant & {*clause.fields}), ()
    values = tuple((full_stop(statement(path, rules)), path in changes) for path in paths)
    return in_force[:MOST_CLAUSES], advice[: MOST_ADVICE if in_force else MOST_CLAUSES], values


def _settled(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """The clauses, with our interpretation in place of a best one that leaves open what it settles."""
    settling = [
        other for other in clauses if clauses[0].mark is Mark.SILENT and clauses[0].is_settled_by(other)
    ]
    return (*settling, *(other for other in clauses[1:] if other not in settling)) if settling else clauses


def _irregularities(
    query: str, venue: Venue, *, in_force: Sequence[Clause], advice: Sequence[Clause]
) -> Mapping[Irregularity, PageLink]:
    """The irregularity that the question is about, if anything went wrong: the best that one of the best
    clauses settles. Words that only another game has find no clause of the law; then it is simply the best.

    What the rules leave open is named by its matter, and is none where a clause of a game covers it.
    """
    is_covered = not venue.rules.is_law and any(clause.mark is not Mark.SILENT for clause in in_force[:1])
    offered = catalogue(venue.rules) if venue.game is None else fitting(venue.game)
    among = [code for code in offered if not (is_covered and code is Irregularity.SILENT_MATTER)]
    about = 1 if any(best.number in ORDINARY or opening(best, query) for best in in_force[:1]) else MOST_ABOUT
    numbers = [clause.number for clause in (*in_force[:about], *advice[:about])]
    hits = irregularities_about(query, among=among)
    settled = [code for number in numbers for code in hits if number in _settled_by(code, venue.rules)]
    best = settled or ([] if venue.rules.is_law or advice else hits)
    matter = matter_of(query) if Irregularity.SILENT_MATTER in best[:1] else None
    return {
        code: PageLink(
            subject_of(code, matter) if matter else graph_of(code, venue.rules).headline,
            venue.address(code, but={MATTER: matter} if matter else None),
        )
        for code in best[:1]
    }


def _settled_by(irregularity: Irregularity, rules: Ruleset) -> set[str]:
    """The clauses that the rulings on an irregularity rest on, or that leave it open, and those of the game
    that are about the same.
    """
    ends = outcomes(graph_of(irregularity, rules))
    law = {number for end in ends for number in (*end.clauses, *(note.clause for note in end.notes))}
    values = {path for number in law for path in clause(number).fields}
    alike = {clause.number for clause in book(rules.id).clauses if values & {*clause.fields}}
    return {*law, *own_clauses(irregularity, rules=rules), *(() if rules.is_law else alike)}


def _newest(lines: Iterable[Agreement]) -> tuple[Agreement, ...]:
    """The first of the agreements on the same question or ruling; lines come newest first."""
    newest: dict[object, Agreement] = {}
    for line in lines:
        question = (line.irregularity, line.facts) if line.irregularity else words_in(line.question)
        newest.setdefault(question or line, line)
    return tuple(newest.values())


def _agreements(
    query: str, known: Sequence[Agreement], irregularities: Container[str | None]
) -> tuple[Agreement, ...]:
    """The agreements in words like the question's, and then those on what it is about."""
    matter = matter_of(query)
    worded = search_texts(query, [(line, _texts(line)) for line in known])
    meant = (
        line
        for line in known
        if (line.matter == matter if line.matter else line.irregularity in irregularities)
    )
    return tuple(dict.fromkeys((*worded, *meant)))[:MOST_AGREEMENTS]


def _texts(line: Agreement) -> tuple[str, str]:
    """What an agreement is about, alone and with what was agreed."""
    subject = subject_of(line.irregularity, line.matter) if line.irregularity else line.question
    return subject, f"{subject} {line.agreed}"


def _of_cards(query: str, venue: Venue, check: Check) -> Answers | None:
    """The check of the cards in a question, or why they cannot be checked; None if it is not about cards."""
    players = None if venue.game is None else len(venue.game.setup.players)
    cards = cards_asked(query, rules=venue.rules, hand=present_hand(venue), players=players)
    if cards is None:
        return None
    form, checker = Form(None), address_of(cards, venue)
    form.add_faults(laydown_faults(cards))
    report = tuple(form.form_errors) or check(cards)
    if isinstance(report, LaydownReport):
        return Answers(query, venue, cards=report, checker=checker)
    return Answers(query, venue, refused=report, checker=checker)
