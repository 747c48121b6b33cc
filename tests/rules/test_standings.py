"""Totals, ranks and what counts: clauses 1.1, 1.3a, 8.3, 8.4, 8.7a."""

from scorekeeper.rules.entries import Joined
from scorekeeper.rules.game import Standing, Statistics, Status
from scorekeeper.rules.standings import highest_complete, leaders
from tests.support.score_notation import Table


def test_fewest_points_lead_and_equal_totals_share_the_rank_1_1_1_3a():
    table = Table()
    table.hand("out 5 10 5")
    table.hand("5 out 5 5")
    assert table.game.standings == (
        Standing(0, 5, posted=False, rank=1),
        Standing(1, 5, posted=False, rank=1),
        Standing(3, 10, posted=False, rank=3),
        Standing(2, 15, posted=False, rank=4),
    )


def test_a_player_who_left_posts_the_two_highest_totals_of_the_others_8_3():
    table = Table()
    table.hand("out 25 45 110")
    table.leave(3)
    assert table.totals() == {"Ana": 0, "Ben": 25, "Cem": 45, "Dee": 70}
    table.hand("out 50 10")
    assert table.totals() == {"Ana": 0, "Cem": 55, "Ben": 75, "Dee": 130}
    assert [line.posted for line in table.game.standings] == [False, False, False, True]


def test_two_players_who_left_post_the_same_total_8_3():
    table = Table("Ana Ben Cem Dee Eva")
    table.hands("out 5 5 5 5", "out 5 5 5 5")
    table.leave(4)
    table.hand("out 10 20 30")
    table.leave(3)
    for _ in range(4):
        table.hand("out 10 20")
    assert table.totals() == {"Ana": 0, "Ben": 60, "Cem": 110, "Dee": 170, "Eva": 170}
    assert table.ranks() == {"Ana": 1, "Ben": 2, "Cem": 3, "Dee": 4, "Eva": 4}
    assert table.game.statistics is Statistics.COUNTED


def test_a_whole_game_counts():
    table = Table()
    table.hands(*["out 5 10 15"] * 7)
    assert table.game.status is Status.FINISHED
    assert table.game.hand is None
    assert table.game.statistics is Statistics.COUNTED


def test_a_running_game_is_pending():
    assert Table().game.statistics is Statistics.PENDING


def test_the_game_ends_when_fewer_than_two_play_on_and_its_statistics_are_discarded_8_4():
    table = Table("Ana Ben Cem")
    table.hands("out 5 10", "20 out 30")
    table.leave(0, 2)
    assert table.game.status is Status.FINISHED
    assert table.game.statistics is Statistics.DISCARDED
    assert table.totals() == {"Ben": 5, "Ana": 20, "Cem": 40}
    assert not any(line.posted for line in table.game.standings)


def test_everyone_stopping_leaves_the_standing_so_far_8_4a():
    table = Table()
    table.hand("out 5 10 15")
    table.leave(0, 1, 2, 3)
    assert table.game.status is Status.FINISHED
    assert table.ranks() == {"Ana": 1, "Ben": 2, "Cem": 3, "Dee": 4}


def test_who_left_early_without_a_posted_total_stands_behind_who_played_longer():
    table = Table()
    table.hand("10 out 10 10")
    table.leave(1)
    table.hand("20 out 30")
    table.leave(0, 2, 3)
    assert table.ranks() == {"Cem": 1, "Ana": 2, "Dee": 3, "Ben": 4}


def test_one_of_two_who_leaves_ends_the_game_without_statistics_8_4():
    table = Table("Ana Ben")
    table.hand("out 5")
    table.leave(0)
    assert table.game.statistics is Statistics.DISCARDED


def test_a_late_joiner_starts_from_the_score_the_table_set_and_the_game_counts_nowhere_8_7a():
    table = Table()
    table.hand("out 5 10 15")
    table.do(Joined("Eva", after=0, start_score=40))
    assert table.game.order == (0, 4, 1, 2, 3)
    table.hands(*["out 5 5 5 5"] * 6)
    assert table.totals() == {"Ana": 0, "Ben": 35, "Cem": 40, "Dee": 45, "Eva": 70}
    assert table.game.statistics is Statistics.DISCARDED


def test_a_late_joiners_total_posts_for_nobody_8_3():
    table = Table("Ana Ben Cem")
    table.hand("out 5 10")
    table.do(Joined("Dee", after=2, start_score=900))
    table.leave(2)
    assert table.totals()["Cem"] == 5
    table.leave(1)
    assert table.totals()["Cem"] == 10


def test_nobody_leads_before_the_first_hand_then_the_fewest_points_of_those_still_playing():
    table = Table()
    assert leaders(table.game) == ()
    table.hands("out 5 10 20", "10 10 out 20")
    assert [(line.seat, line.total) for line in leaders(table.game)] == [(0, 10), (2, 10)]
    table.leave(0)
    assert [(line.seat, line.total) for line in leaders(table.game)] == [(2, 10)]


def test_posted_totals_come_from_the_two_highest_of_those_who_play_every_hand_8_3():
    table = Table()
    table.hand("out 25 45 110")
    table.do(Joined("Eva", after=3, start_score=300))
    table.leave(1)
    assert [(line.seat, line.total) for line in highest_complete(table.game)] == [(3, 110), (2, 45)]
    table.leave(2, 3)
    assert [(line.seat, line.total) for line in highest_complete(table.game)] == [(0, 0)]
