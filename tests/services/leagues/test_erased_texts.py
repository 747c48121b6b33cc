"""Proves that games follow their players: new names stand everywhere, and texts go with who is erased."""

import json
from dataclasses import replace

import pytest

from scorekeeper.models.engine import writing
from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.rules.entries import Agreed, Joined, Renamed
from scorekeeper.services.common import idempotency
from scorekeeper.services.common.idempotency import StoredAnswer
from scorekeeper.services.games import projection, recording, rulings
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.services.games.rulings import Dispute
from scorekeeper.services.leagues.persons import forget_texts
from scorekeeper.services.leagues.players import show_names
from tests.support.league_rows import called, club, league_game
from tests.support.play import NOW, corrected, played

ANA, BEN = 1, 2
FACTS = {"other_scores": [25, 45]}


@pytest.fixture
def league():
    return club()


def refresh(*players: int) -> None:
    with writing() as session:
        show_names(session, players)


def forget(*players: int) -> None:
    with writing() as session:
        forget_texts(session, players)


def notes(db) -> list[tuple[object, ...]]:
    return db.execute("SELECT game_id, entry, field, text FROM entry_note ORDER BY 1, 2, 3").fetchall()


def test_a_new_name_stands_in_every_game_of_the_player_and_in_no_other(db, league):
    first, other = league_game("Ana Ben Cem", league), league_game("Ben Cem", league)
    recording.record(first, Renamed(0, "Dee"), now=NOW)
    db.execute("UPDATE player SET name = 'Anna' WHERE id = ?", [ANA])

    refresh(ANA)

    assert recording.entries(first)[0].event.players == ("Anna", "Ben", "Cem")
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
    recording.record(game_id, corrected("30 out 45", reason="sixes for nines"), now=NOW)
    for seat in (0, 2):
        missing = Dispute(Irregularity.MISSING_SCORE, FACTS, roles={Who.OFFENDER: seat}, agreed="as usual")
        rulings.rule(game_id, lambda _game, missing=missing: missing, now=NOW)
    for said in ("ana, again", "Anastasia", "the ANA rule"):
        recording.record(game_id, Agreed("6.3", "What now?", said), now=NOW)
    return game_id


def test_every_text_of_a_game_of_the_player_is_blanked_and_what_was_decided_stays(db, talkative):
    before = [replace(entry, event=None) for entry in recording.entries(talkative)]
    codes = "SELECT entry, clause, irregularity, choice FROM precedent ORDER BY entry"
    decided = db.execute(codes).fetchall()

    forget(ANA)

    assert {text for *_, text in notes(db)} == {""}
    assert db.execute("SELECT DISTINCT question, agreed FROM precedent").fetchall() == [("", "")]
    assert db.execute(codes).fetchall() == decided != []
    assert [replace(entry, event=None) for entry in recording.entries(talkative)] == before
    assert projection.differences(talkative) == ()


def test_a_game_names_whoever_it_named_once(db, league):
    game_id = league_game("Ana Ben", league)
    played(game_id, "25 out")
    arrived = recording.record(game_id, Joined("Cem", 0), now=NOW).entry
    recording.undo(game_id, arrived, now=NOW)
    recording.record(game_id, Agreed("6.3", "What now?", "as usual"), now=NOW)

    forget(3)

    assert {text for *_, text in notes(db)} == {""}


def test_in_other_games_of_the_league_what_has_the_name_in_it_is_blanked(db, league, talkative):
    beside = league_game("Ben Cem", league)
    played(beside, "25 out")
    recording.record(beside, corrected("30 out", reason="sixes for nines"), now=NOW)
    for said in ("ana, again", "Anastasia", "the ANA rule"):
        recording.record(beside, Agreed("6.3", "What now?", said), now=NOW)
    before = version_of(beside)

    forget(ANA)

    assert [line[2:] for line in notes(db) if line[0] == beside] == [
        ("reason", "sixes for nines"),
        *(("agreed", ""), ("question", "What now?")),
        *(("agreed", "Anastasia"), ("question", "What now?")),
        *(("agreed", ""), ("question", "What now?")),
    ]
    assert projection.differences(beside) == ()
    assert version_of(beside) == (before[0], before[1] + 1)


def test_texts_of_other_leagues_stay(db, league):
    elsewhere = league_game("Ana Ben", club("other"))
    recording.record(elsewhere, Agreed("6.3", "What now?", "the ANA rule"), now=NOW)
    league_game("Ana Ben", league)

    forget(3)

    assert "the ANA rule" in [text for *_, text in notes(db)]


def test_texts_about_a_merged_player_go_with_the_person(db, league, talkative):
    league_game("Anka Ben", league)
    db.execute("UPDATE player SET person = 4 WHERE id = ?", [ANA])

    forget(4)

    assert {text for *_, text in notes(db)} == {""}


def test_remembered_answers_about_games_of_the_player_are_forgotten(db, league):
    mine, other = league_game("Äna Ben", league), league_game("Ben Cem", league)
    for key, route, body in (
        ("by route", f"POST /games/{mine}/hands", "{}"),
        ("by answer", "POST /games", json.dumps({"id": mine, "names": ["Ana"]})),
        ("by name", f"POST /games/{other}/notes", json.dumps({"said": [{"text": "the ÄNA rule"}]})),
        ("another", f"POST /games/{other}/hands", json.dumps({"id": other, "names": ["Änalena"]})),
        ("no document", f"POST /games/{other}/hands", "Änalena"),
    ):
        answer = StoredAnswer(201, body)
        idempotency.once(lambda answer=answer: answer, route=route, caller="c", key=key, body=b"", now=NOW)

    forget(ANA)

    assert db.execute("SELECT route FROM idempotency").fetchall() == [(f"POST /games/{other}/hands",)] * 2
