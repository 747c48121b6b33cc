"""Games: starting one, and reading one with its history."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any, Final

from flask import Response

from scorekeeper.config import Starters
from scorekeeper.rules.entries import Started
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import programs, recording
from scorekeeper.services.games.queries.precedents import own_precedents
from scorekeeper.services.games.queries.table import table_page
from scorekeeper.web.api import headers as requests
from scorekeeper.web.api import histories, operations, problems
from scorekeeper.web.api.request_schemas import NewGameSchema
from scorekeeper.web.api.response_schemas import EntrySchema, GameSchema, NewlyStartedSchema
from scorekeeper.web.games import access
from scorekeeper.web.games.documents import game_document
from scorekeeper.web.http import addresses, clock, throttling

blueprint = operations.Blueprint(
    "api_games", __name__, url_prefix="/api/v1/games", description="Games and their histories"
)
MOST_GAMES: Final = 1000
ONE_HOUR: Final = timedelta(hours=1)
_READING: Final = (requests.unless_known, operations.reads)


def _with_secrets(remembered: str) -> str:
    """The answer to a start, with what is never stored: it is derived again each time."""
    document = json.loads(remembered)
    game_id = document["id"]
    document["scorer_token"] = programs.told_token(game_id)
    document["scorer_url"] += programs.link_secret(game_id)
    return json.dumps(document, separators=(",", ":"))


@blueprint.operation(
    "",
    method="POST",
    status=201,
    body=NewGameSchema,
    example={"players": ["Ana", "Ben", "Cem", "Dee"], "time_zone": "Europe/Prague"},
    answer=NewlyStartedSchema,
    within=(requests.once(finish=_with_secrets), operations.starts),
)
def start_game(asked: dict[str, Any]) -> Response:
    """Start a game.

    403 where only league nights and organisers start games: a program is neither.
    """
    if access.starters() is not Starters.EVERYONE:
        raise problems.plain(403, "starts-closed")
    now = clock.now()
    throttling.count_network("new game by program", most=MOST_GAMES, within=ONE_HOUR)
    asked.setdefault("started_at", now)
    game_id = programs.start_game(Started(**asked | {"players": tuple(asked["players"])}), now=now)
    document = current(game_id) | {
        "scorer_url": _outside("/join/"),
        "watch_url": _outside(f"/games/{game_id}"),
    }
    headers = {"Location": f"{blueprint.url_prefix}/{game_id}", **requests.etag(document["version"])}
    return Response(json.dumps(document), status=201, headers=headers)


@blueprint.operation("/<game:game_id>", answer=GameSchema, within=_READING)
def show_game(game_id: str) -> Any:
    """A game as it stands."""
    document = current(game_id)
    return document, requests.etag(document["version"])


@blueprint.operation("/<game:game_id>/history", answer=EntrySchema(many=True), within=_READING)
def show_history(game_id: str) -> Any:
    """Every entry in order, those taken back too."""
    entries = recording.entries(game_id)
    return histories.history(entries), requests.etag(entries[-1].number)


def current(game_id: str) -> dict[str, Any]:
    """A game as it stands; UnknownGame."""
    page = table_page(game_id)
    if page is None:
        raise UnknownGame(game_id)
    return game_document(page, own_precedents(game_id))


def _outside(path: str) -> str:
    return addresses.outside(path) or path
