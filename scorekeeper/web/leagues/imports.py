"""Bringing games in from a file: looked at first, then accepted as a whole or not at all."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, request

from scorekeeper.services.leagues.queries.head import LeagueHead, league_by_id
from scorekeeper.services.leagues.transfer import accept as accepting
from scorekeeper.services.leagues.transfer import files, uploads
from scorekeeper.services.leagues.transfer.accept import Planner
from scorekeeper.services.leagues.transfer.faults import ImportRefused
from scorekeeper.web.accounts import current_account
from scorekeeper.web.accounts.access import sign_in_required
from scorekeeper.web.http import clock, refusals, responses
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.http.uploads import FORM_WITHOUT_FILE, Upload, takes_file
from scorekeeper.web.leagues import current_league, import_messages
from scorekeeper.web.leagues.current_league import account_id, actor
from scorekeeper.web.leagues.import_previews import looks

blueprint = Blueprint("league_imports", __name__, url_prefix="/leagues")
_FIELD: Final = "file"
LARGEST_FORM: Final = files.LARGEST + FORM_WITHOUT_FILE
_UPLOAD: Final = Upload(LARGEST_FORM, is_allowed=lambda: current_account.signed_in() is not None)


@blueprint.get("/imports")
@sign_in_required
def whole() -> Answer:
    """Choose the file of a league that is to be here."""
    return _file(None)


@blueprint.post("/imports")
@takes_file(_UPLOAD)
@sign_in_required
def send_whole() -> Answer:
    return _send(None)


@blueprint.get("/imports/<token:upload>")
@sign_in_required
def whole_preview(upload: str) -> Answer:
    """What the file would do."""
    return _preview(upload, None)


@blueprint.post("/imports/<token:upload>")
@sign_in_required
def accept_whole(upload: str) -> Answer:
    return _accept(upload, None)


@blueprint.get("/<slug>/imports")
@current_league.league_organiser
def file(league: LeagueHead) -> Answer:
    """Choose a file for this league."""
    return _file(league)


@blueprint.post("/<slug>/imports")
@takes_file(_UPLOAD)
@current_league.league_organiser
def send(league: LeagueHead) -> Answer:
    return _send(league)


@blueprint.get("/<slug>/imports/<token:upload>")
@current_league.league_organiser
def preview(league: LeagueHead, upload: str) -> Answer:
    """What the file would do to this league."""
    return _preview(upload, league)


@blueprint.post("/<slug>/imports/<token:upload>")
@current_league.league_organiser
def accept(league: LeagueHead, upload: str) -> Answer:
    return _accept(upload, league)


def _file(into: LeagueHead | None, *, errors: refusals.Errors = refusals.NONE) -> Answer:
    return responses.page("leagues/admin/import.html", errors=errors, league=into, **responses.news())


def _send(into: LeagueHead | None) -> Answer:
    """Keep the file, and lead to what it would do."""
    given = request.files.get(_FIELD)
    content = given.read() if given is not None else b""
    if not content:
        return _file(into, errors=refusals.malformed({_FIELD: "file"}))
    key = uploads.keep(content, league_id=_id(into), account_id=account_id(), now=clock.now())
    return _see_preview(key, into)


def _preview(upload: str, into: LeagueHead | None) -> Answer:
    content = _found(upload, into)
    if content is None:
        return _see_file(into)
    plan = looks().find(
        upload,
        None if into is None else into.version,
        plan=lambda: accepting.planned(_planner(content, into)),
    )
    return responses.page(
        "leagues/admin/import_preview.html",
        errors=refusals.NONE,
        status=422 if plan.bad else 200,
        league=into,
        plan=plan,
        upload=upload,
        sentence=import_messages.sentence,
        place=import_messages.place,
    )


def _accept(upload: str, into: LeagueHead | None) -> Answer:
    content = _found(upload, into)
    if content is None:
        return _see_file(into)
    try:
        plan = accepting.accept(_planner(content, into), actor=actor())
    except ImportRefused:
        looks().forget(upload)
        return _see_preview(upload, into)
    looks().forget(upload)
    uploads.forget(upload)
    said = "import-nothing" if plan.changes_nothing else "imported"
    here = plan.here and league_by_id(plan.here.id)
    slug = here.slug if here else str((plan.league or {}).get("slug"))
    return responses.see("leagues.home", slug=slug, said=said)


def _planner(content: bytes, into: LeagueHead | None) -> Planner:
    return files.planner(content, into=_id(into), account_id=account_id(), now=clock.now())


def _found(upload: str, into: LeagueHead | None) -> bytes | None:
    return uploads.find(upload, league_id=_id(into), account_id=account_id(), now=clock.now())


def _id(into: LeagueHead | None) -> int | None:
    return None if into is None else into.id


def _see_preview(upload: str, into: LeagueHead | None) -> Response:
    if into is None:
        return responses.see("league_imports.whole_preview", upload=upload)
    return responses.see("league_imports.preview", slug=into.slug, upload=upload)


def _see_file(into: LeagueHead | None) -> Response:
    if into is None:
        return responses.see("league_imports.whole", said="import-gone")
    return responses.see("league_imports.file", slug=into.slug, said="import-gone")
