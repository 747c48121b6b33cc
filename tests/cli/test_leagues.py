"""Taking a league out and bringing it in by command, and what the doctor says of leagues."""

import json
import sqlite3
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.models.base import db as database
from tests.support.club import Club, account
from tests.support.commands import Command

BOOK = "date,game,hand,player,points\n2019-03-07,1,1,Ana,25\n2019-03-07,1,1,Ben,0\n"


@pytest.fixture
def club(app: Flask) -> Club:
    with app.app_context():
        club = Club(account())
        club.play("Ana Ben Cem Dee")
        return club


def test_a_league_goes_out_and_comes_in(
    scorekeeper: Command, club: Club, app: Flask, template: Path, tmp_path: Path
) -> None:
    file, again = tmp_path / "club.json", tmp_path / "again.json"
    assert scorekeeper("league", "export", club.slug, str(file)).code == 0
    other = tmp_path / "other"
    assert scorekeeper("db", "upgrade", SCOREKEEPER_DATA=str(other)).code == 0
    here = {"SCOREKEEPER_DATA": str(other)}

    nobody = scorekeeper("league", "import", str(file), **here)
    assert (nobody.code, nobody.error.splitlines()[-1]) == (
        1,
        "Error: Say which account will run the new league: --organiser MAIL",
    )
    looked = scorekeeper("league", "import", str(file), "--check", **here)
    assert (looked.code, looked.output.splitlines()[-1]) == (
        0,
        "Say which account will run the new league: --organiser MAIL",
    )
    _write_account(other)
    brought = scorekeeper("league", "import", str(file), "--organiser", "Olga@example.org", **here)
    assert brought.output.splitlines()[::3] == [
        "New league: Thursday Club",
        "Everything is imported.",
    ]
    assert scorekeeper("league", "export", club.slug, str(again), **here).code == 0
    assert again.read_bytes() == file.read_bytes()
    more = scorekeeper("league", "import", str(file), **here)
    assert more.output == "Everything in the file is here already. There is nothing to import.\n"


def test_a_book_is_checked_without_being_brought_in(
    scorekeeper: Command, club: Club, tmp_path: Path, db: sqlite3.Connection
) -> None:
    file = tmp_path / "book.csv"
    file.write_text(BOOK)

    checked = scorekeeper("league", "import", str(file), "--league", club.slug, "--check")
    assert checked.output.splitlines()[1:] == [
        "games: 1 new, 0 here already",
        "players: 0 new, 2 here already",
        "games that don't count by the rules: 1",
    ]
    assert db.execute("SELECT count(*) FROM game").fetchone() == (1,)
    assert scorekeeper("league", "import", str(file), "--league", club.slug).code == 0
    assert db.execute("SELECT count(*) FROM game").fetchone() == (2,)


@pytest.mark.parametrize(
    ("last", "code", "kinds"),
    [
        ("2019-03-13,1,1,Ben,0", 0, ([], [])),
        ("2019-03-13,1,1,Ben,x", 1, ([], ["points"])),
        ("5/4/2019,1,1,Ben,0", 2, (["dates"], [])),
        ("5 April,1,1,Ben,0", 2, (["year"], [])),
    ],
)
def test_what_was_read_is_printed_for_programs(
    scorekeeper: Command, tmp_path: Path, last: str, code: int, kinds: tuple[list[str], list[str]]
) -> None:
    file = tmp_path / "book.csv"
    file.write_text(f"{BOOK}2019-03-13,1,1,Ana,25\n{last}\n")

    checked = scorekeeper("league", "import", str(file), "--check", "--json")

    read = json.loads(checked.output)
    assert read["games"][0] == {
        "date": "2019-03-07",
        "table": 1,
        "players": ["Ana", "Ben"],
        "hands": [[25, 0]],
        "totals": [25, 0],
        "ended_early": True,
    }
    assert checked.code == code
    assert tuple([part["kind"] for part in read[name]] for name in ("questions", "faults")) == kinds


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(
    scorekeeper: Command, club: Club, tmp_path: Path, db: sqlite3.Connection
) -> None:
    file = tmp_path / "club.json"
    assert scorekeeper("league", "export", club.slug, str(file)).code == 0
    before = file.read_bytes()
    db.execute("UPDATE season SET ranking = 'x'")
    db.commit()

    with pytest.raises(ValueError, match="malformed"):
        scorekeeper("league", "export", club.slug, str(file))
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.glob("*club.json*")] == ["club.json"]


def test_bad_rows_are_printed_with_their_lines(scorekeeper: Command, club: Club, tmp_path: Path) -> None:
    file = tmp_path / "book.csv"
    file.write_text(BOOK + "yesterday,1,2,Ana,7.5\n")

    refused = scorekeeper("league", "import", str(file), "--league", club.slug)

    assert refused.code == 1
    assert refused.error.splitlines()[-3:] == [
        "Row 4: “7.5” isn’t a number of points. Write a whole number.",
        "Row 4: “yesterday” isn’t a date, or there’s no such day. Write it like 2026-11-20.",
        "Error: 2 things are wrong with the file. Nothing was imported.",
    ]
    nowhere = scorekeeper("league", "import", str(file))
    sentence = "Error: This is a score book. Say which league it belongs to: --league SLUG"
    assert nowhere.error.splitlines()[-1] == sentence


def test_a_league_that_is_not_there_is_one_sentence(scorekeeper: Command) -> None:
    outcome = scorekeeper("league", "export", "nowhere", "x.json")

    said = "There is no league 'nowhere' here. It is the end of the league's address: /leagues/SLUG"
    assert (outcome.code, said in outcome.error) == (1, True)


def test_doctor_compares_results_with_the_histories(
    scorekeeper: Command, club: Club, db: sqlite3.Connection
) -> None:
    assert scorekeeper("doctor").code == 0
    game = db.execute("SELECT id FROM game").fetchone()[0]
    db.execute("UPDATE result SET total = 30 WHERE seat = 0")
    db.execute("DELETE FROM result WHERE seat = 3")
    db.execute("UPDATE player SET person = 3 WHERE number = 2")

    examined = scorekeeper("doctor")

    assert examined.code == 1
    lines = examined.output.splitlines()
    assert [line.split(": stored")[0] for line in lines if f"game {game}: result" in line] == [
        f"game {game}: result 0",
        f"game {game}: result 1",
        f"game {game}: result 3",
    ]


def _write_account(data: Path) -> None:
    app = create_app(Settings(data=data))
    with app.app_context():
        account()
        database.engine.dispose()
