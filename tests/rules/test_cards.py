"""Cards as people write them (2.1), and which are wild (3.5)."""

import pytest

from scorekeeper.rules.cards import SUITS, Card, card_of, wild_cards
from scorekeeper.rules.rulesets.files import LAW, RULESETS


@pytest.mark.parametrize("rank", LAW.ranks)
@pytest.mark.parametrize("suit", SUITS)
def test_card_read_as_it_is_written(rank: str, suit: str) -> None:
    assert card_of(str(Card(rank, suit))) == Card(rank, suit)


@pytest.mark.parametrize(
    ("text", "card"),
    [("10♥", "10H"), (" th ", "10H"), ("a♢", "AD"), ("joker", "JK"), ("★", "JK"), ("jk", "JK"), ("JC", "JC")],
)
def test_card_as_people_write_it(text: str, card: str) -> None:
    assert str(card_of(text)) == card


@pytest.mark.parametrize("text", ["", "7", "S", "1S", "11S", "JKS", "7SH", "ten of hearts"])
def test_card_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        card_of(text)


def test_tiles_go_from_one_to_thirteen() -> None:
    assert card_of("13c", pack="tiles") == Card("13", "C")
    with pytest.raises(ValueError, match="no card of this pack"):
        card_of("KS", pack="tiles")


def test_wild_cards_named_by_rank_card_and_joker() -> None:
    assert {str(card) for card in wild_cards(LAW)} == {"JK", "AH", "AD"}
    assert {str(card) for card in wild_cards(RULESETS["basic"])} == set()
