"""A league to take away: tables for whoever reads it, all of it for its organisers, formulas for nobody."""

import csv
import io
from datetime import timedelta

import pytest

from scorekeeper.rules.entries import Substituted
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.results import Substitutes
from scorekeeper.services.games import recording
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import players, seasons
from scorekeeper.services.leagues.log import Actor
from tests.support import layouts
from tests.support.accounts import sign_in
from tests.support.club import START, Club, account
from tests.support.phones import Phone, text_of
from tests.support.played_once import played_once


@pytest.fixture
def club(app, clock):
    return played(app)


@played_once
def played(app):
    with app.app_context():
        club = Club(account())
        club.play("Ana Ben Cem Dee")
        actor = Actor(club.account_id, app.extensions["clock"]())
        struck = club.play("Ana Ben Cem Dee", "out 25 - 110", day=2)
        league_games.strike(club.league_id, struck, "a trial", actor=actor)
        players.rename(club.league_id, 4, "=1+1", actor=actor)
        return club


@pytest.fixture
def reader(app, club):
    return Phone(app)


def table(phone, name):
    answer = phone.get(f"/leagues/thursday-club/{name}", buffered=False)
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="thursday-club-')
    assert answer.text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(answer.text[1:])))


def test_every_hand_of_every_player_is_a_row(reader):
    rows = table(reader, "hands.csv")

    assert rows[0] == [
        *("Season", "Night", "Date", "Table", "Game ID", "Hand", "Dealer", "Player"),
        *("Points", "Points held", "Gave no score", "Went out", "Counts"),
    ]
    assert [row[:4] + row[5:] for row in rows[1:5]] == [
        ["2026", "", "2026-01-01", "1", "1", "Ana", "Ana", "0", "0", "no", "yes", "yes"],
        ["2026", "", "2026-01-01", "1", "1", "Ana", "Ben", "25", "25", "no", "no", "yes"],
        ["2026", "", "2026-01-01", "1", "1", "Ana", "Cem", "45", "45", "no", "no", "yes"],
        ["2026", "", "2026-01-01", "1", "1", "Ana", "'=1+1", "110", "110", "no", "no", "yes"],
    ]
    assert [row[7:] for row in rows[29:]] == [
        ["Ana", "0", "0", "no", "yes", "no"],
        ["Ben", "25", "25", "no", "no", "no"],
        ["Cem", "135", "", "yes", "no", "no"],
        ["'=1+1", "110", "110", "no", "no", "no"],
    ]


def test_every_game_of_every_player_is_a_row(reader):
    rows = table(reader, "games.csv")

    assert rows[0] == [
        *("Season", "Night", "Date", "Table", "Game ID", "Player", "Place", "Place points"),
        *("Total", "Gave no score", "Hands played", "Hands won", "Counts"),
    ]
    assert [row[5:] for row in rows[1:5]] == [
        ["Ana", "1", "11", "25", "no", "7", "6", "yes"],
        ["Ben", "2", "7", "150", "no", "7", "1", "yes"],
        ["Cem", "3", "4", "315", "no", "7", "0", "yes"],
        ["'=1+1", "4", "2", "770", "no", "7", "0", "yes"],
    ]
    assert [(row[7], row[-1]) for row in rows[5:]] == [("", "no")] * 4


@pytest.mark.parametrize("substitutes", Substitutes)
def test_a_game_with_a_substitute_is_a_row_of_the_player_in_the_table_8_7b(app, club, reader, substitutes):
    with app.app_context():
        game = club.go_on(club.begin("Ana Ben Cem Fay", day=3), "out 25 45 110")
        recording.record(game, Substituted(3, "Zoe"), now=START + timedelta(days=3))
        club.go_on(game, *("25 45 110 out",) * 6)
        actor = Actor(club.account_id, START)
        ranking = Ranking(method=Method.PLACES, substitutes=substitutes)
        seasons.set_ranking(club.league_id, "2026", ranking, actor=actor)

    points = {row[5]: row[7] for row in table(reader, "games.csv")[9:]}

    name = "Fay" if substitutes == "starter" else "Zoe"
    assert points == {name: "11", "Ana": "7", "Ben": "4", "Cem": "2"}
    in_table = {row[1]: row[2] for row in table(reader, "seasons/2026.csv")[1:]}
    assert in_table[name] == "11"
    assert f"for the player who {'began' if name == 'Fay' else 'finished'}." in text_of(
        reader.get("/leagues/thursday-club/seasons/2026")
    )
    hands = table(reader, "hands.csv")
    assert [row[7] for row in hands[-4:]] == ["Ana", "Ben", "Cem", name]
    for file in ("games.csv", "hands.csv"):
        assert_here_already(app, club, reader.get(f"/leagues/thursday-club/{file}").data)


def assert_here_already(app, club, content):
    phone = Phone(app)
    sign_in(phone, club.account_id)
    data = {"csrf_token": phone.token, "file": (io.BytesIO(content), "games.csv")}
    preview = phone.client.post("/leagues/thursday-club/imports", data=data).location
    assert "It’s all here already" in text_of(phone.get(preview))


def test_a_text_is_one_cell_whatever_separates_cells(app, club, reader, clock):
    with app.app_context():
        players.rename(club.league_id, 4, "a;=1+1", actor=Actor(club.account_id, clock.at))

    assert ',"a;=1+1",' in reader.get("/leagues/thursday-club/games.csv").text
    assert '"a;=1+1",110,' in reader.get("/leagues/thursday-club/hands.csv").text
    assert ',"a;=1+1",' in reader.get("/leagues/thursday-club/seasons/2026.csv").text


@pytest.mark.parametrize("name", ["hands.csv", "games.csv", "seasons/2026.csv", "league.json"])
def test_a_file_is_sent_while_it_is_made(app, club, name):
    phone = Phone(app)
    sign_in(phone, club.account_id)

    answer = phone.get(f"/leagues/thursday-club/{name}", buffered=False)

    assert answer.is_streamed
    assert answer.content_length is None
    assert answer.data


def test_a_season_is_a_table(reader):
    rows = table(reader, "seasons/2026.csv")

    assert rows[1] == ["1", "Ana", "25", "1", "1", "25", "25", "3.5714", "6", "1", "1"]
    assert rows[4][:3] == ["4", "'=1+1", "770"]
    assert reader.get("/leagues/thursday-club/seasons/1999.csv").status_code == 404


def test_a_spreadsheet_with_decimal_commas_gets_semicolons(reader):
    page = reader.get("/leagues/thursday-club/exports?decimals=comma").text
    assert "/leagues/thursday-club/seasons/2026.csv?decimals=comma" in page

    lines = reader.get("/leagues/thursday-club/seasons/2026.csv?decimals=comma").text.splitlines()

    assert lines[1] == '1;"Ana";25;1;1;25;25;"3,5714";6;1;1'


def test_the_name_of_a_file_holds_no_secret(app, club, clock):
    with app.app_context():
        slug = Club(club.account_id, "Friday Club", visibility="link").slug

    name = Phone(app).get(f"/leagues/{slug}/hands.csv").headers["Content-Disposition"]

    assert name == 'attachment; filename="friday-club-hands.csv"'


def test_all_of_it_is_for_organisers(app, club, reader):
    assert reader.get("/leagues/thursday-club/league.json").status_code == 303
    assert "The whole league" not in text_of(reader.get("/leagues/thursday-club/exports"))
    phone = Phone(app)
    sign_in(phone, club.account_id)

    assert "a trial" in phone.get("/leagues/thursday-club/league.json").text
    assert "The whole league" in text_of(phone.get("/leagues/thursday-club/exports"))


@pytest.mark.parametrize("name", ["hands.csv", "games.csv", "hands.csv?decimals=comma"])
def test_what_went_through_a_spreadsheet_comes_in_unchanged(app, club, reader, name):
    phone = Phone(app)
    sign_in(phone, club.account_id)
    before = phone.get("/leagues/thursday-club/league.json").text
    # A spreadsheet writes days in its own order, and quotes nothing.
    text = (
        reader.get(f"/leagues/thursday-club/{name}").text.replace('"', "").replace("2026-01-01", "01.01.2026")
    )
    rows = csv.reader(io.StringIO(text[1:]), delimiter=";" if "comma" in name else ",")

    for content in (text.encode("utf-16"), layouts.xlsx({"saved": list(rows)})):
        data = {"csrf_token": phone.token, "file": (io.BytesIO(content), "saved")}
        preview = phone.client.post("/leagues/thursday-club/imports", data=data).location
        assert "It’s all here already" in text_of(phone.get(preview))
        assert phone.post(preview).location == "/leagues/thursday-club?said=imported"
    assert phone.get("/leagues/thursday-club/league.json").text == before


def test_what_goes_out_as_hands_comes_in_elsewhere(app, club, reader):
    with app.app_context():
        Club(club.account_id, "Friday Club")
    phone = Phone(app)
    sign_in(phone, club.account_id)
    file = io.BytesIO(reader.get("/leagues/thursday-club/hands.csv").data)
    data = {"csrf_token": phone.token, "file": (file, "hands.csv")}

    preview = phone.client.post("/leagues/friday-club/imports", data=data).location
    assert phone.post(preview).location == "/leagues/friday-club?said=imported"

    # All but the season and the id of the game.
    there = list(csv.reader(io.StringIO(phone.get("/leagues/friday-club/hands.csv").text[1:])))
    assert [row[1:4] + row[5:] for row in there[:5]] == [
        row[1:4] + row[5:] for row in table(reader, "hands.csv")[:5]
    ]
