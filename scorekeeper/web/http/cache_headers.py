"""What browsers and proxies may keep: a page only for its own phone, and never without asking for it anew.

Answers that may be kept for longer, or by everybody, say so themselves.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, current_app, g, request

from scorekeeper.web.http.access import Rule

REVALIDATED: Final = "private, no-cache"
NEVER_KEPT: Final = "no-store"
_SIGNED_IN: Final = (Rule.ACCOUNT, Rule.LEAGUE_ORGANISER)
_NOT_FOUND: Final = 404


def init_app(app: Flask) -> None:
    """State with every answer what may be kept of it."""
    app.extensions["secret_paths"] = ()
    app.after_request(_state)


def keep_secret(app: Flask, *prefixes: str) -> None:
    """Let nothing keep pages whose path begins so: the address or the page gives a right, or is private."""
    app.extensions["secret_paths"] += prefixes


def hide(*, hidden: bool) -> None:
    """State whether the subject of this page is hidden from search engines and caches."""
    g.hidden = hidden


def is_hidden(response: Response) -> bool:
    """Whether the subject of the answer is hidden; if no view stated it, whether the answer is 404.

    So the answer about something hidden is the same as that about something that does not exist.
    """
    hidden: bool = g.get("hidden", response.status_code == _NOT_FOUND)
    return hidden


def _state(response: Response) -> Response:
    if is_hidden(response) or _is_secret():
        response.headers["Cache-Control"] = NEVER_KEPT
    response.headers.setdefault("Cache-Control", REVALIDATED)
    return response


def _is_secret() -> bool:
    view = current_app.view_functions.get(request.endpoint or "")
    secret: tuple[str, ...] = current_app.extensions["secret_paths"]
    return getattr(view, "rule", None) in _SIGNED_IN or request.path.startswith(secret)
