"""Who may call the pages of a league or a league night, and what all pages of a league show."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from flask import Response, abort, g
from flask.typing import ResponseReturnValue

from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.night_addresses import Night, by_token
from scorekeeper.services.leagues.queries.leagues import LeagueHead, league_by_id, league_head, runs
from scorekeeper.web.accounts import current_account
from scorekeeper.web.accounts.current_account import to_sign_in
from scorekeeper.web.http import clock, headers, responses
from scorekeeper.web.http.access import Rule, stated

R = TypeVar("R")


def league_reader(view: Callable[..., R]) -> Callable[..., R]:
    """Call the view with the league at `slug`, for everybody who may read it.

    404 if there is none, and for everybody but its organisers if it is private.
    """

    @wraps(view)
    def guarded(*, slug: str, **kwargs: Any) -> R:
        league = _find(slug)
        if league.visibility is Visibility.PRIVATE and not is_organiser(league):
            abort(404)
        return view(league, **kwargs)

    return stated(guarded, Rule.LEAGUE_READER)


def league_organiser(view: Callable[..., R]) -> Callable[..., R | Response]:
    """Call the view with the league at `slug`, only for its organisers.

    Other accounts get 403, or 404 if the league is private. A browser that is not signed in gets the page for
    signing in, whether there is such a league or not.
    """

    @wraps(view)
    def guarded(*, slug: str, **kwargs: Any) -> R | Response:
        if current_account.signed_in() is None:
            return to_sign_in()
        league = _find(slug)
        if not is_organiser(league):
            if league.visibility is Visibility.PRIVATE:
                abort(404)
            abort(403, "league-not-yours")
        return view(league, **kwargs)

    return stated(guarded, Rule.LEAGUE_ORGANISER)


def night_address(view: Callable[[Night, LeagueHead], R]) -> Callable[..., R]:
    """Call the view with the night at the secret address `token`, over or not, and its league; else 404."""

    @wraps(view)
    def guarded(*, token: str) -> R:
        night = by_token(token)
        if night is None:
            abort(404, "night-unknown")
        return view(night, responses.or_404(league_by_id(night.league_id)))

    return stated(guarded, Rule.NIGHT)


def is_organiser(league: LeagueHead) -> bool:
    """Whether the signed-in account, if any, runs the league of this request; read once per request."""
    if "organises" not in g:
        account = current_account.signed_in()
        g.organises = account is not None and runs(account.account_id, league.id)
    organises: bool = g.organises
    return organises


def actor() -> Actor:
    """The account that is signed in, acting now; only for views that require one."""
    return Actor(current_account.required().account_id, clock.now())


def league_page(template: str, league: LeagueHead | None, **context: Any) -> ResponseReturnValue:
    """A page of a league, or of none yet, with the news of what was done."""
    runs = league is not None and is_organiser(league)
    return responses.page(template, league=league, runs=runs, **context, **responses.news())


def _find(slug: str) -> LeagueHead:
    league = league_head(slug)
    if league is None:
        # The answer varies with the cookie as that of a private league does, so that both are alike.
        current_account.signed_in()
        abort(404)
    headers.hide(hidden=league.visibility is not Visibility.PUBLIC)
    return league
