"""Facts that the game holds itself: nobody can state others, and nothing is ruled that cannot happen (8)."""

from datetime import timedelta

import pytest

from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.rules.entries import Departed, Joined, Started, Suspended
from scorekeeper.rules.faults import RuleViolation, StateViolation, Violation
from scorekeeper.services.games import recording, rulings
from scorekeeper.services.games.rulings import Dispute
from tests.support.play import NOW, played, started
from tests.support.score_notation import codes

ALL_THERE = {"all_agreed": "yes", "all_present": "yes", "same_seats": "yes"}
RESUME = Dispute(Irregularity.RESUME, ALL_THERE)
BEN_LEFT = Dispute(Irregularity.PLAYER_LEFT, {}, roles={Who.OFFENDER: 1})
CLAIM = Dispute(
    Irregularity.MAY_I,
    {"wanted_by_player_in_turn": "no", "has_drawn": "no", "in_turn": "Ben", "claimants": ["Ana", "Dee"]},
)
WRONG_PACK = Dispute(Irregularity.DEAL, {"cause": "wrong-pack"})
HANDS = ["out 25 45 110"] * 7


@pytest.fixture
def game() -> str:
    return started()


def suspended(game_id: str) -> str:
    recording.record(game_id, Suspended(agreed=True), now=NOW)
    return game_id


def refused(game_id: str, dispute: Dispute) -> tuple[type, list[tuple[str, str, str | None]]]:
    with pytest.raises(Violation) as violation:
        rulings.bind(recording.current(game_id), dispute, now=NOW)
    return violation.type, codes(violation.value.faults)


def saying(dispute: Dispute, **facts: object) -> Dispute:
    return Dispute(dispute.irregularity, {**dispute.facts, **facts}, roles=dispute.roles)


def test_nobody_leaves_with_other_totals_than_the_sheet_has_8_3(game):
    played(game, "out 25 45 110")
    differs = (RuleViolation, [("fact-differs", "/facts/other_totals", None)])
    for totals in ([500, 700], [45, 110], 45, [0, 45, "110 "]):
        assert refused(game, saying(BEN_LEFT, other_totals=totals)) == differs

    same = rulings.bind(recording.current(game), saying(BEN_LEFT, other_totals=[110, 0, 45]), now=NOW)
    assert same.ruling.remedies[0].points == 155


def test_the_calendar_says_whether_the_year_is_over_8_2a(game):
    suspended(game)
    now = recording.current(game)
    for later, said, other in ((0, "yes", "no"), (370, "no", "yes")):
        at = NOW + timedelta(days=later)
        known = rulings.bind(now, RESUME, now=at)
        assert rulings.bind(now, saying(RESUME, same_year=said), now=at) == known
        with pytest.raises(Violation) as violation:
            rulings.bind(now, saying(RESUME, same_year=other), now=at)
        assert codes(violation.value.faults) == [("fact-differs", "/facts/same_year", None)]


def test_nothing_is_ruled_that_cannot_come_up_8_1_8_2a(game):
    assert refused(game, RESUME) == (StateViolation, [("game-not-suspended", "", "8.1")])
    suspended(game)
    assert refused(game, BEN_LEFT) == (StateViolation, [("leave-while-suspended", "", "8.2a")])
    finished = started()
    played(finished, *HANDS)
    for dispute in (RESUME, BEN_LEFT):
        assert refused(finished, dispute) == (StateViolation, [("game-finished", "", None)])


def test_what_can_come_up_follows_the_state(game):
    never = {Irregularity.RESUME}
    assert set(Irregularity) - set(rulings.fitting(recording.current(game))) == never
    suspended(game)
    assert set(Irregularity) - set(rulings.fitting(recording.current(game))) == {Irregularity.PLAYER_LEFT}
    finished = started()
    played(finished, *HANDS)
    never = {Irregularity.RESUME, Irregularity.PLAYER_LEFT}
    assert set(Irregularity) - set(rulings.fitting(recording.current(finished))) == never


def test_the_hand_in_question_of_a_finished_game_is_its_last_2_2(game):
    played(game, *HANDS)
    now = recording.current(game)
    assert rulings.bind(now, WRONG_PACK, now=NOW).seats[Who.DEALER] == (now.hands[-1].dealer,) == (2,)

    ended = recording.start_game(Started(("Ana", "Ben", "Cem", "Dee"), 1, NOW), now=NOW)
    recording.record(ended, Departed((0, 1, 2, 3)), now=NOW)
    assert rulings.bind(recording.current(ended), WRONG_PACK, now=NOW).seats[Who.DEALER] == (1,)


def test_the_totals_of_late_joiners_do_not_count_8_3(game):
    played(game, "out 25 45 110")
    recording.record(game, Joined("Eva", after=3, start_score=250), now=NOW)

    bound = rulings.bind(recording.current(game), BEN_LEFT, now=NOW)

    assert bound.ruling.remedies[0].points == 110 + 45


def test_a_claim_is_settled_by_the_seats_of_the_game_5_2(game):
    now = recording.current(game)
    for seats in (["Ana", "Ben", "Cem", "Dee"], ["CEM", "dee", "Ana", "Ben"]):
        assert rulings.bind(now, saying(CLAIM, seats=seats), now=NOW).named[Who.CLAIMANT] == 3
    for seats in (["Ben", "Ana", "Cem", "Dee"], ["Dee", "Cem", "Ben", "Ana"], ["Ana"], [], "Ana", 4):
        changed = (RuleViolation, [("seats-changed", "/facts/seats", None)])
        assert refused(game, saying(CLAIM, seats=seats)) == changed


def test_whoever_is_in_turn_does_nothing_out_of_turn_9_1(game):
    for role in (Who.OFFENDER, Who.IN_TURN):
        dispute = Dispute(Irregularity.OUT_OF_TURN, {}, roles={Who.OFFENDER: 2, Who.IN_TURN: 2, role: 1})
        assert refused(game, dispute)[1] != [("roles-same", "/roles/in-turn", "9.1")]
    same = Dispute(Irregularity.OUT_OF_TURN, {}, roles={Who.OFFENDER: 2, Who.IN_TURN: 2})
    assert refused(game, same) == (RuleViolation, [("roles-same", "/roles/in-turn", "9.1")])


def test_the_hand_in_question_is_the_one_being_played_2_2(game):
    played(game, *HANDS[:2])
    assert rulings.bind(recording.current(game), WRONG_PACK, now=NOW).seats[Who.DEALER] == (2,)
