"""The rulebook to read: all clauses, each with an address of its own, a search over them, the quick card."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from scorekeeper.rulebook import book
from scorekeeper.rules.cards import MISSING_CARD_POINTS, POINTS, decks_for
from scorekeeper.rules.rulesets import CONTINENTAL, HouseRules
from scorekeeper.web import access, rule_index
from scorekeeper.web.rule_hits import found
from scorekeeper.web.rule_rulings import rulings

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
@access.anyone
def rules() -> str:
    query = request.args.get("q", "").strip()
    return render_template(
        "rules/rules.html", book=book(), rulings=rulings(), query=query, found=found(query) if query else None
    )


@blueprint.get("/rules/card")
@access.anyone
def card() -> str:
    players = range(CONTINENTAL.fewest_players, CONTINENTAL.most_players + 1)
    return render_template(
        "rules/card.html",
        contracts=CONTINENTAL.contracts,
        points=POINTS,
        missing=MISSING_CARD_POINTS,
        decks={players: decks_for(players) for players in players},
        cards_dealt=HouseRules().cards_dealt,
    )


@blueprint.get("/rules/index.json")
@access.anyone
def index() -> Response:
    answer = Response(rule_index.document(), mimetype="application/json")
    answer.set_etag(rule_index.version(), weak=True)
    answer.make_conditional(request)
    return answer
