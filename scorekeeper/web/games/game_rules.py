"""What needs everyone's agreement in a running game: other rules from the next hand on, the end of a session,
suspending it between hands, and resuming it with everybody in the same relative seats (8.1, 8.2).
"""

from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from wtforms import BooleanField

from scorekeeper.rules.checks import year_is_over
from scorekeeper.rules.entries import Ended, Resumed, RulesChanged, Suspended
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.incomplete import year_end
from scorekeeper.rules.rule_changes import FIXED_NOW, change_of
from scorekeeper.services.common.faults import StaleVersion
from scorekeeper.services.games import recording, rulesets
from scorekeeper.services.games.rulesets import BaseRules
from scorekeeper.web.games import access
from scorekeeper.web.games.forms import BreakForm, ResumptionForm
from scorekeeper.web.games.seats import everyone_page, record_now, require
from scorekeeper.web.http import clock, responses
from scorekeeper.web.http.forms import HiddenWholeField
from scorekeeper.web.rulesets.forms import ChangesForm, HouseRulesForm

blueprint = Blueprint("game_rules", __name__, url_prefix="/games/<game:game_id>")
pauses = Blueprint("pauses", __name__, url_prefix="/games/<game:game_id>")


class EveryoneForm(ChangesForm):
    """The buttons on the way to what everyone agrees on; `seen` is the version that they were asked about."""

    look = BooleanField()
    edit = BooleanField()
    agreed = BooleanField()
    seen = HiddenWholeField(default=0)


@blueprint.route("/rules", methods=["GET", "POST"])
@access.scorer
def rules(game_id: str) -> ResponseReturnValue:
    """The form, what it would change, or the change that everyone has agreed to."""
    game = recording.current(game_id)
    require(game, change_of(game, agreed=True))
    base = BaseRules(rulesets.adopted(game_id), game.rules)
    if request.method != "POST":
        return _page(game_id, game, _filled_in(ChangesForm(request.args), base))
    buttons = EveryoneForm()
    agreed = buttons.agreed.data
    is_question = agreed or buttons.edit.data
    form = _filled_in(buttons, base) if is_question else HouseRulesForm.sent(base, fixed=FIXED_NOW)
    if form.errors or not (buttons.look.data or agreed):
        return _page(game_id, game, form)
    if not (form.changes or form.applied):
        form.add_error("", "no-change")
        return _page(game_id, game, form)
    if agreed:
        return _changed(game_id, game, form, seen=buttons.seen.data)
    return _question_page(game_id, game, form)


@blueprint.route("/ending", methods=["GET", "POST"])
@access.scorer
def ending(game_id: str) -> ResponseReturnValue:
    """Ask everyone before a session ends; StateViolation where it cannot end now, or by its rules."""
    game, form = recording.current(game_id), EveryoneForm()
    if form.validate_on_submit():
        with form.catching_faults():
            record_now(game_id, Ended(agreed=form.agreed.data))
            return responses.see("games.table", game_id=game_id, news="session-ended")
    else:
        require(game, Ended(agreed=True))
        if not game.rules.ends.session:
            raise StateViolation(Fault(FaultCode.ENDING_NOT_SESSION, clause=game.rules.cites.get("ends")))
    return everyone_page("rulesets/ending.html", game, form, game_id=game_id)


def _filled_in(sent: ChangesForm, base: BaseRules) -> HouseRulesForm:
    """The form as the variants and changes that an address or a question carries fill it in."""
    return HouseRulesForm.of(base, sent.variant.data, sent.changes.data, fixed=FIXED_NOW)


def _changed(game_id: str, game: Game, form: HouseRulesForm, *, seen: int | None) -> ResponseReturnValue:
    """Record the change; the question again if somebody has changed the game since it was asked."""
    try:
        with form.catching_faults():
            event = _change(game_id, form, preview=False, seen=seen)
            news = "rules-finished" if event.finishes else "rules-changed"
            return responses.see("games.table", game_id=game_id, news=news)
    except StaleVersion:
        form.add_error("", "newer")
        return _question_page(game_id, game, form)
    return _page(game_id, game, form)


def _change(game_id: str, form: HouseRulesForm, *, preview: bool, seen: int | None = None) -> RulesChanged:
    return rulesets.change(
        game_id,
        variants=form.applied,
        changes=form.changes,
        agreed=not preview,
        preview=preview,
        now=clock.now(),
        origin=access.origin(),
        seen=seen,
    )


def _question_page(game_id: str, game: Game, form: HouseRulesForm) -> ResponseReturnValue:
    """What the change would do, and the question to everyone; the form again if it cannot be."""
    with form.catching_faults():
        event = _change(game_id, form, preview=True)
        totals = zip(game.seats, event.before, event.after, strict=True)
        number = None if game.hand is None else game.hand.number
        changes = [(seat.name, Fraction(then), Fraction(now)) for seat, then, now in totals if then != now]
        context = {"finishes": event.finishes, "totals": changes, "number": number}
        return _page(game_id, game, form, "rulesets/question.html", **context)
    return _page(game_id, game, form)


def _page(
    game_id: str, game: Game, form: HouseRulesForm, template: str = "rulesets/running.html", **context: Any
) -> ResponseReturnValue:
    form.check(players=len(game.setup.players))
    return responses.page(template, game_id=game_id, game=game, form=form, **context)


@pauses.route("/suspension", methods=["GET", "POST"])
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


@pauses.route("/resumption", methods=["GET", "POST"])
@access.scorer
def resumption(game_id: str) -> ResponseReturnValue:
    """Carry on with everybody in their seats; a refusal at once if the year of the game is over."""
    game = recording.current(game_id)
    form = ResumptionForm.of(game)
    if request.method != "POST":
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
