"""Which league a page is about, and who reads and runs it: the access rules of all its addresses."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Response, abort, g

from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.services.leagues.queries.head import LeagueHead, league_head, runs
from scorekeeper.web.accounts import current_account
from scorekeeper.web.accounts.access import to_sign_in
from scorekeeper.web.http import cache_headers
from scorekeeper.web.http.access import Rule, stated

P = ParamSpec("P")
R = TypeVar("R")


def league_reader(view: Callable[P, R]) -> Callable[P, R]:
    """For whoever may read the league at `slug`: all, or its organisers alone if it is private (404)."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        league = _find(str(kwargs["slug"]))
        if league.visibility is Visibility.PRIVATE and not is_organiser(league):
            abort(404)
        return view(*args, **kwargs)

    return stated(guarded, Rule.LEAGUE_READER)


def league_organiser(view: Callable[P, R]) -> Callable[P, R | Response]:
    """Only for organisers of the league at `slug`.

    Others are told that it is not theirs (403), or nothing if it is private (404); whoever is not signed in
    comes to the page for signing in, which tells nothing either.
    """

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | Response:
        if current_account.signed_in() is None:
            return to_sign_in()
        league = _find(str(kwargs["slug"]))
        if not is_organiser(league):
            if league.visibility is Visibility.PRIVATE:
                abort(404)
            abort(403, "league-not-yours")
        return view(*args, **kwargs)

    return stated(guarded, Rule.LEAGUE_ORGANISER)


def league() -> LeagueHead:
    """The league of this request."""
    found: LeagueHead = g.league
    return found


def is_organiser(league: LeagueHead) -> bool:
    """Whether somebody is signed in here who runs it: asked once per request."""
    if "organises" not in g:
        account = current_account.signed_in()
        g.organises = account is not None and runs(account.account_id, league.id)
    found: bool = g.organises
    return found


def organiser_id() -> int:
    """The account that acts; only where `league_organiser` has let it in."""
    account = current_account.signed_in()
    assert account is not None
    return account.account_id


def _find(slug: str) -> LeagueHead:
    league = league_head(slug)
    if league is None:
        # As for a private one, so that the answers are the same.
        current_account.signed_in()
        abort(404)
    g.league = league
    cache_headers.hide(hidden=league.visibility is not Visibility.PUBLIC)
    return league
