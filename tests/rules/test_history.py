"""How a history starts, grows and is taken back."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.entries import Arranged, Departed, Entry, HandScored, Joined, Renamed, Started, Undone
from scorekeeper.rules.faults import RuleViolation, StateViolation
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.game import Statistics
from scorekeeper.rules.history import fold, settled, start
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


def test_sheets_for_seats_with_other_numbers_are_told_by_their_attempt():
    table = Table()
    assert Replay(table.entries).seated_at(1) == 0
    table.do(Arranged((1, 0, 2, 3), 0))
    assert Replay(table.entries).seated_at(1) == table.game.hand.attempt == 2
    table.hand("out 5 5 5")
    table.undo()
    assert (Replay(table.entries).seated_at(1), table.game.hand.attempt) == (2, 3)


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


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (
            Arranged((0, 1, 1, 9), 4),
            ["seat-twice /order/2", "seat-unknown /order/3", "dealer-unknown /first_dealer"],
        ),
        (Arranged((0, None), 1), ["name-empty /names/1"]),
        (Arranged((0, None), 0, ("Ana", " ANA ")), ["name-twice /names/1"]),
        (Arranged((0, 1), 0, ("Ana",)), ["order-incomplete /names"]),
        (Arranged((3,)), ["players-too-few /order"]),
        (Arranged((None,) * 13, 0, tuple("ABCDEFGHIJKLM")), ["players-too-many /order"]),
    ],
)
def test_an_arrangement_names_what_is_wrong_8_7a(event, expected):
    refused = Table().refused(event)
    assert [f"{fault.code.value} {fault.pointer}" for fault in refused] == expected


def test_a_pack_that_is_too_small_for_a_newcomer_refuses_them_1_2a():
    rules = in_force(LAW, changes={"decks": 1, "deal": {"cards": 12, "by_hand": None}})
    table = Table(rules=rules, changes={"decks": 1, "deal": {"cards": 12, "by_hand": None}})
    crowded = Arranged((0, 1, 2, 3, None), names=("Ana", "Ben", "Cem", "Dee", "Eva"))
    assert codes(table.refused(crowded)) == [("pack-too-small", "/order", "2.1")]
    assert codes(table.refused(Joined("Eva", after=0))) == [("pack-too-small", "/name", "2.1")]


def test_players_are_added_removed_renamed_and_moved_by_one_event_8_7a():
    table = Table("Ana Ben Cem Dee Eva", dealer=4)
    assert table.game.decks == 3
    table.do(Arranged((2, None, 0, 1), names=("Cem", "Fay", "Anna", "Ben")))
    assert [seat.name for seat in table.game.seats] == ["Cem", "Fay", "Anna", "Ben"]
    assert (table.game.decks, table.game.first_dealer) == (2, 2)
    table.undo()
    assert [seat.name for seat in table.game.seats] == ["Ana", "Ben", "Cem", "Dee", "Eva"]
    assert (table.game.decks, table.game.first_dealer) == (3, 4)


@pytest.mark.parametrize(
    ("order", "direction", "dealer"),
    [
        ((0, 1, 3), "clockwise", "Dee"),
        ((3, 1, 0), "clockwise", "Dee"),
        ((0, 1), "clockwise", "Ana"),
        ((0, 1, 3), "counterclockwise", "Ben"),
        ((1, 2), "clockwise", "Cem"),
        ((None, None), "clockwise", "X"),
    ],
)
def test_the_deal_passes_on_from_a_dealer_who_is_taken_away_2_2(order, direction, dealer):
    rules = in_force(LAW, changes={"direction": direction})
    table = Table(dealer=2, rules=rules, changes={"direction": direction})
    spare = iter("XY")
    names = tuple(next(spare) if old is None else table.game.seats[old].name for old in order)
    game = table.do(Arranged(order, names=names))
    assert game.seats[game.hand.dealer].name == dealer


def test_an_undone_hand_leaves_the_table_free_again():
    table = Table()
    table.hand("out 5 5 5")
    table.undo()
    assert len(table.do(Arranged((0, 1, 3))).seats) == 3


@pytest.mark.parametrize("suspended", [False, True])
def test_an_arrival_before_the_first_score_is_an_arrangement_8_7a(suspended):
    table = Table("Ana Ben Cem", player_ids=(7, 8, 9))
    if suspended:
        table.suspend()
    event = Joined("Eva", after=1, player_id=5)
    meant = settled(event, game=table.game, at=NOW)
    if suspended:
        assert meant == event
        return
    assert meant == Arranged((0, 1, None, 2), names=("Ana", "Ben", "Eva", "Cem"), player_ids=(7, 8, 5, 9))
    assert table.do(meant).player_ids == (7, 8, 5, 9)
    early = Joined("Fay", after=1, start_score=5)
    assert settled(early, game=table.game, at=NOW) == early
    assert codes(table.refused(early)) == [("start-score-too-early", "/start_score", "8.7a")]
    table.hand("out 5 5 5")
    assert settled(early, game=table.game, at=NOW) == early


def test_an_old_arrival_before_the_first_score_is_not_late_8_7a():
    table = Table("Ana Ben Cem Dee", rules=in_force(LAW, changes={"ends": {"hands": 1}}))
    table.do(Joined("Eva", after=0))
    assert (table.game.order, table.game.decks) == ((0, 4, 1, 2, 3), 3)
    assert [seat.name for seat in table.do(Arranged((3, 0, 4, 1, 2))).seats] == [
        "Dee",
        "Ana",
        "Eva",
        "Ben",
        "Cem",
    ]
    assert table.hand("out 5 5 5 5").statistics is Statistics.COUNTED


def test_an_old_start_score_before_the_first_score_stays_marked_8_7a():
    table = Table()
    table.entries.append(Entry(2, NOW, Joined("Eva", after=0, start_score=60)))
    game = fold(table.entries)
    assert (game.seats[4].start_score, game.seats[4].first_hand) == (60, 1)


def test_whoever_joins_while_hand_1_is_played_again_is_not_late_8_7a():
    table = Table()
    table.hand("out - - -")
    early = Joined("Eva", after=0, start_score=5)
    assert codes(table.refused(early)) == [("start-score-too-early", "/start_score", "8.7a")]
    assert table.do(Joined("Eva", after=0)).seats[4].start_score is None


@pytest.mark.parametrize(
    "step",
    [
        lambda table: table.hand("out 5 5 5"),
        lambda table: table.hand("out - - -"),
        lambda table: table.leave(2),
    ],
)
def test_seats_are_fixed_once_somebody_scored_or_left(step):
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
