"""Pages that only change with their league: whoever has the newest version is told so.

Those are pages of players, seasons and counted games. The version does not follow games that are being played
or are deleted, nor the names of accounts: pages that show these are made anew each time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from flask import Response, current_app, make_response, request

from scorekeeper.services.leagues.queries.head import LeagueHead
from scorekeeper.web.http.assets import static_tree
from scorekeeper.web.leagues.current_league import is_organiser

P = ParamSpec("P")
_DIGEST_LENGTH: Final = 8
_OK: Final = 200


def by_version(
    view: Callable[Concatenate[LeagueHead, P], object],
) -> Callable[Concatenate[LeagueHead, P], Response]:
    """A view whose answer depends on its address, the league's version, and whether an organiser looks."""

    @wraps(view)
    def answered(league: LeagueHead, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        digest = static_tree(current_app).digest[:_DIGEST_LENGTH]
        tag = f"{digest}.{league.id}.{league.version}.{'o' if is_organiser(league) else 'r'}"
        if request.if_none_match.contains_weak(tag):
            response = Response(status=304)
        else:
            response = make_response(view(league, *args, **kwargs))
        if response.status_code in (_OK, 304):
            response.set_etag(tag, weak=True)
        return response

    return answered
