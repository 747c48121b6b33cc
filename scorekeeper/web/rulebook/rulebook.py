"""The rulebook to read: all clauses, each with an address of its own, a search over them, the quick card."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from scorekeeper.language import in_each_language
from scorekeeper.referee.basis import catalogue, own_clauses
from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Conditions, Graph, Outcome, nodes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import HOUSE_EFFECTS, RULED_AT_ONCE
from scorekeeper.rulebook import Clause, Section, book, clause, section_of
from scorekeeper.rulebook.index import index as book_index
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.vocabulary import vocabulary
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.house_rules import HouseRules, house_rules_of
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.web.games.house_rules import changes_by_clause
from scorekeeper.web.http import device, languages
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.referee.agreements import by_clause
from scorekeeper.web.referee.path import Link, Venue
from scorekeeper.web.referee.question_tree import tree_of
from scorekeeper.web.referee.referee import irregularity_or_404
from scorekeeper.web.rulesets.words import compared, said_by

blueprint = Blueprint("rules", __name__)
MOST_OTHERS: Final = 6


def clause_address(number: str) -> str:
    """The address of a clause: in the rulebook, or on the page of its ruleset.

    It names the game of the current page, if there is one: the book then has the clauses of that game too,
    and shows its agreements.
    """
    in_book = request.blueprint == blueprint.name
    game = request.args.get("game") if in_book else (request.view_args or {}).get("game_id")
    if game is None and "-" in number:
        return url_for("rules.ruleset", ruleset=_holding(number), _anchor=f"c{number}")
    return url_for("rules.rules", game=game, _anchor=f"c{number}")


@cache
def _holding(number: str) -> str:
    """The id of the first ruleset that has a clause."""
    return next(name for name in RULESETS if any(one.number == number for one in book(name).clauses))


@blueprint.get("/rules")
@anyone
def rules() -> str:
    query, game = request.args.get("q", "").strip(), _game()
    here = _rules(game)
    return render_template(
        "rulebook/rulebook.html",
        sections=(*_own_sections(here), *book().sections),
        here=here,
        law=LAW,
        rulings=rulings_by_clause(game, rules=here),
        game=game,
        agreed=by_clause(device.known(), game, ruleset=here.id),
        house=changes_by_clause(here),
        query=query,
        found=search_book(query, rules=here) if query else None,
        trees={irregularity: graph.headline for irregularity, graph in GRAPHS.items()},
        rulesets=RULESETS.values(),
    )


@blueprint.get("/rules/<ruleset>")
@anyone
def ruleset(ruleset: str) -> str:
    """A ruleset on one page; from a game of it, with what the table changed."""
    file, game = RULESETS.get(ruleset), _game()
    if file is None:
        abort(404)
    played = _rules(game)
    asks_here = game is not None and played.id == file.id
    here = played if asks_here else file
    return render_template(
        "rulebook/ruleset.html",
        rules=here,
        game=game,
        asks_here=asks_here,
        groups=list(said_by(here)),
        changed=list(compared(here, file)),
        law=LAW,
        different=[] if file.is_law else list(compared(here, LAW)),
        sections=_own_sections(here),
        rulings=rulings_by_clause(game, rules=here),
        agreed=by_clause(device.known(), game, ruleset=here.id),
        house=changes_by_clause(here),
    )


@blueprint.get("/rules/card")
@anyone
def card() -> str:
    players = range(LAW.players.fewest, LAW.players.most + 1)
    game = _game()
    return render_template(
        "rulebook/card.html",
        law=LAW,
        game=game,
        contracts=LAW.contracts,
        points=LAW.points,
        fewest=partial(LAW.fewest_cards, players=LAW.players.fewest),
        missing=LAW.missing_card,
        decks={players: LAW.decks_for(players) for players in players},
        house=_house(game),
    )


@blueprint.get("/rules/questions/<irregularity>")
@anyone
def questions(irregularity: str) -> str:
    graph, game = GRAPHS[irregularity_or_404(irregularity)], _game()
    return render_template(
        "rulebook/questions.html",
        title=graph.headline,
        ask=Venue(game).address(graph.irregularity),
        game=game,
        whole=tree_of(graph),
    )


@blueprint.get("/rules/index.json")
@anyone
def index() -> Response:
    answer = Response(search_index(), mimetype="application/json")
    answer.set_etag(search_index_version(), weak=True)
    answer.vary.update(languages.varies(current_app))
    answer.make_conditional(request)
    return answer


def _rules(game: str | None) -> Ruleset:
    """The rules of the game that asks; without one, the law."""
    return recording.current(game).rules if game else LAW


def _house(game: str | None) -> HouseRules:
    """The house rules of the game that asks; without one of the law, the rules as they are written."""
    rules = _rules(game)
    return house_rules_of(rules) if rules.is_law else HouseRules()


def _own_sections(rules: Ruleset) -> tuple[Section, ...]:
    """The clauses that hold by these rules beside the rulebook."""
    return () if rules.is_law else book(rules.id).sections


def _game() -> str | None:
    """The game from which the book was opened, if there is such a game."""
    game = request.args.get("game", "")
    return game if is_game_id(game) and version_of(game) else None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best clause, its section, and other clauses in their order; those of the law as advice.

    `is_advice`: even the best one is none of the game's own.
    """

    best: Clause
    section: Section
    others: tuple[Clause, ...]
    advice: tuple[Clause, ...]
    is_advice: bool


def search_book(query: str, *, rules: Ruleset = LAW) -> SearchResult | None:
    """The clauses that answer the query, those of the rules first and then the law's; None if none does."""
    own = [hit.number for hit in search(query, ruleset=rules.id)]
    advice = [] if rules.is_law else [hit.number for hit in search(query)]
    if not own and not advice:
        return None
    best, *others = [*own, *advice][: MOST_OTHERS + 1]
    more = max(0, len(own) - 1)
    return SearchResult(
        clause(best),
        section_of(best),
        tuple(map(clause, others[:more])),
        tuple(map(clause, others[more:])),
        is_advice=not own,
    )


@in_each_language
def search_index() -> bytes:
    """All that the page needs to search by itself, as JSON: the index and the tables of words.

    Under each stem, positions of clauses and weights alternate.
    """
    made, words = book_index(), vocabulary()
    stems = {root: [number for pair in postings for number in pair] for root, postings in made.stems.items()}
    document = {
        "numbers": made.numbers,
        "stems": stems,
        "forms": made.forms,
        "phrases": words.phrases,
        "idle": sorted(words.idle),
        "irregular": words.irregular,
        "endings": words.endings,
    }
    return json.dumps(document, separators=(",", ":")).encode()


@in_each_language
def search_index_version() -> str:
    """A digest of the search index."""
    return hashlib.sha256(search_index()).hexdigest()[:12]


def rulings_by_clause(game_id: str | None = None, *, rules: Ruleset = LAW) -> Mapping[str, tuple[Link, ...]]:
    """Links to the irregularities whose rulings cite a clause or note it, by clause, commonest first.

    They lead to the referee of the game, if the book was opened from one; what its rules do not have is left
    out.
    """
    venue = Venue(game_id)
    links = {one: Link(GRAPHS[one].headline, venue.address(one)) for one in catalogue(rules)}
    citing = {**_citing(), **(_quoting(rules) if game_id else {})}
    return {number: tuple(links[one] for one in ones if one in links) for number, ones in citing.items()}


def _quoting(rules: Ruleset) -> Mapping[str, list[Irregularity]]:
    """The irregularities that the rules' own clauses answer, by clause."""
    found: dict[str, list[Irregularity]] = defaultdict(list)
    for irregularity in catalogue(rules):
        for number in own_clauses(irregularity, rules=rules):
            found[number].append(irregularity)
    return found


@cache
def _citing() -> Mapping[str, list[Irregularity]]:
    found: dict[str, list[Irregularity]] = defaultdict(list)
    for irregularity, graph in GRAPHS.items():
        for number in dict.fromkeys(_cited(graph)):
            found[number].append(irregularity)
    return found


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
