"""The leagues there are, and founding one."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from scorekeeper.services.leagues.leagues import found_league
from scorekeeper.services.reading.leagues.leagues import leagues_page
from scorekeeper.web import access, accounts_here, answers, clock, leagues_here, refusals
from scorekeeper.web.answers import Answer
from scorekeeper.web.forms.moments import server_zone
from scorekeeper.web.forms.texts import cut
from scorekeeper.web.refusals import NONE, Errors

blueprint = Blueprint("league_making", __name__, url_prefix="/leagues")


@blueprint.get("")
@access.anyone
def index() -> Answer:
    """Public leagues, and those that whoever is signed in runs."""
    account = accounts_here.signed_in()
    page = leagues_page(account.account_id if account else None)
    return render_template("league_making/index.html", page=page, account=account, **answers.news())


@blueprint.get("/new")
@access.organiser_account
def new() -> Answer:
    return _new_page(NONE)


@blueprint.post("/new")
@access.organiser_account
def found() -> Answer:
    """Found the league; whoever is signed in runs it."""
    with refusals.caught() as errors:
        slug = found_league(
            cut(request.form.get("name")),
            visibility=cut(request.form.get("visibility")),
            time_zone=cut(request.form.get("time_zone")) or server_zone(),
            account_id=leagues_here.organiser_id(),
            now=clock.now(),
        )
        return answers.see("league_settings.settings", slug=slug, said="league-founded")
    return _new_page(errors)


def _new_page(errors: Errors) -> Answer:
    return answers.page("league_making/new.html", errors=errors, typed=request.form)
