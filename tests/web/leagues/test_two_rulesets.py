"""Pages and files of a league with games of two rulesets say what they left out, and why."""

import csv
import io
import re

import pytest
from flask import Flask

from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.services.leagues import leagues, seasons
from scorekeeper.services.leagues.log import Actor
from tests.support.club import START, Club, account
from tests.support.own_rules import OTHER, OTHER_GAME
from tests.support.phones import text_of

WHY = "Totals and averages leave out 1 game, as it was scored by other rules."
LAW_GAME = "Ana Ben Cem Dee"


@pytest.fixture
def club(app: Flask, clock) -> Club:
    """A league by the law, in which Eva has played only a game by other rules."""
    with app.app_context():
        club = Club(account())
        club.play(LAW_GAME, day=1)
        club.play("Ben Ana Eva", *OTHER_GAME, day=2, chosen=OTHER)
        return club


def page(club, reader, path):
    return text_of(reader.get(f"/leagues/{club.slug}{path}"))


def test_pages_say_once_what_they_leave_out_and_why(club, reader):
    for path in ("", "/seasons/2026", "/seasons/2026/print", "/players/1", "/players/1?season=2026"):
        assert page(club, reader, path).count(WHY) == 1, path
    why = "Records of totals, margins and scores leave out 1 game, as it was scored by other rules."
    assert page(club, reader, "/records?least=1").count(why) == 1


def test_files_have_an_empty_cell_where_nothing_compares(club, reader):
    rows = list(csv.DictReader(io.StringIO(reader.get(f"/leagues/{club.slug}/seasons/2026.csv").text[1:])))

    assert [(row["Place"], row["Player"], row["Value"]) for row in rows] == [
        ("1", "Ana", "25"), ("2", "Ben", "150"), ("3", "Cem", "315"), ("4", "Dee", "770"), ("", "Eva", ""),
    ]  # fmt: skip
    numbers = (
        "Games played",
        "Average points per game",
        "Points in the best game",
        "Average points per hand",
    )
    assert [rows[-1][name] for name in numbers] == ["1", "", "", ""]


@pytest.mark.parametrize(
    ("ranking", "sentence", "heading"),
    [
        (Ranking(), "Ranked by average total. The highest leads.", "Average"),
        (Ranking(Method.TOTALS, best_of=1), "Ranked by your highest total. The highest leads.", "Highest"),
        (Ranking(Method.TOTALS, best_of=2), "Ranked by totals, added up. The highest leads.", "Best 2"),
    ],
)
def test_where_the_highest_total_wins_the_pages_say_it(app, club, reader, ranking, sentence, heading):
    with app.app_context():
        actor = Actor(club.account_id, START)
        leagues.set_ruleset(club.league_id, OTHER, actor=actor)
        seasons.set_ranking(club.league_id, "2026", ranking, actor=actor)

    season = reader.get(f"/leagues/{club.slug}/seasons/2026?sort=best")

    assert sentence in text_of(season)
    assert "If you leave early, that game doesn’t count for you. Clause P-2" in text_of(season)
    assert re.findall(r'class="value">([^<]+)</th>', season.text) == [heading]
    assert 'aria-sort="descending">Best game' in season.text
    names = re.findall(r"<bdi>(\w+)</bdi>", season.text.partition("<tbody>")[2])
    assert names == ["Ben", "Ana", "Eva", "Cem", "Dee"]
