"""Incomplete games and corrections where a source says nothing: the clauses P-1 to P-5 (rulesets, part 2)."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scorekeeper.rules.corrections import merged
from scorekeeper.rules.entries import (
    Corrected,
    Departed,
    ErrorKind,
    GivenScore,
    Joined,
    Resumed,
    Suspended,
    Undone,
)
from scorekeeper.rules.game import Statistics, Status
from scorekeeper.rules.results import results
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulings import Effect, EffectKind
from tests.support.disputes import Court, charge
from tests.support.own_rules import COLLECT, ZERO_SUM, own
from tests.support.score_notation import Table, codes

NEXT_YEAR = datetime(2027, 1, 1, 12, 0, tzinfo=UTC)


def table(names="Ana Ben Cem Dee", **changes):
    return Table(names, rules=own(**changes))


def test_every_seat_gives_a_count_p_1():
    played = table()
    assert codes(played.refused(played.sheet("out 5 5 -"))) == [
        ("not-given-plain", "/scores/3/not_given", "OW-given")
    ]


def test_a_missing_line_names_p_1_or_section_8_by_the_value_in_force_not_by_the_file():
    plain = Table(rules=in_force(LAW, changes={"incomplete": "plain"}))
    posted = Table(rules=in_force(RULESETS["seven-hand"], changes={"incomplete": "posted"}))

    assert codes(plain.refused(plain.sheet("out 5 5 -"))) == [
        ("not-given-plain", "/scores/3/not_given", "P-1")
    ]
    lacking = replace(sheet := posted.sheet("out 5 5 5"), scores=sheet.scores[:3])
    assert codes(posted.refused(lacking)) == [("score-missing", "/scores", "8.5")]


def test_who_left_keeps_their_own_total_behind_all_who_played_longer_p_2():
    played = table(ends={"hands": 3})
    played.hand("out 5 10 20")
    played.leave(1)
    played.hand("out 10 20")
    played.leave(0)
    game = played.hand("30 out")

    assert played.totals() == {"Dee": 40, "Cem": 50, "Ana": 0, "Ben": 5}
    assert [line.rank for line in game.standings] == [1, 2, 3, 4]
    assert not any(line.posted for line in game.standings)
    assert (game.winners, game.statistics) == ((3,), Statistics.COUNTED)


def test_a_late_player_who_left_finished_only_the_hands_they_played_p_2():
    played = table("Ana Ben Cem", ends={"hands": 4})
    played.hands("out 5 10", "out 20 30")
    played.do(Joined("Dee", after=2, start_score=0))
    played.leave(1)
    played.hand("10 out 5")
    played.leave(3)

    assert played.ranks() == {"Ana": 1, "Cem": 2, "Ben": 3, "Dee": 4}


def test_of_those_who_left_at_once_the_better_total_ranks_first_p_2():
    played = table(**COLLECT)
    played.hand("out 5 10 20")
    played.leave(0, 3)
    assert played.ranks() == {"Ana": 1, "Ben": 2, "Cem": 2, "Dee": 2}
    played.hand("out 5")
    assert played.ranks() == {"Ben": 1, "Cem": 2, "Ana": 3, "Dee": 4}


def test_the_game_counts_for_those_who_played_to_its_end_p_2():
    played = table(ends={"hands": 2})
    played.hand("5 10 out 20")
    played.leave(2)
    played.hand("out 5 5")

    found = results(played.game)
    assert [(one.seat, one.rank, one.seats, one.hands) for one in found] == [
        (0, 1, 3, 2),
        (1, 2, 3, 2),
        (3, 3, 3, 2),
    ]


def test_the_one_who_is_left_has_won_p_2():
    played = table("Ana Ben Cem")
    played.hand("out 5 10")
    played.leave(0, 1)

    assert (played.game.status, played.game.winners) == (Status.FINISHED, (2,))
    assert played.ranks() == {"Ana": 1, "Ben": 2, "Cem": 3}
    assert played.game.statistics is Statistics.DISCARDED
    assert results(played.game) == ()


def test_nobody_has_won_where_all_left_at_once_p_2():
    played = table("Ana Ben Cem")
    played.hand("out 5 10")
    played.leave(0, 1, 2)
    assert played.game.winners == ()


def test_a_break_needs_everybody_and_the_year_does_not_matter_p_3():
    played = table()
    played.hand("out 5 10 15")
    assert codes(played.refused(Suspended(agreed=False))) == [("suspension-not-agreed", "/agreed", "P-3")]
    assert codes(played.refused(Resumed(agreed=True, seats=()))) == [("game-not-suspended", "", "P-3")]
    played.suspend()
    assert codes(played.refused(Resumed(agreed=False, seats=("Ben", "Ana", "Cem", "Dee")))) == [
        ("resumption-not-agreed", "/agreed", "P-3"),
        ("seats-changed", "/seats", "P-3"),
    ]
    assert codes(played.refused(Departed((0, 1, 2, 3)), at=NEXT_YEAR)) == [
        ("leave-while-suspended", "", "P-3")
    ]
    assert played.resume("Cem Dee Ana Ben", at=NEXT_YEAR).status is Status.PLAYING


def test_a_table_may_carry_on_without_who_cannot_come_p_3():
    played = table()
    played.hand("out 5 10 15")
    played.suspend()
    game = played.do(Resumed(agreed=True, seats=("Ana", "Cem", "Dee"), without=(1,)), at=NEXT_YEAR)

    assert (game.status, game.playing) == (Status.PLAYING, (0, 2, 3))
    assert played.totals()["Ben"] == 5
    assert not any(line.posted for line in game.standings)


def test_a_break_may_be_undone_in_the_next_year_p_3():
    played = table()
    break_entry = played.suspend().standing_entries[-1]
    assert played.do(Undone(break_entry), at=NEXT_YEAR).status is Status.PLAYING


@pytest.mark.parametrize(
    ("changes", "start_score", "expected"),
    [
        ({}, -5, [("start-score-negative", "/start_score", "P-4")]),
        ({}, 9_995, []),
        ({}, 9_996, [("start-score-too-large", "/start_score", "P-4")]),
        ({"ends": {"target": 50}}, 49, []),
        ({"ends": {"target": 50}}, 50, [("start-score-too-large", "/start_score", "P-4")]),
        (COLLECT, -9_995, []),
        (ZERO_SUM, -9_996, [("start-score-negative", "/start_score", "P-4")]),
        ({"score": {"out_bonus": 20}}, -5, []),
        ({"score": {"rummy_bonus": 20}}, -5, []),
        ({"incomplete": "posted"}, -5, [("start-score-negative", "/start_score", "8.7a")]),
    ],
)
def test_a_late_player_starts_within_what_totals_can_be_p_4(changes, start_score, expected):
    played = table(**changes)
    played.hand("out 5 5 5")
    event = Joined("Eva", after=0, start_score=start_score)
    if expected:
        assert codes(played.refused(event)) == expected
    else:
        assert played.do(event).seats[4].start_score == start_score


def test_a_game_with_a_late_player_counts_nowhere_p_4():
    played = table(ends={"hands": 2})
    played.hand("out 5 5 5")
    played.do(Joined("Eva", after=3, start_score=10))
    played.hand("out 5 5 5 5")

    assert (played.totals()["Eva"], played.game.winners) == (15, (0,))
    assert played.game.statistics is Statistics.DISCARDED


def correction(played, *changes, hand=1, agreed=True, rummy=False, went_out=..., **answers):
    recorded = played.game.hands[hand - 1]
    winner = recorded.went_out if went_out is ... else went_out
    winner, lines = merged(recorded, changes=changes, went_out=winner)
    return Corrected(hand, winner, lines, rummy=rummy, agreed=agreed, **answers)


@pytest.mark.parametrize("agreed", [False, None])
def test_a_correction_needs_the_tables_word_and_nothing_else_p_5(agreed):
    played = table(**COLLECT)
    played.hand("out 5 10 15")
    ten = GivenScore(1, points=10)
    answers = {"kind": ErrorKind.MISCOUNT, "mixed": True, "disputed_before": True}

    assert codes(played.refused(correction(played, ten, agreed=agreed, **answers))) == [
        ("correction-not-agreed", "/agreed", "P-5")
    ]
    played.do(correction(played, ten, **answers))
    assert played.points(1) == [35, 0, 0, 0]


def test_a_correction_may_be_of_going_rummy_alone_p_5():
    played = table(score={"rummy_times": 2})
    played.hand("out 5 10 15")
    played.do(correction(played, rummy=True))

    assert played.points(1) == [0, 10, 20, 30]
    assert codes(played.refused(correction(played, rummy=True))) == [("correction-same", "/scores", None)]


def test_classes_that_nobody_holds_make_no_other_sheet():
    played = table()
    played.do(type(played.sheet("out 5 5 5"))(1, 0, _cards({"2-10": 1, "J-A": 0})))

    assert codes(played.refused(correction(played, *_cards({"2-10": 1})))) == [
        ("correction-same", "/scores", None)
    ]
    assert codes(played.refused(correction(played, *_cards({"J-A": 0, "2-10": 1})))) == [
        ("correction-same", "/scores", None)
    ]


def _cards(cards):
    return tuple(GivenScore(seat, cards=cards) for seat in (1, 2, 3))


def test_a_corrected_hand_of_shares_is_scored_anew():
    played = table(**COLLECT)
    played.hand("5 10 10 20")
    played.do(correction(played, GivenScore(3, points=15), went_out=None))
    assert played.points(1) == [20, 0, 0, 0]


def test_a_seat_that_did_not_play_the_hand_is_unknown_to_its_correction():
    played = table("Ana Ben")
    played.hand("out 5")
    played.do(Joined("Eva", after=1))
    assert codes(played.refused(correction(played, GivenScore(2, points=5)))) == [
        ("seat-unknown", "/scores/0/seat", None)
    ]


def test_clauses_of_the_rulebook_are_told_only_where_they_are_law():
    played = table()
    played.hand("out 5 5 5")
    assert codes(played.refused(played.sheet("out 5 5 5", number=3))) == [("hand-not-current", "", None)]
    assert codes(played.refused(Joined("Eva", after=9, start_score=-1))) == [
        ("seat-unknown", "/after", None),
        ("start-score-negative", "/start_score", "P-4"),
    ]
    assert codes(played.refused(Departed(()))) == [("nobody-leaves", "/seats", "P-2")]
    played.leave(3)
    assert codes(played.refused(Departed((3,)))) == [("seat-left", "/seats/0", "P-2")]


@pytest.mark.parametrize("effect", [charge(1, 10), Effect(EffectKind.CHARGE, 1, 0)])
def test_cards_too_few_cost_nothing_where_no_rule_knows_them(effect):
    court = Court(rules=own())
    assert codes(court.refused(court.ruling(effect))) == [("charge-not-tens", "/apply", None)]


def test_cards_too_few_cost_what_the_rules_say():
    court = Court(rules=own(missing_card=15))
    assert codes(court.refused(court.ruling(charge(1, 20)))) == [("charge-not-tens", "/apply", None)]
    court.rule(charge(1, 30))
    court.hand("out 5 5 5")
    assert court.points(1) == [0, 35, 5, 5]


@pytest.mark.parametrize(("changes", "told"), [(COLLECT, []), ({}, [("sum-not-asked", "/sum", "OW-sum")])])
def test_no_sum_is_compared_where_a_charged_winner_is_refused(changes, told):
    court = Court(rules=own(missing_card=5, **changes))
    court.rule(charge(0, 10))
    refused = court.refused(replace(court.sheet("out 5 5 5"), sum=1))

    assert codes(refused) == [*told, ("winner-charged", "/went_out", None)]
