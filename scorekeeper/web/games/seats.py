"""The seats of a game: names, order and first dealer, departures, late arrivals (2.2, 8.3, 8.4, 8.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, request
from wtforms import Form, StringField

from scorekeeper.rules.entries import Arranged, Departed, Joined, Renamed
from scorekeeper.rules.game import Game, Standing, Status
from scorekeeper.rules.scoring import POINTS_STEP
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.web.games import access
from scorekeeper.web.games.affiliations import affiliation_of
from scorekeeper.web.games.event_forms import read_order, record, require, seats_page, unchosen_seats
from scorekeeper.web.http import clock, device, form_errors, responses
from scorekeeper.web.http.fields import NotANumber, whole, whole_or
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors, malformed
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("seats", __name__, url_prefix="/games/<game:game_id>")
# The clause of late arrivals, about which the rules are silent.
LATECOMERS: Final = "8.7"


@blueprint.get("/seats")
@access.scorer
def seats(game_id: str) -> Answer:
    game = recording.current(game_id)
    return _seats_page(game, game_id=game_id, errors=NO_ERRORS, order=game.order)


@blueprint.post("/seats")
@access.scorer
def change(game_id: str) -> Answer:
    """Rename one seat, or change the order of all seats before the first score."""
    return _arrange(game_id) if request.form.get("arrange") else _rename(game_id)


@blueprint.get("/departures")
@access.scorer
def departures(game_id: str) -> Answer:
    """Choose who leaves; then see what each would post, before anything is recorded."""
    game = recording.current(game_id)
    everyone = bool(request.args.get("everyone"))
    leaving = game.playing if everyone else _numbers(request.args.getlist("seat"))
    require(game, Departed(game.playing))
    if "show" not in request.args and not everyone:
        return _departures_page(game, game_id=game_id, leaving=(), errors=NO_ERRORS)
    return _departure_answer(game, game_id=game_id, leaving=leaving, save=False)


@blueprint.post("/departures")
@access.scorer
def depart(game_id: str) -> Answer:
    """Record that the chosen players leave now."""
    leaving = _numbers(request.form.getlist("seat"))
    return _departure_answer(recording.current(game_id), game_id=game_id, leaving=leaving, save=True)


@blueprint.get("/arrivals")
@access.scorer
def arrivals(game_id: str) -> Answer:
    game = recording.current(game_id)
    require(game, Joined("", after=0))
    return _arrivals_page(game, game_id=game_id, form=ArrivalForm(), errors=NO_ERRORS)


@blueprint.post("/arrivals")
@access.scorer
def arrive(game_id: str) -> Answer:
    """Record a late player with the start score that the table has set."""
    form = ArrivalForm(request.form)
    errors = form.unreadable()
    if not errors:
        with form_errors.caught() as errors:
            record(game_id, form.event())
            return responses.see("games.table", game_id=game_id, said="joined")
    return _arrivals_page(recording.current(game_id), game_id=game_id, form=form, errors=errors)


def _rename(game_id: str) -> Answer:
    game = recording.current(game_id)
    seat = whole_or(request.form.get("seat"), default=-1)
    name = request.form.get(f"name-{seat}", "")
    field = f"name-{seat}" if seat in game.order else form_errors.WHOLE
    with form_errors.caught(fields={"*": field}) as errors:
        record(game_id, Renamed(seat, name))
        return responses.see("seats.seats", game_id=game_id, said="renamed")
    return _seats_page(game, game_id=game_id, errors=errors, order=game.order)


def _arrange(game_id: str) -> Answer:
    game = recording.current(game_id)
    require(game, Arranged(game.order, 0))
    order = read_order(request.form, positions=len(game.seats))
    dealer = whole_or(request.form.get("dealer"), default=-1)
    errors = form_errors.malformed(unchosen_seats(order, seats=range(len(game.seats))))
    if not errors:
        with form_errors.caught(fields={"/first_dealer": "dealer", "*": "order"}) as errors:
            record(game_id, Arranged(order, order.index(dealer) if dealer in order else -1))
            return responses.see("games.table", game_id=game_id, said="arranged")
    return _seats_page(game, game_id=game_id, errors=errors, order=order)


def _seats_page(game: Game, *, game_id: str, errors: Errors, order: tuple[int, ...]) -> Answer:
    """The page of the seats; `order` is that of the game, or the chosen one that was refused."""
    arrangeable = not (game.hands or game.void) and len(game.playing) == len(game.setup.players)
    return seats_page(
        "games/seats.html",
        game,
        game_id=game_id,
        seats=game.order,
        errors=errors,
        arrangeable=arrangeable,
        order=order,
        dealer=whole_or(request.form.get("dealer"), default=game.first_dealer),
        in_league=affiliation_of(game_id) is not None,
        typed=request.form,
        **responses.news(),
    )


def _numbers(texts: list[str]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(whole_or(text, default=-1) for text in texts))


def _departure_answer(game: Game, *, game_id: str, leaving: tuple[int, ...], save: bool) -> Answer:
    event = Departed(leaving)
    after = None
    with form_errors.caught(fields={"*": "seat"}) as errors:
        if save:
            stopped = record(game_id, event).game.status is Status.FINISHED
            return responses.see("games.table", game_id=game_id, said="stopped" if stopped else "departed")
        after = recording.preview(game_id, event, now=clock.now())
    return _departures_page(game, game_id=game_id, leaving=leaving, errors=errors, after=after)


def _departures_page(
    game: Game, *, game_id: str, leaving: tuple[int, ...], errors: Errors, after: Game | None = None
) -> Answer:
    """The form of a departure; `after` is the game after it, None before somebody is chosen."""
    return responses.page(
        "games/departures.html",
        errors=errors,
        game=game,
        game_id=game_id,
        leaving=leaving,
        after=after,
        earlier=changes_of_earlier(game, after=after) if after else (),
    )


def _arrivals_page(game: Game, *, game_id: str, form: ArrivalForm, errors: Errors) -> Answer:
    return seats_page(
        "games/arrivals.html",
        game,
        game_id=game_id,
        seats=game.order,
        errors=errors,
        form=form,
        suggestions=suggestions(game),
        before=precedents_for(device.known(), game_id, clauses=[LATECOMERS]),
        in_league=affiliation_of(game_id) is not None,
    )


OTHER = "other"


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Two start scores to choose from besides 0: the highest total and the average."""

    highest: int
    average: int


class ArrivalForm(Form):  # type: ignore[misc]
    """`start` is one of the suggested scores, or "other" with the number in `start_score`."""

    name = StringField()
    after = StringField()
    start = StringField()
    start_score = StringField()

    def unreadable(self) -> Errors:
        """The fields that could not be read, with a sentence each."""
        wrong = {}
        for field, code in ((self.after, "place"), (self._score_field(), None)):
            try:
                whole(field.data or "")
            except NotANumber as unread:
                wrong[field.name] = code or str(unread)
        return malformed(wrong)

    def event(self) -> Joined:
        """The arrival; only after `unreadable` found nothing."""
        return Joined(
            self.name.data or "",
            after=whole(self.after.data or ""),
            start_score=whole(self._score_field().data or ""),
        )

    def _score_field(self) -> StringField:
        return self.start_score if self.start.data in (None, "", OTHER) else self.start


def suggestions(game: Game) -> Suggestions:
    """Start scores from the totals of those still playing; the average is rounded up to a possible score."""
    totals = [line.total for line in game.standings if line.seat in game.playing] or [0]
    average = -(-sum(totals) // len(totals))
    return Suggestions(max(totals), -(-average // POINTS_STEP) * POINTS_STEP)


@dataclass(frozen=True, slots=True)
class PostingChange:
    """A player who left earlier, with the line of the standings before and after another departure."""

    name: str
    before: Standing
    after: Standing


def changes_of_earlier(game: Game, *, after: Game) -> tuple[PostingChange, ...]:
    """The players who left `game` earlier and whose posted totals differ in the game `after` a departure."""
    then = {line.seat: line for line in after.standings}
    return tuple(
        PostingChange(game.seats[line.seat].name, line, then[line.seat])
        for line in game.standings
        if game.seats[line.seat].left_after is not None
        and (line.total, line.posted) != (then[line.seat].total, then[line.seat].posted)
    )
