"""What browsers and proxies may keep: a page only for its own phone, and never without asking for it anew.

Answers that may be kept for longer, or by everybody, say so themselves.
"""

from __future__ import annotations

from typing import Final

from flask import Response, current_app, g, request

from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.web.http.access import Rule

ASKED_ANEW: Final = "private, no-cache"
NEVER_KEPT: Final = "no-store"
# Such an address, and its page, let somebody write in a game, start one or run a league, or tell of an
# account.
_SECRET: Final = ("/join/", "/nights/", "/organisers/", "/account")
_SIGNED_IN: Final = (Rule.ACCOUNT, Rule.LEAGUE_ORGANISER)
_NOT_FOUND: Final = 404


def say(response: Response) -> Response:
    """Say it with every answer that does not say anything else; what others must not find is never kept."""
    if is_of_hidden_league(response) or _is_secret():
        response.headers["Cache-Control"] = NEVER_KEPT
    response.headers.setdefault("Cache-Control", ASKED_ANEW)
    return response


def is_of_hidden_league(response: Response) -> bool:
    """Whether it is about a league that is not public; what is not there is answered alike."""
    if "league" in g:
        return g.league.visibility is not Visibility.PUBLIC
    return response.status_code == _NOT_FOUND


def _is_secret() -> bool:
    view = current_app.view_functions.get(request.endpoint or "")
    return getattr(view, "rule", None) in _SIGNED_IN or request.path.startswith(_SECRET)
