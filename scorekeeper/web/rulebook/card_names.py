"""The cards of the examples as they are read out; sighted people see them drawn."""

from __future__ import annotations

from typing import Final

from scorekeeper.language import N_, _, pgettext

_JOKER: Final = "JK"
# For translators: a card as it is read out; where ranks would bend, write "{rank} (spades)".
_OF_SUIT: Final = {
    "S": N_("{rank} of spades"),
    "H": N_("{rank} of hearts"),
    "D": N_("{rank} of diamonds"),
    "C": N_("{rank} of clubs"),
}


def card_name(card: str) -> str:
    """The name of a card such as "10S" or "JK"."""
    if card == _JOKER:
        return _("joker")
    rank, suit = card[:-1], card[-1]
    court = {
        "A": pgettext("a card", "ace"),
        "J": pgettext("a card", "jack"),
        "Q": pgettext("a card", "queen"),
        "K": pgettext("a card", "king"),
    }
    return _(_OF_SUIT[suit]).format(rank=court.get(rank, rank))
