"""The records of a league: single games and hands, streaks, and how many games a name takes."""

from fractions import Fraction

from scorekeeper.rules.entries import Departed
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues.queries.records import MOST_HOLDERS, Record, records_page
from tests.support.club import START
from tests.support.play import ANAS

FOUR = "Ana Ben Cem Dee"


def record(club, which, **asked):
    page = records_page(club.league_id, **{"min_games": 1} | asked)
    found = next((line for line in page.lines if line.record is which), None)
    return None if found is None else (found.value, [holder.name for holder in found.holders])


def test_records_worked_by_hand(club):
    first = club.play(FOUR, day=1)
    second = club.play("Ana Ben Cem", *["out 5 10"] * 5, "5 out 10", "out 5 230", day=2)

    assert record(club, Record.LOWEST) == (5, ["Ana"])
    assert record(club, Record.OUTS) == (6, ["Ana", "Ana"])
    assert record(club, Record.MARGIN) == (125, ["Ana"])
    assert record(club, Record.STREAK) == (2, ["Ana"])
    assert record(club, Record.WINS) == (2, ["Ana"])
    assert record(club, Record.GAMES) == (2, ["Ana", "Ben", "Cem"])
    assert record(club, Record.HAND) == (230, ["Cem"])
    lines = {line.record: line for line in records_page(club.league_id, min_games=1).lines}
    assert [holder.game for holder in lines[Record.OUTS].holders] == [first, second]
    assert [(holder.game, holder.hand) for holder in lines[Record.HAND].holders] == [(second, 7)]


def test_a_name_takes_a_minimum_of_games(club):
    for day in (1, 2, 3):
        club.play(FOUR, day=day)
    club.play("Eva Ben Cem", *["out 5 10"] * 7, day=4)

    assert record(club, Record.LOWEST) == (0, ["Eva"])
    assert record(club, Record.LOWEST, min_games=3) == (25, ["Ana", "Ana", "Ana"])
    assert record(club, Record.HAND, min_games=4) == (45, ["Cem"] * MOST_HOLDERS)
    assert records_page(club.league_id, min_games=5).lines == ()


def test_many_holders_are_named_only_in_part(club):
    for day in (1, 2):
        club.play(FOUR, day=day)

    line = next(
        line for line in records_page(club.league_id, min_games=1).lines if line.record is Record.HAND
    )

    assert (line.value, len(line.holders), line.others) == (110, MOST_HOLDERS, 14 - MOST_HOLDERS)


def test_shared_wins_are_shares_and_no_margin(club):
    club.play("Ana Ben Cem", *("5 out 10", "out 5 10") * 3, "5 5 10")

    assert record(club, Record.WINS) == (Fraction(1, 2), ["Ana", "Ben"])
    assert record(club, Record.MARGIN) is None
    assert record(club, Record.STREAK) is None


def test_what_was_posted_holds_no_record(club):
    game = club.go_on(club.begin(FOUR), "out 25 45 110", "out - 45 200")
    recording.record(game, Departed((1,)), now=START, origin=Origin(ANAS))
    club.go_on(game, *("out . 10 20",) * 5)

    # Ben posts 245 in the second hand, and 550 in the end.
    assert record(club, Record.HAND) == (200, ["Dee"])
    assert record(club, Record.MARGIN) == (140, ["Ana"])


def test_streak_ends_where_another_wins_and_may_be_in_the_past(club):
    for day, winner in enumerate(("Ana", "Ana", "Ana", "Ben", "Ana"), start=1):
        other = "Ben" if winner == "Ana" else "Ana"
        club.play(f"{winner} {other} Cem", *["out 5 10"] * 7, day=day)

    assert record(club, Record.STREAK) == (3, ["Ana"])


def test_records_of_a_season_are_of_its_games(club):
    club.play(FOUR, day=1)
    club.play("Ana Ben Cem", *["out 5 10"] * 7, day=-9)

    assert record(club, Record.LOWEST, season="2026") == (25, ["Ana"])
    assert record(club, Record.LOWEST) == (0, ["Ana"])
    assert records_page(club.league_id, season="1999", min_games=1).lines == ()
