"""Suspending a game between hands, and resuming it with everybody in the same relative seats (8.1, 8.2)."""

from collections.abc import Iterable
from datetime import date

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorekeeper.rules.checks import year_is_over
from scorekeeper.rules.entries import Resumed, Suspended
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.incomplete import year_end
from scorekeeper.services.games import recording
from scorekeeper.web.games import access
from scorekeeper.web.games.forms import BreakForm, ResumptionForm
from scorekeeper.web.games.seats import everyone_page, record_now, require
from scorekeeper.web.http import clock, responses

blueprint = Blueprint("pauses", __name__, url_prefix="/games/<game:game_id>")


@blueprint.get("/suspension")
@access.scorer
def suspension(game_id: str) -> ResponseReturnValue:
    game = recording.current(game_id)
    require(game, Suspended(agreed=True))
    return _suspension_page(game, game_id=game_id, form=BreakForm())


@blueprint.post("/suspension")
@access.scorer
def suspend(game_id: str) -> ResponseReturnValue:
    form = BreakForm()
    with form.catching_faults():
        # A late second tap finds what the first one did.
        if not recording.current(game_id).suspended:
            record_now(game_id, Suspended(agreed=form.agreed.data))
        return responses.see("games.table", game_id=game_id, news="suspended")
    return _suspension_page(recording.current(game_id), game_id=game_id, form=form)


@blueprint.get("/resumption")
@access.scorer
def resumption(game_id: str) -> ResponseReturnValue:
    """The form for the seats of everybody; a refusal at once if the year of the game is over."""
    game = recording.current(game_id)
    form = ResumptionForm.of(game)
    with form.catching_faults():
        recording.preview(game_id, _resumed(game, game.playing, agreed=True), now=clock.now())
    return _resumption_page(game, game_id=game_id, form=form)


@blueprint.post("/resumption")
@access.scorer
def resume(game_id: str) -> ResponseReturnValue:
    game = recording.current(game_id)
    form = ResumptionForm.of(game)
    # A late second tap finds what the first one did.
    if game.status is Status.PLAYING:
        return responses.see("games.table", game_id=game_id, news="resumed")
    if form.validate_on_submit():
        with form.catching_faults():
            order = [int(place.data) for place in form.places]
            record_now(game_id, _resumed(game, order, agreed=form.agreed.data))
            return responses.see("games.table", game_id=game_id, news="resumed")
    return _resumption_page(game, game_id=game_id, form=form)


def _resumed(game: Game, order: Iterable[int], *, agreed: bool) -> Resumed:
    return Resumed(agreed=agreed, seats=tuple(game.seats[seat].name for seat in order))


def _suspension_page(game: Game, *, game_id: str, form: BreakForm) -> ResponseReturnValue:
    ends = year_end(game.setup.started_at, time_zone=game.setup.time_zone)
    return everyone_page(
        "games/suspension.html",
        game,
        form,
        game_id=game_id,
        last_day=date(ends.year - 1, 12, 31),
        year_over=year_is_over(game, at=clock.now()),
    )


def _resumption_page(game: Game, *, game_id: str, form: ResumptionForm) -> ResponseReturnValue:
    # Everything else that refuses a resumption is about one field.
    year_over = bool(form.form_errors)
    return everyone_page("games/resumption.html", game, form, game_id=game_id, year_over=year_over)
