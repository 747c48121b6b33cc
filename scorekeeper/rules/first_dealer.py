"""The draw for the first dealer: each player gets a card of one deck, and the highest card deals (2.2).

About equal cards and jokers the rules are silent (2.2b). Here the deck has no jokers, an ace is the highest
card, and the players who are level at the top get another card.
"""

from collections.abc import Sequence
from typing import Final

from scorekeeper.rules.cards import SUITS
from scorekeeper.rules.rulesets.ruleset import RANKS

_HEIGHTS: Final = {rank: height for height, rank in enumerate(RANKS["cards"])}
DECK: Final = tuple(rank + suit for suit in SUITS for rank in _HEIGHTS)

Drawn = tuple[tuple[str, ...], ...]


def draw(players: int, *, deck: Sequence[str]) -> Drawn:
    """The cards of each player, such as ("QS",), dealt from the front of a shuffled `deck`.

    Only the players who are level at the top get one more. If the deck ends first, they stay level.
    """
    cards: list[list[str]] = [[] for _ in range(players)]
    rest = list(deck)
    level = list(range(players))
    while len(level) > 1 and len(rest) >= len(level):
        for player in level:
            cards[player].append(rest.pop(0))
        highest = max(_HEIGHTS[cards[player][-1][:-1]] for player in level)
        level = [player for player in level if _HEIGHTS[cards[player][-1][:-1]] == highest]
    return tuple(map(tuple, cards))


def dealer_of(drawn: Drawn) -> int | None:
    """The index of the player with the highest card; None while several are level."""
    heights = [tuple(_HEIGHTS[card[:-1]] for card in cards) for cards in drawn]
    highest = max(heights, default=())
    return heights.index(highest) if heights.count(highest) == 1 else None
