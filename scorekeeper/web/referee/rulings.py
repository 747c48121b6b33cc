"""Recording a ruling in its game; its duties are ticked off and its waiting effects dropped, one by one."""

from dataclasses import replace
from typing import Final

from flask import Blueprint, abort, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import YES
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.rules.entries import Dropped, Event, Ruled
from scorekeeper.rules.faults import StateViolation
from scorekeeper.rules.game import Game
from scorekeeper.rules.rulings import WAITING, EffectKind
from scorekeeper.services.common.faults import StaleVersion
from scorekeeper.services.games import recording, rulings
from scorekeeper.services.games.queries.history import history_page
from scorekeeper.web.games import access
from scorekeeper.web.games.ruling_text import recorded_ruling
from scorekeeper.web.http import addresses, clock, responses
from scorekeeper.web.http.forms import Form, HiddenWholeField
from scorekeeper.web.referee.disputes import ROLE, Values, dispute_from
from scorekeeper.web.referee.next_steps import known_of, next_of
from scorekeeper.web.referee.referee import RulingForm, irregularity_of, ruling_again

blueprint = Blueprint("rulings", __name__, url_prefix="/games/<game:game_id>")
_NEWS: Final = {EffectKind.NEW_DEAL: "ruled-again", EffectKind.LEAVES: "ruled-left"}


class DutyForm(Form):
    """A duty that is done; `times` is how often it bound when the page was made, 0 if it does not say."""

    times = HiddenWholeField(default=0)


@blueprint.post("/rulings")
@access.scorer
def record(game_id: str) -> ResponseReturnValue:
    """Record a ruling, the same one on the same cards once."""
    form = RulingForm()
    irregularity, now = irregularity_of(form.irregularity.data or "", status=400), clock.now()

    def dispute(game: Game) -> rulings.Dispute:
        answers = dispute_from(irregularity, form.answers, game=game)
        return replace(answers, apply=form.apply.data == YES, agreed=form.agreed.data or "")

    try:
        with form.catching_faults():
            written = rulings.rule(game_id, dispute, now=now, origin=access.origin(), seen=form.seen.data)
            if written.recorded.again:
                return _see_before(game_id, written.recorded.entry)
            return _see_next(game_id, written.event, form.answers)
    except StaleVersion:
        if entry := rulings.ruled_before(game_id, lambda game: rulings.ruled(game, dispute(game), now=now)):
            return _see_before(game_id, entry)
        form.add_error("", "ruled-late")
    return ruling_again(game_id, irregularity, form)


@blueprint.get("/rulings/<number:entry>")
@access.watcher
def recorded(game_id: str, entry: int) -> ResponseReturnValue:
    """A recorded ruling as it was made, even if the referee would rule otherwise today."""
    page = responses.or_404(history_page(game_id))
    line = next((line for line in page.entries if line.entry.number == entry), None)
    if line is None or not isinstance(line.entry.event, Ruled):
        abort(404)
    link = addresses.outside(url_for("rulings.recorded", game_id=game_id, entry=entry))
    event = line.entry.event
    # The referee of today may not know it any more.
    is_newest = page.head.version == entry and event.irregularity in GRAPHS and access.may_write(game_id)
    roles = Values({ROLE.format(role): str(seat) for role, seat in event.roles})
    return render_template(
        "referee/recorded.html",
        head=page.head,
        line=line,
        ruling=recorded_ruling(line),
        link=link,
        following=is_newest and _following(event, roles),
    )


@blueprint.post("/duties/<number:entry>/<number:line>")
@access.scorer
def settle(game_id: str, entry: int, line: int) -> ResponseReturnValue:
    """Tick a duty off once; a form sent twice ticks it off once."""
    times = DutyForm().times.data
    try:
        rulings.settle(game_id, (entry, line), now=clock.now(), origin=access.origin(), times=times or None)
    except StateViolation:
        return responses.see("games.table", game_id=game_id, news="duty-gone")
    return responses.see("games.table", game_id=game_id, news="duty-done")


@blueprint.post("/waiting/<number:entry>/<number:line>")
@access.scorer
def drop(game_id: str, entry: int, line: int) -> ResponseReturnValue:
    """Drop an effect that waits for the sheet, and show the sheet."""
    try:
        dropped = recording.record(game_id, Dropped(entry, line), now=clock.now(), origin=access.origin())
    except StateViolation:
        return responses.see("games.table", game_id=game_id, news="waiting-gone")
    number = dropped.game.hand.number if dropped.game.hand else 0
    return responses.see("hands.score", game_id=game_id, number=number, news="waiting-dropped")


def _see_before(game_id: str, entry: int) -> ResponseReturnValue:
    return responses.see("games.table", game_id=game_id, news="ruled-before", entry=entry)


def _see_next(game_id: str, event: Event, answers: Values) -> ResponseReturnValue:
    """The question that a recorded ruling orders to settle next, else the game."""
    assert isinstance(event, Ruled)
    if following := _following(event, answers):
        return responses.see("referee.settle", game_id=game_id, news="ruled-next", **following)
    return responses.see("games.table", game_id=game_id, news=_news(event))


def _following(event: Ruled, answers: Values) -> dict[str, str]:
    """The irregularity that comes after a ruling, with what is known of it already; empty without one."""
    after = next_of(event)
    known = known_of(GRAPHS[Irregularity(event.irregularity)].known_next, values=answers)
    return {} if after is None else {"irregularity": after.value, **known}


def _news(event: Ruled) -> str:
    """The code of the news after recording, by what the ruling does to the game."""
    kinds = [effect.kind for effect in event.effects]
    if any(kind in WAITING for kind in kinds):
        return "ruled-waits"
    return next((_NEWS[kind] for kind in kinds), "ruled")
