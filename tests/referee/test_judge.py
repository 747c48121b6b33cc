"""Arithmetic of the judge: order of claims, charges (5.2, 12.5)."""

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.judge import claims_in_order, judge

NAMES = ("Ana", "Ben", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal")


@st.composite
def tables(draw):
    """Seats, the player in turn, and claimants among the others in any order."""
    seats = list(NAMES[: draw(st.integers(2, 8))])
    in_turn = draw(st.sampled_from(seats))
    others = [name for name in seats if name != in_turn]
    return seats, in_turn, draw(st.lists(st.sampled_from(others), min_size=1, unique=True))


def steps_to_the_left(seats, *, in_turn, name):
    """How many places to the left of the player in turn somebody sits, counted one by one."""
    place, steps = seats.index(in_turn), 0
    while seats[place % len(seats)] != name:
        place, steps = place + 1, steps + 1
    return steps


def ordered(table):
    seats, in_turn, claimants = table
    return claims_in_order(seats, in_turn=in_turn, claimants=claimants)


@pytest.mark.parametrize(
    ("in_turn", "claimants", "order"),
    [
        ("Ana", ["Dee", "Ben"], ("Ben", "Dee")),
        ("Cem", ["Ben", "Dee", "Ana"], ("Dee", "Ana", "Ben")),
        ("Dee", ["Cem"], ("Cem",)),
        ("dee", [" ANA", "cem"], ("Ana", "Cem")),
    ],
)
def test_claimants_are_ordered_from_the_left_of_the_player_in_turn_5_2(in_turn, claimants, order):
    assert claims_in_order(["Ana", "Ben", "Cem", "Dee"], in_turn=in_turn, claimants=claimants) == order


@forall(tables())
def test_first_claimant_sits_nearest_to_the_left(table):
    seats, in_turn, claimants = table
    order = ordered(table)

    assert sorted(order) == sorted(claimants)
    steps = [steps_to_the_left(seats, in_turn=in_turn, name=name) for name in order]
    assert steps == sorted(steps)
    assert steps[0] == min(steps_to_the_left(seats, in_turn=in_turn, name=name) for name in claimants) > 0


@forall(tables(), st.integers(0, 7))
def test_order_is_the_same_from_whichever_seat_the_table_is_counted(table, turns):
    seats, in_turn, claimants = table
    turns %= len(seats)

    assert ordered(([*seats[turns:], *seats[:turns]], in_turn, claimants)) == ordered(table)


@forall(tables(), st.randoms(use_true_random=False))
def test_order_is_the_same_in_whichever_order_they_call(table, random):
    seats, in_turn, claimants = table
    shuffled = random.sample(claimants, len(claimants))

    assert ordered((seats, in_turn, shuffled)) == ordered(table)


@forall(tables())
def test_another_claimant_takes_the_card_only_from_players_further_on(table):
    """Who did not claim may come first, but nobody passes anybody: the others keep their order."""
    seats, in_turn, claimants = table
    before = ordered(table)
    for name in set(seats) - {in_turn} - set(claimants):
        after = ordered((seats, in_turn, [*claimants, name]))
        assert tuple(other for other in after if other != name) == before
        assert after[0] in (before[0], name)


@forall(tables())
def test_table_mirrored_reverses_the_order(table):
    seats, in_turn, claimants = table

    assert ordered((seats[::-1], in_turn, claimants)) == ordered(table)[::-1]


@pytest.mark.parametrize(("cards", "points"), [(1, 10), (2, 20), (7, 70)])
def test_missing_cards_are_charged_10_each_12_5(cards, points):
    facts = {"moment": "other-went-out", "direction": "too-few", "by": cards}

    assert [remedy.points for remedy in judge(Irregularity.WRONG_COUNT, facts).remedies] == [points]
