"""The rulebook to read: all clauses, each with an address of its own, a search over them, the quick card."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from flask import Blueprint, Response, current_app, render_template, request, url_for

from scorekeeper.language import in_each_language
from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Conditions, Graph, Outcome, nodes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import HOUSE_EFFECTS, RULED_AT_ONCE
from scorekeeper.rulebook import Clause, Section, book, clause, section_of
from scorekeeper.rulebook.index import index as book_index
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.vocabulary import vocabulary
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.house_rules import HouseRules, house_rules_of
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.web.games.house_rules import sentences_by_clause
from scorekeeper.web.http import device, languages
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.referee.agreements import by_clause
from scorekeeper.web.referee.path import Link, Venue
from scorekeeper.web.referee.question_tree import tree_of
from scorekeeper.web.referee.referee import irregularity_or_404

blueprint = Blueprint("rules", __name__)
MOST_OTHERS: Final = 6


def clause_address(number: str) -> str:
    """The address of a clause in the rulebook.

    It names the game of the current page, if there is one, so that the book shows its agreements.
    """
    in_book = request.blueprint == blueprint.name
    game = request.args.get("game") if in_book else (request.view_args or {}).get("game_id")
    return url_for("rules.rules", game=game, _anchor=f"c{number}")


@blueprint.get("/rules")
@anyone
def rules() -> str:
    query, game = request.args.get("q", "").strip(), _game()
    return render_template(
        "rulebook/rulebook.html",
        book=book(),
        rulings=rulings_by_clause(game),
        game=game,
        agreed=by_clause(device.known(), game),
        house=sentences_by_clause(_house(game)),
        query=query,
        found=search_book(query) if query else None,
        trees={irregularity: graph.headline for irregularity, graph in GRAPHS.items()},
    )


@blueprint.get("/rules/card")
@anyone
def card() -> str:
    players = range(LAW.players.fewest, LAW.players.most + 1)
    game = _game()
    return render_template(
        "rulebook/card.html",
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


def _house(game: str | None) -> HouseRules:
    """The house rules of the game that asks; without one, the rules as they are written."""
    return house_rules_of(recording.current(game).rules) if game else HouseRules()


def _game() -> str | None:
    """The game from which the book was opened, if there is such a game."""
    game = request.args.get("game", "")
    return game if is_game_id(game) and version_of(game) else None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best clause, its section, and other clauses in their order."""

    best: Clause
    section: Section
    others: tuple[Clause, ...]


def search_book(query: str) -> SearchResult | None:
    """The clauses that answer the query; None if none does."""
    numbers = [hit.number for hit in search(query)]
    if not numbers:
        return None
    best, *others = numbers
    return SearchResult(clause(best), section_of(best), tuple(map(clause, others[:MOST_OTHERS])))


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


def rulings_by_clause(game_id: str | None = None) -> Mapping[str, tuple[Link, ...]]:
    """Links to the irregularities whose rulings cite a clause or note it, by clause, commonest first.

    They lead to the referee of the game, if the book was opened from one.
    """
    venue = Venue(game_id)
    links = {one: Link(graph.headline, venue.address(one)) for one, graph in GRAPHS.items()}
    return {number: tuple(map(links.__getitem__, citing)) for number, citing in _citing().items()}


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
