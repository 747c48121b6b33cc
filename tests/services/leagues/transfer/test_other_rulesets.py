"""Score books of leagues by other rules: their own exports come in again, and so do their old books."""

import csv
import io

import pytest

from scorekeeper.rules.game import Status
from scorekeeper.rules.rulesets.files import RULESETS, Chosen
from scorekeeper.scorebooks.faults import FileFaultCode
from scorekeeper.services.leagues import leagues
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.games import hand_rows
from scorekeeper.services.leagues.transfer import importing
from scorekeeper.web.http.formats import plain
from tests.support.club import START, Club

CHOSEN = {
    name: Chosen(name, changes={} if name != "basic" else {"ends": {"target": 99}}) for name in RULESETS
}
HANDS = ("out 5 10", "15 out 10", "5 10 15")


@pytest.fixture
def plan(olga, now):
    """Plan a book for a new league with these rules."""

    def plan(content, ruleset):
        club = Club(olga, f"{ruleset} club")
        leagues.set_ruleset(club.league_id, CHOSEN[ruleset], actor=Actor(olga, START))
        planner = importing.planner(content.encode(), into=club.league_id, actor=Actor(olga, now))
        return importing.dry_run(planner)

    return plan


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_its_own_hands_come_in_as_they_were(olga, plan, ruleset):
    club = Club(olga)
    # Two tiles racks share what the third one pays.
    hands = (*HANDS[:2], "5 5 16") if ruleset == "rummikub" else HANDS
    club.play("Ana Ben Cem", *hands, chosen=CHOSEN[ruleset])
    rows = list(hand_rows(club.league_id))
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(["date", "game", "hand", "dealer", "player", "points", "held", "posted", "out"])
    for row in rows:
        held = "" if row.held is None else row.held
        flags = ("yes" if flag else "no" for flag in (row.posted, row.out))
        points = plain(row.points)
        table.writerow(
            [row.started_at.date(), row.game, row.hand, row.dealer, row.player, points, held, *flags]
        )

    outcome = plan(text.getvalue(), ruleset)

    assert outcome.faults == []
    (game,) = outcome.new_games
    scores = [score.points for hand in game.state.hands for score in hand.scores]
    assert (scores, game.state.status) == ([row.points for row in rows], Status.FINISHED)


def test_a_book_that_says_too_little_for_its_rules_gives_totals(plan):
    rows = [
        "date,hand,player,points",
        *(f"2025-09-11,1,{n},{p}" for n, p in [("Ana", 35), ("Ben", 0), ("Cem", 0)]),
    ]

    outcome = plan("\n".join(rows), "wrotham")

    (game,) = outcome.without_hands
    assert outcome.new_games == [game]
    assert (game.state.hands, game.state.setup.totals, game.state.winners) == ((), (35, 0, 0), (0,))


@pytest.mark.parametrize(
    ("ruleset", "hand"), [("continental", "1"), ("rummikub", ""), ("wrotham", "1")], ids=str
)
def test_a_part_of_a_point_that_no_rules_make_is_a_fault_at_its_row(plan, ruleset, hand):
    lines = (f"2025-09-11,{hand},{name},{points}" for name, points in (("Ana", "16 1/2"), ("Ben", "0")))

    outcome = plan("\n".join(["date,hand,player,points", *lines]), ruleset)

    assert [(fault.code, fault.line) for fault in outcome.faults] == [(FileFaultCode.POINTS, 2)]


def test_what_everybody_held_tells_what_the_winner_gets(plan):
    book = "Date,Hand,Ana,Ben,Cem\n2025-09-11,1,20,0,15\n2025-09-11,2,0,8,60\n2025-09-11,3,10,20,0\n"

    outcome = plan(book, "rummikub")

    (game,) = outcome.new_games
    assert outcome.faults == []
    assert [[score.points for score in hand.scores] for hand in game.state.hands] == [
        [-20, 35, -15],
        [68, -8, -60],
        [-10, -20, 30],
    ]
    assert game.state.winners == (0,)


def test_what_losers_pay_tells_what_they_held(plan):
    rows = [
        "date,hand,player,points",
        *(f"2025-09-11,1,{n},{p}" for n, p in [("Ana", 35), ("Ben", -15), ("Cem", -20)]),
    ]

    (game,) = plan("\n".join(rows), "rummikub").new_games

    assert [(score.points, score.held) for score in game.state.hands[0].scores] == [
        (35, 0),
        (-15, 15),
        (-20, 20),
    ]
    assert game.state.winners == (0,)
