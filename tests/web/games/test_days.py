"""The day of a game, wherever it is told: when it began; both days if it went on after a long break."""

from datetime import timedelta

import pytest

from tests.support.phones import text_of

HAND = {0: 25, 2: 45, 3: 110}


@pytest.fixture
def pages(scorer):
    """What each page and file says that tells the day of a game."""

    def texts(game):
        player = scorer.get("/players").text.partition('href="/players/')[2].partition('"')[0]
        paths = [f"/games/{game}{rest}" for rest in ("", "/print", "/game.txt", "/deletion")]
        paths += ["/", *([f"/players/{player}"] if player else [])]
        return {path: text_of(scorer.get(path)) for path in paths}

    return texts


def play(scorer, game, *hands):
    for hand in hands:
        assert scorer.score(game, hand, 1, HAND).status_code == 303


def test_a_game_copied_from_paper_is_of_the_day_on_the_paper(scorer, pages):
    game = scorer.start("Ana", "Ben", "Cem", "Dee", time_zone="Europe/Prague", started_at="2019-05-03T20:00")
    play(scorer, game, *range(1, 8))

    for path, text in pages(game).items():
        assert ("3 May 2019" in text, "2026" in text) == (True, False), path
    assert "Played on 3 May 2019" in text_of(scorer.get(f"/games/{game}/history"))


def test_an_evening_that_ends_after_midnight_has_one_date(scorer, pages, clock, game):
    play(scorer, game, 1, 2)
    clock.at += timedelta(hours=5)
    play(scorer, game, *range(3, 8))

    for path, text in pages(game).items():
        assert ("20 Nov" in text, "21 Nov" in text) == (True, False), path


def test_a_game_that_went_on_a_week_later_is_of_both_days(scorer, pages, clock, game):
    play(scorer, game, 1)
    scorer.suspend(game)
    clock.at += timedelta(days=7)
    scorer.resume(game, 0, 1, 2, 3)
    clock.at += timedelta(hours=5)
    play(scorer, game, *range(2, 8))
    clock.at += timedelta(days=30)
    scorer.correct(game, 7, {"answer": "typed", "went_out": "1"})

    for path, text in pages(game).items():
        assert "20 to 27 Nov" in text, path


def test_a_break_that_was_taken_back_or_is_not_over_tells_no_second_day(scorer, clock, game):
    play(scorer, game, 1)
    scorer.suspend(game)
    clock.at += timedelta(days=7)
    before = scorer.get(f"/games/{game}/game.txt").text
    scorer.resume(game, 0, 1, 2, 3)
    after = scorer.get(f"/games/{game}/game.txt").text
    scorer.undo(game)

    assert [text.splitlines()[0].partition(", ")[2] for text in (before, after)] == [
        "20 November 2026",
        "20 to 27 November 2026",
    ]
    assert scorer.get(f"/games/{game}/game.txt").text == before
