"""Bringing a file in on pages: looked at, accepted whole or not at all, only by whose league it is."""

import io
import json
import re
from datetime import timedelta

import pytest

from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from tests.support.accounts import make_account, sign_in
from tests.support.club import Club, account
from tests.support.elsewhere import elsewhere
from tests.support.phones import Phone, text_of
from tests.support.play import ANAS, corrected
from tests.support.played_once import played_once

BOOK = "date,game,hand,player,points\n2019-03-07,1,1,Ana,25\n2019-03-07,1,1,Ben,0\n2019-03-07,1,1,Eva,45\n"


ADDRESS = "/leagues/thursday-club/imports"


@pytest.fixture
def club(app, clock):
    return played(app)


@played_once
def played(app):
    with app.app_context():
        club = Club(account())
        club.play("Ana Ben Cem Dee")
        return club


def send(phone, address, content):
    data = {"csrf_token": phone.token, "file": (io.BytesIO(content), "book.csv")}
    return phone.client.post(address, data=data, content_type="multipart/form-data")


def looked_at(phone, address, content):
    answer = send(phone, address, content)
    assert answer.status_code == 303, text_of(answer)
    return answer.location


def test_a_book_is_looked_at_and_then_brought_in(organiser):
    preview = looked_at(organiser, "/leagues/thursday-club/imports", BOOK.encode())

    page = organiser.get(preview)
    assert page.status_code == 200
    assert "Eva" in text_of(page)
    assert "Games that don’t count: 1" in text_of(page)
    assert "2019-03-07" not in organiser.get("/leagues/thursday-club/hands.csv").text

    assert organiser.post(preview).location == "/leagues/thursday-club?said=imported"
    assert "2019-03-07" in organiser.get("/leagues/thursday-club/hands.csv").text
    assert "nothing new to import" in text_of(organiser.get(preview))
    gone = organiser.get(f"{ADDRESS}/{'x' * 43}").location
    assert gone == "/leagues/thursday-club/imports?said=import-gone"
    assert "We no longer have it" in text_of(organiser.get(gone))


def test_what_is_refused_at_last_is_shown_with_its_reason(organiser, app, template):
    whole = organiser.get("/leagues/thursday-club/league.json").data
    with elsewhere(template) as other:
        phone = Phone(other)
        account_id = make_account(other)
        sign_in(phone, account_id)
        preview = looked_at(phone, "/leagues/imports", whole)
        assert phone.get(preview).status_code == 200
        Club(account_id)

        assert phone.post(preview).location == preview
        assert phone.get(preview).status_code == 422


def test_each_bad_row_is_shown_with_its_reason(organiser):
    book = BOOK + "2019-03-07,1,2,Ana,16 1/2\n2019-03-07,1,2,Ben,0\nyesterday,1,9,Ben,5\n"
    before = organiser.get("/leagues/thursday-club/league.json").text

    preview = looked_at(organiser, "/leagues/thursday-club/imports", book.encode())

    page = organiser.get(preview)
    assert page.status_code == 422
    assert "Row 5 “16 1/2” isn’t a number of points" in text_of(page)
    assert "Row 7 “yesterday” isn’t a date" in text_of(page)
    assert organiser.post(preview).location == preview
    assert organiser.get("/leagues/thursday-club/league.json").text == before


def test_the_year_of_a_book_is_asked_and_can_be_changed(organiser, now):
    preview = looked_at(organiser, ADDRESS, b"date,player,total\n7 Mar,Ben,50\n7 Mar,Ana,20\n")
    last = str(now.year - 1)

    assert "Say which year or season it is." in text_of(organiser.get(preview))
    for year in ("last year", "2019", last):
        organiser.post(preview, {"year": year, "again": "1"})
    assert f'<option value="{last}" selected>' in organiser.get(preview).text
    organiser.post(preview)

    assert f"{last}-03-07" in organiser.get("/leagues/thursday-club/games.csv").text


def test_what_is_not_sure_is_asked_once_and_kept(organiser, db):
    totals = "date,player,total\n3/4/2019,B. Zink,50\n3/4/2019,Ana,20\n"
    preview = looked_at(
        organiser, ADDRESS, totals.replace("B. Zink", "Bert Zink").replace("3/4", "25/4").encode()
    )
    assert 'name="dates"' not in organiser.get(preview).text
    organiser.post(preview)
    preview = looked_at(organiser, ADDRESS, totals.encode())

    page = text_of(organiser.get(preview))
    assert "“B. Zink”" in page
    assert "Import everything" not in page
    assert organiser.post(preview).location == preview
    answers = {"dates": "month-first", "name B. Zink": "Bert Zink", "again": "1"}
    assert organiser.post(preview, answers).location == preview
    assert 'name="dates"' in organiser.get(preview).text
    page = text_of(organiser.get(preview))
    assert "This adds to the league Thursday Club" in page
    assert "B. Zink is Bert Zink." in page
    organiser.post(preview, {"ask": "name B. Zink"})
    page = text_of(organiser.get(preview))
    assert "“B. Zink”" in page
    assert "B. Zink is" not in page
    organiser.post(preview, answers)
    organiser.post(preview)
    table = organiser.get("/leagues/thursday-club/games.csv").text
    assert [line for line in table.splitlines() if "2019-03-04" in line and 'Bert Zink",2,' in line]
    again = looked_at(organiser, ADDRESS, totals.replace("2019", "2020").encode())
    assert "Is B. Zink" not in text_of(organiser.get(again))
    assert db.execute("SELECT count(*) FROM player WHERE person != id").fetchone() == (1,)


def test_a_name_that_several_members_may_mean_is_left_open(organiser):
    both = "date,player,total\n2019-04-25,Maria Koller,5\n2019-04-25,Maria Schuster,0\n"
    organiser.post(looked_at(organiser, ADDRESS, both.encode()))
    book = "date,player,total\n2019-04-26,Maria,5\n2019-04-26,Koller,0\n"
    preview = looked_at(organiser, ADDRESS, book.encode())
    questions, _rest = organiser.get(preview).text.split('id="read')

    assert re.findall(r'<option value="([^"]*)" selected>', questions) == ["Maria Koller"]
    organiser.post(preview, {"name Maria": "", "name Koller": "Maria Koller", "again": "1"})

    page = organiser.get(preview).text
    assert ('name="name Maria"' in page, 'name="name Koller"' in page) == (True, False)


def test_a_game_of_totals_alone_shows_them_and_offers_no_correction(organiser):
    totals = "date,player,total\n2019-03-07,Ben,50\n2019-03-07,Ana,20\n"
    organiser.post(looked_at(organiser, ADDRESS, totals.encode()))

    page = organiser.get("/leagues/thursday-club/games?season=2019")

    assert "Ana 20 , Ben 50 Won by Ana" in text_of(page)
    game = re.search(r"/games/[\w-]{22}", page.text)[0]
    assert "Correct scores on this phone" not in organiser.get(game).text
    assert "Correct scores on this phone" not in organiser.get(f"/leagues/thursday-club{game}/strike").text


def test_each_part_of_the_reading_is_changed_on_the_page(organiser):
    preview = looked_at(organiser, ADDRESS, b"Tag;Spieler;Rest\n1.4.2019;Ana;5\n1.4.2019;Ben;0\n")
    assert organiser.get(preview).status_code == 422

    organiser.post(preview, {"column Rest": "total", "column Tag": "nonsense", "again": "1"})

    assert "New games: 1" in text_of(organiser.get(preview))


@pytest.mark.parametrize(("last", "has_blanks"), [(b"5;0", False), (b";0", True), (b"5", True)])
def test_what_blanks_mean_is_asked_only_of_a_file_with_some(organiser, last, has_blanks):
    book = b"Date;Ana;Ben\n2019-04-01;0;5\n2019-04-01;" + last + b"\n"
    page = organiser.get(looked_at(organiser, ADDRESS, book)).text

    assert '<tr class="headings"><td><bdi>Date</bdi>' in page
    assert ('name="blank"' in page, 'name="repeats"' in page) == (has_blanks, has_blanks)


def test_a_book_is_taken_without_the_games_that_cannot_be_read(organiser):
    rows = "2019-04-01,1,Ana,x\n2019-04-01,1,Ben,5\n2019-04-02,1,Ana,5\n2019-04-02,1,Ben,0\n"
    preview = looked_at(organiser, ADDRESS, f"date,table,player,total\n{rows}".encode())
    assert organiser.post(preview).location == preview

    assert organiser.post(preview, {"without": "yes"}).location.endswith("said=imported")

    table = organiser.get("/leagues/thursday-club/games.csv").text
    assert ("2019-04-01" in table, "2019-04-02" in table) == (False, True)


def test_an_import_is_undone_by_one_tap(organiser, db):
    rows = "2019-04-01,1,Dora,5\n2019-04-01,1,Ben,0\n"
    organiser.post(looked_at(organiser, ADDRESS, f"date,table,player,total\n{rows}".encode()))
    assert "One game came in on" in text_of(organiser.get(ADDRESS))
    years = "SELECT name FROM season ORDER BY name"
    assert db.execute(years).fetchall() == [("2019",), ("2026",)]

    for _tap in range(2):
        assert organiser.post(f"{ADDRESS}/last").location == f"{ADDRESS}?said=import-undone"

    assert db.execute("SELECT count(*) FROM game").fetchone() == (1,)
    assert db.execute(years).fetchall() == [("2026",)]
    assert db.execute("SELECT count(*) FROM player WHERE name = 'Dora'").fetchone() == (0,)
    assert "An import was undone. Games in it: 1" in text_of(organiser.get("/leagues/thursday-club/history"))
    preview = looked_at(organiser, ADDRESS, f"date,table,player,total\n{rows}".encode())
    for _tap in range(2):
        assert organiser.post(preview).location == "/leagues/thursday-club?said=imported"
    assert db.execute("SELECT count(*) FROM game").fetchone() == (2,)
    assert db.execute("SELECT number FROM player WHERE name = 'Dora'").fetchone() == (6,)


def test_the_page_says_why_an_import_cannot_be_undone_any_more(organiser, app, clock, db):
    organiser.post(looked_at(organiser, ADDRESS, BOOK.encode()))
    assert "Undo this import" in text_of(organiser.get(ADDRESS))
    game = db.execute("SELECT id FROM game ORDER BY started_at").fetchone()[0]
    with app.app_context():
        later = clock() + timedelta(seconds=1)
        recording.record(game, corrected("20 out 45"), now=later, origin=Origin(ANAS))

    page = text_of(organiser.get(ADDRESS))

    assert "Undo this import" not in page
    assert "A game of it was changed." in page


def test_a_table_can_be_pasted(organiser):
    pasted = "Datum\tSpieler\tSumme\r\n1.4.2019\tAna\t5\r\n1.4.2019\tBen\t0\r\n"
    pasted += "\r\nPlatz\tSpieler\tSchnitt\r\n1\tBen\t0\r\n2\tAna\t5\r\n"
    answer = organiser.post(ADDRESS, {"text": pasted})

    assert answer.status_code == 303
    page = text_of(organiser.get(answer.location))
    assert "New games: 1" in page
    assert "3 rows beside the games" in page


def test_the_preview_says_which_words_stand_for_no_points(organiser):
    pasted = "Datum;Hand;Ana;Ben\r\n1.4.2019;1;raus;5\r\n;2;5;raus\r\n"
    answer = organiser.post(ADDRESS, {"text": pasted})

    assert "“raus”" in text_of(organiser.get(answer.location))


def test_a_file_with_several_games_asks_which_one(organiser):
    plays = [
        {"gameRefId": game, "playDate": "2019-04-01 20:15:00", "uuid": f"{game}", "playerScores": [
            {"playerRefId": 1, "score": "5"}, {"playerRefId": 2, "score": "0"}]}
        for game in (7, 8)
    ]  # fmt: skip
    names = {7: "Conti", 8: "Skat"}
    file = {"games": [{"id": key, "name": name} for key, name in names.items()], "plays": plays}
    file["players"] = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Ben"}]
    preview = looked_at(organiser, ADDRESS, json.dumps(file).encode())
    assert "Which game is it?" in text_of(organiser.get(preview))
    assert organiser.post(preview).location == preview

    organiser.post(preview, {"game": "Conti", "again": "1"})

    page = text_of(organiser.get(preview))
    assert "New games: 1" in page
    assert "Which game is it?" not in page


def test_a_league_comes_into_another_installation(organiser, app, template):
    whole = organiser.get("/leagues/thursday-club/league.json").data
    with elsewhere(template) as other:
        phone = Phone(other)
        sign_in(phone, make_account(other))
        preview = looked_at(phone, "/leagues/imports", whole)
        assert "This creates the league Thursday Club" in text_of(phone.get(preview))
        assert phone.post(preview).location == "/leagues/thursday-club?said=imported"
        assert phone.get("/leagues/thursday-club/league.json").data == whole


def test_a_file_is_only_for_whoever_sent_it(organiser, app, club):
    preview = looked_at(organiser, "/leagues/thursday-club/imports", BOOK.encode())
    stranger = Phone(app)
    sign_in(stranger, make_account(app, "sven@example.org", "Sven"))

    assert stranger.get(preview).status_code == 403
    key = preview.rsplit("/", 1)[-1]
    assert stranger.get(f"/leagues/imports/{key}").location == "/leagues/imports?said=import-gone"


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04",
        b"[" * 100_000,
        b'{"format":"scorekeeper-league","version":1,"league":{}',
        b"date,hand,player,points\n" + b"x" * 200_000,
        "date,hand,player,points\n2019-02-30,²,\u202e,٢٥\n".encode(),
    ],
)
def test_nonsense_is_answered(organiser, content):
    for address in ("/leagues/thursday-club/imports", "/leagues/imports"):
        preview = looked_at(organiser, address, content)
        assert organiser.get(preview).status_code == 422
        assert organiser.post(preview).location == preview


@pytest.mark.parametrize("kilobytes", [130, 244, 450])
def test_a_file_of_many_lines_may_be_larger_than_any_other_form(organiser, kilobytes):
    lines = "\n" * 40 + "x" * 24
    book = BOOK + lines * (kilobytes * 1024 // len(lines))

    assert send(organiser, "/leagues/thursday-club/imports", book.encode()).status_code == 303


def test_a_form_without_a_file_asks_for_one(organiser):
    answer = organiser.post("/leagues/imports")

    assert answer.status_code == 422
    assert "Choose a file" in text_of(answer)


def test_only_forms_with_a_file_of_whoever_is_signed_in_may_be_large(organiser, app, club):
    large = b"x" * 200_000

    assert send(organiser, "/leagues/thursday-club/imports", large).status_code == 303
    assert send(organiser, "/leagues/thursday-club/settings/name", large).status_code == 413
    assert send(Phone(app), "/leagues/thursday-club/imports", large).status_code == 413


def test_a_file_beyond_the_limit_is_413(organiser):
    answer = organiser.client.post("/leagues/imports", environ_overrides={"CONTENT_LENGTH": str(17 << 20)})

    assert answer.status_code == 413
    assert "scorekeeper league import" in text_of(answer)


def test_what_stands_in_the_file_is_no_account_and_no_device(organiser, club):
    text = organiser.get("/leagues/thursday-club/league.json").text

    assert "olga" not in text.lower()
    assert "device" not in text
    assert json.loads(text)["format"] == "scorekeeper-league"
