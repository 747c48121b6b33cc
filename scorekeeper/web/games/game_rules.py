"""Other rules in a running game, from the next hand on, and the end of a session: both if everyone agrees."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from flask import Blueprint, request

from scorekeeper.rules.entries import Ended, RulesChanged
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.game import Game
from scorekeeper.rules.rule_changes import FIXED_NOW, change_of
from scorekeeper.rules.standings import leaders
from scorekeeper.services.common.faults import StaleVersion
from scorekeeper.services.games import recording, rulesets
from scorekeeper.services.games.rulesets import Base
from scorekeeper.web.games import access
from scorekeeper.web.games.seats import record, require
from scorekeeper.web.http import clock, device, form_errors, responses
from scorekeeper.web.http.fields import whole_or
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.rulesets import rules_form
from scorekeeper.web.rulesets.fields import GROUPS
from scorekeeper.web.rulesets.rules_form import Checked, RulesForm

blueprint = Blueprint("game_rules", __name__, url_prefix="/games/<game:game_id>")
_NOTHING_CHANGED: Final = "no-change"


@blueprint.get("/rules")
@access.scorer
def rules(game_id: str) -> Answer:
    game = _changeable(game_id)
    base = _base(game, game_id)
    form = rules_form.carried(request.args, base, fixed=FIXED_NOW)
    return _form_page(game, base, form, game_id=game_id)


@blueprint.post("/rules")
@access.scorer
def change(game_id: str) -> Answer:
    """The form again, what it would change, or the change that everyone has agreed to."""
    game = _changeable(game_id)
    base = _base(game, game_id)
    was_asked = request.form.get("agreed") or request.form.get("edit")
    read = rules_form.carried if was_asked else rules_form.sent
    form = read(request.form, base, fixed=FIXED_NOW)
    if form.errors or not (request.form.get("look") or request.form.get("agreed")):
        return _form_page(game, base, form, game_id=game_id)
    if not (form.changes or form.variants):
        return _form_page(game, base, form, game_id=game_id, errors=_refused(_NOTHING_CHANGED))
    if request.form.get("agreed") == "1":
        return _changed(game, base, form, game_id=game_id)
    return _question_page(game, base, form, game_id=game_id)


@blueprint.get("/ending")
@access.scorer
def ending(game_id: str) -> Answer:
    """Ask everyone before a session ends; StateViolation where it cannot end now, or by its rules."""
    game = recording.current(game_id)
    require(game, Ended(agreed=True))
    if not game.rules.ends.session:
        raise StateViolation(Fault(FaultCode.ENDING_NOT_SESSION, clause=game.rules.cites.get("ends")))
    return _ending_page(game, game_id=game_id, errors=NO_ERRORS)


@blueprint.post("/ending")
@access.scorer
def end(game_id: str) -> Answer:
    with form_errors.caught() as errors:
        record(game_id, Ended(agreed=request.form.get("agreed") == "1"))
        return responses.see("games.table", game_id=game_id, said="session-ended")
    return _ending_page(recording.current(game_id), game_id=game_id, errors=errors)


def _changeable(game_id: str) -> Game:
    """The game as it is now; StateViolation if no rules can change in it any more."""
    game = recording.current(game_id)
    require(game, change_of(game, agreed=True))
    return game


def _changed(game: Game, base: Base, form: RulesForm, *, game_id: str) -> Answer:
    """Record the change; the question again if somebody has changed the game since it was asked."""
    seen = whole_or(request.form.get("seen"), default=game.version)
    try:
        with form_errors.caught(fields=rules_form.PLACES) as errors:
            event = _change(game_id, form, preview=False, seen=seen)
            said = "rules-finished" if event.finishes else "rules-changed"
            return responses.see("games.table", game_id=game_id, said=said)
    except StaleVersion:
        return _question_page(game, base, form, game_id=game_id, errors=_refused("newer"))
    return _form_page(game, base, form, game_id=game_id, errors=errors)


def _change(game_id: str, form: RulesForm, *, preview: bool, seen: int | None = None) -> RulesChanged:
    return rulesets.change(
        game_id,
        variants=form.variants,
        changes=form.changes,
        agreed=not preview,
        preview=preview,
        now=clock.now(),
        device=device.known(),
        seen=seen,
    )


def _refused(code: str) -> Errors:
    return form_errors.malformed({form_errors.WHOLE: code})


def _question_page(
    game: Game, base: Base, form: RulesForm, *, game_id: str, errors: Errors = NO_ERRORS
) -> Answer:
    """What the change would do, and the question to everyone; the form again if it cannot be."""
    with form_errors.caught(fields=rules_form.PLACES) as refused:
        event = _change(game_id, form, preview=True)
        return responses.page(
            "rulesets/question.html",
            errors=errors,
            game_id=game_id,
            game=game,
            form=form,
            found=_checked(game, base, form),
            finishes=event.finishes,
            totals=[
                (seat.name, Fraction(then), Fraction(now))
                for seat, then, now in zip(game.seats, event.before, event.after, strict=True)
                if then != now
            ],
            number=None if game.hand is None else game.hand.number,
        )
    return _form_page(game, base, form, game_id=game_id, errors=refused)


def _base(game: Game, game_id: str) -> Base:
    """The rules of the game as they are, on which the form builds."""
    return Base(rulesets.adopted(game_id), game.rules)


def _checked(game: Game, base: Base, form: RulesForm) -> Checked:
    return rules_form.checked(form, base, players=len(game.setup.players))


def _form_page(
    game: Game, base: Base, form: RulesForm, *, game_id: str, errors: Errors = NO_ERRORS
) -> Answer:
    found = _checked(game, base, form)
    shown = {**found.errors, **errors}
    return responses.page(
        "rulesets/running.html",
        errors=shown,
        game_id=game_id,
        rules=game.rules,
        offered=rules_form.offered(base, fixed=FIXED_NOW),
        groups=GROUPS,
        form=replace(form, errors=shown),
        found=found,
    )


def _ending_page(game: Game, *, game_id: str, errors: Errors) -> Answer:
    return responses.page(
        "rulesets/ending.html",
        errors=errors,
        game_id=game_id,
        game=game,
        leaders=leaders(game),
        seats=[game.seats[number] for number in game.playing],
    )
