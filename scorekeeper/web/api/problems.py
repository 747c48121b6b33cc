"""What goes wrong, as problem documents (RFC 9457): every fault with a pointer and its clause."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response
from werkzeug.exceptions import HTTPException

from scorekeeper.rules.faults import Fault, RuleViolation, StateViolation
from scorekeeper.services.common.faults import (
    HandConflict,
    IdempotencyMismatch,
    StaleVersion,
    TooManyAttempts,
    UnknownGame,
)
from scorekeeper.services.maintenance.storage import Failure
from scorekeeper.web.api.histories import sheet
from scorekeeper.web.api.messages import OTHER_STATUS, PROBLEMS, SHAPES, STATUSES
from scorekeeper.web.http import messages as words
from scorekeeper.web.http.errors import retry_after

MIMETYPE: Final = "application/problem+json"
Headers = tuple[tuple[str, str], ...]
_ITSELF: Final = "_schema"
_STOCK: Final = {
    "Missing data for required field.": SHAPES["required"],
    "Field may not be null.": SHAPES["null"],
    "Unknown field.": SHAPES["unknown"],
    "Invalid input type.": SHAPES["object"],
    "Not a valid list.": SHAPES["list"],
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem document; `more` are members of its own, `headers` those of its answer."""

    status: int
    code: str
    detail: str
    clause: str | None = None
    errors: Sequence[Mapping[str, str]] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    headers: Headers = ()

    def document(self) -> dict[str, Any]:
        """The members of RFC 9457, then ours."""
        members: dict[str, Any] = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        if self.clause is not None:
            members["clause"] = self.clause
        if self.errors:
            members["errors"] = list(self.errors)
        return {**members, **self.more}

    def answer(self) -> Response:
        """The same as an answer, never to be kept by caches."""
        answer = Response(json.dumps(self.document()), self.status, mimetype=MIMETYPE)
        answer.headers["Cache-Control"] = "no-store"
        answer.headers.extend(self.headers)
        return answer


class Refused(Exception):
    """The API itself refuses, before the services were asked."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def handle(blueprint: Blueprint) -> None:
    """Answer whatever a view of `blueprint` raises with a problem document."""
    blueprint.register_error_handler(Refused, lambda refused: refused.problem.answer())
    blueprint.register_error_handler(RuleViolation, lambda refused: of_violation(refused).answer())
    blueprint.register_error_handler(HandConflict, lambda refused: of_conflict(refused).answer())
    blueprint.register_error_handler(StaleVersion, lambda stale: of_stale(stale).answer())
    blueprint.register_error_handler(UnknownGame, lambda _: plain(404, "unknown-game").problem.answer())
    blueprint.register_error_handler(IdempotencyMismatch, lambda _: plain(422, "key-reused").problem.answer())
    blueprint.register_error_handler(TooManyAttempts, lambda tried: of_tries(tried).answer())
    blueprint.register_error_handler(HTTPException, http)


def http(error: HTTPException) -> Response:
    """An error of HTTP, in the routes of the API or under no route of it."""
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    kept = tuple(
        (name, value) for name, value in error.get_headers() if name in ("Allow", "Location", "Retry-After")
    )
    code = HTTPStatus(status).phrase.lower().replace(" ", "-")
    return Problem(status, code, STATUSES.get(status, OTHER_STATUS), headers=kept).answer()


def plain(status: int, code: str, *, headers: Headers = ()) -> Refused:
    """A refusal that its sentence says wholly; to be raised."""
    return Refused(Problem(status, code, PROBLEMS[code], headers=headers))


def malformed(messages: Any) -> Refused:
    """A body of another shape; `messages` as marshmallow nests them. To be raised."""
    errors = [{"pointer": pointer, "detail": said} for pointer, said in _flat(messages, at="")]
    return Refused(Problem(422, "shape", PROBLEMS["shape"], errors=errors))


def of_violation(refused: RuleViolation) -> Problem:
    """What the rules, or the state of the game, forbid."""
    forbidden = isinstance(refused, StateViolation)
    errors = [_error(fault) for fault in refused.faults]
    return Problem(
        status=409 if forbidden else 422,
        code="state" if forbidden else "rules",
        detail=errors[0]["detail"] if len(errors) == 1 else PROBLEMS["state" if forbidden else "rules"],
        clause=next((fault.clause for fault in refused.faults if fault.clause), None),
        errors=errors,
    )


def of_conflict(refused: HandConflict) -> Problem:
    """Two versions of one hand, side by side."""
    both = {"saved": sheet(refused.saved), "offered": sheet(refused.offered)}
    errors = [_error(fault) for fault in refused.faults]
    return Problem(409, "hand-conflict", errors[0]["detail"], errors=errors, more=both)


def of_stale(stale: StaleVersion) -> Problem:
    """A precondition that fails; the newest version is told."""
    etag = (("ETag", f'"{stale.current}"'),)
    return Problem(
        412, "stale-version", PROBLEMS["stale-version"], more={"version": stale.current}, headers=etag
    )


def of_tries(tried: TooManyAttempts) -> Problem:
    """A limit that is reached, and when to come back."""
    return Problem(429, "too-many", PROBLEMS["too-many"], headers=(("Retry-After", str(tried.seconds)),))


def outage(failure: Failure) -> Response:
    """The disk or the database has failed."""
    headers = tuple(retry_after(failure).items())
    return plain(503, failure.value, headers=headers).problem.answer()


def _error(fault: Fault) -> dict[str, str]:
    error = {"pointer": fault.pointer, "detail": words.fault(fault), "code": fault.code.value}
    return {**error, "clause": fault.clause} if fault.clause else error


def _flat(messages: Any, *, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(messages, dict):
        for name, inner in messages.items():
            step = "" if name == _ITSELF else "/" + str(name).replace("~", "~0").replace("/", "~1")
            yield from _flat(inner, at=at + step)
    else:
        for said in messages:
            yield at, _STOCK.get(said, said)
