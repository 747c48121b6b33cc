"""Suspending, resuming, leaving: section 8."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.entries import Departed, HandScored, Joined, Renamed, Resumed, Suspended, Undone
from scorekeeper.rules.game import Status
from scorekeeper.rules.incomplete import is_rotation, is_unposted, is_year_over, year_end
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import Incomplete
from tests.support.score_notation import NOW, Table, codes

NEXT_YEAR = datetime(2027, 1, 1, 12, 0, tzinfo=UTC)


def suspended(**setup):
    table = Table(**setup)
    table.hand("out 5 10 15")
    table.suspend()
    return table


@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize("posted", [True, False])
def test_a_total_of_who_left_that_is_not_posted_keeps_a_game_from_counting(posted, finished):
    seats = [(False, False), (False, False), (True, posted)]

    assert is_unposted(seats, rules=LAW, finished=finished) is not posted


@pytest.mark.parametrize(
    ("left", "finished", "expected"), [(1, True, False), (2, True, True), (2, False, False)]
)
def test_by_the_plain_clauses_a_game_counts_if_two_played_to_its_end(left, finished, expected):
    plain = next(rules for rules in RULESETS.values() if rules.incomplete is Incomplete.PLAIN)
    seats = [(seat < left, False) for seat in range(3)]

    assert is_unposted(seats, rules=plain, finished=finished) is expected


def test_a_suspended_game_waits_8_1():
    table = suspended()
    assert table.game.status is Status.SUSPENDED
    assert table.game.hand.number == 2
    assert codes(table.refused(table.sheet("out 5 5 5"))) == [("game-suspended", "", "8.2")]
    assert codes(table.refused(table.sheet("out 5 5 5", number=7))) == [("game-suspended", "", "8.2")]
    assert codes(table.refused(Suspended(agreed=True))) == [("game-suspended", "", "8.2")]
    assert codes(table.refused(Joined("Eva", after=0))) == [("game-suspended", "", "8.2")]


def test_suspending_needs_everybody_8_1():
    assert codes(Table().refused(Suspended(agreed=False))) == [("suspension-not-agreed", "/agreed", "8.1")]


@pytest.mark.parametrize("names", ["Ana Ben Cem Dee", "Cem Dee Ana Ben", "dee ana ben cem"])
def test_resuming_in_the_same_relative_seats_is_allowed_8_2(names):
    table = suspended()
    assert table.resume(names).status is Status.PLAYING


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("Ben Ana Cem Dee", [("seats-changed", "/seats", "8.2")]),
        ("Dee Cem Ben Ana", [("seats-changed", "/seats", "8.2")]),
        ("Ana Ben Cem", [("player-absent", "/seats", "8.2")]),
        ("Ana Ben Cem Eva", [("player-absent", "/seats", "8.2"), ("player-strange", "/seats/3", "8.2")]),
        ("Ana Ben Cem Dee dee", [("name-twice", "/seats/4", None)]),
    ],
)
def test_resuming_in_other_seats_or_without_somebody_is_refused_8_2(names, expected):
    table = suspended()
    assert codes(table.refused(Resumed(agreed=True, seats=tuple(names.split())))) == expected


def test_resuming_tells_every_reason_at_once_8_1a_8_2():
    table = suspended()
    assert codes(table.refused(Resumed(agreed=False, seats=("Ana",)), at=NEXT_YEAR))[:2] == [
        ("resumption-not-agreed", "/agreed", "8.1a"),
        ("year-over", "", "8.2"),
    ]


def test_a_game_that_runs_cannot_be_resumed_8_1():
    names = ("Ana", "Ben", "Cem", "Dee")
    assert codes(Table().refused(Resumed(agreed=True, seats=names))) == [("game-not-suspended", "", "8.1")]


def test_the_year_is_that_of_the_games_own_time_zone_8_2a():
    at = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    abroad = suspended(started_at=NOW, time_zone="Europe/Prague")
    assert codes(abroad.refused(Resumed(agreed=True, seats=("Ana", "Ben", "Cem", "Dee")), at=at)) == [
        ("year-over", "", "8.2")
    ]
    west = suspended(started_at=NOW, time_zone="America/New_York")
    assert west.resume("Ana Ben Cem Dee", at=datetime(2027, 1, 1, 4, 59, tzinfo=UTC)).status is Status.PLAYING


def test_the_year_ends_at_midnight_at_the_games_place_8_2a():
    assert year_end(NOW, time_zone="Europe/Prague") == datetime(2026, 12, 31, 23, 0, tzinfo=UTC)
    assert year_end(NOW, time_zone="America/New_York") == datetime(2027, 1, 1, 5, 0, tzinfo=UTC)
    new_year_there = datetime(2026, 12, 31, 20, 0, tzinfo=UTC)
    assert year_end(new_year_there, time_zone="Pacific/Auckland").year == 2028
    midnight = datetime(2026, 12, 31, 23, 0, tzinfo=UTC)
    assert is_year_over(NOW, at=midnight, time_zone="Europe/Prague")
    assert not is_year_over(NOW, at=midnight - timedelta(microseconds=1), time_zone="Europe/Prague")


def test_a_table_may_agree_to_carry_on_without_who_cannot_come_in_one_entry_8_2b():
    table = suspended()
    before = table.game
    game = table.do(Resumed(agreed=True, seats=("Dee", "Ana", "Ben"), without=(2,)))

    assert (game.status, game.playing, game.seats[2].left_after) == (Status.PLAYING, (0, 1, 3), 1)
    assert next(line for line in game.standings if line.seat == 2).posted
    assert game.version == before.version + 1
    assert game.hand.attempt > before.hand.attempt
    assert table.undo().seats == before.seats
    assert table.game.status is Status.SUSPENDED


@pytest.mark.parametrize(
    ("without", "names", "expected"),
    [
        ((2,), "Ana Ben Cem Dee", [("player-strange", "/seats/2", "8.2")]),
        ((2,), "Ben Ana Dee", [("seats-changed", "/seats", "8.2")]),
        ((2,), "Ana Ben", [("player-absent", "/seats", "8.2")]),
        ((9,), "Ana Ben Cem Dee", [("seat-unknown", "/without/0", None)]),
        ((2, 2), "Ana Ben Dee", [("seat-left", "/without/1", "8.3a")]),
        ((0, 1, 2), "Dee", [("leave-while-suspended", "/without", "8.2a")]),
    ],
)
def test_carrying_on_without_somebody_names_what_is_wrong_8_2b(without, names, expected):
    event = Resumed(agreed=True, seats=tuple(names.split()), without=without)
    assert codes(suspended().refused(event)) == expected


def test_the_table_cannot_agree_on_the_year_or_without_everybody_8_2b():
    event = Resumed(agreed=False, seats=("Ana", "Ben", "Dee"), without=(2,))
    assert codes(suspended().refused(event, at=NEXT_YEAR)) == [
        ("resumption-not-agreed", "/agreed", "8.1a"),
        ("year-over", "", "8.2"),
    ]


def test_a_game_that_plays_on_past_midnight_was_never_suspended_8_2a():
    table = Table()
    table.do(table.sheet("out 5 10 15"), at=datetime(2026, 12, 31, 23, 0, tzinfo=UTC))
    table.do(table.sheet("out 5 10 15"), at=NEXT_YEAR)
    assert table.game.status is Status.PLAYING


def test_nobody_leaves_while_the_game_is_suspended_8_2a():
    table = suspended()
    refusal = [("leave-while-suspended", "", "8.2a")]
    assert codes(table.refused(Departed((0,)))) == refusal
    assert codes(table.refused(Departed((0, 1, 2, 3)))) == refusal
    assert codes(table.refused(Departed((0,)), at=NEXT_YEAR)) == refusal


def test_when_its_year_is_over_a_suspended_game_can_only_be_ended_8_2a():
    table = suspended()
    assert table.do(Departed((3, 2, 1, 0)), at=NEXT_YEAR).status is Status.FINISHED


def test_only_the_players_still_in_the_game_must_come_back_8_2():
    table = Table("Ana Ben Cem Dee")
    table.hand("out 5 10 15")
    table.leave(1)
    table.suspend()
    assert table.resume("Cem Dee Ana").status is Status.PLAYING


def test_a_renamed_player_comes_back_under_the_new_name_8_2():
    table = suspended()
    table.do(Renamed(1, "Benno"))
    assert table.resume("Benno Cem Dee Ana").status is Status.PLAYING


def test_rotation_is_counted_from_anybody():
    assert is_rotation("bca", names="abc")
    assert not is_rotation("acb", names="abc")
    assert not is_rotation("ab", names="abc")


def test_a_hand_with_one_given_score_is_played_again_and_stays_in_the_history_8_6():
    table = Table("Ana Ben")
    table.hand("out -")
    assert table.game.hands == ()
    assert [(v.number, v.attempt, v.entry) for v in table.game.void] == [(1, 1, 2)]
    assert (table.game.hand.number, table.game.hand.attempt) == (1, 2)


def test_a_score_is_posted_for_who_gives_none_8_5():
    table = Table()
    table.hand("out 70 35 -")
    assert table.points(1) == [0, 70, 35, 105]
    assert [score.posted for score in table.game.hands[0].scores] == [False, False, False, True]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ((), [("nobody-leaves", "/seats", "8.3")]),
        ((0, 9), [("seat-unknown", "/seats/1", None)]),
        ((-1,), [("seat-unknown", "/seats/0", None)]),
        ((2, 2), [("seat-left", "/seats/1", "8.3a")]),
        ((3,), [("seat-left", "/seats/0", "8.3a")]),
    ],
)
def test_leaving_names_seats_that_cannot_leave_8_3a(seats, expected):
    table = Table()
    table.leave(3)
    assert codes(table.refused(Departed(seats))) == expected


def test_a_player_who_left_scores_no_more_8_3a():
    table = Table()
    table.leave(3)
    sheet = HandScored(1, 3, (*table.sheet("5 5 5").scores, table.sheet("5 5 5").scores[0]))
    assert codes(table.refused(sheet)) == [
        ("seat-left", "/went_out", "8.3a"),
        ("seat-twice", "/scores/3/seat", None),
    ]


def test_a_finished_game_takes_no_more():
    table = Table()
    table.hands(*["out 5 10 15"] * 7)
    assert codes(table.refused(Departed((0,)))) == [("game-finished", "", None)]
    assert codes(table.refused(Suspended(agreed=True))) == [("game-finished", "", None)]
    assert codes(table.refused(table.sheet("out 5 5 5", number=7))) == [("game-finished", "", None)]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Joined("ana", after=0), [("name-twice", "/name", None)]),
        (Joined("Eva", after=7), [("seat-unknown", "/after", None)]),
        (Joined("Eva", after=0, start_score=-5), [("start-score-negative", "/start_score", "8.7a")]),
        (Joined("Eva", after=0, start_score=10_000), [("start-score-too-large", "/start_score", "8.7a")]),
    ],
)
def test_joining_late_names_what_is_wrong_8_7a(event, expected):
    table = Table()
    table.hand("out 5 5 5")
    assert codes(table.refused(event)) == expected


def test_a_thirteenth_player_is_refused_1_2a():
    table = Table(" ".join("ABCDEFGHIJKL"))
    assert codes(table.refused(Joined("M", after=0))) == [("players-too-many", "/name", "1.2a")]


def test_undoing_a_suspension_does_not_get_round_the_year_8_2a():
    table = suspended()
    undo = Undone(table.game.standing_entries[-1])
    assert codes(table.refused(undo, at=NEXT_YEAR)) == [("year-over", "/entry", "8.2")]
    table.do(Renamed(0, "Anna"))
    table.do(Undone(table.game.standing_entries[-1]), at=NEXT_YEAR)
    assert table.do(undo).status is Status.PLAYING
