"""How many cards a player should hold, by taps (12.7a)."""

from dataclasses import dataclass
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.referee.judge import penalty_of
from scorekeeper.rules.game import Game
from scorekeeper.web.http.parsing import parse_whole
from scorekeeper.web.referee.path import Venue

MOST_MAY_IS: Final = 20
MAY_IS: Final = "may_is"
LAID: Final = "laid"
DEALT: Final = "dealt"
# As the law has it, and by a house rule (2.3a).
_CARDS_DEALT: Final = (12, 11)
Values = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class CardCount:
    """The tapped numbers: cards dealt, may-Is won, cards laid. A may-I won brings `for_each` cards."""

    dealt: int
    may_is: int
    laid: int
    for_each: int

    @property
    def before(self) -> int:
        """Cards to hold before the draw; one more after it."""
        return self.dealt + self.for_each * self.may_is - self.laid

    def address_of(self, **changed: int) -> dict[str, int]:
        """The query of the address with these values changed."""
        return {DEALT: self.dealt, MAY_IS: self.may_is, LAID: self.laid, **changed}

    @property
    def more_may_is(self) -> bool:
        return self.may_is < MOST_MAY_IS

    @property
    def fewer_may_is(self) -> bool:
        return self.may_is > 0 and self.before >= self.for_each


def card_count(values: Values, *, venue: Venue) -> CardCount:
    """The count in an address; a fresh one if more are laid than held, or a number is out of range."""
    rule = _dealt_by_rules(venue.game) if venue.game else _CARDS_DEALT[0]
    count = CardCount(
        dealt=rule if venue.game else values.get(DEALT, rule, type=parse_whole),
        may_is=values.get(MAY_IS, 0, type=parse_whole),
        laid=values.get(LAID, 0, type=parse_whole),
        for_each=1 + penalty_of(venue.rules),
    )
    fits = count.dealt in (rule, *_CARDS_DEALT) and 0 <= count.may_is <= MOST_MAY_IS and count.laid >= 0
    return count if fits and count.before >= 0 else CardCount(rule, 0, 0, count.for_each)


def _dealt_by_rules(game: Game) -> int:
    """The cards that each player got in the current hand, at the end in the last one."""
    number = game.hand.number if game.hand else max(1, len(game.hands))
    return game.rules.cards_dealt(number, players=len(game.setup.players))
