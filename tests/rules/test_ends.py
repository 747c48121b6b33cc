"""When a game is over, and who has won it (rulesets, part 4)."""

from fractions import Fraction

import pytest

from scorekeeper.rules.entries import Departed, Ended, Joined, RulesChanged, Suspended
from scorekeeper.rules.game import Statistics, Status
from tests.support.own_rules import COLLECT, own
from tests.support.score_notation import Table, codes

END = Ended(agreed=True)


def table(names="Ana Ben Cem", **changes):
    return Table(names, rules=own(**changes))


def correct(own_table, hand, line):
    return own_table.do(own_table.correction(hand, line, kind=None, disputed_before=None))


def test_a_game_is_over_after_its_hands():
    played = table(ends={"hands": 2, "session": False})
    assert played.hand("out 5 10").winners is None
    game = played.hand("5 out 10")

    assert (game.status, game.hand, game.winners) == (Status.FINISHED, None, (0, 1))


def test_a_game_is_over_when_a_total_reaches_the_target_however_many_do():
    played = table(ends={"target": 30, "session": False})
    assert played.hand("out 25 25").status is Status.PLAYING
    game = played.hand("out 5 10")

    assert (game.status, game.winners) == (Status.FINISHED, (0,))


def test_where_the_highest_wins_who_reaches_the_target_has_no_advantage():
    played = table(ends={"target": 30, "session": False}, **COLLECT)
    played.hand("out 15 10")
    assert codes(played.refused(END)) == [("ending-not-session", "", "OW-ends")]
    game = played.hand("5 out 25")

    assert played.totals() == {"Ben": 30, "Ana": 25, "Cem": 0}
    assert game.winners == (1,)


def test_equal_best_totals_share_the_win_exactly():
    played = table("Ana Ben Cem Dee", ends={"hands": 1}, **COLLECT)
    game = played.hand("5 15 5 20")

    assert [line.total for line in game.standings] == [Fraction(25, 2), Fraction(25, 2), 0, 0]
    assert [line.rank for line in game.standings] == [1, 1, 3, 3]
    assert game.winners == (0, 2)


def test_the_total_of_a_player_who_left_reaches_no_target():
    played = table(ends={"target": 30, "session": False})
    played.hand("out 25 5")
    played.leave(1)
    assert correct(played, 1, "out 40 5").status is Status.PLAYING
    assert correct(played, 1, "out 40 30").status is Status.FINISHED


def test_a_correction_ends_a_game_or_takes_it_up_again():
    played = table(ends={"target": 30, "session": False})
    played.hands("out 25 5", "out 5 5")
    assert played.game.status is Status.FINISHED
    game = correct(played, 1, "out 15 5")

    assert (game.status, game.hand.number, game.winners) == (Status.PLAYING, 3, None)
    assert correct(played, 2, "out 15 5").status is Status.FINISHED


def test_the_table_ends_a_session_but_not_before_a_hand():
    played = table()
    assert codes(played.refused(END)) == [("ending-too-early", "", "OW-ends")]
    played.hand("out 5 10")
    assert codes(played.refused(Ended(agreed=False))) == [("ending-not-agreed", "/agreed", "OW-ends")]
    game = played.do(END)

    assert (game.status, game.winners, game.statistics) == (Status.FINISHED, (0,), Statistics.COUNTED)
    assert codes(played.refused(END)) == [("game-finished", "", None)]
    assert played.undo().status is Status.PLAYING


def test_a_suspended_session_cannot_be_ended():
    played = table()
    played.do(Suspended(agreed=True))
    assert codes(played.refused(END)) == [("game-suspended", "", "P-3")]


def test_a_session_that_is_over_before_its_first_hand_is_over_and_nothing_else():
    played = table()
    played.leave(1, 2)
    assert codes(played.refused(END)) == [("game-finished", "", None)]


def test_a_game_that_is_no_session_cannot_be_ended_by_word():
    assert codes(Table().refused(Ended(agreed=False))) == [
        ("ending-not-session", "", "1.1"),
        ("ending-not-agreed", "/agreed", "1.1"),
    ]


def test_a_session_ends_after_200_hands_at_the_latest():
    played = table("Ana Ben")
    played.hands(*["out 5"] * 200)
    assert codes(played.refused(played.sheet("out 5"))) == [("hands-most", "", None)]
    assert played.do(END).status is Status.FINISHED


def test_a_game_stopped_for_want_of_players_never_counts_even_if_a_total_comes_to_the_target():
    played = table(ends={"target": 30, "session": False})
    played.hand("out 25 5")
    played.leave(0, 2)
    game = correct(played, 1, "out 35 5")

    assert (game.status, game.winners, game.statistics) == (Status.FINISHED, (1,), Statistics.DISCARDED)


def test_nobody_has_won_a_game_without_a_hand():
    played = table()
    played.leave(0, 1)
    assert (played.game.status, played.game.winners) == (Status.FINISHED, ())


def test_nobody_has_won_a_game_of_posted_totals_that_was_stopped_8_4():
    played = Table("Ana Ben Cem")
    played.hand("out 5 10")
    played.leave(1, 2)
    assert (played.game.winners, played.game.statistics) == ((), Statistics.DISCARDED)


def test_a_posted_total_can_win_8_3():
    """Where the highest total wins nothing is posted; where the lowest does, two totals of 0 are needed."""
    played = Table(
        "Ana Ben Cem Dee", rules=own(ends={"hands": 2}, incomplete="posted", points={"2-K": 0, "A": 5})
    )
    played.hand("0 0 0 out")
    played.leave(3)
    game = played.hand("out 0 0")

    assert (played.ranks(), game.winners) == ({"Ana": 1, "Ben": 1, "Cem": 1, "Dee": 1}, (0, 1, 2, 3))


@pytest.mark.parametrize(
    ("values", "seats"),
    [
        ({}, [(0, 1), (1, 2), (2, 0)]),
        ({"direction": "counterclockwise"}, [(0, 2), (2, 1), (1, 0)]),
        ({"deal": {"dealer": False}}, [(None, None)] * 3),
    ],
)
def test_the_deal_passes_in_its_direction_or_there_is_none(values, seats):
    played = table(**values)
    seen = []
    for _ in seats:
        seen.append((played.game.hand.dealer, played.game.hand.starter))
        played.hand("out 5 5")

    assert seen == seats == [(hand.dealer, hand.starter) for hand in played.game.hands]


def test_the_deal_skips_who_left_counterclockwise_too():
    played = table("Ana Ben Cem Dee", direction="counterclockwise")
    played.hand("out 5 5 5")
    played.do(Departed((3,)))
    assert (played.game.hand.dealer, played.game.hand.starter) == (2, 1)
    played.do(Joined("Eva", after=2))
    assert (played.game.hand.dealer, played.game.hand.starter) == (4, 2)


def test_a_hand_tells_the_bonus_of_its_winner():
    played = table(score={"out_bonus": 20, "rummy_bonus": 60})
    played.hands("out 5 5", "5 5 5")
    rummy = played.sheet("out 5 5")
    played.do(type(rummy)(rummy.hand, rummy.went_out, rummy.scores, rummy=True))

    assert [hand.bonus for hand in played.game.hands] == [20, 0, 60]
    assert [played.points(hand)[0] for hand in (1, 2, 3)] == [-20, 5, -60]


def test_events_of_other_rules_are_for_a_running_game_only():
    played = table(ends={"hands": 1, "session": False})
    played.hand("out 5 5")
    change = RulesChanged(own(), (), {}, agreed=True, before=(), after=(), finishes=False)
    assert codes(played.refused(change)) == [("game-finished", "", None)]
