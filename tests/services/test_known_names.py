"""Proves that games follow their players: new names stand everywhere, and texts go with who is erased."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import update

from scorekeeper.config import DATABASE_NAME
from scorekeeper.models import PlayerRow
from scorekeeper.models.engine import writing
from scorekeeper.referee.words import Irregularity, Who
from scorekeeper.rules.entries import Agreed, Arranged, Renamed
from scorekeeper.services import games, idempotency, known_names, projection, rulings
from scorekeeper.services.idempotency import Answer
from scorekeeper.services.reading.version import version_of
from scorekeeper.services.rulings import Dispute
from tests.services.club import called, club, league_game
from tests.services.play import NOW, corrected, played

ANA, BEN = 1, 2
FACTS = {"other_scores": [25, 45]}


@pytest.fixture
def league():
    return club()


def refresh(*players: int) -> None:
    with writing() as connection:
        known_names.refresh(connection, players)


def forget(*players: int) -> None:
    with writing() as connection:
        known_names.forget_texts(connection, players)


def notes(db) -> list[tuple[object, ...]]:
    return db.execute("SELECT game_id, entry, field, text FROM entry_note ORDER BY 1, 2, 3").fetchall()


def test_a_new_name_stands_in_every_game_of_the_player_and_in_no_other(db, league):
    first, other = league_game("Ana Ben Cem", league), league_game("Ben Cem", league)
    games.record(first, Renamed(0, "Dee"), now=NOW)
    db.execute("UPDATE player SET name = 'Anna' WHERE id = ?", [ANA])

    refresh(ANA)

    assert games.entries(first)[0].deed.players == ("Anna", "Ben", "Cem")
    assert (version_of(first), version_of(other)) == ((2, 2), (1, 1))
    db.execute("UPDATE player SET name = 'Benno' WHERE id = ?", [BEN])
    refresh(BEN)
    assert db.execute("SELECT name FROM seat ORDER BY game_id = ?, number", [first]).fetchall() == [
        ("Benno",),
        ("Cem",),
        ("Dee",),
        ("Benno",),
        ("Cem",),
    ]
    for game_id in (first, other):
        assert projection.differences(game_id) == ()


def test_a_merged_player_is_called_like_the_person_and_again_otherwise_when_parted(db, league):
    game_id = league_game("Ana Ben", league)
    league_game("Anka Ben", league)
    anka = 3
    db.execute("UPDATE player SET person = ? WHERE id = ?", [anka, ANA])
    refresh(ANA)
    assert called(game_id) == ["Anka", "Ben"]

    db.execute("UPDATE player SET name = 'Anna' WHERE id = ?", [anka])
    refresh(anka)
    assert called(game_id) == ["Anna", "Ben"]
    assert db.execute("SELECT name, player_id FROM seat WHERE game_id = ?", [game_id]).fetchall() == [
        ("Anna", ANA),
        ("Ben", BEN),
    ]

    db.execute("UPDATE player SET person = id")
    refresh(ANA)
    assert called(game_id) == ["Ana", "Ben"]
    assert projection.differences(game_id) == ()


@pytest.fixture
def talkative(league) -> str:
    """A game of Ana, Ben and Cem with texts about all of them."""
    game_id = league_game("Ana Ben Cem", league)
    played(game_id, "25 out 45")
    games.record(game_id, corrected("30 out 45", reason="sixes for nines"), now=NOW)
    for seat in (0, 2):
        missing = Dispute(Irregularity.MISSING_SCORE, FACTS, roles={Who.OFFENDER: seat}, agreed="as usual")
        rulings.rule(game_id, lambda _game, missing=missing: missing, now=NOW)
    for said in ("ana, again", "Anastasia", "the ANA rule"):
        games.record(game_id, Agreed("6.3", "What now?", said), now=NOW)
    return game_id


def test_texts_about_the_player_are_blanked_and_no_others(db, talkative):
    forget(ANA)

    assert notes(db) == [
        (talkative, 3, "reason", ""),
        (talkative, 4, "agreed", ""),
        (talkative, 5, "agreed", "as usual"),
        (talkative, 6, "agreed", ""),
        (talkative, 6, "question", "What now?"),
        (talkative, 7, "agreed", "Anastasia"),
        (talkative, 7, "question", "What now?"),
        (talkative, 8, "agreed", ""),
        (talkative, 8, "question", "What now?"),
    ]
    assert projection.differences(talkative) == ()


def test_texts_of_games_without_the_player_stay(db, league, talkative):
    without = league_game("Ben Cem", league)
    played(without, "25 out")
    games.record(without, corrected("30 out", reason="sixes for nines"), now=NOW)
    before = [line for line in notes(db) if line[0] == without]

    forget(ANA)

    assert [line for line in notes(db) if line[0] == without] == before != []


def test_a_ruling_is_about_whoever_had_the_seat_then(db, league):
    game_id = league_game("Ana Ben", league)
    missing = Dispute(Irregularity.MISSING_SCORE, FACTS, roles={Who.OFFENDER: 0}, agreed="as usual")
    rulings.rule(game_id, lambda _game: missing, now=NOW)
    games.record(game_id, Arranged((1, 0), first_dealer=0), now=NOW)

    forget(BEN)
    assert [text for *_, text in notes(db)] == ["as usual"]

    forget(ANA)
    assert [text for *_, text in notes(db)] == [""]


def test_texts_about_a_merged_player_go_with_the_person(db, league, talkative):
    league_game("Anka Ben", league)
    db.execute("UPDATE player SET person = 4 WHERE id = ?", [ANA])

    forget(4)

    assert [text for *_, field, text in notes(db) if field != "question"] == [
        *("", "", "as usual", "", "Anastasia", ""),
    ]


def test_remembered_answers_about_games_of_the_player_are_forgotten(db, league):
    mine, other = league_game("Ana Ben", league), league_game("Ben Cem", league)
    for key, route, body in (
        ("by route", f"POST /games/{mine}/hands", "{}"),
        ("by answer", "POST /games", json.dumps({"id": mine, "names": ["Ana"]})),
        ("another", f"POST /games/{other}/hands", json.dumps({"id": other})),
    ):
        answer = Answer(201, body)
        idempotency.once(lambda answer=answer: answer, route=route, caller="c", key=key, body=b"", now=NOW)

    forget(ANA)

    assert db.execute("SELECT route FROM idempotency").fetchall() == [(f"POST /games/{other}/hands",)]


def test_an_erased_name_is_in_no_part_of_the_file(data, db, league):
    league_game("Bartholomäus Ben", league)
    file = data / DATABASE_NAME
    erased = {"name": "Erased player 1", "name_key": "\0 1 and somewhat longer"}
    with writing() as connection:
        connection.execute(update(PlayerRow).where(PlayerRow.id == 1).values(erased))
        known_names.refresh(connection, [1])
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    assert (b"Ben" in file.read_bytes(), b"artholom" in file.read_bytes()) == (True, False)
