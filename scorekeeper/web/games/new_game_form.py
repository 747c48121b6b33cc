"""The form of a new game: seats, dealer and house rules, after each press of one of its buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.rules import names
from scorekeeper.rules.cards import JOKERS_PER_DECK, decks_for
from scorekeeper.rules.entries import Started
from scorekeeper.rules.faults import Fault
from scorekeeper.rules.fold import next_seat
from scorekeeper.rules.rulesets import CONTINENTAL, FEWEST_RECORDED, HouseRules, is_outside
from scorekeeper.web.games.house_rules import read_house_rules
from scorekeeper.web.http.fields import moment, server_zone, whole_or, zone
from scorekeeper.web.http.form_errors import Fields

FIELDS: Final[Fields] = {
    "/players/*": "player-*",
    "/first_dealer": "dealer",
    "/house_rules/*": "house-*",
    "/started_at": "started_at",
}
_MOST_READ: Final = 20
_LONGEST_READ: Final = 400


@dataclass(frozen=True, slots=True)
class Preview:
    """Players, decks, dealer and cards of the game that the form would start (1.2a, 2.1, 2.2, 2.5)."""

    players: int
    decks: int
    jokers: int
    cards_dealt: int
    dealer_name: str | None
    starter_name: str | None
    outside: bool


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

    `find` is the typed search in the suggestions.
    """

    players: tuple[str, ...] = ()
    dealer: int | None = None
    new_name: str = ""
    house: HouseRules = field(default_factory=HouseRules)
    started_at: str = ""
    time_zone: str = ""
    previous: str = ""
    suggestions: tuple[Suggestion, ...] = ()
    find: str = ""

    @property
    def preview(self) -> Preview | None:
        """The preview of the game; None while there are too few players."""
        count = len(self.players)
        if count < FEWEST_RECORDED:
            return None
        decks = decks_for(count)
        dealer = self.dealer
        starter = None if dealer is None else next_seat(range(count), after=dealer, playing=range(count))
        return Preview(
            players=count,
            decks=decks,
            jokers=decks * JOKERS_PER_DECK,
            cards_dealt=self.house.cards_dealt,
            dealer_name=None if dealer is None else self.players[dealer],
            starter_name=None if starter is None else self.players[starter],
            outside=is_outside(CONTINENTAL, players=count),
        )


def read(form: MultiDict[str, str]) -> NewGame:
    """The form as sent, with as many players as the form may hold."""
    players = tuple(name[:_LONGEST_READ] for name in form.getlist("player")[:_MOST_READ])
    dealer = whole_or(form.get("dealer"), default=-1)
    return NewGame(
        players=players,
        dealer=dealer if 0 <= dealer < len(players) else None,
        new_name=form.get("new_name", "")[:_LONGEST_READ],
        house=read_house_rules(form),
        started_at=form.get("started_at", "").strip()[:_LONGEST_READ],
        time_zone=form.get("time_zone", "").strip()[:_LONGEST_READ],
        previous=form.get("previous", "")[:_LONGEST_READ],
    )


def pressed(game: NewGame, *, form: MultiDict[str, str]) -> NewGame:
    """The form after the pressed button; a name left in the field for new names joins the players."""
    if form.get("toggle"):
        return toggled(game, name=form["toggle"][:_LONGEST_READ])
    move, _, place = form.get("move", "").partition("-")
    index = whole_or(place, default=-1)
    if move == "drop" and 0 <= index < len(game.players):
        return _dropped(game, index=index)
    if move in ("up", "down"):
        return _swapped(game, index=index, other=index - 1 if move == "up" else index + 1)
    return game if move == "find" else _added(game)


def toggled(game: NewGame, *, name: str) -> NewGame:
    """The form with a known player added at the end, or removed if the player was in it."""
    for index, player in enumerate(game.players):
        if names.same(player, name):
            return _dropped(game, index=index)
    return replace(game, players=(*game.players, names.clean(name)))


def with_suggestions(game: NewGame, *, before: Sequence[str]) -> NewGame:
    """The form with the names used before; those of its players are marked."""
    suggestions = tuple(
        Suggestion(name, any(names.same(name, player) for player in game.players)) for name in before
    )
    return replace(game, suggestions=suggestions)


def name_faults(game: NewGame) -> tuple[Fault, ...]:
    """The faults of the names, to be shown before the game is started."""
    return names.faults_in(game.players, pointer="/players/{}")


def event(game: NewGame, *, now: datetime) -> Started:
    """The event that starts the game; NotAMoment if its date cannot be read.

    A time zone that this server does not know ("Etc/Unknown") is replaced by the server's own.
    """
    time_zone = game.time_zone if zone(game.time_zone) else server_zone()
    return Started(
        players=game.players,
        first_dealer=-1 if game.dealer is None else game.dealer,
        started_at=moment(game.started_at, time_zone=time_zone) if game.started_at else now,
        time_zone=time_zone,
        house_rules=game.house,
    )


def _added(game: NewGame) -> NewGame:
    name = names.clean(game.new_name)
    if not name:
        return game
    return replace(game, players=(*game.players, name), new_name="")


def _dropped(game: NewGame, *, index: int) -> NewGame:
    left = (*game.players[:index], *game.players[index + 1 :])
    dealer = game.dealer
    if dealer is not None and dealer >= index:
        dealer = None if dealer == index else dealer - 1
    return replace(game, players=left, dealer=dealer)


def _swapped(game: NewGame, *, index: int, other: int) -> NewGame:
    if index not in range(len(game.players)) or other not in range(len(game.players)):
        return game
    order = list(game.players)
    order[index], order[other] = order[other], order[index]
    moved = {index: other, other: index}
    dealer = None if game.dealer is None else moved.get(game.dealer, game.dealer)
    return replace(game, players=tuple(order), dealer=dealer)
