"""A new game: the form of its seats, dealer and house rules after each press of a button, and its start."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from secrets import SystemRandom
from typing import Final

from flask import current_app, make_response, request
from werkzeug.datastructures import MultiDict

from scorekeeper.rules import names
from scorekeeper.rules.checks import FEWEST_RECORDED
from scorekeeper.rules.entries import Started
from scorekeeper.rules.faults import Fault
from scorekeeper.rules.first_dealer import DECK, Drawn, dealer_of, draw
from scorekeeper.rules.fold import dealer, next_seat
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.common import idempotency
from scorekeeper.services.common.faults import TooManyAttempts
from scorekeeper.services.games.queries.head import head_of
from scorekeeper.services.games.queries.table import table_page
from scorekeeper.web.accounts import current_account
from scorekeeper.web.games import access, rule_choice
from scorekeeper.web.games.rule_choice import RuleChoice
from scorekeeper.web.http import addresses, clock, device, form_errors, forms, responses
from scorekeeper.web.http.access import count_network
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.http.fields import NotAMoment, moment, server_zone, whole_or, zone
from scorekeeper.web.http.form_errors import NO_ERRORS, Fields, Malformed
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.rulesets import own_sets

FIELDS: Final[Fields] = {
    "/players/*": "player-*",
    "/first_dealer": "dealer",
    "/started_at": "started_at",
    **rule_choice.FIELDS,
}
# The clause of two equal cards in the draw for the first dealer, about which the rules are silent.
EQUAL_CARDS: Final = "2.2b"
# The seat of a player who has none yet.
NEWCOMER: Final = -1
MOST_GAMES: Final = 300
ONE_HOUR: Final = timedelta(hours=1)
_CLOSED: Final = 403
_MOST_READ: Final = 20
_LONGEST_READ: Final = 400
_CARDS: Final = frozenset(DECK)
_CARD_LETTERS: Final = 8


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name that one tap adds to the game, or removes if it is `chosen`.

    Of many names in a league only the `usual` ones are shown at first; `shown` are these or those searched
    for.
    """

    name: str
    chosen: bool
    usual: bool = True
    shown: bool = True


@dataclass(frozen=True, slots=True)
class NewGame:
    """The values of the form. `dealer` is an index into `players`; `started_at` is as typed, "" for now.

    `seats` are those of the players in a game that is arranged anew, NEWCOMER for whoever has none yet.
    `drawn` are the cards of each player if they chose this dealer, else none; `just_drawn` if the last
    button drew them. `find` is the typed search in the suggestions.
    """

    players: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    dealer: int | None = None
    drawn: Drawn = ()
    just_drawn: bool = False
    new_name: str = ""
    choice: RuleChoice = field(default_factory=RuleChoice)
    started_at: str = ""
    time_zone: str = ""
    previous: str = ""
    suggestions: tuple[Suggestion, ...] = ()
    find: str = ""

    @property
    def rules(self) -> Ruleset:
        """The rules in force, as far as the form tells them."""
        return self.choice.rules

    @property
    def is_drawn(self) -> bool:
        """Whether cards are drawn for the first dealer."""
        return self.rules.deal.dealer and self.rules.deal.first == "high-card"

    @property
    def is_random(self) -> bool:
        """Whether chance decides who deals first."""
        return self.rules.deal.dealer and self.rules.deal.first == "random"

    @property
    def has_short_names(self) -> bool:
        """Whether each name is at most as wide as a playing card."""
        return all(names.letters(name) <= _CARD_LETTERS for name in self.players)

    @property
    def rule_faults(self) -> tuple[Fault, ...]:
        """Faults of the rules so far; an end that is not agreed on yet may still come."""
        return self.choice.faults(players=max(len(self.players), FEWEST_RECORDED))

    @property
    def is_enough(self) -> bool:
        """Whether a game can have so few players."""
        return len(self.players) >= FEWEST_RECORDED

    @property
    def in_turn(self) -> range:
        """The places of the players in the direction of play."""
        places = range(len(self.players))
        return places if self.rules.direction == "clockwise" else places[::-1]

    @property
    def starter(self) -> str | None:
        """Who goes first (2.5); None without a dealer."""
        if self.dealer is None or not self.rules.deal.dealer:
            return None
        return self.players[next_seat(self.in_turn, after=self.dealer, playing=self.in_turn)]


def again(game_id: str) -> NewGame:
    """A form with the seats and rules of an earlier game, whose first dealer is chosen again (2.2).

    It is empty if there is no such game.
    """
    table = table_page(game_id) if is_game_id(game_id) else None
    if table is None:
        return NewGame()
    staying = tuple(seat.name for seat in table.seats if seat.left_after is None)
    players = staying or tuple(seat.name for seat in table.seats)
    return NewGame(players, choice=rule_choice.of_game(game_id), previous=game_id)


def read(form: MultiDict[str, str]) -> NewGame:
    """The form as sent, with as many players as the form may hold."""
    players = tuple(name[:_LONGEST_READ] for name in form.getlist("player")[:_MOST_READ])
    seats = tuple(whole_or(seat, default=NEWCOMER) for seat in form.getlist("seat"))
    dealt_by = whole_or(form.get("dealer"), default=-1)
    drawn = _cards(form.getlist("card"))
    game = NewGame(
        players=players,
        seats=seats if len(seats) == len(players) else (NEWCOMER,) * len(players),
        dealer=dealt_by if 0 <= dealt_by < len(players) else None,
        drawn=drawn if len(drawn) == len(players) and dealer_of(drawn) == dealt_by else (),
        new_name=form.get("new_name", "")[:_LONGEST_READ],
        choice=rule_choice.read(form),
        started_at=form.get("started_at", "").strip()[:_LONGEST_READ],
        time_zone=form.get("time_zone", "").strip()[:_LONGEST_READ],
        previous=form.get("previous", "")[:_LONGEST_READ],
    )
    return game if game.is_drawn else replace(game, drawn=())


def _cards(sent: list[str]) -> Drawn:
    """The cards of each player as the form keeps them, "QS 4H"; none at all if one is no card."""
    drawn = tuple(tuple(cards[:_LONGEST_READ].split()) for cards in sent[:_MOST_READ])
    return drawn if all(cards and set(cards) <= _CARDS for cards in drawn) else ()


def pressed(game: NewGame, *, form: MultiDict[str, str]) -> NewGame:
    """The form after the pressed button; a name left in the field for new names joins the players."""
    if form.get("toggle"):
        return _toggled(game, name=form["toggle"][:_LONGEST_READ])
    move, _, place = form.get("move", "").partition("-")
    index = whole_or(place, default=-1)
    if move == "drop" and 0 <= index < len(game.players):
        return _dropped(game, index=index)
    if move in ("up", "down"):
        return _swapped(game, index=index, other=index - 1 if move == "up" else index + 1)
    if move == "draw":
        return _with_draw(_added(game))
    if move == "find":
        return game
    return _added(_with_rules(game, rule_choice.pressed(game.choice, move=form.get("move", ""))))


def without(game: NewGame, *, index: int) -> NewGame:
    """The form without one player, who passes the deal on (2.2)."""
    left = [place for place in range(len(game.players)) if place != index]
    if game.dealer is not None and left:
        game = replace(game, dealer=dealer(game.in_turn, first=game.dealer, last=None, playing=left))
    return _dropped(game, index=index)


class _StartsClosed(Exception):
    """This browser may not start games on this installation."""


def answer(
    form: NewGame, *, start: Callable[..., str], page: Callable[..., Answer], at_night: bool = False
) -> Answer:
    """The table of the game that the sent form starts; or its page again, after a small button or a refusal.

    `start` takes the event with `now`, `device` and `previous`, and returns the id of the game. A form sent
    twice starts one game: each form that is shown has its own token. `page` takes the form, its errors and,
    if it is none of the usual ones, the status.
    """
    if not request.form.get("start"):
        faults = (*names.faults_in(form.players, pointer="/players/{}"), *form.rule_faults)
        return page(form, errors=form_errors.by_field(faults, fields=FIELDS))
    phone, now = device.ensured(), clock.now()

    def once() -> idempotency.Answer:
        if not current_account.may_start(at_night=at_night):
            raise _StartsClosed
        count_network("new game", most=MOST_GAMES, within=ONE_HOUR)
        return idempotency.Answer(303, start(event, now=now, device=phone, previous=_previous_of(form)))

    try:
        with form_errors.caught(fields=FIELDS) as errors:
            event = _event(form, now=now)
            route = str(request.endpoint)
            started = idempotency.once(
                once, route=route, caller=phone, key=forms.sent_text(), body=b"", now=now
            )
            seen = responses.see("games.table", game_id=started.body)
            return own_sets.remember(seen, form.choice.key) if form.choice.base.saved else seen
    except _StartsClosed:
        errors = form_errors.malformed({form_errors.WHOLE: "starts-closed"})
        return page(form, errors=errors, status=_CLOSED)
    except TooManyAttempts as tried:
        errors = form_errors.malformed({form_errors.WHOLE: "games"})
        slowed = make_response(page(form, errors=errors, status=429))
        slowed.headers["Retry-After"] = str(tried.seconds)
        return slowed
    return page(form, errors=errors)


def closed_page() -> Answer:
    """The page for browsers that may not start games: who may, and the way to sign in."""
    return responses.page(
        "games/closed.html",
        errors=NO_ERRORS,
        status=_CLOSED,
        starters=access.starters(),
        address=addresses.current_path(),
    )


def _previous_of(form: NewGame) -> str | None:
    """The game whose seats play again, if there is such a game."""
    found = head_of(form.previous) if is_game_id(form.previous) else None
    return None if found is None else found.id


def _toggled(game: NewGame, *, name: str) -> NewGame:
    """The form with a suggested player added at the end, or removed if the player was in it."""
    for index, player in enumerate(game.players):
        if names.same(player, name):
            return _dropped(game, index=index)
    return _joined(game, names.clean(name))


def _event(game: NewGame, *, now: datetime) -> Started:
    """The event that starts the game; Malformed if its date cannot be read.

    A time zone that this server does not know ("Etc/Unknown") is replaced by the server's own.
    """
    time_zone = game.time_zone if zone(game.time_zone) else server_zone()
    try:
        started_at = moment(game.started_at, time_zone=time_zone) if game.started_at else now
    except NotAMoment as unread:
        raise Malformed({"started_at": "date"}) from unread
    event = Started(
        players=game.players,
        first_dealer=-1 if game.dealer is None else game.dealer,
        started_at=started_at,
        time_zone=time_zone,
    )
    return game.choice.started(event, now=now)


def _with_rules(game: NewGame, choice: RuleChoice) -> NewGame:
    """The form with other rules; cards that were drawn by the former ones are put back."""
    changed = replace(game, choice=choice)
    return changed if changed.is_drawn else replace(changed, drawn=())


def _shuffled(cards: Sequence[str]) -> Sequence[str]:
    """These cards in an order by chance. Tests stack the deck."""
    chance: SystemRandom = current_app.extensions["chance"]
    return chance.sample(cards, k=len(cards))


def _with_draw(game: NewGame) -> NewGame:
    """The form after chance chose a dealer, or each player drew from a shuffled deck (2.2).

    It is as before while there are too few of them.
    """
    if game.is_enough and game.is_random:
        return replace(game, dealer=int(_shuffled([*map(str, range(len(game.players)))])[0]))
    if not (game.is_enough and game.is_drawn):
        return game
    drawn = draw(len(game.players), deck=_shuffled(DECK))
    return replace(game, dealer=dealer_of(drawn), drawn=drawn, just_drawn=True)


def _added(game: NewGame) -> NewGame:
    name = names.clean(game.new_name)
    if not name:
        return game
    return replace(_joined(game, name), new_name="")


def _joined(game: NewGame, name: str) -> NewGame:
    return replace(game, players=(*game.players, name), seats=(*game.seats, NEWCOMER), drawn=())


def _dropped(game: NewGame, *, index: int) -> NewGame:
    places = [place for place in range(len(game.players)) if place != index]
    return replace(_placed(game, places), drawn=())


def _swapped(game: NewGame, *, index: int, other: int) -> NewGame:
    if index not in range(len(game.players)) or other not in range(len(game.players)):
        return game
    moved = {index: other, other: index}
    return _placed(game, [moved.get(place, place) for place in range(len(game.players))])


def _placed(game: NewGame, places: Sequence[int]) -> NewGame:
    """The form with these of its players, in this order."""
    return replace(
        game,
        players=tuple(game.players[place] for place in places),
        seats=tuple(game.seats[place] for place in places),
        dealer=None if game.dealer not in places else places.index(game.dealer),
        drawn=tuple(game.drawn[place] for place in places) if game.drawn else (),
    )
