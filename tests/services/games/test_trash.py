"""Proves that a deleted game can be restored for 30 days, and is removed after that."""

from datetime import timedelta

import pytest

from scorekeeper.models.base import Base
from scorekeeper.referee.codes import Irregularity, OptionCode
from scorekeeper.rules.entries import Agreed, Arranged, Departed, Joined, Renamed, Started, Suspended, Undone
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import invitations, projection, recording, rights, rulings, trash
from scorekeeper.services.games.log import Origin
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.services.games.queries.home import home_page
from scorekeeper.services.games.rulings import Dispute
from tests.support.league_rows import club, league_game
from tests.support.play import ANAS, BENS, NOW, SHEETS, let_in, played, sheet, started

LAST_DAY = NOW + timedelta(days=30) - timedelta(seconds=1)
TOO_LATE = NOW + timedelta(days=30)


def test_a_deleted_game_is_hidden_until_it_is_restored():
    game_id = started()
    played(game_id, *SHEETS)
    game = recording.current(game_id)

    trash.delete(game_id, now=NOW)

    assert version_of(game_id) is None
    assert [line.id for line in home_page(ANAS).deleted] == [game_id]
    assert home_page(ANAS).running == ()

    trash.restore(game_id, now=LAST_DAY)

    assert recording.current(game_id) == game
    assert version_of(game_id) == (7, 3)
    assert home_page(ANAS).deleted == ()


def test_what_is_not_there_is_neither_deleted_nor_restored():
    game_id = started()
    with pytest.raises(UnknownGame):
        trash.restore(game_id, now=NOW)
    trash.delete(game_id, now=NOW)
    with pytest.raises(UnknownGame):
        trash.delete(game_id, now=NOW)
    with pytest.raises(UnknownGame):
        trash.delete("no-such-game", now=NOW)
    with pytest.raises(UnknownGame):
        trash.restore(game_id, now=TOO_LATE)
    late = started()
    trash.delete(late, now=LAST_DAY)
    trash.restore(late, now=TOO_LATE)
    assert version_of(late) is not None


def test_after_30_days_every_row_of_a_deleted_game_is_gone(db):
    gone, kept = started(), started()
    for game_id in (gone, kept):
        played(game_id, "- out - -", *SHEETS)
        invitations.invite(game_id, now=NOW)
    trash.delete(gone, now=NOW)

    assert trash.purge(LAST_DAY) == 0
    assert trash.purge(TOO_LATE) == 1

    for table in ("game", "entry", "seat", "hand", "score", "scorer_right"):
        column = "id" if table == "game" else "game_id"
        assert db.execute(f"SELECT DISTINCT {column} FROM {table}").fetchall() == [(kept,)]
    assert projection.differences(kept) == ()


def test_no_table_keeps_a_row_of_a_game_that_is_gone(db):
    league = club()
    gone, kept = league_game("Ana Ben", league), league_game("Ana Ben", league)
    for game_id in (gone, kept):
        recording.record(game_id, Agreed(None, "What now?", "Go on"), now=NOW)
    trash.delete(gone, now=NOW)

    trash.purge(TOO_LATE)

    of_games = [table.name for table in Base.metadata.tables.values() if "game_id" in table.c]
    left = {name: db.execute(f"SELECT DISTINCT game_id FROM {name}").fetchall() for name in of_games}
    assert {name for name, rows in left.items() if rows == [(kept,)]} >= {"game_name", "entry_note"}
    assert [name for name, rows in left.items() if (gone,) in rows] == []
    assert db.execute("SELECT name FROM player").fetchall() == [("Ana",), ("Ben",)]


def test_a_game_that_goes_leaves_the_one_played_after_it(db):
    first = started()
    second = recording.start_game(recording.entries(first)[0].event, now=NOW, previous=first)
    played(second, "out 5 5 5")
    trash.delete(first, now=NOW)

    trash.purge(TOO_LATE)

    assert db.execute("SELECT id, previous_game FROM game").fetchall() == [(second, None)]


DAY = timedelta(days=1)
WEEK = trash.EMPTY_FOR


def _then(*events, device=ANAS):
    """A game with these events after its start."""

    def make():
        game_id = started(device=device)
        for event in events:
            recording.record(game_id, event, now=NOW)
        return game_id

    return make


def _deleted():
    game_id = started()
    trash.delete(game_id, now=NOW)
    return game_id


def _joined():
    game_id = started()
    let_in(game_id, BENS, now=NOW + DAY)
    return game_id


def _from_paper():
    return recording.start_game(
        Started(("Ana", "Ben"), 0, NOW - 90 * DAY), now=NOW + DAY, origin=Origin(ANAS)
    )


def _ruled():
    game_id = started()
    dispute = Dispute(Irregularity.ILLEGAL_LAYDOWN, {"fault": "wrong-meld"}, choice=OptionCode.ALL_BACK)
    rulings.rule(game_id, lambda _game: dispute, now=NOW, partly=True)
    return game_id


NOTE = Agreed(None, "What now?", "Go on")
ABANDONED = {
    "by a phone": started,
    "by a program": lambda: invitations.start_by_program(Started(("Ana", "Ben"), 0, NOW), now=NOW),
    "by a command": lambda: started(device=None),
}
KEPT = {
    "a hand": _then(sheet("25 out 45 110")),
    "a hand taken back": _then(sheet("25 out 45 110"), Undone(2)),
    "a note": _then(NOTE),
    "a ruling": _ruled,
    "a name put right": _then(Renamed(0, "Anna")),
    "other seats": _then(Arranged((1, 0, 2, 3), 0)),
    "a player more": _then(Joined("Eva", after=0, start_score=0)),
    "a player less": _then(Departed((3,))),
    "a player more, taken back": _then(Joined("Eva", after=0, start_score=0), Undone(2)),
    "a break": _then(Suspended(agreed=True)),
    "a league": lambda: league_game("Ana Ben", club()),
    "another phone let in": _joined,
    "a day less than a week": _from_paper,
    "deleted, which can be taken back": _deleted,
}


@pytest.mark.parametrize("begun", ABANDONED)
def test_a_game_begun_and_left_is_gone_after_a_week(db, begun):
    ABANDONED[begun]()

    assert trash.purge(NOW + WEEK - timedelta(seconds=1)) == 0
    assert trash.purge(NOW + WEEK) == 1

    of_games = [table.name for table in Base.metadata.tables.values() if "game_id" in table.c] + ["game"]
    assert {name: db.execute(f"SELECT count(*) FROM {name}").fetchone() for name in of_games} == (
        dict.fromkeys(of_games, (0,))
    )


def test_a_game_with_anything_in_it_is_kept_whatever_else_goes(db):
    kept = sorted(make() for make in KEPT.values())
    before = db.execute("SELECT * FROM game ORDER BY id").fetchall()
    gone = [make() for make in ABANDONED.values()]

    assert trash.purge(NOW + WEEK) == len(gone)

    assert db.execute("SELECT * FROM game ORDER BY id").fetchall() == before
    assert [row[0] for row in before] == kept
    assert trash.purge(NOW + WEEK) == 0


def test_rights_survive_deletion_and_restoration():
    game_id = started()
    trash.delete(game_id, now=NOW)
    trash.restore(game_id, now=NOW)

    assert rights.has_right(game_id, ANAS)
