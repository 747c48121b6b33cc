"""The pages that import games from a file: a preview first, then all of the file or nothing of it."""

from __future__ import annotations

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
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.forms import takes_file
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues import forms, import_messages
from scorekeeper.web.leagues.access import actor, league_organiser

blueprint = Blueprint("league_imports", __name__, url_prefix="/leagues")
_FIELD: Final = "file"
_BY_ACCOUNTS: Final = takes_file(lambda: current_account.signed_in() is not None)
_EXTENSION: Final = "import-previews"
_MOST_PREVIEWS: Final = 20


def file(league: LeagueHead | None = None, errors: Errors = NO_ERRORS) -> Answer:
    """Choose a file for this league, or that of a league that will be new here."""
    return forms.page("leagues/admin/import.html", league, errors)


def send(league: LeagueHead | None = None) -> Answer:
    """Keep the file, and redirect to its preview."""
    given = request.files.get(_FIELD)
    content = given.read() if given is not None else b""
    if not content:
        return file(league, form_errors.malformed({_FIELD: "file"}))
    key = uploads.keep(content, league_id=_id(league), account_id=_me(), now=clock.now())
    return _see_preview(key, league)


def preview(league: LeagueHead | None = None, *, upload: str) -> Answer:
    """Show what the file would do."""
    content = _found(upload, league)
    if content is None:
        return _see_file(league)
    version = None if league is None else league.version
    plan = previews().find(upload, version, plan=lambda: importing.planned(_planner(content, league)))
    return responses.page(
        "leagues/admin/import_preview.html",
        errors=NO_ERRORS,
        status=422 if plan.faults else 200,
        league=league,
        runs=league is not None,
        plan=plan,
        sentence=import_messages.sentence,
        place=import_messages.place,
    )


def accept(league: LeagueHead | None = None, *, upload: str) -> Answer:
    """Import the file as its preview showed, or show the preview of today if it is refused by now."""
    content = _found(upload, league)
    if content is None:
        return _see_file(league)
    try:
        plan = importing.accept(_planner(content, league), actor=actor())
    except ImportRefused:
        return _see_preview(upload, league)
    finally:
        previews().forget(upload)
    uploads.forget(upload)
    said = "import-nothing" if plan.changes_nothing else "imported"
    return responses.see("leagues.home", slug=_slug(plan), said=said)


_route = blueprint.add_url_rule
_route("/imports", "whole", sign_in_required(file))
_route("/imports", "send_whole", _BY_ACCOUNTS(sign_in_required(send)), methods=["POST"])
_route("/imports/<token:upload>", "whole_preview", sign_in_required(preview))
_route("/imports/<token:upload>", "accept_whole", sign_in_required(accept), methods=["POST"])
_route("/<slug>/imports", "file", league_organiser(file))
_route("/<slug>/imports", "send", _BY_ACCOUNTS(league_organiser(send)), methods=["POST"])
_route("/<slug>/imports/<token:upload>", "preview", league_organiser(preview))
_route("/<slug>/imports/<token:upload>", "accept", league_organiser(accept), methods=["POST"])


def _slug(plan: Plan) -> str:
    if plan.stored is not None:
        return plan.stored.slug
    assert plan.league is not None
    return plan.league.slug


def _planner(content: bytes, league: LeagueHead | None) -> Planner:
    return importing.planner(content, into=_id(league), account_id=_me(), now=clock.now())


def _found(upload: str, league: LeagueHead | None) -> bytes | None:
    return uploads.find(upload, league_id=_id(league), account_id=_me(), now=clock.now())


def _id(league: LeagueHead | None) -> int | None:
    return None if league is None else league.id


def _see_preview(upload: str, league: LeagueHead | None) -> Response:
    if league is None:
        return responses.see("league_imports.whole_preview", upload=upload)
    return responses.see("league_imports.preview", slug=league.slug, upload=upload)


def _see_file(league: LeagueHead | None) -> Response:
    if league is None:
        return responses.see("league_imports.whole", said="import-gone")
    return responses.see("league_imports.file", slug=league.slug, said="import-gone")


class Previews:
    """The plans of the last previews, so that showing one again costs nothing; each process has its own.

    They hold what a page shows, never the rows that would be written.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        # By upload, with the version of the league, None for a new league.
        self._plans: dict[str, tuple[int | None, Plan]] = {}

    def find(self, upload: str, version: int | None, *, plan: Callable[[], Plan]) -> Plan:
        """The plan of an upload for a version of the league; made by `plan` if it is not kept."""
        with self._lock:
            kept = self._plans.get(upload)
        if kept is not None and kept[0] == version:
            return kept[1]
        made = plan().to_show()
        with self._lock:
            self._plans[upload] = (version, made)
            while len(self._plans) > _MOST_PREVIEWS:
                del self._plans[next(iter(self._plans))]
        return made

    def forget(self, upload: str) -> None:
        """Drop the plan of an upload."""
        with self._lock:
            self._plans.pop(upload, None)


def previews() -> Previews:
    """The previews of this application."""
    found: Previews = current_app.extensions.setdefault(_EXTENSION, Previews())
    return found


def _me() -> int:
    return current_account.required().account_id
