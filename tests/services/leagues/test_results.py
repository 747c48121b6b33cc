"""The results of a league game are written in the transaction of the entry that changes them."""

import json

from scorekeeper.rules.entries import Corrected, ErrorKind, Renamed
from scorekeeper.services.games import recording
from scorekeeper.services.leagues import persons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.seasons import season_standings
from tests.support.club import START
from tests.support.play import sheet

FOUR = "Ana Ben Cem Dee"
TOTALS = [[0, 25, 1], [1, 150, 2], [2, 315, 3], [3, 770, 4]]


def table(club):
    found = season_standings(club.league_id, "2026")
    lines = found.lines if found else ()
    return [(line.rank, found.people[line.player].name, line.tally.total) for line in lines]


def history(db, *kinds):
    lines = db.execute("SELECT kind, payload FROM league_entry ORDER BY number").fetchall()
    return [(kind, json.loads(payload)) for kind, payload in lines if kind in kinds]


def correction(hand, line):
    whole = sheet(line, hand=hand)
    return Corrected(
        hand, whole.went_out, whole.scores, ErrorKind.SCORESHEET, disputed_before=False, agreed=True
    )


def test_undoing_the_last_hand_takes_the_game_out_and_tells_the_league(club, db):
    game = club.play(FOUR)
    recording.undo(game, 8, now=START)

    assert table(club) == []
    assert history(db, "game-counted", "game-reopened") == [
        ("game-counted", {"game": game, "entry": 8, "was": [], "totals": TOTALS}),
        ("game-reopened", {"game": game, "entry": 9, "was": TOTALS, "totals": []}),
    ]


def test_a_correction_changes_the_table_at_once_and_is_told(club, db):
    game = club.play(FOUR)
    version = club.head.version

    recording.record(game, correction(7, "200 out 45 110"), now=START)

    assert table(club)[:2] == [(1, "Ben", 150), (2, "Ana", 200)]
    assert club.head.version == version + 1
    ((_, told),) = history(db, "game-changed")
    assert (told["was"][0], told["totals"][0]) == ([0, 25, 1], [0, 200, 2])


def test_a_seat_of_another_player_takes_its_result_along_and_back(club, db):
    game = club.play(FOUR)
    before = table(club)

    recording.record(game, Renamed(0, "Zoe"), now=START)
    assert table(club) == [(1, "Zoe", 25), *before[1:]]
    recording.undo(game, 9, now=START)

    assert table(club) == before
    assert history(db, "game-changed") == [
        ("game-changed", {"game": game, "entry": entry, "was": TOTALS, "totals": TOTALS}) for entry in (9, 10)
    ]


def test_another_spelling_of_the_same_player_changes_no_result(club, db):
    game = club.play(FOUR)
    recording.record(game, Renamed(0, "Zoe"), now=START)
    persons.merge(club.league_id, 1, into=5, actor=Actor(club.account_id, START))
    recording.undo(game, 9, now=START)

    assert table(club)[0] == (1, "Zoe", 25)
    assert [told["entry"] for _, told in history(db, "game-changed")] == [9]
