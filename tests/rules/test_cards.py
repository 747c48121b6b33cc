"""Card values and the pack: clauses 2.1 and 7.1."""

import pytest

from scorekeeper.rules.cards import CARDS_PER_DECK, POINTS_PER_DECK, HeldCards, decks_for, most_points


def test_points_of_held_cards_follow_7_1():
    assert HeldCards(low=1).points == 5
    assert HeldCards(ten=1).points == 10
    assert HeldCards(ace=1).points == 20
    assert HeldCards(joker=1).points == 50
    assert HeldCards(2, 2, 1, 1).points == 100


def test_count_of_held_cards_adds_all_values():
    assert HeldCards(2, 3, 4, 5).count == 14


def test_a_deck_holds_52_cards_and_two_jokers():
    assert CARDS_PER_DECK == 54
    assert POINTS_PER_DECK == 32 * 5 + 16 * 10 + 4 * 20 + 2 * 50


def test_decks_for_players_follow_2_1a():
    assert [decks_for(players) for players in range(2, 13)] == [2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


@pytest.mark.parametrize(
    ("cards", "decks", "points"),
    [(0, 2, 0), (12, 2, 360), (11, 2, 340), (12, 3, 420), (12, 4, 480), (108, 2, 1000)],
)
def test_most_points_are_those_of_the_dearest_cards_of_the_pack(cards, decks, points):
    assert most_points(cards, decks=decks) == points
