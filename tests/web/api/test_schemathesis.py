"""Requests made from the OpenAPI document, allowed and forbidden ones: every answer conforms to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import BaseSchema, Case, GenerationMode
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import positive_data_acceptance

from scorekeeper.models.base import db as database
from tests.support.api_client import GAMES, Api, Document
from tests.support.club import Club, account
from tests.support.examples import examples
from tests.support.recommended import recommended

pytestmark = pytest.mark.long

REFEREE = "/api/v1/referee"
LEAGUE = "/api/v1/leagues/{slug}"
RULESETS = "/api/v1/rulesets"
ONE = f"{GAMES}/{{game_id}}"
EVENTS = (
    "corrections", "departures", "arrivals", "substitutions", "endings", "rule-changes", "suspensions",
    "resumptions", "renames", "arrangements", "undo", "rulings", "settlements", "cancellations", "agreements",
)  # fmt: skip
OPERATIONS = [
    ("POST", GAMES),
    ("GET", ONE),
    ("GET", f"{ONE}/history"),
    ("GET", f"{ONE}/ruleset"),
    ("PUT", f"{ONE}/hands/{{number}}"),
    *(("POST", f"{ONE}/{what}") for what in EVENTS),
    ("GET", RULESETS),
    ("POST", RULESETS),
    ("POST", f"{RULESETS}/check"),
    ("GET", f"{RULESETS}/{{ruleset}}"),
    ("GET", "/api/v1/ask"),
    ("GET", "/api/v1/rules"),
    ("GET", "/api/v1/rules/{clause}"),
    ("GET", REFEREE),
    ("POST", f"{REFEREE}/{{irregularity}}"),
    ("POST", "/api/v1/laydown-checks"),
    ("GET", f"{LEAGUE}/standings"),
    ("GET", f"{LEAGUE}/games"),
    ("GET", f"{LEAGUE}/players/{{player}}"),
]
NOTHING_TO_GET_WRONG = (("GET", RULESETS), ("GET", REFEREE))
TRIALS = [
    (*operation, mode)
    for operation in OPERATIONS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or operation not in NOTHING_TO_GET_WRONG
]
# A body of the right shape may still be refused by the rules: no schema can say them.
UNSAYABLE = [positive_data_acceptance]
bounded = settings(
    max_examples=examples(6),
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def app(data: Path) -> Iterator[Flask]:
    app = recommended(data)
    yield app
    with app.app_context():
        database.engine.dispose()


@pytest.fixture(scope="module")
def schema(app: Flask) -> BaseSchema:
    loaded = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    # A stale If-Match is told before anything is said about the body.
    loaded.config.checks.negative_data_rejection.expected_statuses += ["412"]
    return loaded


@pytest.fixture(scope="module")
def slug(app: Flask) -> str:
    """A league with a game that counts."""
    with app.app_context():
        club = Club(account())
        club.play("Ana Ben Cem Dee")
        return club.slug


def test_operations_are_all_tried(document: Document) -> None:
    assert sorted(OPERATIONS) == sorted((method.upper(), path) for path, method, _ in document.operations())


@pytest.mark.parametrize(("method", "path", "mode"), TRIALS)
def test_answers_keep_the_promises_of_the_document(
    method: str,
    path: str,
    mode: GenerationMode,
    schema: BaseSchema,
    slug: str,
    app: Flask,
    document: Document,
) -> None:
    api = Api(app.test_client(), document)

    @bounded
    @given(case=schema[path][method].as_strategy(generation_mode=mode))
    def try_out(case: Case) -> None:
        case.call_and_validate(headers=made_right(case, api, slug=slug), excluded_checks=UNSAYABLE)

    try_out()


def made_right(case: Case, api: Api, *, slug: str) -> dict[str, str]:
    """Put a new game and other existing things into the path unless it is to be wrong; return headers."""
    headers = {"Accept-Encoding": "identity"}
    there: dict[str, object] = {"slug": slug, "player": 1}
    if case.path.startswith(ONE):
        game = api.start()
        game.hands("25 out 45 110")
        there["game_id"] = game.started["id"]
        if is_right(case, ParameterLocation.HEADER):
            headers["Authorization"] = f"Bearer {game.api.token}"
    if is_right(case, ParameterLocation.PATH):
        case.path_parameters |= {name: there[name] for name in case.path_parameters if name in there}
    return headers


def is_right(case: Case, where: ParameterLocation) -> bool:
    """Whether that part of the request conforms to the document."""
    part = case.meta.components.get(where) if case.meta else None
    return part is None or part.mode is GenerationMode.POSITIVE
