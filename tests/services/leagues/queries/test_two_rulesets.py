"""A league with games of two rulesets: wins and places compare all of them, totals those of the default."""

from datetime import date
from fractions import Fraction

import pytest

from scorekeeper.rules.leagues.ranking import PRESETS, Method, Ranking
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.services.leagues import leagues, seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.players import player_page
from scorekeeper.services.leagues.queries.records import Record, RecordsPage, records_page
from scorekeeper.services.leagues.queries.seasons import season_standings
from tests.support.club import START, Club, account
from tests.support.own_rules import OTHER, OTHER_GAME

FOUR = "Ana Ben Cem Dee"


@pytest.fixture
def club() -> Club:
    """By the league's rules Ana 25, Ben 150, Cem 315, Dee 770; by others Ben 44 1/2, Ana 13 1/2, Eva 11."""
    club = Club(account())
    club.play(FOUR, day=1)
    club.play("Ben Ana Eva", *OTHER_GAME, day=2, chosen=OTHER)
    return club


@pytest.fixture
def collectors() -> Club:
    """A league of the other rules: Ana and Ben have 44 1/2 and 13 1/2, Cem twice 11; by the law Ana 25."""
    club = Club(account("lars@example.org"), "Collectors")
    leagues.set_ruleset(club.league_id, OTHER, actor=Actor(club.account_id, START))
    club.play("Ana Ben Cem", *OTHER_GAME, day=1)
    club.play("Ben Ana Cem", *OTHER_GAME, day=2)
    club.play(FOUR, day=3, chosen=Chosen())
    return club


def table(club, ranking=None, **asked):
    if ranking is not None:
        seasons.set_ranking(club.league_id, "2026", ranking, actor=Actor(club.account_id, START))
    return season_standings(club.league_id, "2026", **asked)


def places(found):
    return [(found.people[line.player].name, line.value, line.rank) for line in found.lines]


def test_every_number_of_the_table_worked_by_hand(club):
    found = table(club)

    assert {
        found.people[line.player].name: (
            line.tally.games, line.tally.compared, line.tally.won, line.tally.outs, line.tally.share_beaten,
            line.tally.streak,
        )
        for line in found.lines
    } == {
        "Ana": (2, 1, 1, 6 + 1, Fraction(3, 4), 0),
        "Ben": (2, 1, 1, 1 + 3, Fraction(5, 6), 1),
        "Cem": (1, 1, 0, 0, Fraction(1, 3), 0),
        "Dee": (1, 1, 0, 0, 0, 0),
        "Eva": (1, 0, 0, 1, 0, 0),
    }  # fmt: skip
    assert {
        found.people[line.player].name: (
            line.tally.total, line.tally.average_total, line.tally.best, line.tally.points, line.tally.hands,
            line.tally.average_per_hand,
        )
        for line in found.lines
    } == {
        "Ana": (25, 25, 25, 25, 7, Fraction(25, 7)),
        "Ben": (150, 150, 150, 150, 7, Fraction(150, 7)),
        "Cem": (315, 315, 315, 315, 7, 45),
        "Dee": (770, 770, 770, 770, 7, 110),
        "Eva": (0, None, None, 0, 0, None),
    }  # fmt: skip
    assert found.left_out == 1


@pytest.mark.parametrize(
    ("ranking", "values"),
    [
        (Ranking(), [("Ana", 25, 1), ("Ben", 150, 2), ("Cem", 315, 3), ("Dee", 770, 4), ("Eva", None, None)]),
        (
            Ranking(Method.TOTALS, best_of=1),
            [("Ana", 25, 1), ("Ben", 150, 2), ("Cem", 315, 3), ("Dee", 770, 4), ("Eva", None, None)],
        ),
        (
            Ranking(Method.BEATEN),
            [
                ("Ben", Fraction(5, 6), 1), ("Ana", Fraction(3, 4), 2), ("Cem", Fraction(1, 3), 3),
                ("Dee", 0, 4), ("Eva", 0, 5),
            ],
        ),
        # Ana and Ben have a first and a second place each: her average breaks the tie, and Eva has none.
        (
            Ranking(Method.PLACES, place_points=PRESETS),
            [("Ana", 17, 1), ("Ben", 17, 2), ("Cem", 4, 3), ("Dee", 2, 4), ("Eva", 2, 5)],
        ),
    ],
)  # fmt: skip
def test_each_ranking_worked_by_hand(club, ranking, values):
    assert places(table(club, ranking)) == values


def test_a_past_day_leaves_out_only_games_finished_by_then(club):
    assert table(club, on=date(2026, 1, 1)).left_out == 0
    found = table(club, on=date(2026, 1, 2))
    assert (found.left_out, places(found)[0]) == (1, ("Ana", 25, 1))


def test_where_the_highest_total_wins_the_highest_are_best_and_exact(collectors):
    found = table(collectors)

    # Ana has won twice, once by the law.
    assert places(found) == [("Ana", 29, 1), ("Ben", 29, 2), ("Cem", 11, 3), ("Dee", None, None)]
    best = {found.people[line.player].name: line.tally.best for line in found.lines}
    assert best == {"Ana": Fraction(89, 2), "Ben": Fraction(89, 2), "Cem": 11, "Dee": None}
    assert [line.tally.total for line in found.lines] == [58, 58, 22, 0]
    assert found.left_out == 1
    assert places(table(collectors, Ranking(Method.TOTALS, best_of=1))) == [
        ("Ana", Fraction(89, 2), 1), ("Ben", Fraction(89, 2), 2), ("Cem", 11, 3), ("Dee", None, None),
    ]  # fmt: skip


def test_records_of_totals_and_points_are_of_games_that_compare(club, collectors):
    def records(of):
        page = records_page(of.league_id, min_games=1)
        held = {line.record: (line.value, [holder.name for holder in line.holders]) for line in page.lines}
        return held, page.left_out

    assert records(collectors) == (
        {
            Record.HIGHEST: (Fraction(89, 2), ["Ana", "Ben"]),
            Record.OUTS: (6, ["Ana"]),
            Record.MARGIN: (31, ["Ana", "Ben"]),
            Record.WINS: (2, ["Ana"]),
            Record.GAMES: (3, ["Ana", "Ben", "Cem"]),
            Record.HAND: (30, ["Ana", "Ben"]),
        },
        1,
    )
    assert records(club) == (
        {
            Record.LOWEST: (25, ["Ana"]),
            Record.OUTS: (6, ["Ana"]),
            Record.MARGIN: (125, ["Ana"]),
            Record.WINS: (1, ["Ana", "Ben"]),
            Record.GAMES: (2, ["Ana", "Ben"]),
            Record.HAND: (110, ["Dee"] * 5),
        },
        1,
    )


def test_the_lowest_total_may_be_below_zero(club):
    by_gifts = Chosen(changes={"incomplete": "plain", "score": {"out_bonus": 50}})
    leagues.set_ruleset(club.league_id, by_gifts, actor=Actor(club.account_id, START))
    club.play("Ana Ben Cem", *["out 5 10"] * 7, day=3)

    found = {line.record: line for line in records_page(club.league_id, min_games=1).lines}

    assert found[Record.LOWEST].value == -350


def test_without_a_season_there_are_no_records(db):
    assert records_page(0) == RecordsPage((), (), 0)


def test_the_page_of_a_player_marks_the_games_that_do_not_compare(collectors):
    seasons.set_ranking(
        collectors.league_id,
        "2026",
        Ranking(Method.TOTALS, best_of=1),
        actor=Actor(collectors.account_id, START),
    )

    page = player_page(collectors.league_id, 1, season="2026")

    assert [(game.result.total, game.compared, game.dropped) for game in page.games] == [
        (25, False, False), (Fraction(27, 2), True, True), (Fraction(89, 2), True, False),
    ]  # fmt: skip
    assert (page.tally.games, page.tally.compared, page.tally.won, page.tally.outs) == (3, 2, 2, 3 + 1 + 6)
    assert (page.tally.total, page.tally.best) == (58, Fraction(89, 2))
    assert len(page.hands) == 12
    assert page.line.tally.average_total == page.tally.average_total == 29


def test_a_change_of_the_default_compares_other_games(collectors):
    leagues.set_ruleset(collectors.league_id, Chosen(), actor=Actor(collectors.account_id, START))

    found = table(collectors)

    assert found.left_out == 2
    assert places(found) == [("Ana", 25, 1), ("Ben", 150, 2), ("Cem", 315, 3), ("Dee", 770, 4)]
