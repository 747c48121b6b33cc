"""Suspending a game between hands, and resuming it with everybody in the same relative seats (8.1, 8.2)."""

from collections.abc import Iterable
from datetime import date

from flask import Blueprint, request
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


@blueprint.route("/suspension", methods=["GET", "POST"])
@access.scorer
def suspension(game_id: str) -> ResponseReturnValue:
    """Take a break, if everyone agrees."""
    game, form = recording.current(game_id), BreakForm()
    if form.validate_on_submit():
        with form.catching_faults():
            # A late second tap finds what the first one did.
            if not game.suspended:
                record_now(game_id, Suspended(agreed=form.agreed.data))
            return responses.see("games.table", game_id=game_id, news="suspended")
    else:
        require(game, Suspended(agreed=True))
    ends = year_end(game.setup.started_at, time_zone=game.setup.time_zone)
    return everyone_page(
        "games/suspension.html",
        game,
        form,
        game_id=game_id,
        last_day=date(ends.year - 1, 12, 31),
        year_over=year_is_over(game, at=clock.now()),
    )


@blueprint.route("/resumption", methods=["GET", "POST"])
@access.scorer
def resumption(game_id: str) -> ResponseReturnValue:
    """Carry on with everybody in their seats; a refusal at once if the year of the game is over."""
    game = recording.current(game_id)
    form = ResumptionForm.of(game)
    if request.method == "GET":
        with form.catching_faults():
            recording.preview(game_id, _resumed(game, game.playing, agreed=True), now=clock.now())
    elif game.status is Status.PLAYING:
        # A late second tap finds what the first one did.
        return responses.see("games.table", game_id=game_id, news="resumed")
    elif form.validate():
        with form.catching_faults():
            order = [int(place.data) for place in form.places]
            record_now(game_id, _resumed(game, order, agreed=form.agreed.data))
            return responses.see("games.table", game_id=game_id, news="resumed")
    # Everything else that refuses a resumption is about one field.
    year_over = bool(form.form_errors)
    return everyone_page("games/resumption.html", game, form, game_id=game_id, year_over=year_over)


def _resumed(game: Game, order: Iterable[int], *, agreed: bool) -> Resumed:
    return Resumed(agreed=agreed, seats=tuple(game.seats[seat].name for seat in order))
