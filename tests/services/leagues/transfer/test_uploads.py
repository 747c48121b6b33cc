"""Proves whose a file is between being looked at and being accepted, and for how long."""

from datetime import timedelta

from scorekeeper.models.engine import writing
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.transfer import uploads
from tests.support.club import START, Club

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


def keep(content, *, league=None, by, now=START):
    return uploads.keep(content, league_id=league and league.league_id, actor=Actor(by, now))


def find(key, *, league=None, by, now=START):
    upload = uploads.find(key, league_id=league and league.league_id, actor=Actor(by, now))
    return upload and upload.content


def test_a_file_for_a_league_is_that_of_all_who_run_it(club, olga, eva):
    other = Club(eva, "Other")
    keep(b"another", league=club, by=olga)
    key = keep(b"book", league=club, by=olga)
    keep(b"a third", league=club, by=olga)

    assert find(key, league=club, by=eva) == b"book"
    assert find(key, league=other, by=olga) is None
    assert find(key, by=olga) is None
    assert find("U" * 22, league=club, by=olga) is None


def test_a_file_for_no_league_is_that_of_who_sent_it(club, olga, eva):
    key = keep(b"a league", by=olga)

    assert find(key, by=olga) == b"a league"
    assert find(key, by=eva) is None
    assert find(key, league=club, by=olga) is None


def test_a_file_is_kept_for_a_day(club, olga):
    key = keep(b"book", league=club, by=olga)

    assert find(key, league=club, by=olga, now=START + DAY - SECOND) == b"book"
    assert find(key, league=club, by=olga, now=START + DAY) is None


def test_of_an_account_the_five_newest_stay(club, olga, eva):
    theirs = keep(b"hers", league=club, by=eva)
    keys = [keep(b"%d" % n, league=club, by=olga, now=START + n * SECOND) for n in range(4)]
    keys += [keep(b"%d" % n, league=club, by=olga, now=START + n * SECOND) for n in (6, 5)]

    found = [find(key, league=club, by=olga, now=START) for key in keys]
    assert found == [None, b"1", b"2", b"3", b"6", b"5"]
    assert find(theirs, league=club, by=olga) == b"hers"


def test_all_files_that_may_be_about_a_league_are_forgotten(club, olga, eva):
    other = Club(eva, "Other")
    gone = [keep(b"1", league=club, by=olga), keep(b"2", by=olga)]
    stay = [keep(b"3", league=other, by=eva), keep(b"4", by=eva), keep(b"5", league=other, by=olga)]

    with writing() as session:
        uploads.forget_all(session, club.league_id)

    assert [find(gone[0], league=club, by=olga), find(gone[1], by=olga)] == [None, None]
    assert [find(key, league=other, by=eva) for key in (stay[0], stay[2])] == [b"3", b"5"]
    assert find(stay[1], by=eva) == b"4"
