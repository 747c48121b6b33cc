"""Arithmetic of the judge: order of claims, charges (5.2, 12.5)."""

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.referee.judge import claims_in_order

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
