"""What a person reads when a page cannot be shown: a sentence and a way forward, never a bare code."""

from __future__ import annotations

import secrets
import sqlite3
from typing import Final

from flask import Flask, Response, current_app, g, render_template, request
from sqlalchemy.exc import DataError, SQLAlchemyError
from werkzeug.exceptions import BadHost, BadRequest, HTTPException, InternalServerError, NotFound

from scorekeeper.rules.faults import RuleViolation
from scorekeeper.services.common.faults import StaleVersion, TooManyAttempts, UnknownGame, UnknownRight
from scorekeeper.services.leagues.games import NotInLeague
from scorekeeper.services.leagues.seasons import UnknownSeason
from scorekeeper.web.api import problems
from scorekeeper.web.http import messages, outages, refusals
from scorekeeper.web.http.access import RIGHT_TAKEN

Answer = Response | tuple[str, int] | tuple[str, int, dict[str, str]]
_KEPT_HEADERS: Final = ("Allow", "Retry-After")


def init_app(app: Flask) -> None:
    """Answer every error with a page of our own, and write none of their addresses into the log."""
    app.log_exception = lambda exc_info: _log_failure(exc_info[1])  # type: ignore[method-assign]
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(RuleViolation, violation)
    for unknown in (UnknownGame, UnknownRight, UnknownSeason, NotInLeague):
        app.register_error_handler(unknown, lambda _error: http_error(NotFound()))
    app.register_error_handler(StaleVersion, lambda _error: _plain(409))
    app.register_error_handler(TooManyAttempts, too_many)
    for failed in (SQLAlchemyError, sqlite3.Error, OSError):
        app.register_error_handler(failed, outage)
    # What no database could hold was asked for: characters or numbers that are none of ours.
    app.register_error_handler(DataError, lambda _error: http_error(BadRequest()))


def http_error(error: HTTPException) -> Answer:
    """An error of HTTP; one that is only a redirect passes."""
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()  # type: ignore[return-value]
    if request.path.startswith("/api/"):
        return problems.http(error)
    if isinstance(error, BadHost):
        # Under a name that cannot be one no address can be made, so no page with links either.
        return Response(messages.http_error(400, "bad-host").sentence, 400, mimetype="text/plain")
    particular = None if isinstance(error, InternalServerError) else error.description
    kept = {name: value for name, value in error.get_headers() if name in _KEPT_HEADERS}
    page = _page(
        messages.http_error(error.code, particular), status=error.code, taken=particular == RIGHT_TAKEN
    )
    return page, error.code, kept


def violation(error: RuleViolation) -> Answer:
    """A refusal that no view turned into its own page: the reasons, and the way back to the game."""
    errors = refusals.by_field(error.faults, field=lambda _pointer: "")
    game_id = (request.view_args or {}).get("game_id")
    return render_template("layout/refused.html", errors=errors, game_id=game_id), refusals.status(error)


def too_many(error: TooManyAttempts) -> Answer:
    """Tried too often, with the number of seconds to wait."""
    return _page(messages.http_error(429, None), status=429), 429, {"Retry-After": str(error.seconds)}


def outage(error: Exception) -> Answer:
    """The disk or the database has failed: what it is, and what to do."""
    failure = outages.noted(error)
    if request.path.startswith("/api/"):
        return problems.outage(failure)
    return _page(messages.OUTAGES[failure], status=503), 503, outages.retry_after(failure)


def _log_failure(error: BaseException | None) -> None:
    """Write down that this request failed, with a reference that its page shows."""
    g.reference = secrets.token_hex(4)
    current_app.logger.error("Request failed", exc_info=error, extra={"status": 500})


def _plain(status: int) -> Answer:
    return _page(messages.http_error(status, None), status=status), status


def _page(said: messages.Said, *, status: int, taken: bool = False) -> str:
    """With a way to the game, unless it is the game that is not there; `taken`: with the way to a right."""
    game_id = None if status == 404 else (request.view_args or {}).get("game_id")
    return render_template(
        "layout/error.html",
        title=said.title,
        sentence=said.sentence,
        game_id=game_id,
        reference=g.get("reference"),
        taken=taken,
    )
