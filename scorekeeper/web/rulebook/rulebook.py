"""The rulebook to read: all clauses, each with an address of its own, a search over them, the quick card."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, request, url_for
from markupsafe import Markup

from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.rulebook import book
from scorekeeper.rules.cards import MISSING_CARD_POINTS, POINTS, decks_for
from scorekeeper.rules.rulesets import CONTINENTAL, HouseRules
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.web.games.house_rules import sentences_by_clause
from scorekeeper.web.http import device
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.referee.agreements import by_clause
from scorekeeper.web.referee.graph_pictures import picture
from scorekeeper.web.rulebook import index as rule_index
from scorekeeper.web.rulebook.hits import found
from scorekeeper.web.rulebook.rulings import asked_at, rulings

blueprint = Blueprint("rules", __name__)


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
        rulings=rulings(game),
        game=game,
        agreed=by_clause(device.known(), game),
        house=sentences_by_clause(_house(game)),
        query=query,
        found=found(query) if query else None,
        pictures={irregularity: graph.headline for irregularity, graph in GRAPHS.items()},
    )


@blueprint.get("/rules/card")
@anyone
def card() -> str:
    players = range(CONTINENTAL.fewest_players, CONTINENTAL.most_players + 1)
    game = _game()
    return render_template(
        "rulebook/card.html",
        game=game,
        contracts=CONTINENTAL.contracts,
        points=POINTS,
        missing=MISSING_CARD_POINTS,
        decks={players: decks_for(players) for players in players},
        house=_house(game),
    )


@blueprint.get("/rules/questions/<irregularity>")
@anyone
def questions(irregularity: str) -> str:
    graph = next((graph for graph in GRAPHS.values() if graph.irregularity.value == irregularity), None)
    if graph is None:
        abort(404)
    drawn = Markup(picture(graph))
    return render_template(
        "rulebook/questions.html",
        title=graph.headline,
        ask=asked_at(graph.irregularity, _game()),
        game=_game(),
        picture=drawn,
    )


@blueprint.get("/rules/index.json")
@anyone
def index() -> Response:
    answer = Response(rule_index.document(), mimetype="application/json")
    answer.set_etag(rule_index.version(), weak=True)
    answer.make_conditional(request)
    return answer


def _house(game: str | None) -> HouseRules:
    """The house rules of the game that asks; without one, the rules as they are written."""
    return recording.current(game).setup.house_rules if game else HouseRules()


def _game() -> str | None:
    """The game from which the book was opened, if there is such a game."""
    said = request.args.get("game", "")
    return said if is_game_id(said) and version_of(said) else None
