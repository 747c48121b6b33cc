"""Errors as problem documents (RFC 9457): every fault with a pointer, its clause and a sentence."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response
from marshmallow import fields
from werkzeug.exceptions import HTTPException

from scorekeeper.rules.entries import GivenScore, HandScored
from scorekeeper.rules.faults import Fault, StateViolation, Violation, pointer_step
from scorekeeper.rules.game import Hand, VoidAttempt
from scorekeeper.rules.rulesets.files import UnknownRuleset
from scorekeeper.rules.rulesets.in_force import NotOfShape
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.scoring import given_count
from scorekeeper.services.common.faults import (
    HandConflict,
    IdempotencyMismatch,
    StaleVersion,
    TooManyAttempts,
    UnknownGame,
    WrittenByNewer,
)
from scorekeeper.services.maintenance.health import Failure
from scorekeeper.web.http import messages as words
from scorekeeper.web.http.errors import retry_after
from scorekeeper.web.http.schemas import ResponseSchema, text, whole, whole_or_null
from scorekeeper.web.laydown.checks import Busy

MIMETYPE: Final = "application/problem+json"


PROBLEMS: Final = {
    "not-json": "Send the body as application/json, not compressed.",
    "unreadable": "Send one JSON document in UTF-8, with each name once in its object.",
    "shape": "Some fields in this JSON are wrong or missing.",
    "rules": "The rules don’t allow this. Nothing has changed.",
    "state": "The game as it is now doesn’t allow this. Nothing has changed.",
    "bad-key": "Choose an Idempotency-Key of 1 to 255 characters.",
    "key-reused": "Choose a new Idempotency-Key. This one came with another body. Nothing has changed.",
    "stale-version": "Read the game again. It’s newer than the version in If-Match. Nothing has changed.",
    "no-right": "To score a game, send its scorer token: “Authorization: Bearer <token>”.",
    "wrong-right": "Send the scorer token of this game. This one is not.",
    "starts-closed": "On this server only organisers and league nights can start games. Programs can’t.",
    "rules-closed": "On this server only organisers can save rules. Programs can’t.",
    "unknown-game": "There’s no such game. Someone may have deleted it.",
    "unknown-ruleset": "There are no rules with this id or key.",
    "unknown-league": "There’s no such league, or it’s private.",
    "unknown-season": "This league has no such season.",
    "unknown-player": "This league has no such player, or no such season.",
    "bad-page": "Give “page” as a whole number from 1.",
    "bad-day": "Give “on” as a day, such as 2026-11-20.",
    "unknown-irregularity": "The referee has no such irregularity. GET /api/v1/referee lists them all.",
    "unknown-clause": "There’s no clause with that number.",
    "too-many": "Too many requests like this came from here. Wait a while, then try again.",
    "newer": "Upgrade this server first. A newer one saved “{field}” here. Nothing has changed.",
    "busy": "The server is busy with someone else. Nothing has changed. Try again in a moment.",
}

# Where marshmallow nests what is wrong with an object as a whole, and with a value of any name.
_NO_STEPS: Final = ("_schema", "value")
_KEPT_HEADERS: Final = ("Allow", "Location", "Retry-After")


@dataclass(frozen=True, slots=True)
class Error:
    """One fault in a request; `pointer` is a JSON pointer into its body."""

    pointer: str
    detail: str
    code: str | None = None
    clause: str | None = None


@dataclass(eq=False)
class Problem(Exception):
    """One problem document, and the `headers` of its answer. A view may raise it.

    `version` is the newest one, where the request was made for an older one. `saved` and `offered` are the
    two versions of a hand in conflict.
    """

    status: int
    code: str
    detail: str
    clause: str | None = None
    errors: Sequence[Error] | None = None
    version: int | None = None
    saved: Mapping[str, Any] | None = None
    offered: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def answer(self) -> Response:
        """The document as an answer that no cache keeps."""
        headers = {"Cache-Control": "no-store", **self.headers}
        return Response(json.dumps(_PROBLEM.dump(self)), self.status, headers, mimetype=MIMETYPE)


class FaultSchema(ResponseSchema):
    pointer = text(description="JSON pointer into the body; empty: the whole.")
    detail = text()
    code = fields.String()
    clause = fields.String()


class OfferSchema(ResponseSchema):
    number = whole()
    went_out = whole_or_null()
    rummy = fields.Boolean(metadata={"description": "true: the winner went out with all cards at once."})
    scores = fields.List(fields.Dict(), required=True)


class ProblemSchema(ResponseSchema):
    """A problem document (RFC 9457)."""

    type = text(format="uri-reference")
    title = text()
    status = whole()
    detail = text()
    code = text()
    clause = fields.String(metadata={"description": "Number of the clause in the rulebook."})
    errors = fields.List(fields.Nested(FaultSchema), metadata={"description": "All faults at once."})
    version = fields.Integer(metadata={"description": "With 412: the newest version."})
    saved = fields.Nested(OfferSchema, metadata={"description": "With 409: the hand as it is recorded."})
    offered = fields.Nested(OfferSchema, metadata={"description": "With 409: the hand as it was sent."})

    def get_type(self, _problem: Problem) -> str:
        return "about:blank"

    def get_title(self, problem: Problem) -> str:
        return HTTPStatus(problem.status).phrase


_PROBLEM: Final = ProblemSchema()


def handle(blueprint: Blueprint) -> None:
    """Answer each error that a view of `blueprint` raises with a problem document."""
    blueprint.register_error_handler(Problem, Problem.answer)
    blueprint.register_error_handler(HTTPException, http)
    for error, problem_of in _PROBLEM_OF.items():
        blueprint.register_error_handler(error, lambda raised, made=problem_of: made(raised).answer())


def http(error: HTTPException) -> Response:
    """The answer to an error of HTTP, on a route of the API or below /api/ without a route."""
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    kept = {name: value for name, value in error.get_headers() if name in _KEPT_HEADERS}
    code = HTTPStatus(status).phrase.lower().replace(" ", "-")
    return Problem(status, code, error.description or error.name, headers=kept).answer()


def refusal(status: int, code: str, **members: Any) -> Problem:
    """A problem with the sentence of its code, to be raised."""
    return Problem(status, code, PROBLEMS[code], **members)


def malformed(messages: Any) -> Problem:
    """The problem of a body of another shape; `messages` as marshmallow nests them."""
    errors = [Error(pointer, message) for pointer, message in _flat(messages, at="")]
    return refusal(422, "shape", errors=errors)


def outage(failure: Failure) -> Response:
    """The answer while the disk or the database fails."""
    detail = words.OUTAGES[failure].sentence
    return Problem(503, failure.value, detail, headers=retry_after(failure)).answer()


def _of_violation(refused: Violation) -> Problem:
    """The problem that the rules (422), or the state of the game (409), forbid the request."""
    errors = [_error(fault) for fault in refused.faults]
    clause = next((fault.clause for fault in refused.faults if fault.clause), None)
    status, code = (409, "state") if isinstance(refused, StateViolation) else (422, "rules")
    detail = errors[0].detail if len(errors) == 1 else PROBLEMS[code]
    return Problem(status, code, detail, clause, errors)


def _of_conflict(refused: HandConflict) -> Problem:
    """The problem that a hand was recorded with other scores, with both versions of it."""
    errors = [_error(fault) for fault in refused.faults]
    saved, offered = refused.saved, refused.offered
    return Problem(
        409,
        "hand-conflict",
        errors[0].detail,
        errors=errors,
        saved=_version(saved.number, saved, saved.lines, rules=refused.rules),
        offered=_version(offered.hand, offered, offered.scores, rules=refused.rules),
    )


def _of_shape(unread: NotOfShape) -> Problem:
    """The problem of a change of rules to a value outside its type or range."""
    detail = "Check this. No ruleset can have this value."
    if unread.stranger is not None:
        detail = f"This server knows no field “{unread.stranger}” of rules. Leave it out."
    return refusal(422, "shape", errors=[Error(f"/changes{unread.pointer}", detail)])


def _of_newer(newer: WrittenByNewer) -> Problem:
    return Problem(503, "newer", PROBLEMS["newer"].format(field=newer.field))


_PROBLEM_OF: Final[Mapping[type[Exception], Callable[[Any], Problem]]] = {
    Violation: _of_violation,
    HandConflict: _of_conflict,
    StaleVersion: lambda stale: refusal(
        412, "stale-version", version=stale.current, headers={"ETag": f'"{stale.current}"'}
    ),
    NotOfShape: _of_shape,
    UnknownGame: lambda _: refusal(404, "unknown-game"),
    IdempotencyMismatch: lambda _: refusal(422, "key-reused"),
    WrittenByNewer: _of_newer,
    UnknownRuleset: lambda unknown: _of_newer(WrittenByNewer(unknown.id)),
    Busy: lambda _: refusal(503, "busy", headers={"Retry-After": "1"}),
    TooManyAttempts: lambda limit: refusal(429, "too-many", headers={"Retry-After": str(limit.seconds)}),
}


def _error(fault: Fault) -> Error:
    return Error(fault.pointer, words.fault_text(fault), fault.code.value, fault.clause or None)


def _version(
    number: int, hand: Hand | VoidAttempt | HandScored, scores: Iterable[GivenScore], *, rules: Ruleset
) -> dict[str, Any]:
    """One of two versions of a hand."""
    return {
        "number": number,
        "went_out": hand.went_out,
        "rummy": hand.rummy or None,
        "scores": [_score(score, rules=rules) for score in scores],
    }


def _score(line: GivenScore, *, rules: Ruleset) -> dict[str, Any]:
    """A score as a request gives it: counted cards with their points, null for a score that is not given."""
    members: dict[str, Any] = {"seat": line.seat, "points": given_count(line, rules=rules)}
    if line.cards is not None:
        cards = {key: line.cards.get(key, 0) for key in rules.classes}
        members |= {"cards": cards, "missing": line.missing}
    if line.charge:
        members["charge"] = line.charge
    if line.not_given:
        members["not_given"] = True
    return members


def _flat(messages: Any, *, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from _flat(inner, at=at if name in _NO_STEPS else at + pointer_step(str(name)))
    else:
        for message in messages:
            yield at, message
