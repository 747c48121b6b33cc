"""One question, and everything that answers it, as the one box of the pages shows it."""

from typing import Any, Final

from flask import request

from scorekeeper.referee.codes import Irregularity
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import recording
from scorekeeper.web.api import openapi
from scorekeeper.web.api.laydowns import LaydownCheckSchema
from scorekeeper.web.api.openapi import parameter
from scorekeeper.web.api.rules import RULESET, ClauseSchema, ruleset_named
from scorekeeper.web.games.documents import PrecedentSchema
from scorekeeper.web.http import addresses
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.http.schemas import ResponseSchema, choice_of, many, nested, text
from scorekeeper.web.laydown.checks import check_in_turn
from scorekeeper.web.referee.path import Venue, search_query
from scorekeeper.web.rulebook.ask import Answers, answers

blueprint = openapi.Blueprint("ask", "/ask", "Questions")
_QUERY: Final = parameter("q", "The question, in any words. The first 200 characters count.")
_GAME: Final = parameter(
    "game", "The id of a game: its rules come first, and its agreements are answers, too."
)


class SettledSchema(ResponseSchema):
    """Something that went wrong, which the referee settles."""

    irregularity = choice_of(*Irregularity)
    title = text()
    url = text(format="uri-reference", description="The first question of the referee.")


class AnswersSchema(ResponseSchema):
    """All that answers a question, each list best first. They are empty when nothing does."""

    clauses = many(ClauseSchema)
    irregularities = many(SettledSchema)
    agreements = many(PrecedentSchema)
    cards = nested(
        LaydownCheckSchema,
        null=True,
        description="The check of the cards in the question, if it names some. Several sets and runs are "
        "held against the hand of the game. A single one is right or wrong by itself, and a fault of the "
        "check only if the hand has no place for it.",
    )

    def get_irregularities(self, answers: Answers) -> list[dict[str, Any]]:
        return [
            {
                "irregularity": irregularity,
                "title": link.text,
                "url": addresses.outside(link.address) or link.address,
            }
            for irregularity, link in answers.irregularities.items()
        ]


@blueprint.operation("", answer=AnswersSchema, parameters=[_QUERY, _GAME, RULESET])
def answer_question() -> Any:
    """Everything that answers a question: clauses, irregularities, the table's agreements."""
    game = request.args.get("game")
    if game is not None and not is_game_id(game):
        raise UnknownGame(game)
    file = ruleset_named(request.args.get("ruleset"))
    venue = Venue(file=file) if game is None else Venue(game, recording.current(game))
    return answers(search_query(), venue, phone=None, check=check_in_turn)
