"""The pages that import games from a file: a preview first, then all of the file or nothing of it.

Each view is for a league, or for one that will be new here: then `league` is None.
"""

from typing import Final

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from scorekeeper.scorebooks.faults import ImportRefused
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.transfer import importing, uploads
from scorekeeper.services.leagues.transfer.importing import Planner
from scorekeeper.services.leagues.transfer.uploads import Upload
from scorekeeper.web.accounts import current_account
from scorekeeper.web.accounts.current_account import sign_in_required
from scorekeeper.web.http import clock, responses
from scorekeeper.web.http.csrf import takes_file
from scorekeeper.web.leagues import import_messages
from scorekeeper.web.leagues.access import actor, league_organiser, league_page
from scorekeeper.web.leagues.forms import UploadForm

blueprint = Blueprint("league_imports", __name__, url_prefix="/leagues")
_BY_ACCOUNTS: Final = takes_file(lambda: current_account.signed_in() is not None)


def file(league: LeagueHead | None = None) -> ResponseReturnValue:
    """Choose a file; keep it, and redirect to its preview."""
    form = UploadForm()
    if form.validate_on_submit():
        upload = uploads.keep(form.content, league_id=_id(league), actor=actor())
        return _see("preview", league, upload=upload)
    last = None if league is None else importing.last_import(league.id)
    return league_page("leagues/admin/import.html", league, form=form, last=last)


def preview(league: LeagueHead | None = None, *, upload: str) -> ResponseReturnValue:
    """Show what the file would do; or do it, or keep the answers to what it asks."""
    stored_file = uploads.find(upload, league_id=_id(league), actor=actor())
    if stored_file is None:
        return _see("file", league, news="import-gone")
    if request.method == "POST":
        return _accept(league, stored_file, upload=upload)
    plan = importing.dry_run(_planner(league, stored_file, actor()))
    return league_page(
        "leagues/admin/import_preview.html",
        league,
        status=422 if plan.faults else None,
        plan=plan,
        messages=import_messages,
        name_answers=[*import_messages.name_answers(stored_file.answers)],
        has_asked_dates="dates" in stored_file.answers,
        year=stored_file.answers.get("year"),
        years=import_messages.years(clock.now().year),
        columns=[(meaning, import_messages.column(meaning)) for meaning in import_messages.COLUMNS],
    )


def _accept(league: LeagueHead | None, stored_file: Upload, *, upload: str) -> ResponseReturnValue:
    """Keep the answers of a preview, ask one of them again, or import the file, as was tapped.

    If it is refused by now, the preview of today is shown.
    """
    answers = {**stored_file.answers, **import_messages.answers_in(request.form)}
    answers.pop(request.form.get("ask", ""), None)
    if answers != stored_file.answers:
        uploads.answer(upload, stored_file, answers)
    if {"again", "ask"} & {*request.form}:
        return _see("preview", league, upload=upload)
    who = actor()
    planner = _planner(league, Upload(stored_file.content, answers), who)
    try:
        plan = importing.run_import(planner, actor=who)
    except ImportRefused:
        return _see("preview", league, upload=upload)
    target = plan.stored or plan.league
    assert target is not None
    return responses.see("leagues.home", slug=target.slug, news="imported")


def undo(league: LeagueHead) -> ResponseReturnValue:
    """Take the last import back."""
    done = importing.undo(league.id, actor=actor())
    return _see("file", league, news="import-undone" if done else "import-not-undone")


_route = blueprint.add_url_rule
_BOTH: Final = ["GET", "POST"]
_route("/imports", "whole_file", _BY_ACCOUNTS(sign_in_required(file)), methods=_BOTH)
_route("/imports/<token:upload>", "whole_preview", sign_in_required(preview), methods=_BOTH)
_route("/<slug>/imports", "file", _BY_ACCOUNTS(league_organiser(file)), methods=_BOTH)
_route("/<slug>/imports/last", "undo", league_organiser(undo), methods=["POST"])
_route("/<slug>/imports/<token:upload>", "preview", league_organiser(preview), methods=_BOTH)


def _planner(league: LeagueHead | None, upload: Upload, who: Actor) -> Planner:
    return importing.planner(upload.content, into=_id(league), actor=who, answers=upload.answers)


def _id(league: LeagueHead | None) -> int | None:
    return None if league is None else league.id


def _see(page: str, league: LeagueHead | None, **values: str) -> ResponseReturnValue:
    if league is None:
        return responses.see(f"league_imports.whole_{page}", **values)
    return responses.see(f"league_imports.{page}", slug=league.slug, **values)
