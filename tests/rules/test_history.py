"""How a history starts, grows and is taken back."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.entries import Arranged, Departed, Entry, HandScored, Joined, Renamed, Started, Undone
from scorekeeper.rules.faults import RuleViolation, StateViolation
from scorekeeper.rules.history import fold, start
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import in_force
from tests.support.score_notation import NOW, Table, codes


def refused_start(**changes):
    setup = {"players": ("Ana", "Ben", "Cem", "Dee"), "first_dealer": 0, "started_at": NOW} | changes
    with pytest.raises(RuleViolation) as refusal:
        start(Started(**setup), now=NOW)
    return codes(refusal.value.faults)


def test_a_new_game_waits_for_hand_1():
    table = Table("Ana Ben Cem Dee Eva", dealer=2)
    assert table.game.decks == 3
    assert (table.game.hand.number, table.game.hand.dealer, table.game.hand.starter) == (1, 2, 3)
    assert [line.total for line in table.game.standings] == [0] * 5
    assert table.game.version == 1


def test_names_are_stored_clean():
    entry, game = start(Started((" Ana  Maria ", "Ben"), 0, NOW), now=NOW)
    assert [seat.name for seat in game.seats] == ["Ana Maria", "Ben"]
    assert entry.event.players == ("Ana Maria", "Ben")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"players": ("Ana",)}, [("players-too-few", "/players", "1.2")]),
        ({"players": ()}, [("players-too-few", "/players", "1.2")]),
        ({"players": tuple("ABCDEFGHIJKLM")}, [("players-too-many", "/players", "1.2a")]),
        ({"first_dealer": 4}, [("dealer-unknown", "/first_dealer", "2.2")]),
        ({"first_dealer": -1}, [("dealer-unknown", "/first_dealer", "2.2")]),
        (
            {"rules": in_force(LAW, changes={"deal": {"cards": 30}}), "changes": {"deal": {"cards": 30}}},
            [("pack-too-small", "/changes/deal", "2.1")],
        ),
        ({"time_zone": "Mars/Olympus"}, [("time-zone-unknown", "/time_zone", None)]),
        ({"time_zone": "../etc"}, [("time-zone-unknown", "/time_zone", None)]),
        ({"time_zone": "America"}, [("time-zone-unknown", "/time_zone", None)]),
        ({"started_at": NOW + timedelta(minutes=6)}, [("start-in-future", "/started_at", None)]),
        ({"started_at": datetime(1, 1, 1, tzinfo=UTC)}, [("start-too-early", "/started_at", None)]),
        ({"players": ("Ana", "ana ")}, [("name-twice", "/players/1", None)]),
    ],
)
def test_a_start_that_cannot_be_is_refused(changes, expected):
    assert refused_start(**changes) == expected


def test_a_paper_sheet_may_be_entered_years_later():
    _, game = start(Started(("Ana", "Ben"), 0, datetime(1999, 12, 31, 20, tzinfo=UTC)), now=NOW)
    assert game.setup.started_at.year == 1999


def test_only_the_current_hand_can_be_scored_4_2():
    table = Table()
    table.hand("out 5 5 5")
    assert codes(table.refused(table.sheet("out 5 5 5", number=1))) == [("hand-not-current", "", "4.2")]
    assert codes(table.refused(table.sheet("out 5 5 5", number=3))) == [("hand-not-current", "", "4.2")]


def test_undo_takes_back_one_entry_after_the_other_down_to_the_empty_game():
    table = Table()
    empty = table.game
    table.hands("out 5 5 5", "5 out 5 5")
    table.leave(3)
    for standing in ([1, 2, 3], [1, 2], [1]):
        table.undo()
        assert list(table.game.standing_entries) == standing
    assert table.game.version == 7
    assert (table.game.hands, table.game.seats) == (empty.hands, empty.seats)
    assert codes(table.refused(Undone(1))) == [("nothing-to-undo", "", None)]


def test_only_the_last_standing_entry_can_be_taken_back():
    table = Table()
    table.hands("out 5 5 5", "5 out 5 5")
    assert codes(table.refused(Undone(2))) == [("entry-not-last", "/entry", None)]
    table.undo()
    assert codes(table.refused(Undone(3))) == [("entry-not-last", "/entry", None)]
    table.do(Undone(2))


def test_every_sheet_is_a_new_attempt():
    table = Table()
    attempts = [table.game.hand.attempt]
    table.hand("out 5 5 5")
    table.undo()
    attempts.append(table.game.hand.attempt)
    table.hand("out 5 5 5")
    assert attempts == [1, 2]
    assert (table.game.hands[0].attempt, table.game.hand.attempt) == (2, 1)


@pytest.mark.parametrize("move", [Arranged((1, 0, 2, 3), 0), Joined("Eva", after=0), Departed((2,))])
def test_every_change_of_seats_and_its_undoing_is_a_new_attempt(move):
    table = Table()
    table.do(move)
    moved = table.game.hand.attempt
    table.undo()
    assert (moved, table.game.hand.attempt) == (2, 3)


def test_a_new_name_is_no_new_attempt():
    table = Table()
    table.do(Renamed(1, "Benno"))
    table.undo()
    assert table.game.hand.attempt == 1


def test_a_player_is_renamed():
    table = Table()
    table.do(Renamed(1, " Benno "))
    assert [seat.name for seat in table.game.seats] == ["Ana", "Benno", "Cem", "Dee"]
    table.do(Renamed(1, "benno"))
    assert codes(table.refused(Renamed(1, "benno"))) == [("name-same", "/name", None)]
    assert codes(table.refused(Renamed(1, "ANA"))) == [("name-twice", "/name", None)]
    assert codes(table.refused(Renamed(1, ""))) == [("name-empty", "/name", None)]
    assert codes(table.refused(Renamed(4, "Eva"))) == [("seat-unknown", "/seat", None)]


def test_seats_and_first_dealer_are_put_right_before_the_first_score_2_2():
    table = Table()
    table.do(Arranged((2, 0, 3, 1), 3))
    assert [seat.name for seat in table.game.seats] == ["Cem", "Ana", "Dee", "Ben"]
    assert (table.game.hand.dealer, table.game.hand.starter, table.game.first_dealer) == (3, 0, 3)
    assert codes(table.refused(Arranged((0, 1, 2), 4))) == [
        ("order-incomplete", "/order", None),
        ("dealer-unknown", "/first_dealer", "2.2"),
    ]


@pytest.mark.parametrize(
    "step",
    [
        lambda table: table.hand("out 5 5 5"),
        lambda table: table.hand("out - - -"),
        lambda table: table.leave(2),
        lambda table: table.do(Joined("Eva", after=0)),
    ],
)
def test_seats_are_fixed_once_somebody_scored_left_or_joined(step):
    table = Table()
    step(table)
    assert codes(table.refused(Arranged((0, 1, 2, 3), 0))) == [("arranged-too-late", "", "2.2")]


def test_state_and_rules_are_refused_with_errors_of_their_own():
    table = Table()
    for event, error in ((HandScored(2, 0, ()), StateViolation), (HandScored(1, 0, ()), RuleViolation)):
        with pytest.raises(error):
            table.do(event)
    assert str(RuleViolation(*table.refused(Undone(1)))) == "nothing-to-undo"


def test_a_history_without_a_start_is_a_type_error():
    with pytest.raises(TypeError):
        fold([Entry(1, NOW, Renamed(0, "Ana"))])
