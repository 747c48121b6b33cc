"""How many cards a player should hold, by taps (12.7a)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.referee.judge import CARDS_FOR_A_MAY_I, cards_to_hold, penalty_of
from scorekeeper.rules.entries import HandScored, Ruled
from scorekeeper.rules.game import Game
from scorekeeper.rules.rulings import EffectKind
from scorekeeper.services.games import recording
from scorekeeper.web.http.fields import whole_or
from scorekeeper.web.referee.path import Venue

MOST_MAY_IS: Final = 20
WHO: Final = "who"
MAY_IS: Final = "may_is"
LAID: Final = "laid"
DEALT: Final = "dealt"
# As the law has it, and by a house rule (2.3a).
_CARDS_DEALT: Final = (12, 11)
Values = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class Counted:
    """The tapped numbers: cards dealt, may-Is won, cards laid; `seat` and `name` of a player of the game.

    `recorded` are the may-Is in the game's rulings, which count until somebody taps another number. A may-I
    won brings `for_each` cards.
    """

    dealt: int
    may_is: int
    laid: int
    seat: int | None = None
    name: str | None = None
    recorded: int = 0
    for_each: int = CARDS_FOR_A_MAY_I

    @property
    def before(self) -> int:
        """Cards to hold before the draw."""
        return cards_to_hold(dealt=self.dealt, may_is=self.may_is, laid=self.laid, for_each=self.for_each)

    def address_of(self, **changed: int) -> dict[str, int]:
        """The query of the address with these values changed."""
        values = {DEALT: self.dealt, MAY_IS: self.may_is, LAID: self.laid}
        return {**values, **({} if self.seat is None else {WHO: self.seat}), **changed}

    @property
    def more_may_is(self) -> bool:
        return self.may_is < MOST_MAY_IS

    @property
    def fewer_may_is(self) -> bool:
        return self.may_is > 0 and self.before >= self.for_each


def may_is_won(venue: Venue, seat: int) -> int:
    """How many may-Is a player has won in the current hand, by the recorded rulings."""
    game = venue.game
    if game is None or game.hand is None:
        return 0
    won = 0
    for entry in recording.entries(str(venue.game_id)):
        if entry.number not in game.standing_entries:
            continue
        match entry.event:
            case HandScored():
                won = 0
            case Ruled(effects=effects) if any(one.kind is EffectKind.NEW_DEAL for one in effects):
                won = 0
            case Ruled(irregularity=Irregularity.MAY_I.value, outcome="claimed", roles=roles):
                won += (Who.CLAIMANT.value, seat) in roles
    return won


def counted(values: Values, *, venue: Venue) -> Counted | None:
    """The count in an address; None if more cards are laid than held, or a number is out of range."""
    rule = _dealt_by_rules(venue.game) if venue.game else _CARDS_DEALT[0]
    seat = whole_or(values.get(WHO), default=-1)
    name = next((player.name for player in venue.players if player.number == seat), None)
    recorded = 0 if name is None else may_is_won(venue, seat)
    found = Counted(
        dealt=rule if venue.game else whole_or(values.get(DEALT), default=rule),
        may_is=whole_or(values.get(MAY_IS), default=recorded),
        laid=whole_or(values.get(LAID), default=0),
        seat=None if name is None else seat,
        name=name,
        recorded=recorded,
        for_each=1 + penalty_of(venue.rules),
    )
    fits = found.dealt in (rule, *_CARDS_DEALT) and 0 <= found.may_is <= MOST_MAY_IS and found.laid >= 0
    return found if fits and found.before >= 0 else None


def _dealt_by_rules(game: Game) -> int:
    """The cards that each player got in the current hand, at the end in the last one."""
    number = game.hand.number if game.hand else max(1, len(game.hands))
    return game.rules.cards_dealt(number, players=len(game.setup.players))
