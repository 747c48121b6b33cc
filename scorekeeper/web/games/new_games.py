"""A new game: the form of its seats, dealer and house rules after each press of a button, and its start."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import SystemRandom
from typing import Final

from flask import current_app, request
from flask.typing import ResponseReturnValue

from scorekeeper.rules import names
from scorekeeper.rules.entries import Started
from scorekeeper.rules.first_dealer import DECK, dealer_of, draw
from scorekeeper.rules.rulesets.in_force import NotOfShape
from scorekeeper.services.common import idempotency
from scorekeeper.services.games.queries.head import head_of
from scorekeeper.services.games.queries.table import table_page
from scorekeeper.web.accounts import current_account
from scorekeeper.web.games import access, rule_choice
from scorekeeper.web.games.forms import NewGameForm
from scorekeeper.web.http import addresses, clock, device, forms, responses
from scorekeeper.web.http.access import count_network
from scorekeeper.web.rulesets.rulesets import remember_key

# The clause of two equal cards in the draw for the first dealer, about which the rules are silent.
EQUAL_CARDS: Final = "2.2b"
MOST_GAMES: Final = 300
ONE_HOUR: Final = timedelta(hours=1)
_CLOSED: Final = 403


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name that one tap adds to the game, or removes if it has a `seat`; 0: none.

    Of many names in a league only the `usual` ones are shown at first; `shown` are these or those searched
    for.
    """

    name: str
    seat: int
    usual: bool = True
    shown: bool = True


def form_again(game_id: str) -> NewGameForm:
    """A form with the seats and rules of an earlier game, if it is there, and no dealer yet (2.2)."""
    form = NewGameForm(None, previous=game_id)
    table = table_page(form.previous.data)
    if table is None:
        return NewGameForm(None)
    staying = [seat.name for seat in table.seats if seat.left_after is None]
    players = staying or [seat.name for seat in table.seats]
    return NewGameForm(None, player=players, choice=rule_choice.of_game(game_id), previous=game_id)


def press(form: NewGameForm) -> None:
    """Change the form by the button that was pressed; a name left in the field for new ones joins."""
    move, _dash, place = form.move.data.partition("-")
    index = int(place) if place.isdecimal() else -1
    if form.toggle.data:
        _toggle(form, form.toggle.data)
    elif move == "drop" and index in range(len(form.player)):
        form.drop(index)
    elif move == "shift":
        _swap(form, index, index - 1 if index else 1)
    elif move == "draw":
        _join(form)
        _draw(form)
    elif move != "find":
        form.take(rule_choice.pressed(form.choice, move=form.move.data))
        _join(form)


class _StartsClosed(Exception):
    """This browser may not start games on this installation."""


def start_or_show(
    form: NewGameForm, *, start: Callable[..., str], page: responses.Page, at_night: bool = False
) -> ResponseReturnValue:
    """The table of the game that the sent form starts; or its page again, after a small button or a refusal.

    `start` takes the event with `now`, `device` and `previous`, and returns the id of the game. A form sent
    twice starts one game: each has its own token. `page` takes the form and, if it is unusual, the status.
    """
    if not form.start.data:
        form.add_faults((*names.faults_in(form.player.data, pointer="/players/{}"), *form.rule_faults))
        return page(form)
    phone, now = device.ensured(), clock.now()

    def once() -> idempotency.StoredAnswer:
        if not current_account.may_start(at_night=at_night):
            raise _StartsClosed
        count_network("new game", most=MOST_GAMES, within=ONE_HOUR)
        previous = head_of(form.previous.data)
        game_id = start(event, now=now, origin=access.origin(), previous=previous and previous.id)
        return idempotency.StoredAnswer(303, game_id)

    try:
        if form.validate_on_submit():
            with form.catching_faults():
                event = _event(form, now=now)
                route, key = str(request.endpoint), forms.sent_text()
                stored = idempotency.once(once, route=route, caller=phone, key=key, body=b"", now=now)
                return _started(stored.body, choice=form.choice)
    except NotOfShape as error:
        name = error.pointer.rpartition("/")[2]
        form.add_error(name, name)
    except _StartsClosed:
        form.add_error("", "starts-closed")
        return page(form, status=_CLOSED)
    return page(form)


def _started(game_id: str, *, choice: rule_choice.RuleChoice) -> ResponseReturnValue:
    """The table of a game that has started; a phone remembers the saved rules that it chose."""
    table = responses.see("games.table", game_id=game_id)
    return remember_key(table, choice.key) if choice.base.saved else table


def closed_page() -> ResponseReturnValue:
    """The page for browsers that may not start games: who may, and the way to sign in."""
    return responses.page(
        "games/closed.html",
        status=_CLOSED,
        starters=access.starters(),
        address=addresses.current_path(),
    )


def _event(form: NewGameForm, *, now: datetime) -> Started:
    """The event that starts the game; the server's own time zone stands for one that it does not know."""
    time_zone = form.time_zone.data if clock.find_zone(form.time_zone.data) else clock.server_zone()
    started_at = form.started_at.data and form.started_at.data.replace(tzinfo=clock.find_zone(time_zone))
    event = Started(
        players=tuple(form.player.data),
        first_dealer=form.dealer.data,
        started_at=started_at or now,
        time_zone=time_zone,
    )
    return form.choice.started(event, now=now)


def _toggle(form: NewGameForm, name: str) -> None:
    """Add a suggested player at the end, or remove the player who was in the form."""
    seated = next((index for index, player in enumerate(form.player.data) if names.same(player, name)), None)
    if seated is None:
        form.join(name)
    else:
        form.drop(seated)


def _join(form: NewGameForm) -> None:
    form.join(form.new_name.data)
    form.new_name.data = ""


def _draw(form: NewGameForm) -> None:
    """Let chance choose a dealer, or each player draw from a shuffled deck (2.2), if there are enough."""
    if form.is_enough and form.is_random:
        form.dealer.data = int(_shuffled([*map(str, range(len(form.player)))])[0])
    elif form.is_enough and form.is_drawn:
        drawn = draw(len(form.player), deck=_shuffled(DECK))
        form.card.put(map(" ".join, drawn))
        highest = dealer_of(drawn)
        form.dealer.data, form.just_drawn = -1 if highest is None else highest, True


def _shuffled(cards: Sequence[str]) -> Sequence[str]:
    """These cards in an order by chance. Tests stack the deck."""
    chance: SystemRandom = current_app.extensions["chance"]
    return chance.sample(cards, k=len(cards))


def _swap(form: NewGameForm, index: int, other: int) -> None:
    places = [*range(len(form.player))]
    if index in places and other in places:
        places[index], places[other] = other, index
        form.place(places)
