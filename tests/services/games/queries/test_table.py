"""Proves the rows of the table page and of the scoring page."""

from scorekeeper.rules.entries import Departed, HandScored, Joined, Renamed
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.games.queries.hands import hand_page, scoring_page
from scorekeeper.services.games.queries.table import table_page
from tests.support.play import ANAS, NOW, SHEETS, corrected, played, started


def names(seats) -> list[str]:
    return [seat.name for seat in seats]


def test_a_hand_tells_who_dealt_it_and_who_went_first():
    game_id = started()
    played(game_id, SHEETS[0])

    (hand,) = table_page(game_id).hands

    assert (hand.dealer, hand.starter, hand.rules) == (0, 1, LAW)


def test_seats_that_left_and_joined_stand_in_seating_order():
    game_id = started()
    played(game_id, SHEETS[0])
    recording.record(game_id, Departed((2,)), now=NOW)
    recording.record(game_id, Joined("Eve", after=0, start_score=60), now=NOW)
    played(game_id, "out 5 . 10 15")
    page = table_page(game_id)

    assert names(page.seats) == ["Ana", "Eve", "Ben", "Cem", "Dee"]
    assert [seat.left_after for seat in page.seats] == [None, None, None, 1, None]
    assert [seat.start_score for seat in page.seats] == [None, 60, None, None, None]
    assert [score and score.points for score in page.hands[0].scores] == [25, None, 0, 45, 110]
    assert [score and score.points for score in page.hands[1].scores] == [0, 15, 5, None, 10]
    assert [(seat.total, seat.posted) for seat in page.seats if seat.name == "Cem"] == [(145, True)]
    assert names(scoring_page(game_id).seats) == ["Dee", "Ana", "Eve", "Ben"]


def changes(page) -> dict[str, tuple[int, int]]:
    return {
        page.seats[[seat.number for seat in page.seats].index(number)].name: (change.points, change.places)
        for number, change in page.newest.items()
    }


def test_equal_totals_share_a_place_before_and_after_the_newest_hand():
    game_id = started()
    played(game_id, "10 out 10 20", "out 10 30 5")

    assert changes(table_page(game_id)) == {"Ana": (0, 1), "Ben": (10, 0), "Cem": (30, -2), "Dee": (5, 1)}


def test_a_departure_and_an_arrival_after_the_newest_hand_move_nobody():
    game_id = started()
    played(game_id, "25 out 45 110", "out 60 5 10")
    assert changes(table_page(game_id))["Ana"] == (0, 1)

    recording.record(game_id, Departed((1,)), now=NOW)
    recording.record(game_id, Joined("Eve", after=0, start_score=0), now=NOW)

    assert changes(table_page(game_id)) == {"Ana": (0, 0), "Cem": (5, 0), "Dee": (10, 0)}


def test_an_undone_sheet_is_there_to_be_refilled():
    game_id = started()
    assert scoring_page(game_id).undone is None
    played(game_id, *SHEETS[:3])
    recording.record(game_id, Renamed(0, "Anna"), now=NOW)
    for entry in (5, 4, 3):
        recording.undo(game_id, entry, now=NOW)

    page = scoring_page(game_id)

    assert isinstance(page.undone, HandScored)
    assert (page.undone.hand, page.undone.went_out) == (2, 0)
    assert [(score.seat, score.points) for score in page.undone.scores] == [(0, 0), (1, 15), (2, 30), (3, 60)]
    assert page.head.hand.attempt == 2
    played(game_id, SHEETS[1])
    assert scoring_page(game_id).undone.hand == 3


def test_a_void_sheet_is_not_refilled_but_an_undone_void_one_is():
    game_id = started()
    played(game_id, "- out - -")
    assert scoring_page(game_id).undone is None

    recording.undo(game_id, 2, now=NOW)

    assert [score.not_given for score in scoring_page(game_id).undone.scores] == [True, False, True, True]


def test_the_page_of_a_hand_tells_what_was_said():
    game_id = started()
    played(game_id, "25 out - 110", SHEETS[1])
    recording.record(game_id, Departed((0,)), now=NOW, origin=Origin(ANAS))
    recording.record(game_id, corrected("25 out - 115"), now=NOW)

    page = hand_page(game_id, 1)

    assert names(page.seats) == ["Ana", "Ben", "Cem", "Dee"]
    assert [(score.points, score.posted, score.line.not_given) for score in page.hand.scores] == [
        (25, False, False),
        (0, False, False),
        (140, True, True),
        (115, False, False),
    ]
    assert page.totals == {0: 25, 1: 0, 2: 140, 3: 115}
    assert hand_page(game_id, 2).totals == {0: 25, 1: 15, 2: 170, 3: 175}
    assert [hand_page(game_id, number) for number in (0, 3, -1)] == [None, None, None]
