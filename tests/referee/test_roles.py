"""Who a ruling speaks of, whom a table must name for it, and which seats are meant."""

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.judge import judge
from scorekeeper.referee.roles import (
    bound_seats,
    may_be_named,
    named_by_facts,
    seats_in_role,
    spoken_of,
    to_be_named,
)
from tests.support.graph_paths import all_paths

RULINGS = tuple(judge(walked.irregularity, walked.facts) for walked in all_paths())
STANDS = judge(Irregularity.OUT_OF_TURN, {"discarded": "yes"})
GIVEN_BACK = judge(
    Irregularity.OUT_OF_TURN,
    {"discarded": "no", "drew": "stock", "in_hand": "no", "cards_seen": "1", "laid_cards": "no"},
)
EXPOSED = judge(Irregularity.ILLEGAL_DRAW, {"discarded": "no", "in_hand": "no", "cards_seen": "1"})
CLAIMED = judge(
    Irregularity.MAY_I,
    {
        "wanted_by_player_in_turn": "no",
        "has_drawn": "no",
        "seats": ["Ana", "Ben", "Cem"],
        "in_turn": "Ben",
        "claimants": ["Ana", "Cem"],
    },
)
NAMED = {
    Irregularity.OUT_OF_TURN: {(Who.OFFENDER, Who.IN_TURN), (Who.IN_TURN,)},
    Irregularity.ILLEGAL_DRAW: {(Who.OFFENDER,)},
    Irregularity.WRONG_COUNT: {(Who.OFFENDER,)},
    Irregularity.MAY_I: {()},
    Irregularity.PREMATURE_DISCARD: {(Who.OFFENDER,)},
    Irregularity.NO_DISCARD: {(Who.OFFENDER,)},
    Irregularity.EXTRA_DISCARD: {(Who.OFFENDER,)},
    Irregularity.TAKE_BACK: {(Who.CLAIMANT,)},
    Irregularity.ILLEGAL_LAYDOWN: {(Who.OFFENDER,), ()},
    Irregularity.WILD_SWAP: {(Who.CLAIMANT,)},
    Irregularity.DEAL: {(Who.OFFENDER,), ()},
    Irregularity.STOCK_OUT: {()},
    Irregularity.SILENT_MATTER: {()},
    Irregularity.SCORING_ERROR: {(Who.OFFENDER,), ()},
    Irregularity.MISSING_SCORE: {(Who.OFFENDER,), ()},
    Irregularity.PLAYER_LEFT: {(Who.OFFENDER,)},
    Irregularity.RESUME: {()},
}


@st.composite
def tables(draw):
    """The seats still in the game, clockwise, who dealt, whose turn it is and another who played."""
    playing = draw(st.lists(st.integers(0, 11), min_size=2, max_size=12, unique=True).map(sorted))
    in_turn, offender = draw(st.permutations(playing))[:2]
    return playing, draw(st.sampled_from(playing)), in_turn, offender


@pytest.mark.parametrize("irregularity", Irregularity)
def test_table_names_whom_a_ruling_needs(irregularity):
    named = {to_be_named(ruling) for ruling in RULINGS if ruling.irregularity is irregularity}

    assert named == NAMED[irregularity]


def test_who_did_it_may_be_said_where_the_ruling_does_without():
    said = {(ruling.irregularity, ruling.outcome) for ruling in RULINGS if may_be_named(ruling)}

    assert said == {
        (Irregularity.MAY_I, "wanted"),
        (Irregularity.ILLEGAL_LAYDOWN, "wrong-meld"),
        (Irregularity.ILLEGAL_LAYDOWN, "contract-not-met"),
        (Irregularity.ILLEGAL_LAYDOWN, "not-gone-down"),
        (Irregularity.ILLEGAL_LAYDOWN, "after-claim"),
        (Irregularity.SCORING_ERROR, "mixed"),
        (Irregularity.MISSING_SCORE, "replay"),
    }
    assert {may_be_named(ruling) for ruling in RULINGS} == {(), (Who.OFFENDER,), (Who.CLAIMANT,)}


def test_everyone_ordered_or_choosing_is_spoken_of_once():
    assert RULINGS
    for ruling in RULINGS:
        ordered = {ordered.who for ordered in ruling.remedies}
        choosing = {ruling.choice.who} if ruling.choice else set()
        assert sorted(spoken_of(ruling)) == sorted(ordered | choosing)


def test_claims_name_who_gets_the_card_and_whose_turn_it_is():
    assert named_by_facts(CLAIMED) == {Who.CLAIMANT: "Cem", Who.IN_TURN: "Ben"}
    assert named_by_facts(STANDS) == {}


@forall(tables())
def test_named_roles_bind_everyone_the_ruling_speaks_of(table):
    playing, dealer, in_turn, offender = table
    seats = {Who.OFFENDER: offender, Who.IN_TURN: in_turn, Who.CLAIMANT: offender}
    for ruling in RULINGS:
        needed = (*to_be_named(ruling), *may_be_named(ruling), *named_by_facts(ruling))
        named = {role: seats[role] for role in needed}
        bound = bound_seats(ruling, named=named, playing=playing, dealer=dealer)
        assert tuple(bound) == spoken_of(ruling)
        assert all(seat in playing for found in bound.values() for seat in found)


@forall(tables())
def test_players_passed_over_sit_from_the_one_in_turn_to_the_offender(table):
    playing, dealer, in_turn, offender = table
    named = {Who.OFFENDER: offender, Who.IN_TURN: in_turn}
    lost = bound_seats(STANDS, named=named, playing=playing, dealer=dealer)[Who.PASSED_OVER]

    expected, place = [], playing.index(in_turn)
    while playing[place % len(playing)] != offender:
        expected.append(playing[place % len(playing)])
        place += 1
    assert list(lost) == expected
    assert lost[0] == in_turn
    assert 1 <= len(lost) < len(playing)


def test_nobody_is_passed_over_by_the_player_in_turn():
    named = {Who.IN_TURN: 1, Who.OFFENDER: 1}

    assert seats_in_role(Who.PASSED_OVER, named=named, playing=(0, 1, 2), dealer=0) == ()


@forall(tables())
def test_next_is_who_gets_the_turn_back_else_the_offenders_left(table):
    playing, dealer, in_turn, offender = table
    named = {Who.OFFENDER: offender, Who.IN_TURN: in_turn}
    left = playing[(playing.index(offender) + 1) % len(playing)]

    assert bound_seats(GIVEN_BACK, named=named, playing=playing, dealer=dealer)[Who.NEXT] == (in_turn,)
    assert bound_seats(EXPOSED, named=named, playing=playing, dealer=dealer)[Who.NEXT] == (left,)


@pytest.mark.parametrize(
    ("named", "bound"),
    [
        ({}, {}),
        ({Who.OFFENDER: 3}, {Who.OFFENDER: (3,)}),
        ({Who.IN_TURN: 1}, {Who.IN_TURN: (1,), Who.NEXT: (1,)}),
        ({Who.OFFENDER: 3, Who.IN_TURN: 1}, {Who.OFFENDER: (3,), Who.IN_TURN: (1,), Who.NEXT: (1,)}),
    ],
)
def test_who_is_not_named_yet_has_no_seat(named, bound):
    assert bound_seats(GIVEN_BACK, named=named, playing=(0, 1, 2, 3), dealer=0) == bound


def test_dealer_deals_again_and_the_table_has_no_seat():
    ruling = judge(Irregularity.DEAL, {"cause": "wrong-pack"})

    assert [ordered.remedy for ordered in ruling.remedies] == [Remedy.RE_DEAL, Remedy.EARLIER_HANDS_STAND]
    assert bound_seats(ruling, named={}, playing=(0, 2, 3), dealer=2) == {Who.DEALER: (2,), Who.TABLE: ()}


def test_next_after_the_last_seat_is_the_first():
    assert seats_in_role(Who.NEXT, named={Who.OFFENDER: 6}, playing=(0, 1, 6), dealer=0) == (0,)


def test_role_that_is_not_named_is_an_error():
    with pytest.raises(KeyError):
        seats_in_role(Who.OFFENDER, named={}, playing=(0, 1), dealer=0)
