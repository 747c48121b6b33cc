"""Old score books: what their rows tell, what is refused with its line, and that nothing half is written."""

import sqlite3
from datetime import timedelta

import pytest

from scorekeeper.rules.faults import FaultCode, StateViolation
from scorekeeper.rules.game import Status
from scorekeeper.scorebooks.faults import FileFaultCode
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.persons import erase
from scorekeeper.services.leagues.queries.seasons import season_standings
from scorekeeper.services.leagues.transfer import importing
from scorekeeper.services.maintenance import doctor
from tests.support.elsewhere import text_of
from tests.support.play import ANAS, corrected
from tests.support.racing import race
from tests.support.scorebooks import book, rows

WHOLE = rows(*("0 25 45 110",) * 6, "25 0 45 110")


@pytest.fixture
def accept(club, now):
    def accept(text):
        planner = importing.planner(text.encode(), into=club.league_id, actor=Actor(club.account_id, now))
        return importing.run_import(planner, actor=Actor(club.account_id, now))

    return accept


def test_a_book_counts_in_the_season_of_its_days(club, accept):
    plan = accept(book(*WHOLE))

    assert (plan.games, plan.existing_players, plan.players, plan.unfinished) == (1, 4, [], [])
    table = season_standings(club.league_id, "2019")
    named = [(line.rank, table.people[line.player].name, line.tally.total) for line in table.lines]
    assert named == [(1, "Ana", 25), (2, "Ben", 150), (3, "Cem", 315), (4, "Dee", 770)]
    assert doctor.check_every_game().wrong == {}


def test_the_same_book_again_writes_nothing_even_after_a_correction(club, accept, now, db):
    accept(book(*WHOLE))
    old = db.execute("SELECT id FROM game ORDER BY started_at").fetchone()[0]
    recording.record(old, corrected("out 20 45 110"), now=now, origin=Origin(ANAS))
    before = text_of(club.league_id)

    assert accept(book(*WHOLE)).changes_nothing
    assert text_of(club.league_id) == before


def test_an_import_of_which_a_game_was_corrected_stays(club, accept, now, db):
    accept(book(*WHOLE))
    old = db.execute("SELECT id FROM game ORDER BY started_at").fetchone()[0]
    later = now + timedelta(seconds=1)
    recording.record(old, corrected("out 20 45 110"), now=later, origin=Origin(ANAS))

    assert importing.last_import(club.league_id).is_changed
    assert not importing.undo(club.league_id, actor=Actor(club.account_id, later))


def test_an_import_stays_once_its_season_is_closed(club, accept, now):
    accept(book(*WHOLE))
    organiser = Actor(club.account_id, now)
    seasons.set_closed(club.league_id, "2019", True, actor=organiser)
    before = text_of(club.league_id)

    with pytest.raises(StateViolation) as refused:
        importing.undo(club.league_id, actor=organiser)

    assert [fault.code for fault in refused.value.faults] == [FaultCode.SEASON_CLOSED]
    assert text_of(club.league_id) == before
    seasons.set_closed(club.league_id, "2019", False, actor=organiser)
    assert importing.undo(club.league_id, actor=organiser)


def test_new_games_stay_out_of_a_closed_season(club, accept, look, now):
    accept(book(*WHOLE))
    seasons.set_closed(club.league_id, "2019", True, actor=Actor(club.account_id, now))
    more = book(
        *WHOLE,
        *(row for day in ("04-01", "04-02") for row in rows("0 5", names="Ana Zoe", day=f"2019-{day}")),
    )
    last = rows("0 5", names="Ana Ben", day="2020-04-01")

    plan = look(more + "\n".join(last))

    assert [(fault.code, fault.lines, fault.values) for fault in plan.faults] == [
        (FileFaultCode.SEASON_CLOSED, (30, 32), {"name": "2019", "games": 2})
    ]
    assert (plan.games, plan.existing_games, plan.left_out, plan.people) == (1, 1, 2, [])
    assert look(book(*WHOLE)).changes_nothing
    asking = look(book(*rows("0 5", names="Ana Zoe", day="3/4/2019")))
    assert (asking.asks, asking.faults) == (True, [])


def test_whoever_has_no_more_rows_has_left(club, accept):
    accept(book(*rows(*("0 25 45 110",) * 5), *rows("0 25 45 .", "0 25 45 .", first=6)))

    table = season_standings(club.league_id, "2019")
    assert [line.tally.total for line in table.lines] == [0, 175, 315, 490]
    assert [line.tally.best for line in table.lines] == [0, 175, 315, None]


def test_a_game_that_stopped_early_has_ended_and_counts_nowhere(club, accept):
    plan = accept(book(*WHOLE[:8]))

    assert [(told.label, len(told.state.hands)) for told in plan.discarded] == [("1", 2)]
    assert (plan.unfinished, plan.new_games[0].state.status) == ([], Status.FINISHED)
    assert season_standings(club.league_id, "2019").lines == ()


def test_an_erased_player_does_not_come_back(club, look, now):
    erase(club.league_id, 1, confirmation="Ana", actor=Actor(club.account_id, now))

    plan = look(book(*WHOLE))

    assert [player.name for player in plan.players] == ["Ana"]


def test_two_who_bring_in_the_same_book_at_once_write_it_once(app, club, now, db):
    def bring():
        planner = importing.planner(
            book(*WHOLE).encode(), into=club.league_id, actor=Actor(club.account_id, now)
        )
        return importing.run_import(planner, actor=Actor(club.account_id, now)).changes_nothing

    assert sorted(race(app, bring, bring)) == [False, True]
    assert db.execute("SELECT count(*) FROM game").fetchone() == (2,)


def test_the_league_keeps_a_line_of_it(club, accept, db: sqlite3.Connection):
    accept(book(*WHOLE, *rows("0 5", names="Ana Zoe", day="2019-04-01")))

    line = db.execute("SELECT kind, payload FROM league_entry ORDER BY number DESC").fetchone()
    assert line == ("imported", '{"file":"csv","games":2,"players":1}')


def test_a_book_of_today_is_not_of_the_future(look, now):
    today = (now - timedelta(hours=19)).date().isoformat()

    assert look(book(*rows("0 5", names="Ana Ben", day=today))).faults == []
