"""Dealers and starters: clauses 2.2, 2.2a, 2.5, 8.6a."""

import pytest

from scorekeeper.rules.entries import Arranged, Joined, Renamed, Substituted
from scorekeeper.rules.fold import dealer, next_seat, taken_back
from scorekeeper.rules.game import Statistics
from tests.support.score_notation import Table, codes


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


def test_a_substitute_has_the_seat_and_its_score_and_the_one_who_began_is_known_8_7b():
    table = Table()
    table.hand("out 25 45 110")
    table.do(Substituted(3, "Zoe", player_id=9))
    table.do(Substituted(3, " Yan ", player_id=8))
    table.hands(*("out 25 45 5",) * 6)

    seat = table.game.seats[3]
    assert (seat.name, seat.player_id, seat.substitute_for, seat.starter_id) == ("Yan", 8, "Dee", None)
    assert {line.seat: line.total for line in table.game.standings}[3] == 110 + 6 * 5
    assert table.game.statistics is Statistics.COUNTED


def test_before_a_hand_is_recorded_another_name_is_no_substitute_8_7b():
    table = Table()
    table.do(Substituted(3, "Zoe"))

    assert (table.game.seats[3].name, table.game.seats[3].substitute_for) == ("Zoe", None)


def test_a_substitute_is_nobody_who_sits_there_or_began_8_7b():
    table = Table()
    table.hand("out 25 45 110")
    table.do(Substituted(3, "Zoe"))
    table.leave(2)

    def refused(seat, name):
        return codes(table.refused(Substituted(seat, name)))

    assert refused(0, "zoe") == [("name-twice", "/name", None)]
    assert refused(0, "DEE") == [("name-twice", "/name", None)]
    assert refused(0, "") == [("name-empty", "/name", None)]
    assert refused(2, "Yan") == [("seat-left", "/seat", "8.3a")]
    assert refused(7, "Yan") == [("seat-unknown", "/seat", None)]
    table.do(Substituted(3, "Dee"))
    assert table.game.seats[3].name == "Dee"
