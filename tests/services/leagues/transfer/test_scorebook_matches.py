"""Score books with games that the league has: imported before, or exported from it."""

from itertools import chain

import pytest

from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import persons, players
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.persons import erase
from scorekeeper.services.leagues.queries.games import hand_rows
from scorekeeper.services.leagues.queries.players import player_list
from scorekeeper.services.leagues.transfer import importing
from tests.support.elsewhere import text_of
from tests.support.play import ANAS, corrected
from tests.support.scorebooks import book, rows

HEAD = "date,game,hand,player,points,dealer,posted,out,counts"
BOOK = "date,game,hand,player,points\n2019-03-07,1,1,Ana,0\n2019-03-07,1,1,Ben,25\n2019-03-07,1,1,Eva,45\n"


@pytest.fixture
def who(club, now):
    return Actor(club.account_id, now)


@pytest.fixture
def accept(club, who):
    def accept(text):
        planner = importing.planner(text.encode(), into=club.league_id, actor=who)
        plan = importing.dry_run(planner)
        return plan if plan.faults else importing.run_import(planner, plan=plan, actor=who)

    return accept


def table_of(club):
    """The rows of `hands.csv`."""
    lines = [HEAD]
    for row in hand_rows(club.league_id):
        flags = ("yes" if flag else "no" for flag in (row.posted, row.out, row.counts))
        cells = (row.started_at.date(), row.game, row.hand, row.player, row.points, row.dealer, *flags)
        lines.append(",".join(map(str, cells)))
    return "\n".join(lines) + "\n"


def reasons(plan):
    return [(fault.line, fault.code.value) for fault in plan.faults]


def numbers(club):
    return {player.name: player.number for player in player_list(club.league_id)}


def test_a_leagues_own_hands_are_here_already(club, accept, who):
    club.play("Eva Ana Ben", *("out 5 -",) * 7, day=3)
    running = club.go_on(club.begin("Ana Ben", day=4), "out 5")
    league_games.strike(club.league_id, club.play("Ana Ben", *("out 5",) * 7, day=5), "a trial", actor=who)
    persons.merge(club.league_id, numbers(club)["Eva"], into=numbers(club)["Dee"], actor=who)
    players.rename(club.league_id, numbers(club)["Cem"], "Cemal", actor=who)
    erase(club.league_id, numbers(club)["Ben"], confirmation="Ben", actor=who)
    before = text_of(club.league_id)
    assert running

    plan = accept(table_of(club))

    assert (plan.faults, plan.changes_nothing) == ([], True)
    assert (plan.existing_games, plan.left_out) == (2, 2)
    assert text_of(club.league_id) == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (",1,Ben,25,", ",1,Ben,30,"),
        (",1,Ben,25,Ana,no,no", ",1,Ben,25,Ana,yes,no"),
    ],
)
def test_a_game_of_the_league_with_other_rows_is_refused(club, accept, old, new):
    text = table_of(club)
    assert old in text

    assert reasons(accept(text.replace(old, new))) == [(2, "game-differs")]


def test_a_hand_that_somebody_else_won_is_refused_though_all_points_are_the_same(accept):
    book = BOOK.replace("points\n", "points,out\n").replace("5\n", "5,no\n").replace(",0\n", ",0,yes\n")
    accept(book)

    assert accept(book).changes_nothing
    assert reasons(accept(book.replace("yes", "no").replace("25,no", "25,yes"))) == [(2, "game-differs")]


def test_hands_from_before_a_correction_are_refused(club, accept, now, db):
    old = table_of(club)
    game = db.execute("SELECT id FROM game").fetchone()[0]
    recording.record(game, corrected("out 20 45 110"), now=now, origin=Origin(ANAS))

    assert reasons(accept(old)) == [(2, "game-differs")]
    assert accept(table_of(club)).changes_nothing


def test_a_label_that_our_tables_quote_is_the_same_label(accept):
    accept(BOOK.replace(",1,1,", ",-Rec,1,"))

    plan = accept(BOOK.replace(",1,1,", ",'-Rec,1,"))

    assert (plan.faults, plan.changes_nothing, plan.existing_games) == ([], True, 1)


def test_what_does_not_count_elsewhere_is_left_out(accept):
    book = BOOK.replace("points\n", "points,counts\n").replace("5\n", "5,no\n").replace(",0\n", ",0,no\n")

    plan = accept(book)

    assert (plan.faults, plan.games, plan.players, plan.left_out) == ([], 0, [], 1)


def test_a_book_is_known_though_its_players_are_called_otherwise_by_now(club, accept, who):
    accept(BOOK)
    players.rename(club.league_id, numbers(club)["Eva"], "Evelyn", actor=who)
    players.rename(club.league_id, numbers(club)["Ana"], "Anna", actor=who)
    erase(club.league_id, numbers(club)["Ben"], confirmation="Ben", actor=who)

    plan = accept(BOOK)

    assert (plan.faults, plan.changes_nothing, plan.existing_games) == ([], True, 1)


def test_a_book_with_somebody_else_at_a_table_is_refused(accept):
    accept(BOOK)

    assert reasons(accept(BOOK.replace("Eva", "Cem"))) == [(2, "game-differs")]


def test_a_book_of_another_table_on_the_same_day_has_games_of_its_own(accept):
    accept(BOOK)
    other = BOOK.replace("Ana", "Fay").replace("Eva", "Guy").replace("45", "40")

    assert accept(other).games == 1
    assert accept(other).changes_nothing
    assert accept(BOOK).changes_nothing
    assert reasons(accept(other.replace("40", "50"))) == [(2, "game-differs")]


def test_a_game_is_known_whatever_number_its_table_got(accept):
    first, *others = ("Ana Ben Cem", "0 5 10"), ("Dee Eva Fay", "0 5 10"), ("Dee Eva Fay", "0 15 10")

    def evening(*games):
        tables = enumerate(games, start=1)
        return book(*chain(*(rows(hand, names=names, game=number) for number, (names, hand) in tables)))

    accept(evening(*others))

    plan = accept(evening(first, *others))

    assert (plan.faults, plan.existing_games, [game.label for game in plan.new_games]) == ([], 2, ["1"])
    for games in ((first, *others), others, others[::-1]):
        assert accept(evening(*games)).changes_nothing
    assert accept(evening(("Dee Fay Eva", "0 5 10"), *others)).games == 1


def test_whose_game_it_is_is_told_once_the_names_are_known(club, who):
    players.add(club.league_id, ["Peter Lang"], actor=who)
    content = f"{BOOK}2019-03-07,1,1,P. Lang,10\n".encode()
    answers = {"name P. Lang": "leave out"}
    importing.run_import(
        importing.planner(content, into=club.league_id, actor=who, answers=answers), actor=who
    )

    plan = importing.dry_run(importing.planner(content, into=club.league_id, actor=who))
    assert (plan.asks, plan.faults) == (True, [])


@pytest.mark.parametrize("line", ["sep=;\n", '"sep=;"\r\n', "SEP=;;;;;\n"])
def test_the_line_that_excel_puts_above_is_passed_over(accept, line):
    plan = accept(line + BOOK.replace(",", ";") + "2019-03-07;1;2;Ana;x\n")

    assert reasons(plan) == [(6, "points")]
