"""Proves the lists of a phone's own games and of the players in them."""

from datetime import timedelta
from fractions import Fraction

import pytest

from scorekeeper.rules.entries import Departed, Joined, Started
from scorekeeper.rules.game import Statistics, Status
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.services.games import recording, rights, trash
from scorekeeper.services.games.log import Origin
from scorekeeper.services.games.queries.home import Lead, home_page
from scorekeeper.services.games.queries.players import (
    NEWEST_GAMES,
    PlayersPage,
    id_of,
    names_before,
    players_page,
)
from tests.services.games.test_rights import remove
from tests.support.own_rules import OTHER, OTHER_GAME, own
from tests.support.play import ANAS, BENS, LAST_SHEET, NOW, SHEETS, let_in, played, scorers, started

WHOLE_GAME = (*SHEETS, LAST_SHEET)


def test_the_game_that_goes_on_is_the_newest_one_this_phone_may_score():
    finished, running, current, taken = (started() for _ in range(4))
    let_in(taken, BENS)
    remove(taken, ANAS, by=BENS)
    played(finished, *WHOLE_GAME)
    played(running, SHEETS[0])
    recording.record(current, Departed((0,)), now=NOW + timedelta(minutes=1))
    page = home_page(ANAS, now=NOW)

    assert (page.current.id, page.previous.id) == (current, finished)
    assert [seat.name for seat in page.current.staying] == ["Ben", "Cem", "Dee"]
    assert home_page("a phone without games").previous is None


@pytest.mark.parametrize(
    ("lines", "lead"),
    [
        ([], Lead((), 0)),
        (["- - out -", "out - - -"], Lead((), 0)),
        (["25 out 45 110"], Lead(("Ben",), 25)),
        (["out 5 45 110", "5 out 45 110"], Lead(("Ana", "Ben"), 85)),
    ],
)
def test_the_lead_is_over_the_next_player(lines, lead):
    game_id = started()
    played(game_id, *lines)

    assert home_page(ANAS).current.lead == lead


def test_who_left_early_does_not_lead():
    game_id = started("Ana Ben Cem")
    played(game_id, "out 20 20", "out 5 20")
    recording.record(game_id, Departed((0, 1)), now=NOW)

    assert home_page(ANAS).finished[0].lead == Lead((), 0)


def test_a_phone_sees_the_games_it_may_write_to_and_no_others():
    game_id = started()
    assert home_page(BENS).running == ()

    let_in(game_id, BENS)
    assert [line.id for line in home_page(BENS).running] == [game_id]

    rights.revoke(game_id, scorers(game_id)[0].id, device=ANAS, now=NOW)
    assert home_page(ANAS).running == ()
    assert (names_before(ANAS), players_page(ANAS)) == ((), PlayersPage({}, None, 0))


def test_a_game_from_which_another_phone_removed_the_first_one_is_told_for_a_day():
    removed, returned, deleted, mine = (started() for _ in range(4))
    for game_id in (removed, returned, deleted):
        let_in(game_id, BENS)
        remove(game_id, ANAS, by=BENS)
    rights.take_back(returned, ANAS, now=NOW)
    trash.delete(deleted, now=NOW)

    def taken_games(now):
        page = home_page(ANAS, now=now)
        assert page.deleted == ()
        return {line.id: line.taken for line in page.running}

    day = timedelta(days=1)
    assert taken_games(NOW + day - timedelta(seconds=1)) == {removed: True, returned: False, mine: False}
    assert taken_games(NOW + day) == {returned: False, mine: False}
    # Removed while the clock was ahead.
    assert taken_games(NOW - day) == {returned: False, mine: False}
    assert {line.id for line in home_page(ANAS).running} == {returned, mine}
    assert {line.id for line in home_page(BENS, now=NOW).running} == {
        removed,
        returned,
    }


def start_days_later(days, *players, device=ANAS):
    recording.start_game(Started(players, 0, NOW), now=NOW + timedelta(days=days), origin=Origin(device))


def test_names_used_before_are_told_once_those_who_played_most_first_then_the_newest():
    start_days_later(0, "Ana", "Ben")
    start_days_later(1, "Cem", "ben", "Eve")
    start_days_later(0, "Zoe", "Yan", device=BENS)

    assert names_before(ANAS) == ("ben", "Cem", "Eve", "Ana")


def test_names_of_ones_own_table_come_before_those_of_one_newer_game():
    for day in range(3):
        start_days_later(day, "Ana", "Ben", "Cem")
    start_days_later(3, "Zoe", "Yan", "Cem")

    assert names_before(ANAS) == ("Cem", "Ana", "Ben", "Zoe", "Yan")


def test_names_of_many_old_games_come_after_those_of_the_newest_ones():
    for day in range(12):
        start_days_later(day, "Zoe", "Yan")
    for day in range(NEWEST_GAMES):
        start_days_later(20 + day, "Ana", "Ben" if day % 2 else "Cem")

    assert names_before(ANAS) == ("Ana", "Ben", "Cem", "Zoe", "Yan")


def test_a_name_is_the_same_here_as_at_the_table():
    played(started("Ana Ben"), *["out 5"] * 7)
    played(started("Ana Ｂｅ\u200bｎ"), *["out 5"] * 7)

    assert len(names_before(ANAS)) == 2
    assert [player.tally.games for player in players_page(ANAS).people.values()] == [2, 2]


def _who(*attributes):
    """These numbers of each player, in order."""
    return [
        (player.name, *(of(player) for of in attributes)) for player in players_page(ANAS).people.values()
    ]


def test_the_best_hand_is_the_lowest_that_was_not_won_and_was_scored_8_5():
    played(started("Ana Ben Cem"), "out 40 25", *["- 40 out"] * 5, "35 10 5")

    assert _who(lambda one: one.best_hand) == [("Cem", 5), ("Ana", 35), ("Ben", 10)]


def test_only_finished_games_that_count_are_in_the_statistics():
    played(started(), *SHEETS)
    stopped = started()
    recording.record(stopped, Departed((0, 1, 2, 3)), now=NOW)
    deleted = started()
    played(deleted, *WHOLE_GAME)
    trash.delete(deleted, now=NOW)

    assert players_page(ANAS).people == {}


def test_a_late_player_takes_no_game_from_those_who_sat_from_hand_1_8_7a():
    game_id = started()
    played(game_id, SHEETS[0])
    recording.record(game_id, Joined("Eve", after=0, start_score=0), now=NOW)
    played(game_id, *["15 20 5 10 out"] * 6)

    assert recording.current(game_id).statistics is Statistics.DISCARDED
    assert recording.current(game_id).standings[0].seat == 4
    people = players_page(ANAS).people.values()
    assert {(one.name, one.games[0].result.rank, one.games[0].result.seats) for one in people} == {
        ("Ana", 2, 4),
        ("Ben", 3, 4),
        ("Cem", 1, 4),
        ("Dee", 4, 4),
    }
    assert "Eve" not in {other.name for one in people for other in one.games[0].opponents}


def test_a_game_with_a_late_player_needs_two_who_sat_from_hand_1_to_its_end_p_2():
    rules = own(ends={"hands": 2})
    game_id = recording.start_game(Started(("Ana", "Ben"), 0, NOW, rules=rules), now=NOW, origin=Origin(ANAS))
    played(game_id, "out 5")
    recording.record(game_id, Joined("Eve", after=0, start_score=0), now=NOW)
    recording.record(game_id, Departed((1,)), now=NOW)
    played(game_id, "out . 5")

    assert recording.current(game_id).status is Status.FINISHED
    assert players_page(ANAS).people == {}


def test_who_left_posts_a_total_and_averages_the_hands_played():
    game_id = started()
    played(game_id, SHEETS[0])
    recording.record(game_id, Departed((3,)), now=NOW)
    played(game_id, *["out 5 10 ."] * 6)
    dee = players_page(ANAS).people[id_of("Dee")].tally

    assert (dee.games, dee.average_total, dee.average_per_hand) == (1, Fraction(135), Fraction(110))


def _two_rulesets(*kinds):
    """A game of each kind a day, oldest first: of the law, or of other rules."""
    for day, kind in enumerate(kinds):
        setup = {} if kind == "law" else {"rules": OTHER.rules}
        event = Started(("Ana", "Ben", "Cem"), 0, NOW - timedelta(days=len(kinds) - day), "UTC", **setup)
        lines = ["out 5 10"] * 7 if kind == "law" else OTHER_GAME
        played(recording.start_game(event, now=NOW, origin=Origin(ANAS)), *lines)


_TOTALS = (
    lambda one: one.tally.games,
    lambda one: one.tally.compared,
    lambda one: one.tally.won,
    lambda one: one.tally.average_total,
    lambda one: one.tally.best,
    lambda one: one.best_hand,
)


def test_totals_compare_the_games_scored_as_most_of_the_newest_were():
    _two_rulesets("law", "other", "law")

    page = players_page(ANAS)

    assert (page.rules, page.left_out) == (LAW, 1)
    assert _who(*_TOTALS) == [
        ("Ana", 3, 2, 3, 0, 0, None),
        ("Ben", 3, 2, 0, 35, 35, 5),
        ("Cem", 3, 2, 0, 70, 70, 10),
    ]
    assert [game.compared for game in page.people[id_of("Ana")].games] == [True, False, True]


def test_of_equally_many_the_newest_game_says_what_compares_and_what_is_best():
    _two_rulesets("law", "other")

    page = players_page(ANAS)

    assert (page.rules, page.left_out) == (OTHER.rules, 1)
    assert _who(*_TOTALS) == [
        ("Ana", 2, 1, 2, Fraction(89, 2), Fraction(89, 2), 3),
        ("Ben", 2, 1, 0, Fraction(27, 2), Fraction(27, 2), 1),
        ("Cem", 2, 1, 0, 11, 11, 2),
    ]


def test_who_played_no_game_that_compares_has_no_average_and_comes_last():
    _two_rulesets("law", "law", "law")
    event = Started(("Dee", "Eva", "Cem"), 0, NOW, "UTC", rules=OTHER.rules)
    played(recording.start_game(event, now=NOW, origin=Origin(ANAS)), *OTHER_GAME)

    assert _who(*_TOTALS) == [
        ("Ana", 3, 3, 3, 0, 0, None),
        ("Dee", 1, 0, 1, None, None, None),
        ("Ben", 3, 3, 0, 35, 35, 5),
        ("Cem", 4, 3, 0, 70, 70, 10),
        ("Eva", 1, 0, 0, None, None, None),
    ]
