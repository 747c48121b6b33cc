"""Cards by themselves: their notation, and which of them are wild (clauses 2.1, 3.5)."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from scorekeeper.rules.rulesets.ruleset import JOKER, RANKS, Ruleset

SUITS: Final = "SHDC"
_SIGNS: Final = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC")
_CARD: Final = re.compile(r"(?P<rank>[2-9]|1[0-3]?|[AJQKT])(?P<suit>[SHDC])|(?P<joker>JK|JOKER|★)")
_JOKER_SIGN: Final = "JK"


class Card(NamedTuple):
    """One card or tile: a rank such as "7", "K" or "A" with a suit of `SUITS`, or the joker without one.

    Tiles have the ranks "1" to "13"; their colours black, red, blue and orange are S, H, D and C.
    """

    rank: str
    suit: str = ""

    @property
    def is_joker(self) -> bool:
        """Whether it is a joker."""
        return self.rank == JOKER

    def __str__(self) -> str:
        """The card as `card_of` reads it: "10H", "JK"."""
        return _JOKER_SIGN if self.is_joker else self.rank + self.suit


@lru_cache(maxsize=1024)
def card_of(text: str, *, pack: str = "cards") -> Card:
    """The card that a text such as "7S", "10♥" or "joker" names; ValueError if the pack has none such."""
    notation = _CARD.fullmatch(text.strip().translate(_SIGNS).upper())
    if notation is None:
        raise ValueError(f"no card: {text[:20]!r}")
    if notation["joker"]:
        return Card(JOKER)
    rank = "10" if notation["rank"] == "T" else notation["rank"]
    if rank not in RANKS[pack]:
        raise ValueError(f"no card of this pack: {text[:20]!r}")
    return Card(rank, notation["suit"])


def is_card(code: str, *, pack: str) -> bool:
    """Whether this is how a card of the pack is written, such as "10H" or "JK"."""
    try:
        return str(card_of(code, pack=pack)) == code
    except ValueError:
        return False


def wild_cards(rules: Ruleset) -> frozenset[Card]:
    """All cards that are wild by these rules; they name the joker, whole ranks and single cards (3.5)."""
    named = set(rules.wild.cards)
    pack = (Card(rank, suit) for rank in rules.ranks for suit in SUITS)
    wild = {card for card in pack if card.rank in named or str(card) in named}
    return frozenset(wild | ({Card(JOKER)} if JOKER in named else set()))
