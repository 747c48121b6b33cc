"""The seats of a game: names, order and first dealer, departures, late arrivals (2.2, 8.3, 8.4, 8.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any, Final

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from scorekeeper.rules import names
from scorekeeper.rules.checks import clause_by, is_untouched, state_faults, year_is_over
from scorekeeper.rules.entries import Arranged, Departed, Event, Joined, Renamed, Resumed, Substituted
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.standings import highest_complete, leaders
from scorekeeper.services.common.faults import StaleVersion
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.services.games.recording import Expected
from scorekeeper.web.games import access, new_games, rule_choice
from scorekeeper.web.games.forms import NEWCOMER, ArrangementForm, ArrivalForm, DeparturesForm, NamesForm
from scorekeeper.web.games.games import affiliation_of
from scorekeeper.web.http import clock, device, responses
from scorekeeper.web.http.forms import Form, form_error

blueprint = Blueprint("seats", __name__, url_prefix="/games/<game:game_id>")
# The clause of late arrivals, about which the rules are silent.
LATECOMERS: Final = "8.7"


@blueprint.route("/seats", methods=["GET", "POST"])
@access.scorer
def seats(game_id: str) -> ResponseReturnValue:
    """Arrange the whole table before the first score; rename one seat by a form of the names alone."""
    game = recording.current(game_id)
    form = NamesForm.of(game)
    if request.method == "POST":
        return _arrange(game, game_id=game_id) if form.arrange.data else _rename(game, form, game_id=game_id)
    if is_untouched(game):
        return _table_page(game, game_id=game_id, form=_table_of(game, game_id))
    return _names_page(game, game_id=game_id, form=form)


@blueprint.get("/departures")
@access.scorer
def departures(game_id: str) -> ResponseReturnValue:
    """Choose who leaves; then see what each would post, before anything is recorded."""
    game = recording.current(game_id)
    # Where a break outlasted the year of the game, it can only end for everyone (8.2a).
    everyone = bool(request.args.get("everyone")) or (game.suspended and not _may_resume(game))
    form = DeparturesForm(None, seat=game.playing) if everyone else DeparturesForm(request.args)
    require(game, _departure(game, game.playing))
    if is_untouched(game) and not everyone:
        return responses.see("seats.seats", game_id=game_id)
    if "show" not in request.args and not everyone:
        return departures_page(game, game_id=game_id, form=DeparturesForm())
    after = None
    with form.catching_faults():
        after = recording.preview(game_id, _departure(game, form.seat.data), now=clock.now())
    return departures_page(game, game_id=game_id, form=form, after=after)


@blueprint.post("/departures")
@access.scorer
def depart(game_id: str) -> ResponseReturnValue:
    """Record that the chosen players leave now, or that the others carry on without them."""
    game, form = recording.current(game_id), DeparturesForm()
    # A late second tap finds what the first one did.
    if form.agreed.data and game.status is Status.PLAYING:
        return responses.see("games.table", game_id=game_id, news="resumed")
    with form.catching_faults():
        event = _departure(game, form.seat.data, agreed=form.agreed.data)
        is_over = record_now(game_id, event).game.status is Status.FINISHED
        return responses.see("games.table", game_id=game_id, news="stopped" if is_over else "departed")
    return departures_page(game, game_id=game_id, form=form)


def _departure(game: Game, seats: Sequence[int], *, agreed: bool = True) -> Departed | Resumed:
    """The event by which these leave: in a break, the others carry on without them (8.2b)."""
    if not _may_resume(game):
        return Departed(tuple(seats))
    if not seats:
        raise RuleViolation(Fault(FaultCode.NOBODY_LEAVES, "/seats", "8.2b"))
    staying = tuple(game.seats[number].name for number in game.playing if number not in seats)
    return Resumed(agreed=agreed, seats=staying, without=tuple(seats))


def _may_resume(game: Game) -> bool:
    return game.suspended and not year_is_over(game, at=clock.now())


@blueprint.route("/arrivals", methods=["GET", "POST"])
@access.scorer
def arrivals(game_id: str) -> ResponseReturnValue:
    """Record a late player with the start score that the table has set."""
    game, form = recording.current(game_id), ArrivalForm()
    if request.method != "POST":
        if is_untouched(game):
            return responses.see("seats.seats", game_id=game_id)
        require(game, Joined("", after=0))
        form.after.data = game.playing[-1]
    elif form.validate():
        with form.catching_faults():
            record_now(game_id, form.event)
            return responses.see("games.table", game_id=game_id, news="joined")
    return arrivals_page(game, game_id=game_id, form=form)


def record_now(game_id: str, event: Event, *, seen: int | None = None) -> recording.Recorded:
    """Record an event now, written by this phone; errors as of `services.games.recording.record`."""
    return recording.record(game_id, event, now=clock.now(), origin=access.origin(), expected=Expected(seen))


def require(game: Game, event: Event) -> None:
    """StateViolation if the state of the game forbids an event, so that its form is not shown at all."""
    if forbidden := state_faults(game, event, at=clock.now()):
        raise StateViolation(*forbidden)


def everyone_page(template: str, game: Game, form: Form, **context: Any) -> ResponseReturnValue:
    """A page that asks whether everyone agrees: the game so far, who leads, and who sits at the table."""
    seats = [game.seats[number] for number in game.playing]
    return responses.page(template, game=game, form=form, leaders=leaders(game), seats=seats, **context)


def _rename(game: Game, form: NamesForm, *, game_id: str) -> ResponseReturnValue:
    """Record another name for a seat, or that somebody of that name plays on there."""
    makes, news = (Substituted, "substituted") if form.substitute.data else (Renamed, "renamed")
    seat = form.seat.data
    with form.catching_faults():
        record_now(game_id, makes(seat, form.data.get(f"name-{seat}", "")))
        return responses.see("seats.seats", game_id=game_id, news=news)
    return _names_page(game, game_id=game_id, form=form)


def _names_page(game: Game, *, game_id: str, form: NamesForm) -> ResponseReturnValue:
    return responses.page(
        "games/seats.html",
        form=form,
        game_id=game_id,
        rules=game.rules,
        seats=[game.seats[number] for number in game.order],
        playing=() if game.status is not Status.PLAYING or not game.hands else game.playing,
        dealer=game.first_dealer,
        affiliation=affiliation_of(game_id),
        **responses.news(),
    )


def _arrange(game: Game, *, game_id: str) -> ResponseReturnValue:
    """Record the table as sent, or show it after a small button; anew if the game has changed."""
    require(game, Arranged(game.order))
    form = ArrangementForm(choice=rule_choice.of_game(game_id))
    new_games.press(form)
    if not form.start.data:
        form.add_faults((*names.faults_in(form.player.data, pointer="/names/{}"), *form.rule_faults))
        return _table_page(game, game_id=game_id, form=form)
    event, seen = _arrangement(form, game=game), form.seen.data
    try:
        with form.catching_faults():
            if seen != game.version or event != Arranged(game.order, game.first_dealer):
                record_now(game_id, event, seen=seen)
            return responses.see("games.table", game_id=game_id, news="arranged")
    except StaleVersion:
        game = recording.current(game_id)
        form = _table_of(game, game_id)
        form.add_error("", "newer")
        return _table_page(game, game_id=game_id, form=form, status=409)
    return _table_page(game, game_id=game_id, form=form)


def _table_of(game: Game, game_id: str) -> ArrangementForm:
    """The form of the table as it is."""
    return ArrangementForm(
        None,
        player=[game.seats[number].name for number in game.order],
        seat=game.order,
        dealer=game.order.index(game.first_dealer),
        choice=rule_choice.of_game(game_id),
        seen=game.version,
    )


def _arrangement(form: ArrangementForm, *, game: Game) -> Arranged:
    seats, players = form.seat.data, form.player.data
    order = tuple(None if seat == NEWCOMER else seat for seat in seats)
    event = Arranged(order, form.dealer.data if form.choice.rules.deal.dealer else 0, tuple(players))
    now = {seat.number: seat.name for seat in game.seats}
    is_same = all(now.get(seat) == name for seat, name in zip(seats, players, strict=True))
    return replace(event, names=()) if is_same else event


def _table_page(
    game: Game, *, game_id: str, form: ArrangementForm, status: int | None = None
) -> ResponseReturnValue:
    return responses.page(
        "games/arrangement.html",
        status=status,
        game_id=game_id,
        form=form,
        agreed=precedents_for(device.known(), game_id, clauses=[new_games.EQUAL_CARDS]),
        affiliation=affiliation_of(game_id),
        **responses.news(),
    )


def departures_page(
    game: Game, *, game_id: str, form: DeparturesForm, after: Game | None = None
) -> ResponseReturnValue:
    """The form of a departure; `after` is the game after it, None before somebody is chosen."""
    return responses.page(
        "games/departures.html",
        form=form,
        game=game,
        game_id=game_id,
        leaving=form.seat.data,
        after=after,
        on_break=_may_resume(game),
        totals={line.seat: line.total for line in game.standings},
        highest=highest_complete(after) if after else (),
        nobody=form_error(Fault(FaultCode.NOBODY_LEAVES, "/seats", clause_by("8.3", rules=game.rules))),
    )


def arrivals_page(game: Game, *, game_id: str, form: ArrivalForm) -> ResponseReturnValue:
    """The form of a late player."""
    taken = [seat.name for seat in game.seats]
    highest, average = _suggested_scores(game)
    return responses.page(
        "games/arrivals.html",
        game_id=game_id,
        seats=[game.seats[number] for number in game.playing],
        rules=game.rules,
        form=form,
        nameless=form_error(Fault(FaultCode.NAME_EMPTY, "/name")),
        taken={
            name: form_error(Fault(FaultCode.NAME_TWICE, "/name", values=(("name", name),))) for name in taken
        },
        highest=highest,
        average=average,
        before=precedents_for(device.known(), game_id, clauses=[LATECOMERS]),
        affiliation=affiliation_of(game_id),
    )


def _suggested_scores(game: Game) -> tuple[int, int]:
    """The worst total of those still playing, and their average, both rounded to a possible score."""
    totals = [line.total for line in game.standings if line.seat in game.playing] or [0]
    sign, step = game.rules.wins.sign, game.rules.step
    worst, average = max(sign * total for total in totals), sign * Fraction(sum(totals), len(totals))
    return sign * ceil(worst), sign * ceil(average / step) * step
