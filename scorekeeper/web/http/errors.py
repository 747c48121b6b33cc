"""What a person reads when a page cannot be shown: a sentence and a way forward, never a bare code.

Programs read documents instead: the API registers how it answers, by `answer_with`.
Two addresses tell programs that monitor the server whether it is alive and can save; they say nothing secret.
"""

import logging
import secrets
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import DataError, DBAPIError, SQLAlchemyError
from werkzeug.exceptions import (
    BadHost,
    BadRequest,
    Conflict,
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    NotFound,
    TooManyRequests,
)

from scorekeeper import config
from scorekeeper.language import Sentence, _, translated
from scorekeeper.rules.faults import Violation
from scorekeeper.rules.rulesets.files import UnknownRuleset
from scorekeeper.services.common.faults import (
    StaleVersion,
    TooManyAttempts,
    UnknownGame,
    UnknownRight,
    WrittenByNewer,
)
from scorekeeper.services.maintenance import health
from scorekeeper.services.maintenance.health import Failure
from scorekeeper.web.http import clock, headers, messages
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.addresses import FOR_PROGRAMS
from scorekeeper.web.http.forms import form_error, status_of

WayBack = Callable[[], tuple[str, str] | None]
# The address that says that the process is alive.
ALIVE: Final = "/healthz"
_READING: Final = ("GET", "HEAD")
_MOST_REASONS: Final = 12
_KEPT_HEADERS: Final = ("Allow", "Retry-After")
_LOUD: Final = "NOTHING CAN BE SAVED NOW. "
ONE_LINE_EVERY: Final = timedelta(minutes=1)
_log = logging.getLogger(__name__)
blueprint: Final = Blueprint("health", __name__)


@dataclass(frozen=True, slots=True)
class Documents:
    """How programs are answered in place of pages."""

    http_error: Callable[[HTTPException], Response]
    outage: Callable[[Failure], Response]


def init_app(app: Flask) -> None:
    """Answer every error with a page of our own, log failures of the disk, give templates `low_space()`."""
    app.log_exception = lambda exc_info: _log_failure(exc_info[1])  # type: ignore[method-assign]
    app.extensions.update(failures={}, error_documents=None, way_back=lambda: None)
    app.jinja_env.globals.update(low_space=low_space_warning)
    app.register_error_handler(HTTPException, show_http_error)
    app.register_error_handler(Violation, show_violation)
    for unknown in (UnknownGame, UnknownRight):
        app.register_error_handler(unknown, show_not_found)
    app.register_error_handler(StaleVersion, lambda _error: show_http_error(Conflict()))
    app.register_error_handler(
        TooManyAttempts, lambda error: show_http_error(TooManyRequests(retry_after=error.seconds))
    )
    app.register_error_handler(WrittenByNewer, show_newer)
    app.register_error_handler(UnknownRuleset, lambda error: show_newer(WrittenByNewer(error.id)))
    app.register_blueprint(blueprint)
    headers.keep_secret(app, ALIVE, "/readyz")
    for failed in (SQLAlchemyError, sqlite3.Error, OSError):
        app.register_error_handler(failed, show_outage)
    # No database could hold what was asked for: its characters or numbers are none of ours.
    app.register_error_handler(DataError, lambda _error: show_http_error(BadRequest()))


def answer_with(app: Flask, documents: Documents) -> None:
    """Answer programs with documents in place of pages."""
    app.extensions["error_documents"] = documents


def lead_back(app: Flask, way_back: WayBack) -> None:
    """Let error pages offer a link: `way_back` gives its address and text for this request, or None."""
    app.extensions["way_back"] = way_back


def show_http_error(error: HTTPException) -> ResponseReturnValue:
    """Answer an error of HTTP; one that is only a redirect passes."""
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    if documents := _documents():
        return documents.http_error(error)
    if isinstance(error, MethodNotAllowed) and request.method in _READING and (page := _page_above()):
        return redirect(page, 303)
    particular = None if isinstance(error, InternalServerError) else error.description
    if isinstance(request.routing_exception, BadHost):
        # Under a name that cannot be one no address can be made, so no page with links either.
        return Response(messages.http_error_text(400, "bad-host").sentence, 400, mimetype="text/plain")
    extra = {name: value for name, value in error.get_headers() if name in _KEPT_HEADERS}
    return _page(messages.http_error_text(error.code, particular), status=error.code), error.code, extra


def show_not_found(_error: Exception) -> ResponseReturnValue:
    """Answer 404: the handler for exceptions that say that something does not exist."""
    return show_http_error(NotFound())


def show_violation(error: Violation) -> ResponseReturnValue:
    """Show a refusal that no view turned into its own page: the reasons, and the way back."""
    reasons = dict.fromkeys(map(form_error, error.faults))
    return refusal_page({"": tuple(reasons)[:_MOST_REASONS]}, status=status_of(error))


def refusal_page(
    errors: Mapping[str, Any], *, status: int, back: tuple[str, str] | None = None, kept: str | None = None
) -> tuple[str, int]:
    """Show the reasons of a refusal, a way on, and what this phone has `kept` of what was typed."""
    text = messages.REFUSED if request.method == "POST" else messages.NOT_SHOWN
    return _page(translated(text), status=status, errors=errors, back=back, kept=kept), status


def show_newer(error: WrittenByNewer) -> ResponseReturnValue:
    """Answer 503 where only a newer release can read what is stored."""
    text = translated(messages.NEWER)
    text = replace(text, sentence=Sentence(text.sentence.format(field=error.field)))
    return _page(text, status=503), 503, {}


def show_outage(error: Exception) -> ResponseReturnValue:
    """Answer a failure of the disk or the database: what it is, and what to do."""
    failure = _reported(error)
    if documents := _documents():
        return documents.outage(failure)
    return _page(translated(messages.OUTAGES[failure]), status=503), 503, retry_after(failure)


def retry_after(failure: Failure) -> dict[str, str]:
    """The header that says after how many seconds another attempt is worth while."""
    return {"Retry-After": "5" if failure in (Failure.BUSY, Failure.UNREACHABLE) else "60"}


def low_space_warning() -> str | None:
    """A sentence for organisers when the disk is nearly full."""
    megabytes = health.low_space(config.current())
    return None if megabytes is None else _(messages.LOW_SPACE).format(megabytes=megabytes)


@blueprint.get(ALIVE)
@anyone
def alive() -> Response:
    """Answer without asking the database: the process is alive."""
    return jsonify(status="ok")


@blueprint.get("/readyz")
@anyone
def ready() -> Response:
    """Whether hands can be saved: 503 if not, and which check failed by its code."""
    checks = health.readiness(current_app._get_current_object(), config.current())  # type: ignore[attr-defined]
    is_ready = all(check in health.GOOD_ENOUGH for check in checks.values())
    answer = jsonify(status="ready" if is_ready else "not ready", checks=checks)
    answer.status_code = 200 if is_ready else 503
    return answer


def _documents() -> Documents | None:
    documents: Documents | None = current_app.extensions["error_documents"]
    return documents if request.path.startswith(FOR_PROGRAMS) else None


def _reported(error: Exception) -> Failure:
    """Log a failure, each kind once a minute, and return its kind; raise an error of the program again."""
    failure = health.failure_of(error)
    if failure is None:
        raise error
    logged: dict[Failure, datetime] = current_app.extensions["failures"]
    now = clock.now()
    if failure not in logged or abs(now - logged[failure]) >= ONE_LINE_EVERY:
        logged[failure] = now
        loud, level = ("", logging.WARNING) if failure is Failure.BUSY else (_LOUD, logging.CRITICAL)
        words = health.sentence(error, config.current())
        # An odd statement of ours may be the reason.
        trace = error if failure is Failure.UNREACHABLE and isinstance(error, DBAPIError) else None
        _log.log(level, "%s%s Refused: %s %s.", loud, words, request.method, request.endpoint, exc_info=trace)
    return failure


def _log_failure(error: BaseException | None) -> None:
    """Log that this request failed, without its address, with a reference that its page shows."""
    g.reference = secrets.token_hex(4)
    current_app.logger.error("Request failed", exc_info=error, extra={"status": 500})


def _page_above() -> str | None:
    """The address of the page that this one stands below, for somebody who opens where a form is sent to."""
    addresses = current_app.create_url_adapter(request)
    assert addresses is not None
    parts = request.path.split("/")
    for kept in range(len(parts) - 1, 1, -1):
        above = "/".join(parts[:kept])
        try:
            endpoint, values = addresses.match(above, method="GET")
        except HTTPException:
            continue
        return addresses.build(endpoint, values)
    return None


def _page(
    text: messages.ErrorText,
    *,
    status: int,
    errors: Mapping[str, Any] | None = None,
    back: tuple[str, str] | None = None,
    kept: str | None = None,
) -> str:
    """The page of an error, and a way on: `back`, its address and text, else the way back if there is one."""
    way_back: WayBack = current_app.extensions["way_back"]
    back = back or (None if status == 404 else way_back()) or (url_for("home.index"), _("All games"))
    return render_template(
        "layout/error.html",
        text=text,
        status=status,
        errors=errors or {},
        back=back,
        kept=kept,
        reference=g.get("reference"),
    )
