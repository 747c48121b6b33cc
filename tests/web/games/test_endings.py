"""How a game ends: won, or stopped for good, which nobody wins; and whether it counts, and why not."""

import csv
import io
import re

import pytest

from tests.support.phones import text_of

OUT = {0: 25, 2: 45, 3: 110}


@pytest.fixture
def stopped(scorer, game):
    """Ended after one hand by everybody."""
    scorer.score(game, 1, 1, OUT)
    scorer.leave(game, 0, 1, 2, 3)
    return game


@pytest.mark.parametrize("page", ["", "/print", "/game.txt"])
def test_nobody_wins_a_game_that_was_stopped(scorer, stopped, page):
    page_text = text_of(scorer.get(f"/games/{stopped}{page}"))

    assert "there’s no winner" in page_text.lower()
    assert "8.4a" in page_text
    for word in ("wins by", "wins with", "share the win", "Ranking", "Final scores"):
        assert word not in page_text


def test_stopped_game_names_its_last_hand(scorer, stopped):
    assert "Ended after hand 1" in text_of(scorer.get(f"/games/{stopped}"))
    page_text = text_of(scorer.get("/"))
    assert "Ended after hand 1" in page_text
    assert "won with" not in page_text
    assert "No results yet" in text_of(scorer.get("/players"))


@pytest.mark.parametrize("page", ["", "/game.txt"])
def test_a_game_may_stop_before_its_first_score(scorer, game, page):
    scorer.leave(game, 0, 1, 2)

    assert "before the first score" in text_of(scorer.get(f"/games/{game}{page}"))
    assert "Ended before the first score" in text_of(scorer.get("/"))


def test_equal_first_ones_share_the_win(scorer, game):
    for hand in range(1, 7):
        out = hand % 2
        scorer.score(game, hand, out, {1 - out: 5, 2: 45, 3: 110})
    scorer.score(game, 7, 2, {0: 5, 1: 5, 3: 110})

    assert "Ana and Ben share the win with 20 points" in text_of(scorer.get(f"/games/{game}"))


def test_first_three_have_medals_which_equals_share_and_nobody_who_left(scorer, game):
    for hand in range(1, 7):
        scorer.score(game, hand, 1, {0: 5, 2: 5, 3: 110})
    scorer.leave(game, 3)
    scorer.score(game, 7, 1, {0: 5, 2: 5})

    page = scorer.get(f"/games/{game}").text

    assert re.findall(r'class="rank([^"]*)">(\d)<', page) == [
        (" medal-1", "1"),
        (" medal-2", "2"),
        (" medal-2", "2"),
        ("", "4"),
    ]


def test_game_that_was_stopped_has_no_medals_and_no_crown(scorer, stopped):
    page = scorer.get(f"/games/{stopped}").text

    assert "medal-" not in page
    assert "trophy" not in page


def test_what_comes_next_stands_below_the_ranking_and_above_the_story(scorer, game):
    _play_all(scorer, game, OUT)

    page = text_of(scorer.get(f"/games/{game}"))

    sentences = (
        "Ben led from the first hand to the last.",
        "Ben went out 7 times, more than anyone else.",
    )
    places = [
        page.index(part) for part in ("Ranking", "Play again", "Share picture", *sentences, "All hands")
    ]
    assert places == sorted(places)


def test_cards_are_dealt_out_only_after_the_last_save(scorer, game):
    _play_all(scorer, game, OUT)

    assert 'class="rejoicing begins"' in scorer.get(f"/games/{game}?said=hand-saved&hand=7").text
    assert 'class="rejoicing"' in scorer.get(f"/games/{game}").text


def _play_all(phone, game, points):
    for hand in range(1, 8):
        phone.score(game, hand, 1, points)


def _join(phone, game, start="40", after="3"):
    fields = {"name": "Eva", "after": after, "start": "other", "start_score": start}
    assert phone.post(f"/games/{game}/arrivals", fields).status_code == 303


@pytest.fixture
def joined(scorer, game):
    """Eva joins for hand 2 with 40 points."""
    scorer.score(game, 1, 1, OUT)
    _join(scorer, game)
    return game


@pytest.mark.parametrize(("page", "places"), [("", 3), ("/print", 2)])
def test_start_score_is_marked_wherever_it_counts(scorer, joined, page, places):
    page_text = text_of(scorer.get(f"/games/{joined}{page}"))

    # The standings, the start and the totals; on paper the last are the standings.
    assert page_text.count("40 ‡") == places
    assert "‡ Joined late, with a starting score that you agreed on. Clause 8.7a" in page_text


def test_start_score_is_marked_in_text_and_csv(scorer, joined):
    assert "Eva 40 (joined late with 40, 8.7a)" in scorer.get(f"/games/{joined}/game.txt").text

    rows = _rows(scorer, joined)
    assert rows[1] == ["Start", *[""] * 8, "40", "", "", "", "", "Eva", ""]
    assert rows[-2][-2] == "Eva"


def test_csv_says_who_was_out_posted_left_and_joined(scorer, joined):
    points = {"points-0": "5", "points-2": "10", "points-4": "5", "not_given-3": "1"}
    attempt = scorer.attempt(joined, 2)
    scorer.post(f"/games/{joined}/hands/2", {"went_out": "1", "attempt": attempt, **points})
    scorer.leave(joined, 0)

    rows = _rows(scorer, joined)

    numbers = ("5", "5", "0", "0", "10", "10", "15", "", "5", "5")
    assert rows[3] == ["2", *numbers, "Ben", "Dee", "Ana", "Eva", ""]
    assert rows[4][-5:] == ["", "Ana", "Ana", "Eva", ""]


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("/print", "Eva joined late, so the game counts only for the others."),
        ("/game.txt", "Someone joined late, so the game counts only for the others (8.7a)."),
    ],
)
def test_the_reason_why_a_game_does_not_count_is_the_true_one(scorer, joined, page, why):
    assert why in text_of(scorer.get(f"/games/{joined}{page}"))


def test_a_stopped_game_says_why_it_does_not_count_above_its_totals(scorer, stopped):
    page = scorer.get(f"/games/{stopped}").text
    reasons = "<p>The scores so far are kept", '<p class="muted">This game doesn’t count'
    places = [page.index(part) for part in ("</h1>", *reasons, "</table>")]

    assert places == sorted(places)
    assert 'class="notice' not in page


def test_a_stopped_game_names_who_left_if_somebody_stayed(scorer, game, stopped):
    early = scorer.start("Ana", "Ben", "Cem", "Dee")
    scorer.leave(early, 0, 1, 2)
    page_text = text_of(scorer.get(f"/games/{early}"))

    assert "Ana , Ben and Cem left. There’s no winner." in page_text
    assert "same seats" not in page_text
    assert "Dee left." not in text_of(scorer.get(f"/games/{stopped}"))


def test_players_at_the_start_decide_whether_it_is_outside_the_rules(scorer, clock):
    game = scorer.start("Ana", "Ben", "Cem")
    scorer.score(game, 1, 1, {0: 25, 2: 45})
    _join(scorer, game, after="2")

    page_text = text_of(scorer.get(f"/games/{game}"))

    assert "This game started with 3 players. The rules are for 4 to 8. Clause 1.2a" in page_text


def test_undo_says_what_it_takes_back_and_whose(scorer, game):
    scorer.post(f"/games/{game}/seats", {"seat": 0, "name-0": "Anna"})
    assert _undo(scorer, game) == "Undo: the new name"
    scorer.score(game, 1, 1, OUT)
    assert _undo(scorer, game) == "Undo: hand 1"
    _join(scorer, game)
    assert _undo(scorer, game) == "Undo: Eva joining"
    scorer.leave(game, 0, 4)
    assert _undo(scorer, game) == "Undo: Anna and Eva leaving"
    scorer.suspend(game)
    assert _undo(scorer, game) == "Undo: taking a break"
    scorer.resume(game, 1, 2, 3)
    assert _undo(scorer, game) == "Undo: carrying on"


def _undo(phone, game):
    """The text of the undo button, which is one element."""
    buttons = re.findall(
        r'<button class="button" id="undo">(.*?)</button>', phone.get(f"/games/{game}").text, re.S
    )
    return " / ".join(" ".join(re.sub(r"<[^>]+>", "", button).split()) for button in buttons)


def _rows(phone, game):
    text = phone.get(f"/games/{game}/game.csv").text.removeprefix("\ufeff")
    return list(csv.reader(io.StringIO(text)))
