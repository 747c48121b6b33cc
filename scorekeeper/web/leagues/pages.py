"""The pages of a league: with its menu, and with the form again that was refused."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import request

from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.web.http import form_errors, responses
from scorekeeper.web.http.form_errors import NO_ERRORS, SAME_NAMES, Errors, Fields
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import is_organiser

View = Callable[..., Answer]


def league_page(
    template: str, league: LeagueHead | None, errors: Errors = NO_ERRORS, **context: Any
) -> Answer:
    """A page of a league, or of none yet, with the news of what was done; its form is `typed` as sent."""
    return responses.page(
        template,
        errors=errors,
        league=league,
        runs=league is not None and is_organiser(league),
        typed=request.form,
        **context,
        **responses.news(),
    )


def faults_on(page: View, *, fields: Fields = SAME_NAMES) -> Callable[[View], View]:
    """Answer a form that the decorated view refuses with `page`, whose URL has the same values.

    `page` is a view, too, with the errors as an argument `errors`. Stands above the decorator for access.
    """

    def decorated(view: View) -> View:
        @wraps(view)
        def answered(**values: Any) -> Answer:
            with form_errors.caught(fields=fields) as errors:
                return view(**values)
            return page(**values, errors=errors)

        return answered

    return decorated
