"""The table of a season: numbers, their games, past days, order and search, all without JavaScript."""

import re
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.log import Actor
from tests.support.club import START, Club, account
from tests.support.phones import text_of
from tests.support.played_once import played_once

FOUR = "Ana Ben Cem Dee"


@pytest.fixture
def club(app: Flask, clock) -> Club:
    return played(app)


@played_once
def played(app: Flask) -> Club:
    """Ana wins two of two with 25, then Ben and Cem share the win of a third game with 20."""
    with app.app_context():
        club = Club(account())
        club.play(FOUR, day=1)
        club.play(FOUR, day=8)
        club.play("Ana Ben Cem", *("10 out 5", "10 5 out") * 3, "10 5 5", day=15)
        return club


def season(club, query=""):
    return f"/leagues/{club.slug}/seasons/2026{query}"


def rows(answer):
    """The cells of each line: rank, name, value, games, wins, then the others."""
    found = []
    for row in re.findall(r"<tr[^>]*>(.*?)</tr>", answer.text, re.DOTALL):
        cells = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)
        found.append([" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells])
    return found[1:]


def test_table_has_the_numbers_worked_by_hand(club, reader):
    answer = reader.get(season(club))

    # Ana 25+25+70, Ben 150+150+20, Cem 315+315+20, Dee 770+770.
    assert [" ".join(row) for row in rows(answer)] == [
        "1 Ana 40.00 3 2 25 5.7 12 66.7% 0",
        "2 Ben 106.67 3 ½ 20 15.2 5 69.4% 1",
        "3 Cem 216.67 3 ½ 20 31.0 3 47.2% 1",
        "4 Dee 770.00 2 0 770 110.0 0 0.0% 0",
    ]


def test_every_number_leads_to_its_games(club, reader):
    page = reader.get(season(club)).text

    links = re.findall(r'href="(/leagues/[^"]+/players/2\?[^"#]+)(?:#games)?"', page)

    assert [link.partition("only=")[2] for link in links] == ["", "", "won", "best", "outs", "streak"]
    shown = {}
    for link in links:
        games = reader.get(link.replace("&amp;", "&")).text.partition('id="games"')[2]
        shown[link.partition("only=")[2]] = re.findall(r'list-title">(\d+)', games)
    assert shown == {
        "": ["20", "150", "150"],
        "won": ["20"],
        "best": ["20"],
        "outs": ["20", "150", "150"],
        "streak": ["20"],
    }


def test_past_day_has_the_games_finished_by_then(club, reader):
    answer = reader.get(season(club, "?on=2026-01-08"))

    assert [(row[1], row[3]) for row in rows(answer)] == [
        ("Ana", "2"), ("Ben", "2"), ("Cem", "2"), ("Dee", "2"),
    ]  # fmt: skip
    assert "The table at the end of 8 January 2026" in text_of(answer)
    assert "/players/1?season=2026&amp;on=2026-01-08" in answer.text
    before = reader.get(season(club, "?on=2025-12-31"))
    assert (before.status_code, rows(before)[1:]) == (200, [])


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", "0001-01-01", "9999-12-31", "20260101"])
def test_day_that_is_none_is_refused_beside_its_field(club, reader, day):
    answer = reader.get(season(club, f"?on={day}"))

    assert answer.status_code == 422
    assert "Choose a day." in text_of(answer)


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("best", "Ben Cem Ana Dee"),
        ("beaten", "Ben Ana Cem Dee"),
        ("streak", "Ben Cem Ana Dee"),
        ("nonsense", "Ana Ben Cem Dee"),
    ],
)
def test_another_order_keeps_the_ranks(club, reader, sort, names):
    found = rows(reader.get(season(club, f"?sort={sort}")))

    assert [row[1] for row in found] == names.split()
    assert {row[1]: row[0] for row in found} == {"Ana": "1", "Ben": "2", "Cem": "3", "Dee": "4"}


def test_the_order_is_seen_and_heard(club, reader):
    usual = reader.get(season(club)).text
    assert "aria-sort" not in usual
    assert "Sorted by" not in usual

    for sort, label, heading, direction in (
        ("outs", "Hands won", "Hands won", "descending"),
        ("best", "Points in the best game", "Best game", "ascending"),
    ):
        answer = reader.get(season(club, f"?sort={sort}"))
        assert f"Sorted by {label} Search or sort" in text_of(answer)
        assert "Show Sort by place" in text_of(answer)
        assert re.findall(r'<th[^>]+ aria-sort="(\w+)">([^<]+)<', answer.text) == [(direction, heading)]


def test_search_keeps_the_ranks(club, reader):
    assert [row[:2] for row in rows(reader.get(season(club, "?q=D")))] == [["4", "Dee"]]
    assert "Nobody in this season has" in text_of(reader.get(season(club, "?q=Zoe")))


def test_names_are_found_and_ordered_without_their_accents(app, club, reader):
    with app.app_context():
        club.play("Čapek Ana Émile Zoë", day=30)

    by_name = [row[1] for row in rows(reader.get(season(club, "?sort=name")))]
    assert by_name == ["Ana", "Ben", "Čapek", "Cem", "Dee", "Émile", "Zoë"]
    assert [row[1] for row in rows(reader.get(season(club, "?q=zoe")))] == ["Zoë"]
    found = reader.get(f"/leagues/{club.slug}/players?q=emi")
    assert "Émile" in text_of(found)
    assert "Ana" not in text_of(found)
    for rest in ("players", "games"):
        page = reader.get(f"/leagues/{club.slug}/{rest}").text
        assert re.search("Ben<.*Čapek<.*Cem<.*Émile<.*Zoë<", page, re.DOTALL)


def test_a_place_is_provisional_until_there_are_enough_games_and_lost_at_the_end(app, club, reader):
    rank_by(app, club, Ranking(min_games=3))

    assert [row[:2] for row in rows(reader.get(season(club)))[3:]] == [["(4) provisional", "Dee"]]
    with app.app_context():
        seasons.set_closed(
            club.league_id, "2026", True, actor=Actor(club.account_id, START + timedelta(days=90))
        )
    answer = reader.get(season(club))
    assert [row[:2] for row in rows(answer)[3:]] == [
        ["No place. You need 3 games for a place."],
        ["–", "Dee"],
    ]
    assert "The final table 1 Ana Champion 2 Ben 3 Cem" in text_of(answer)
    assert "Season 2026 1 Ana Champion" in text_of(reader.get(f"/leagues/{club.slug}/honours"))


def test_a_season_whose_last_day_is_past_says_so(club, reader, clock):
    clock.at += timedelta(days=400)

    assert "Ended on 31 December 2026" in text_of(reader.get(season(club)))


@pytest.mark.parametrize(
    ("ranking", "values", "sentence"),
    [
        (
            Ranking(Method.AVERAGE),
            ["40.00", "106.67", "216.67", "770.00"],
            "Ranked by average total.",
        ),
        (Ranking(Method.BEATEN), ["69.4%", "66.7%", "47.2%", "0.0%"], "the share of opponents you beat"),
        (
            Ranking(Method.PLACES),
            ["24", "22", "16", "4"],
            "4 players, from first place to last: 11, 7, 4, 2 points",
        ),
        (
            Ranking(Method.TOTALS, best_of=2),
            ["50", "170", "335", "1540"],
            "Only your 2 best games count.",
        ),
    ],
    ids=lambda value: value.method.value if isinstance(value, Ranking) else None,
)
def test_each_way_to_rank_is_explained_in_its_settings(app, club, reader, ranking, values, sentence):
    rank_by(app, club, ranking)

    answer = reader.get(season(club))

    assert [row[2] for row in rows(answer)] == values
    assert sentence in text_of(answer)


@pytest.mark.parametrize(("best_of", "heading"), [(1, "Lowest"), (2, "Best 2")])
def test_sum_of_the_best_games_is_called_by_their_number(app, club, reader, best_of, heading):
    rank_by(app, club, Ranking(Method.TOTALS, best_of=best_of))

    for place in ("", "/seasons/2026"):
        page = reader.get(f"/leagues/{club.slug}{place}").text
        assert re.findall(r'class="value">([^<]+)</th>', page) == [heading]


def test_dropped_games_are_struck_through_on_the_page_of_the_player(app, club, reader):
    rank_by(app, club, Ranking(Method.TOTALS, best_of=2))

    page = reader.get(f"/leagues/{club.slug}/players/1?season=2026").text

    assert re.findall(r"<del>(.*?)</del>", page) == ["70"]
    assert "<del>" not in reader.get(f"/leagues/{club.slug}/players/1").text


def test_paper_has_the_same_lines(club, reader):
    assert rows(reader.get(season(club, "/print"))) == rows(reader.get(season(club)))


def test_readers_get_no_cookie(club, reader):
    for what in ("", "/seasons/2026", "/players", "/players/1", "/games", "/records", "/history"):
        answer = reader.get(f"/leagues/{club.slug}{what}")

        assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False), what
        assert "Cookie" in answer.headers["Vary"], what


def rank_by(app, club, ranking):
    with app.app_context():
        seasons.set_ranking(club.league_id, "2026", ranking, actor=Actor(club.account_id, START))
