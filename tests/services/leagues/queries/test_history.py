"""The history of a league: names of today, games as they are now, and which totals a correction changed."""

from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues import games as verbs
from scorekeeper.services.leagues import persons, players, seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.history import PER_PAGE, RankChange, history_page
from tests.support.club import START
from tests.support.play import ANAS


def newest(club):
    return history_page(club.league_id).lines[0]


def test_game_that_counts_tells_all_totals(club):
    club.play("Ana Ben Cem Dee")

    line = newest(club)

    assert line.kind is EntryKind.GAME_COUNTED
    assert line.changes == (
        RankChange("Ana", None, 25, None, 1), RankChange("Ben", None, 150, None, 2),
        RankChange("Cem", None, 315, None, 3), RankChange("Dee", None, 770, None, 4),
    )  # fmt: skip


def test_game_that_goes_on_again_tells_the_totals_that_no_longer_count(club):
    game = club.play("Ana Ben", *["out 5"] * 7)
    recording.undo(game, recording.current(game).standing_entries[-1], now=START, origin=Origin(ANAS))

    line = newest(club)

    assert line.kind is EntryKind.GAME_REOPENED
    assert [(change.name, change.after) for change in line.changes] == [("Ana", None), ("Ben", None)]


def test_names_are_those_of_today(club):
    club.play("Ana Ben Cem Dee")
    players.rename(club.league_id, 1, "Anna", actor=Actor(club.account_id, START))
    players.add(club.league_id, ["Bea"], actor=Actor(club.account_id, START))
    persons.merge(club.league_id, 5, into=2, actor=Actor(club.account_id, START))

    lines = {line.kind: line for line in history_page(club.league_id).lines}

    assert lines[EntryKind.GAME_COUNTED].game.names == ("Anna", "Ben", "Cem", "Dee")
    assert lines[EntryKind.PLAYER_RENAMED].names == ((1, "Anna"),)
    assert lines[EntryKind.PLAYER_MERGED].names == ((5, "Bea"), (2, "Ben"))
    assert lines[EntryKind.PLAYER_MERGED].by == "Olga"


def test_struck_game_tells_the_reason_of_now(club):
    game = club.play("Ana Ben Cem Dee")
    verbs.strike(club.league_id, game, "A trial", actor=Actor(club.account_id, START))
    assert newest(club).game.struck_reason == "A trial"

    verbs.bring_back(club.league_id, game, actor=Actor(club.account_id, START))

    assert [line.game.struck_reason for line in history_page(club.league_id).lines[:2]] == [None, None]


def test_history_comes_page_by_page(club):
    for number in range(PER_PAGE):
        players.add(club.league_id, [f"P{number}"], actor=Actor(club.account_id, START))

    first, second, beyond = (history_page(club.league_id, page=page) for page in (1, 2, 3))

    assert [line.number for line in first.lines] == list(range(PER_PAGE + 1, 1, -1))
    assert [line.kind for line in second.lines] == [EntryKind.FOUNDED]
    assert (first.pages, second.page) == (2, 2)
    assert beyond == second


def test_settings_are_told_as_they_were_set(club):
    club.play("Ana Ben", *["out 5"] * 7)
    ranking = Ranking(Method.TOTALS, best_of=6)
    seasons.set_ranking(club.league_id, "2026", ranking, actor=Actor(club.account_id, START))

    payload = newest(club).payload

    assert payload["season"] == "2026"
    assert (payload["ranking"]["method"], payload["ranking"]["best_of"]) == ("totals", 6)
