"""The pages that import games from a file: a preview first, then all of the file or nothing of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from flask import Blueprint, Response, current_app, request

from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.transfer import importing, uploads
from scorekeeper.services.leagues.transfer.faults import ImportRefused
from scorekeeper.services.leagues.transfer.importing import Planner
from scorekeeper.services.leagues.transfer.plan import Plan
from scorekeeper.web.accounts import current_account
from scorekeeper.web.accounts.current_account import sign_in_required
from scorekeeper.web.http import clock, form_errors, responses
from scorekeeper.web.http.forms import takes_file
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues import import_messages
from scorekeeper.web.leagues.access import actor, league_organiser

blueprint = Blueprint("league_imports", __name__, url_prefix="/leagues")
_FIELD: Final = "file"
_BY_ACCOUNTS: Final = takes_file(lambda: current_account.signed_in() is not None)
_EXTENSION: Final = "import-previews"
_MOST_PREVIEWS: Final = 20


@blueprint.get("/imports")
@sign_in_required
def whole() -> Answer:
    """Choose the file of a league that will be new here."""
    return _file(None)


@blueprint.post("/imports")
@_BY_ACCOUNTS
@sign_in_required
def send_whole() -> Answer:
    return _send(None)


@blueprint.get("/imports/<token:upload>")
@sign_in_required
def whole_preview(upload: str) -> Answer:
    """Show what the file would do."""
    return _preview(upload, None)


@blueprint.post("/imports/<token:upload>")
@sign_in_required
def accept_whole(upload: str) -> Answer:
    return _accept(upload, None)


@blueprint.get("/<slug>/imports")
@league_organiser
def file(league: LeagueHead) -> Answer:
    """Choose a file for this league."""
    return _file(league)


@blueprint.post("/<slug>/imports")
@_BY_ACCOUNTS
@league_organiser
def send(league: LeagueHead) -> Answer:
    return _send(league)


@blueprint.get("/<slug>/imports/<token:upload>")
@league_organiser
def preview(league: LeagueHead, upload: str) -> Answer:
    """Show what the file would do to this league."""
    return _preview(upload, league)


@blueprint.post("/<slug>/imports/<token:upload>")
@league_organiser
def accept(league: LeagueHead, upload: str) -> Answer:
    return _accept(upload, league)


def _file(into: LeagueHead | None, *, errors: form_errors.Errors = form_errors.NO_ERRORS) -> Answer:
    return responses.page("leagues/admin/import.html", errors=errors, league=into, **responses.news())


def _send(into: LeagueHead | None) -> Answer:
    """Keep the file, and redirect to its preview."""
    given = request.files.get(_FIELD)
    content = given.read() if given is not None else b""
    if not content:
        return _file(into, errors=form_errors.malformed({_FIELD: "file"}))
    key = uploads.keep(content, league_id=_id(into), account_id=_me(), now=clock.now())
    return _see_preview(key, into)


def _preview(upload: str, into: LeagueHead | None) -> Answer:
    content = _found(upload, into)
    if content is None:
        return _see_file(into)
    plan = previews().find(
        upload,
        None if into is None else into.version,
        plan=lambda: importing.planned(_planner(content, into)),
    )
    return responses.page(
        "leagues/admin/import_preview.html",
        errors=form_errors.NO_ERRORS,
        status=422 if plan.faults else 200,
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
        plan = importing.accept(_planner(content, into), actor=actor())
    except ImportRefused:
        previews().forget(upload)
        return _see_preview(upload, into)
    previews().forget(upload)
    uploads.forget(upload)
    said = "import-nothing" if plan.changes_nothing else "imported"
    return responses.see("leagues.home", slug=_slug(plan), said=said)


def _slug(plan: Plan) -> str:
    if plan.stored is not None:
        return plan.stored.slug
    assert plan.league is not None
    return plan.league.slug


def _planner(content: bytes, into: LeagueHead | None) -> Planner:
    return importing.planner(content, into=_id(into), account_id=_me(), now=clock.now())


def _found(upload: str, into: LeagueHead | None) -> bytes | None:
    return uploads.find(upload, league_id=_id(into), account_id=_me(), now=clock.now())


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


class Previews:
    """The plans of the last previews, so that showing one again costs nothing; each process has its own.

    They hold what a page shows, never the rows that would be written.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        # By upload and version of the league, None for a new league.
        self._plans: OrderedDict[tuple[str, int | None], Plan] = OrderedDict()

    def find(self, upload: str, version: int | None, *, plan: Callable[[], Plan]) -> Plan:
        """The plan of an upload for a version of the league; made by `plan` if it is not kept."""
        key = (upload, version)
        with self._lock:
            kept = self._plans.get(key)
        if kept is not None:
            return kept
        made = plan().to_show()
        with self._lock:
            self._plans[key] = made
            while len(self._plans) > _MOST_PREVIEWS:
                self._plans.popitem(last=False)
        return made

    def forget(self, upload: str) -> None:
        """Drop the plans of an upload."""
        with self._lock:
            for key in [key for key in self._plans if key[0] == upload]:
                del self._plans[key]


def previews() -> Previews:
    """The previews of this application."""
    found: Previews = current_app.extensions.setdefault(_EXTENSION, Previews())
    return found


def _me() -> int:
    return current_account.required().account_id
