"""The pages of a league, with its menu."""

from typing import Any

from flask.typing import ResponseReturnValue

from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.web.http import responses
from scorekeeper.web.leagues.access import is_organiser


def league_page(template: str, league: LeagueHead | None, **context: Any) -> ResponseReturnValue:
    """A page of a league, or of none yet, with the news of what was done."""
    runs = league is not None and is_organiser(league)
    return responses.page(template, league=league, runs=runs, **context, **responses.news())
