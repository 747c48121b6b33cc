"""The rulebook to read: all clauses, each with an address of its own, and the quick card."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.referee.graph import Conditions, Graph, Outcome, nodes
from scorekeeper.referee.graphs import graph_of
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
