"""The pages that import games from a file: a preview first, then all of the file or nothing of it.

Each view is for a league, or for one that will be new here: then `league` is None.
"""

from typing import Final

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.transfer import importing, uploads
from scorekeeper.services.leagues.transfer.faults import ImportRefused
from scorekeeper.services.leagues.transfer.importing import Planner
from scorekeeper.web.accounts import current_account
from scorekeeper.web.accounts.current_account import sign_in_required
from scorekeeper.web.http import responses
from scorekeeper.web.http.csrf import takes_file
from scorekeeper.web.leagues import import_messages
from scorekeeper.web.leagues.access import actor, league_organiser
from scorekeeper.web.leagues.forms import UploadForm
from scorekeeper.web.leagues.pages import league_page

blueprint = Blueprint("league_imports", __name__, url_prefix="/leagues")
_BY_ACCOUNTS: Final = takes_file(lambda: current_account.signed_in() is not None)


def file(league: LeagueHead | None = None) -> ResponseReturnValue:
    """Choose a file; keep it, and redirect to its preview."""
    form = UploadForm()
    if form.validate_on_submit():
        return _see(
            "preview", league, upload=uploads.keep(form.file.data, league_id=_id(league), actor=actor())
        )
    return league_page("leagues/admin/import.html", league, form=form)


def preview(league: LeagueHead | None = None, *, upload: str) -> ResponseReturnValue:
    """Show what the file would do."""
    planner = _planner(league, upload)
    if planner is None:
        return _see("file", league, news="import-gone")
    plan = importing.dry_run(planner)
    return league_page(
        "leagues/admin/import_preview.html",
        league,
        status=422 if plan.faults else None,
        plan=plan,
        sentence=import_messages.sentence,
        place=import_messages.place,
    )


def accept(league: LeagueHead | None = None, *, upload: str) -> ResponseReturnValue:
    """Import the file as its preview showed, or show the preview of today if it is refused by now."""
    planner = _planner(league, upload)
    if planner is None:
        return _see("file", league, news="import-gone")
    try:
        plan = importing.run_import(planner, actor=actor())
    except ImportRefused:
        return _see("preview", league, upload=upload)
    uploads.forget(upload)
    target = plan.stored or plan.league
    assert target is not None
    news = "import-nothing" if plan.changes_nothing else "imported"
    return responses.see("leagues.home", slug=target.slug, news=news)


_route = blueprint.add_url_rule
_BOTH: Final = ["GET", "POST"]
_route("/imports", "whole_file", _BY_ACCOUNTS(sign_in_required(file)), methods=_BOTH)
_route("/imports/<token:upload>", "whole_preview", sign_in_required(preview))
_route("/imports/<token:upload>", "whole_accept", sign_in_required(accept), methods=["POST"])
_route("/<slug>/imports", "file", _BY_ACCOUNTS(league_organiser(file)), methods=_BOTH)
_route("/<slug>/imports/<token:upload>", "preview", league_organiser(preview))
_route("/<slug>/imports/<token:upload>", "accept", league_organiser(accept), methods=["POST"])


def _planner(league: LeagueHead | None, upload: str) -> Planner | None:
    """What plans the import of an upload; None if that is gone."""
    content = uploads.find(upload, league_id=_id(league), actor=actor())
    return None if content is None else importing.planner(content, into=_id(league), actor=actor())


def _id(league: LeagueHead | None) -> int | None:
    return None if league is None else league.id


def _see(page: str, league: LeagueHead | None, **values: str) -> ResponseReturnValue:
    if league is None:
        return responses.see(f"league_imports.whole_{page}", **values)
    return responses.see(f"league_imports.{page}", slug=league.slug, **values)
