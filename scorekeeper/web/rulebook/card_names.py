"""The cards of the examples as they are read out; sighted people see them drawn."""

from __future__ import annotations

from typing import Final

from scorekeeper.language import N_, _

_JOKER: Final = "JK"
_OF_SUIT: Final = {
    "S": N_("{rank} of spades"),
    "H": N_("{rank} of hearts"),
    "D": N_("{rank} of diamonds"),
    "C": N_("{rank} of clubs"),
}
_RANKS: Final = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}


def card_name(card: str) -> str:
    """The name of a card such as "10S" or "JK"."""
    if card == _JOKER:
        return _("joker")
    rank, suit = card[:-1], card[-1]
    return _(_OF_SUIT[suit]).format(rank=_(_RANKS[rank]) if rank in _RANKS else rank)
