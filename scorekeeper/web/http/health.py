"""Whether the server is alive and can save, for programs that monitor it; the answers hold nothing secret."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify

from scorekeeper.config import Settings
from scorekeeper.services.maintenance import storage
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.cache_headers import NEVER_KEPT

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
@anyone
def alive() -> Response:
    """Answer without asking the database: the process is alive."""
    return _never_kept(jsonify(status="ok"))


@blueprint.get("/readyz")
@anyone
def ready() -> Response:
    """Whether hands can be saved: 503 if not, and which check failed by its code."""
    settings: Settings = current_app.extensions["settings"]
    checks = storage.readiness(current_app._get_current_object(), settings)  # type: ignore[attr-defined]
    is_ready = all(found in storage.GOOD_ENOUGH for found in checks.values())
    answer = _never_kept(jsonify(status="ready" if is_ready else "not ready", checks=checks))
    answer.status_code = 200 if is_ready else 503
    return answer


def _never_kept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = NEVER_KEPT
    return answer
