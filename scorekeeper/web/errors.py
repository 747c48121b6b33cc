"""What a person reads when a page cannot be shown: a sentence and a way forward, never a bare code."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, current_app, render_template, request
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, InternalServerError

from scorekeeper.rules.faults import RuleViolation, StateViolation
from scorekeeper.web import words

Answer = Response | tuple[str, int] | tuple[str, int, dict[str, str]]
_KEPT_HEADERS: Final = ("Allow", "Retry-After")


def init_app(app: Flask) -> None:
    """Answer every error with a page of our own."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(RuleViolation, violation)
    app.register_error_handler(OperationalError, database_busy)


def http_error(error: HTTPException) -> Answer:
    """An error of HTTP; one that only redirects passes."""
    if error.response is not None or error.code is None:
        return error.get_response()  # type: ignore[return-value]
    said = words.http_error(error.code, error.description if not _is_stock(error) else None)
    kept = {name: value for name, value in error.get_headers() if name in _KEPT_HEADERS}
    return _page(said, status=error.code), error.code, kept


def violation(error: RuleViolation) -> Answer:
    """A refusal that no view turned into its own page."""
    status = 409 if isinstance(error, StateViolation) else 422
    title = words.http_error(status, None).title
    sentences = tuple(words.fault(fault) for fault in error.faults)
    return render_template("errors/page.html", title=title, faults=sentences, status=status), status


def database_busy(error: OperationalError) -> Answer:
    """The database could not be used: logged, and a page that says to try again."""
    current_app.logger.error("Database failure at %s", request.path, exc_info=error)
    return _page(words.http_error(503, None), status=503), 503, {"Retry-After": "5"}


def _is_stock(error: HTTPException) -> bool:
    return error.description == type(error).description or isinstance(error, InternalServerError)


def _page(said: words.Said, *, status: int) -> str:
    return render_template("errors/page.html", title=said.title, sentence=said.sentence, status=status)
