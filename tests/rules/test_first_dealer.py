"""The draw for the first dealer (2.2): the highest card, aces on top, another card for equal ones."""

import random
from itertools import pairwise

import pytest

from scorekeeper.rules.first_dealer import DECK, dealer_of, draw


def test_deck_is_one_of_each_card_without_jokers():
    assert len(DECK) == len(set(DECK)) == 52
    assert {card[:-1] for card in DECK} == {*map(str, range(2, 11)), "J", "Q", "K", "A"}


def test_everyone_draws_one_card_and_the_highest_deals():
    drawn = draw(3, deck=["9C", "QD", "4S", "KH"])

    assert drawn == (("9C",), ("QD",), ("4S",))
    assert dealer_of(drawn) == 1


def test_ranks_rise_from_the_two_to_the_ace_and_suits_are_equal():
    rising = [card for card in DECK if card.endswith("H")]

    assert [dealer_of(((low,), (high,))) for low, high in pairwise(rising)] == [1] * 12
    assert dealer_of((("QS",), ("QC",))) is None


def test_those_level_at_the_top_draw_again_until_one_is_higher_2_2b():
    drawn = draw(4, deck=["QD", "4S", "QS", "QH", "9C", "9D", "2C", "KH", "3D"])

    assert drawn == (("QD", "9C", "KH"), ("4S",), ("QS", "9D", "3D"), ("QH", "2C"))
    assert dealer_of(drawn) == 0


@pytest.mark.parametrize("deck", ["QD QS", "QD QS 9C", ""])
def test_a_deck_that_ends_first_leaves_them_level(deck):
    assert dealer_of(draw(2, deck=deck.split())) is None


@pytest.mark.parametrize("players", range(2, 13))
def test_a_shuffled_deck_names_one_dealer_and_gives_no_card_twice(players):
    rng = random.Random(players)
    for _ in range(50):
        drawn = draw(players, deck=rng.sample(DECK, k=len(DECK)))
        given = [card for cards in drawn for card in cards]
        assert dealer_of(drawn) is not None
        assert len(given) == len(set(given))
