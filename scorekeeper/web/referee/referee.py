"""The referee: what went wrong, one question a screen, the ruling; with a game and without one.

All answers lie in the address, so that going back takes one back, and a ruling can be sent on.
"""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from werkzeug.datastructures import MultiDict

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.facts import Facts
from scorekeeper.referee.graph import asked_by
from scorekeeper.rulebook.vocabulary import IDLE
from scorekeeper.rules.faults import Fault, RuleViolation
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.services.games.rulings import Bound, Dispute, bind, facts_of, fitting, must_fit, unbound
from scorekeeper.web.games import access
from scorekeeper.web.http import addresses, clock, device, refusals, responses
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.refusals import NONE, Errors
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.referee.card_count import NotReckonable, counted
from scorekeeper.web.referee.disputes import Values, dispute_from, values_of
from scorekeeper.web.referee.path import Place, Step, first_step, route, settled_at_once, steps
from scorekeeper.web.referee.questions import Asking, asking, asks_offender_first, incomplete, offender
from scorekeeper.web.referee.ruling_page import offers, page_of
from scorekeeper.web.referee.search import ranked

blueprint = Blueprint("referee", __name__)
LONGEST_SEARCH = 200


@blueprint.get("/referee")
@anyone
def index() -> Answer:
    return _index_page(Place())


@blueprint.get("/games/<game:game_id>/referee")
@access.watcher
def index_here(game_id: str) -> Answer:
    return _index_page(_place(game_id))


@blueprint.get("/referee/cards")
@anyone
def cards() -> Answer:
    return _cards_page(Place())


@blueprint.get("/games/<game:game_id>/referee/cards")
@access.watcher
def cards_here(game_id: str) -> Answer:
    return _cards_page(_place(game_id))


@blueprint.get("/referee/<irregularity>")
@anyone
def settle(irregularity: str) -> Answer:
    return _settle(Place(), _irregularity(irregularity))


@blueprint.get("/games/<game:game_id>/referee/<irregularity>")
@access.watcher
def settle_here(game_id: str, irregularity: str) -> Answer:
    return _settle(_place(game_id), _irregularity(irregularity))


def ruling_again(game_id: str, irregularity: Irregularity, given: Values, *, errors: Errors) -> Answer:
    """The page of a dispute that could not be recorded, with the reasons."""
    return _answered(_place(game_id), irregularity, values_of(irregularity, given), errors=errors)


def _place(game_id: str) -> Place:
    return Place(game_id, recording.current(game_id))


def _irregularity(code: str) -> Irregularity:
    try:
        return Irregularity(code)
    except ValueError:
        abort(404)


def _settle(place: Place, irregularity: Irregularity) -> Answer:
    """The page that an address has come to; one with useless or doubled answers is sent to its short form."""
    values = values_of(irregularity, request.args)
    if any(len(request.args.getlist(name)) > len(said) for name, said in values.lists()):
        return redirect(place.address(irregularity, values))  # type: ignore[return-value]
    return _answered(place, irregularity, values)


def _answered(place: Place, irregularity: Irregularity, values: Values, *, errors: Errors = NONE) -> Answer:
    if place.game is not None:
        must_fit(place.game, irregularity)
    if asks_offender_first(place, irregularity, values):
        so_far = [first_step(place, irregularity)]
        return _question_page(
            place, irregularity, offender(place, irregularity), so_far=so_far, errors=errors
        )
    try:
        return _reached_page(place, irregularity, values, errors=errors)
    except RuleViolation as refused:
        return _refused_page(place, irregularity, values, faults=refused.faults)


def _reached_page(
    place: Place, irregularity: Irregularity, values: Values, *, errors: Errors, typed: Values | None = None
) -> Answer:
    """The screen or the ruling that `values` lead to; `typed` are values to show in its fields."""
    dispute = dispute_from(irregularity, values, game=place.game)
    facts = _facts(place, dispute)
    path = route(irregularity, facts)
    so_far = steps(place, irregularity, values, path=path, facts=facts)
    if isinstance(path.at, tuple) and not settled_at_once(place, irregularity):
        shown = asking(place, irregularity, typed or values, path=path, facts=facts)
        errors = errors or incomplete(path.at, values)
        return _question_page(place, irregularity, shown, so_far=so_far, errors=errors)
    bound = _bound(place, dispute)
    may_write = _may_write(place)
    page = page_of(place, bound, values=values, may_write=may_write)
    return responses.page(
        "referee/ruling.html",
        errors=errors,
        place=place,
        irregularity=irregularity,
        steps=so_far,
        page=page,
        bound=bound,
        values=values,
        may_write=may_write,
        offers=offers(place, bound),
        agreed_before=precedents_for(device.known(), place.game_id, clauses=page.silent),
        link=addresses.outside(place.address(irregularity, values)),
    )


def _refused_page(
    place: Place, irregularity: Irregularity, values: Values, *, faults: tuple[Fault, ...]
) -> Answer:
    """The screen whose answer is wrong, with the reason; if the fault lies elsewhere, the reasons alone."""
    errors = refusals.by_field(faults, field=lambda _pointer: "")
    wrong = {fault.pointer.split("/")[2] for fault in faults if fault.pointer.startswith("/facts/")}
    right: Values = MultiDict((name, text) for name, text in values.items(multi=True) if name not in wrong)
    if wrong and wrong <= values.keys():
        try:
            facts = _facts(place, dispute_from(irregularity, right, game=place.game))
            at = route(irregularity, facts).at
            if isinstance(at, tuple) and wrong <= {fact for question in at for fact in asked_by(question)}:
                return _reached_page(place, irregularity, right, errors=errors, typed=values)
        except RuleViolation:
            pass
    return responses.page("referee/refused.html", errors=errors, place=place, irregularity=irregularity)


def _question_page(
    place: Place, irregularity: Irregularity, shown: Asking, *, so_far: list[Step], errors: Errors
) -> Answer:
    return responses.page(
        "referee/question.html",
        errors=errors,
        place=place,
        irregularity=irregularity,
        steps=so_far,
        shown=shown,
    )


def _facts(place: Place, dispute: Dispute) -> Facts:
    return dispute.facts if place.game is None else facts_of(place.game, dispute, now=clock.now())


def _bound(place: Place, dispute: Dispute) -> Bound:
    return unbound(dispute) if place.game is None else bind(place.game, dispute, now=clock.now())


def _may_write(place: Place) -> bool:
    return place.game_id is not None and access.may_write(place.game_id)


def _index_page(place: Place) -> Answer:
    query = request.args.get("q", "")[:LONGEST_SEARCH].strip()
    here = tuple(Irregularity) if place.game is None else fitting(place.game)
    return responses.page(
        "referee/index.html",
        errors=NONE,
        place=place,
        query=query,
        found=ranked(query, among=here),
        idle=" ".join(sorted(IDLE)),
        may_write=_may_write(place),
    )


def _cards_page(place: Place) -> Answer:
    try:
        count = counted(request.args, place=place)
    except NotReckonable:
        return responses.page("referee/cards.html", errors=NONE, status=422, place=place, count=None)
    return responses.page("referee/cards.html", errors=NONE, place=place, count=count)
