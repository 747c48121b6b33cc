"""The seats of a game: names, order and first dealer, departures, late arrivals (2.2, 8.3, 8.4, 8.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Final

from flask import Blueprint, request
from wtforms import Form, StringField

from scorekeeper.rules import names
from scorekeeper.rules.checks import is_untouched, state_faults
from scorekeeper.rules.entries import Arranged, Departed, Event, Joined, Renamed
from scorekeeper.rules.faults import FaultCode, StateViolation
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.standings import highest_complete
from scorekeeper.services.common.faults import StaleVersion
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.web.games import access, new_games, rule_choice
from scorekeeper.web.games.games import affiliation_of
from scorekeeper.web.games.new_games import NewGame
from scorekeeper.web.http import clock, device, form_errors, responses
from scorekeeper.web.http.fields import NotANumber, whole, whole_or
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors, Fields, Malformed
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("seats", __name__, url_prefix="/games/<game:game_id>")
# The clause of late arrivals, about which the rules are silent.
LATECOMERS: Final = "8.7"
_OTHER: Final = "other"
_TABLE_FIELDS: Final[Fields] = {"/names/*": "player-*", "/first_dealer": "dealer"}


@blueprint.get("/seats")
@access.scorer
def seats(game_id: str) -> Answer:
    """Before the first score the form of the whole table; then that of the names alone."""
    game = recording.current(game_id)
    if is_untouched(game):
        return _table_page(game, game_id=game_id, form=_table_of(game, game_id))
    return _names_page(game, game_id=game_id, errors=NO_ERRORS)


@blueprint.post("/seats")
@access.scorer
def change(game_id: str) -> Answer:
    """Arrange the table before the first score, or rename one seat."""
    return _arrange(game_id) if request.form.get("arrange") else _rename(game_id)


@blueprint.get("/departures")
@access.scorer
def departures(game_id: str) -> Answer:
    """Choose who leaves; then see what each would post, before anything is recorded."""
    game = recording.current(game_id)
    # Where a break outlasted the year of the game, it can only end for everyone (8.2a).
    everyone = bool(request.args.get("everyone")) or game.status is Status.SUSPENDED
    leaving = game.playing if everyone else _numbers(request.args.getlist("seat"))
    require(game, Departed(game.playing))
    if is_untouched(game) and not everyone:
        return responses.see("seats.seats", game_id=game_id)
    if "show" not in request.args and not everyone:
        return _departures_page(game, game_id=game_id, errors=NO_ERRORS)
    after = None
    with form_errors.caught(fields={"*": "seat"}) as errors:
        after = recording.preview(game_id, Departed(leaving), now=clock.now())
    return _departures_page(game, game_id=game_id, leaving=leaving, errors=errors, after=after)


@blueprint.post("/departures")
@access.scorer
def depart(game_id: str) -> Answer:
    """Record that the chosen players leave now."""
    leaving = _numbers(request.form.getlist("seat"))
    with form_errors.caught(fields={"*": "seat"}) as errors:
        stopped = record(game_id, Departed(leaving)).game.status is Status.FINISHED
        return responses.see("games.table", game_id=game_id, said="stopped" if stopped else "departed")
    return _departures_page(recording.current(game_id), game_id=game_id, leaving=leaving, errors=errors)


@blueprint.get("/arrivals")
@access.scorer
def arrivals(game_id: str) -> Answer:
    game = recording.current(game_id)
    if is_untouched(game):
        return responses.see("seats.seats", game_id=game_id)
    require(game, Joined("", after=0))
    return _arrivals_page(game, game_id=game_id, form=ArrivalForm(), errors=NO_ERRORS)


@blueprint.post("/arrivals")
@access.scorer
def arrive(game_id: str) -> Answer:
    """Record a late player with the start score that the table has set."""
    form = ArrivalForm(request.form)
    with form_errors.caught() as errors:
        record(game_id, form.event())
        return responses.see("games.table", game_id=game_id, said="joined")
    return _arrivals_page(recording.current(game_id), game_id=game_id, form=form, errors=errors)


def record(game_id: str, event: Event) -> recording.Recorded:
    """Record an event now, written by this phone; errors as of `services.games.recording.record`."""
    return recording.record(game_id, event, now=clock.now(), device=device.known())


def require(game: Game, event: Event) -> None:
    """StateViolation if the state of the game forbids an event, so that its form is not shown at all."""
    if forbidden := state_faults(game, event, at=clock.now()):
        raise StateViolation(*forbidden)


def typed_order(positions: int) -> tuple[int, ...]:
    """The seat number chosen for each position, in `place-0`, `place-1`, ...; -1 where none was chosen."""
    return tuple(whole_or(request.form.get(f"place-{position}"), default=-1) for position in range(positions))


def require_order(order: Sequence[int], *, seats: Sequence[int]) -> None:
    """Malformed if a position of `order` has none of `seats`."""
    unchosen = {f"place-{position}": "place" for position, seat in enumerate(order) if seat not in seats}
    if unchosen:
        raise Malformed(unchosen)


def _rename(game_id: str) -> Answer:
    game = recording.current(game_id)
    seat = whole_or(request.form.get("seat"), default=-1)
    name = f"name-{seat}"
    with form_errors.caught(fields={"*": name if seat in game.order else form_errors.WHOLE}) as errors:
        record(game_id, Renamed(seat, request.form.get(name, "")))
        return responses.see("seats.seats", game_id=game_id, said="renamed")
    return _names_page(game, game_id=game_id, errors=errors)


def _names_page(game: Game, *, game_id: str, errors: Errors) -> Answer:
    return responses.page(
        "games/seats.html",
        errors=errors,
        game_id=game_id,
        rules=game.rules,
        seats=[game.seats[number] for number in game.order],
        dealer=game.first_dealer,
        in_league=affiliation_of(game_id) is not None,
        typed=request.form,
        **responses.news(),
    )


def _arrange(game_id: str) -> Answer:
    """Record the table as sent, or show it after a small button; anew if the game has changed."""
    game = recording.current(game_id)
    require(game, Arranged(game.order))
    form = _pressed(_table_of(game, game_id))
    faults = names.faults_in(form.players, pointer="/names/{}")
    empty = (fault.pointer for fault in faults if fault.code is FaultCode.NAME_EMPTY)
    nameless = [f"player-{pointer.rpartition('/')[2]}" for pointer in empty]
    if nameless or not request.form.get("start"):
        by_field = form_errors.by_field((*faults, *form.rule_faults), fields=_TABLE_FIELDS)
        errors: Errors = {**by_field, **form_errors.malformed(dict.fromkeys(nameless, "nameless"))}
        return _table_page(game, game_id=game_id, form=form, errors=errors)
    event, seen = _arrangement(form, game=game), whole_or(request.form.get("seen"), default=0)
    try:
        with form_errors.caught(fields=_TABLE_FIELDS) as errors:
            if not _is_in_force(event, form, game=game, seen=seen):
                recording.record(game_id, event, now=clock.now(), device=device.known(), seen=seen)
            return responses.see("games.table", game_id=game_id, said="arranged")
    except StaleVersion:
        game, errors = recording.current(game_id), form_errors.malformed({form_errors.WHOLE: "newer"})
        form = _table_of(game, game_id)
        return _table_page(game, game_id=game_id, form=form, errors=errors, status=409)
    return _table_page(game, game_id=game_id, form=form, errors=errors)


def _is_in_force(event: Arranged, form: NewGame, *, game: Game, seen: int) -> bool:
    """Whether the game is as `form` wants it: nothing was changed, or the same form came before."""
    if seen == game.version:
        return event == Arranged(game.order, game.first_dealer)
    typed = [*map(names.clean, form.players)]
    return typed == _names_of(game) and event.first_dealer == game.order.index(game.first_dealer)


def _names_of(game: Game) -> list[str]:
    return [game.seats[number].name for number in game.order]


def _table_of(game: Game, game_id: str) -> NewGame:
    """The form of the table as it is."""
    return NewGame(
        players=tuple(_names_of(game)),
        seats=game.order,
        dealer=game.order.index(game.first_dealer),
        choice=rule_choice.of_game(game_id),
    )


def _pressed(table: NewGame) -> NewGame:
    """The form as sent, after its small button; a player who is taken away passes the deal on."""
    sent = replace(new_games.read(request.form), choice=table.choice)
    move, _dash, place = request.form.get("move", "").partition("-")
    if move == "drop":
        return new_games.without(sent, index=whole_or(place, default=-1))
    return new_games.pressed(sent, form=request.form)


def _arrangement(form: NewGame, *, game: Game) -> Arranged:
    order = tuple(None if seat == new_games.NEWCOMER else seat for seat in form.seats)
    dealt_by = form.dealer if form.rules.deal.dealer else 0
    event = Arranged(order, -1 if dealt_by is None else dealt_by, form.players)
    now = {seat.number: seat.name for seat in game.seats}
    kept = all(now.get(seat) == name for seat, name in zip(form.seats, form.players, strict=True))
    return replace(event, names=()) if kept else event


def _table_page(
    game: Game, *, game_id: str, form: NewGame, errors: Errors = NO_ERRORS, status: int | None = None
) -> Answer:
    return responses.page(
        "games/arrangement.html",
        errors=errors,
        status=status,
        game_id=game_id,
        new=form,
        seen=whole_or(request.form.get("seen"), default=game.version) if status is None else game.version,
        agreed=precedents_for(device.known(), game_id, clauses=[new_games.EQUAL_CARDS]),
        in_league=affiliation_of(game_id) is not None,
        **responses.news(),
    )


def _numbers(texts: list[str]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(whole_or(text, default=-1) for text in texts))


def _departures_page(
    game: Game, *, game_id: str, errors: Errors, leaving: tuple[int, ...] = (), after: Game | None = None
) -> Answer:
    """The form of a departure; `after` is the game after it, None before somebody is chosen."""
    return responses.page(
        "games/departures.html",
        errors=errors,
        game=game,
        game_id=game_id,
        leaving=leaving,
        after=after,
        totals={line.seat: line.total for line in game.standings},
        highest=highest_complete(after) if after else (),
    )


def _arrivals_page(game: Game, *, game_id: str, form: ArrivalForm, errors: Errors) -> Answer:
    highest, average = _suggested_scores(game)
    return responses.page(
        "games/arrivals.html",
        errors=errors,
        game_id=game_id,
        seats=[game.seats[number] for number in game.order],
        rules=game.rules,
        form=form,
        highest=highest,
        average=average,
        before=precedents_for(device.known(), game_id, clauses=[LATECOMERS]),
        in_league=affiliation_of(game_id) is not None,
    )


def _suggested_scores(game: Game) -> tuple[int, int]:
    """The worst total of those still playing, and their average, both rounded to a possible score."""
    totals = [line.total for line in game.standings if line.seat in game.playing] or [0]
    sign, step = game.rules.wins.sign, game.rules.step
    worst, average = max(sign * total for total in totals), sign * Fraction(sum(totals), len(totals))
    return sign * ceil(worst), sign * ceil(average / step) * step


class ArrivalForm(Form):
    """`start` is one of the suggested scores, or "other" with the number in `start_score`."""

    name = StringField()
    after = StringField()
    start = StringField()
    start_score = StringField()

    def event(self) -> Joined:
        """The arrival; Malformed."""
        score = self.start_score if self.start.data in (None, "", _OTHER) else self.start
        numbers, wrong = [], {}
        for field in (self.after, score):
            try:
                numbers.append(whole(field.data or ""))
            except NotANumber as unread:
                wrong[field.name] = "place" if field is self.after else str(unread)
        if wrong:
            raise Malformed(wrong)
        return Joined(self.name.data or "", after=numbers[0], start_score=numbers[1])
