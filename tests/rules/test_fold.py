"""Dealers and starters: clauses 2.2, 2.2a, 2.5, 8.6a."""

import pytest

from scorekeeper.rules.entries import Arranged, Joined, Renamed
from scorekeeper.rules.fold import dealer, next_seat, taken_back
from tests.support.score_notation import Table


def test_deal_passes_to_the_left_and_the_next_seat_starts_2_2_2_5():
    table = Table(dealer=2)
    seen = []
    for _ in range(7):
        seen.append((table.game.hand.dealer, table.game.hand.starter))
        table.hand("out 5 5 5")
    assert seen == [(2, 3), (3, 0), (0, 1), (1, 2), (2, 3), (3, 0), (0, 1)]


def test_deal_skips_a_player_who_left_2_2a():
    table = Table("Ana Ben Cem Dee Eva", dealer=0)
    table.hand("out 5 5 5 5")
    table.leave(1, 3)
    assert (table.game.hand.dealer, table.game.hand.starter) == (2, 4)
    table.hand("out 5 5")
    assert (table.game.hand.dealer, table.game.hand.starter) == (4, 0)


def test_first_dealer_who_leaves_before_the_first_score_is_followed_by_the_next_seat_2_2a():
    table = Table(dealer=3)
    table.leave(3)
    assert (table.game.hand.dealer, table.game.hand.starter) == (0, 1)


def test_hand_played_again_keeps_its_dealer_8_6a():
    table = Table("Ana Ben")
    table.hand("out 5")
    table.hand("out -")
    assert (table.game.hand.number, table.game.hand.dealer) == (2, 1)


def test_the_players_of_a_league_go_with_their_names():
    table = Table("Ana Ben Cem", player_ids=(7, 8, 9))
    assert table.game.player_ids == (7, 8, 9)
    assert table.do(Arranged((2, 0, 1), first_dealer=0)).player_ids == (9, 7, 8)
    assert table.do(Joined("Dee", after=0, player_id=5)).player_ids == (9, 7, 8, 5)
    assert table.do(Renamed(1, "Eva", player_id=6)).player_ids == (9, 6, 8, 5)
    table.leave(0)
    assert table.game.player_ids == (9, 6, 8, 5)
    assert Table("Ana Ben").game.player_ids == ()


def test_next_seat_comes_round_to_itself_and_refuses_an_empty_table():
    assert next_seat((0, 1, 2), after=1, playing={1}) == 1
    with pytest.raises(ValueError, match="nobody"):
        next_seat((0, 1, 2), after=1, playing=())
    assert dealer((0, 2, 1), first=0, last=0, playing=(0, 1, 2)) == 2


def test_what_is_taken_back_leads_to_the_entry_that_did_it():
    table = Table("Ana Ben")
    table.hands("out 5", "out 10")
    table.undo()
    table.undo()
    assert taken_back(table.entries) == {3: 4, 2: 5}
