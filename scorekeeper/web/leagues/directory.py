"""The leagues there are, and founding one."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from scorekeeper.services.leagues.leagues import found_league
from scorekeeper.services.leagues.queries.leagues import leagues_page
from scorekeeper.web.accounts import current_account
from scorekeeper.web.accounts.access import sign_in_required
from scorekeeper.web.http import form_errors, responses
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.fields import cut, server_zone
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues import current_league

blueprint = Blueprint("league_making", __name__, url_prefix="/leagues")


@blueprint.get("")
@anyone
def index() -> Answer:
    """Public leagues, and those that the signed-in account runs."""
    account = current_account.signed_in()
    page = leagues_page(account.account_id if account else None)
    return render_template("leagues/index.html", page=page, account=account, **responses.news())


@blueprint.get("/new")
@sign_in_required
def new() -> Answer:
    return _new_page(NO_ERRORS)


@blueprint.post("/new")
@sign_in_required
def found() -> Answer:
    """Found a league, which the signed-in account runs."""
    with form_errors.caught() as errors:
        slug = found_league(
            cut(request.form.get("name")),
            visibility=cut(request.form.get("visibility")),
            time_zone=cut(request.form.get("time_zone")) or server_zone(),
            actor=current_league.actor(),
        )
        return responses.see("league_settings.settings", slug=slug, said="league-founded")
    return _new_page(errors)


def _new_page(errors: Errors) -> Answer:
    return responses.page("leagues/new.html", errors=errors, typed=request.form)
