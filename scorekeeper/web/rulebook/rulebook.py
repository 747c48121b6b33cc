"""The rulebook to read: all clauses, each with an address of its own, the quick card, and the referee's
questions as trees.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.language import _
from scorekeeper.referee import sentences
from scorekeeper.referee.graph import (
    Claims,
    Conditions,
    Count,
    Graph,
    Node,
    OneOf,
    Outcome,
    PointsList,
    Question,
    nodes,
)
from scorekeeper.referee.graphs import GRAPHS, graph_of
from scorekeeper.referee.house_rules import HOUSE_EFFECTS, RULED_AT_ONCE
from scorekeeper.referee.jurisdiction import catalogue, own_clauses
from scorekeeper.rulebook import Section, book, section_of
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import Incomplete, Ruleset
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.web.games.house_rules import changes_by_clause
from scorekeeper.web.http import device
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.addresses import is_game_id, page_before
from scorekeeper.web.referee.agreements import by_clause
from scorekeeper.web.referee.path import PageLink, Venue
from scorekeeper.web.referee.referee import irregularity_of
from scorekeeper.web.rulesets.words import compare, rule_sections

blueprint = Blueprint("rules", __name__)


def clause_address(number: str, *, query: str | None = None, rules: Ruleset | None = None) -> str:
    """The address of a clause: in the rulebook, below what answers the words `asked`, or on the page of its
    ruleset, rather that of `rules` or the one that the current page is asked by.

    It names the game of the current page, if there is one: the book then has the clauses of that game too,
    and shows its agreements.
    """
    in_book = request.blueprint == blueprint.name
    game = request.args.get("game") if in_book else (request.view_args or {}).get("game_id")
    if game is None and "-" in number:
        here = request.args.get("ruleset", "") if rules is None else rules.id
        holding = _holding(number, here if here in RULESETS else LAW.id)
        return url_for("rules.ruleset", ruleset=holding, _anchor=f"c{number}")
    return url_for("rules.rules", game=game, q=query, _anchor=f"c{number}")


@cache
def _holding(number: str, first: str) -> str:
    """The id of a ruleset that has a clause, the `first` if it has it."""
    holding = [name for name in RULESETS if any(clause.number == number for clause in book(name).clauses)]
    return first if first in holding else holding[0]


@blueprint.get("/rules")
@anyone
def rules() -> str:
    venue = venue_asking()
    game, here = venue.game_id, venue.rules
    return render_template(
        "rulebook/rulebook.html",
        sections=(*_own_sections(here), *book().sections),
        here=here,
        rulings=rulings_by_clause(game, rules=here),
        game=game,
        agreed=by_clause(device.known(), game, ruleset=here.id),
        house=changes_by_clause(here),
        venue=venue,
        trees={irregularity: graph.headline for irregularity, graph in GRAPHS.items()},
        rulesets=RULESETS.values(),
        before=_before(),
    )


@blueprint.get("/rules/<ruleset>")
@anyone
def ruleset(ruleset: str) -> str:
    """A ruleset on one page; from a game of it, with what the table changed."""
    file, venue = RULESETS.get(ruleset), venue_asking()
    if file is None:
        abort(404)
    game, played = venue.game_id, venue.rules
    asks_here = game is not None and played.id == file.id
    here = played if asks_here else file
    return render_template(
        "rulebook/ruleset.html",
        rules=here,
        game=game,
        asks_here=asks_here,
        groups=list(rule_sections(here)),
        changed=list(compare(here, file)),
        different=[] if file.is_law else list(compare(here, LAW)),
        sections=_own_sections(here),
        rulings=rulings_by_clause(game, rules=here),
        agreed=by_clause(device.known(), game, ruleset=here.id),
        house=changes_by_clause(here),
        before=_before(),
    )


@blueprint.get("/rules/card")
@anyone
def card() -> str:
    venue = venue_asking()
    here = venue.rules if venue.rules.is_law else LAW
    players = range(here.players.fewest, here.players.most + 1)
    decks = {number: here.decks_for(number) for number in players}
    return render_template("rulebook/card.html", game=venue.game_id, decks=decks, here=here, before=_before())


@blueprint.get("/rules/questions/<irregularity>")
@anyone
def questions(irregularity: str) -> str:
    venue = venue_asking()
    graph = graph_of(irregularity_of(irregularity), venue.rules)
    return render_template(
        "rulebook/questions.html",
        title=graph.headline,
        ask=venue.address(graph.irregularity),
        game=venue.game_id,
        whole=tree_of(graph.first),
    )


def _before() -> str | None:
    """The page that a clause or the quick card was opened from, unless that was the book itself."""
    before = page_before()
    return None if before and before.partition("?")[0].startswith("/rules") else before


def _own_sections(rules: Ruleset) -> tuple[Section, ...]:
    """The clauses that hold by these rules beside the rulebook."""
    if not rules.is_law:
        return book(rules.id).sections
    return (section_of("P-1"),) if rules.incomplete is Incomplete.PLAIN else ()


def venue_asking(file: Ruleset = LAW) -> Venue:
    """The game from which this page was opened; without such a game the rules of a file."""
    game = request.args.get("game", "")
    is_there = is_game_id(game) and version_of(game)
    return Venue(game, recording.current(game)) if is_there else Venue(file=file)


def rulings_by_clause(
    game_id: str | None = None, *, rules: Ruleset = LAW
) -> Mapping[str, tuple[PageLink, ...]]:
    """Links to the irregularities whose rulings cite a clause or note it, by clause, commonest first.

    They lead to the referee of the game, if the book was opened from one; what its rules do not have is left
    out.
    """
    venue = Venue(game_id)
    links = {code: PageLink(graph_of(code, rules).headline, venue.address(code)) for code in catalogue(rules)}
    citing: dict[str, tuple[PageLink, ...]] = defaultdict(tuple)
    quoting: dict[str, tuple[PageLink, ...]] = defaultdict(tuple)
    for code, link in links.items():
        for number in dict.fromkeys(_cited(graph_of(code, rules))):
            citing[number] += (link,)
        for number in own_clauses(code, rules=rules) if game_id else ():
            quoting[number] += (link,)
    return {**citing, **quoting}


def _cited(graph: Graph) -> Iterator[str]:
    for node in nodes(graph.first):
        if isinstance(node, Outcome):
            yield from (*node.clauses, *(note.clause for note in node.notes))
        elif isinstance(node, Conditions):
            for condition in node.conditions:
                yield from condition.clauses
    for effect in HOUSE_EFFECTS:
        if effect.irregularity is graph.irregularity:
            yield effect.clause
    for settled in RULED_AT_ONCE:
        if settled.irregularity is graph.irregularity:
            yield from settled.outcome.clauses


@dataclass(frozen=True, slots=True)
class Tree:
    """A question with the `items` of its form and its branches, or a ruling with its clauses.

    Inline answers join those of their screen. `answer` leads here; it is empty where there is one way on.
    """

    text: str
    items: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    branches: tuple[Tree, ...] = ()
    answer: str = ""


def tree_of(node: Node, *, answer: str = "") -> Tree:
    """A node of a graph and all below it."""
    if isinstance(node, Outcome):
        return Tree(str(node.text_without_facts or node.text), clauses=node.clauses, answer=answer)
    branches = tuple(tree_of(below, answer=text) for text, below in _branches(node))
    if isinstance(node, Conditions | Claims):
        return Tree(node.title, tuple(sentences.texts_of(node).values()), (), branches, answer)
    return Tree(node.question, branches=branches, answer=answer)


def _branches(question: Question) -> Iterator[tuple[str, Node]]:
    match question:
        case OneOf(answers=answers):
            for answer in answers:
                if answer.inline and isinstance(answer.then, OneOf):
                    yield from _branches(answer.then)
                else:
                    yield answer.text, answer.then
        case Conditions(conditions=conditions, met=met, unmet=unmet):
            clauses = dict.fromkeys(number for condition in conditions for number in condition.clauses)
            yield _(sentences.ALL_MET), met
            yield _("Not all true"), replace(unmet, clauses=tuple(clauses))
        case PointsList(enough=enough, short=short):
            yield _("Two or more numbers"), enough
            yield _("Fewer than two numbers"), short
        case Count(then=then) | Claims(then=then):
            yield "", then
