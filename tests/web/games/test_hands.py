"""Scoring a hand, going back, saving twice and too late: always by plain forms."""

import re

import pytest

from tests.support.phones import Phone, sheet, text_of, values_of
from tests.support.referee_forms import CHARGE, rule

OUT = {0: 25, 2: 45, 3: 110}
NOT_GIVEN = {f"not_given-{seat}": "1" for seat in (0, 2, 3)}


def _post(phone, game, number, fields):
    return phone.post(f"/games/{game}/hands/{number}", fields)


@pytest.mark.parametrize(
    ("went_out", "points", "field", "clause"),
    [
        (1, {0: 12, 2: 45, 3: 110}, "points-0", "7.2a"),
        (1, {0: 25, 1: 5, 2: 45, 3: 110}, "points-1", "7.2a"),
        (1, {0: 25, 2: 45, 3: 5000}, "points-3", "2.1"),
        (1, {0: 25, 2: 45, 3: ""}, "points-3", "8.5"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(scorer, game, went_out, points, field, clause):
    answer = _post(scorer, game, 1, sheet(went_out, points, attempt=1))

    assert answer.status_code == 422
    beside = answer.text.partition(f'id="{field}-faults"')[2].partition("</ul>")[0]
    assert f"#c{clause}" in beside
    assert {name: values_of(answer)[name] for name in map("points-{}".format, points)} == {
        f"points-{seat}": str(number) for seat, number in points.items()
    }
    assert scorer.document(game)["hands"] == []


def test_too_few_scores_mean_the_hand_is_played_again(scorer, game):

    answer = _post(scorer, game, 1, sheet(1, {}, attempt=1, **NOT_GIVEN))

    assert answer.status_code == 303
    page = text_of(scorer.get(answer.location))
    assert "Fewer than two players gave a score. Clause 8.6" in page
    assert page.count("Fewer than two players gave a score.") == 1
    assert "Play hand 1 again, with the same dealer" in text_of(scorer.get(f"/games/{game}"))
    assert scorer.document(game)["hand"]["number"] == 1


def test_back_after_a_save_says_recorded_and_offers_a_correction(scorer, game):
    scorer.score(game, 1, 1, OUT)

    page = scorer.get(f"/games/{game}/hands/1")

    assert '<h1 id="title">Hand 1</h1>' in page.text
    assert "Two sets Dealer Ana Went out Ben Player Points Total" in text_of(page)
    assert re.search(rf'<a [^>]*href="/games/{game}/hands/1/correction">.*Correct hand 1</a>', page.text)


def test_page_of_a_hand_tells_the_points_and_the_totals_of_then(scorer, game):
    scorer.score(game, 1, 1, OUT)
    scorer.score(game, 2, 0, {1: 15, 2: 30, 3: 60})
    scorer.score(game, 3, None, {0: 5, 1: 20, 2: 40, 3: 10})

    second, third = (scorer.get(f"/games/{game}/hands/{hand}") for hand in (2, 3))

    assert (
        "Dealer Ben Went out Ana Player Points Total "
        "Ana went out 0 25 Ben 15 15 Cem 30 75 Dee 60 170 Correct hand 2"
    ) in text_of(second).replace("Hand 1 Hand 3 ", "")
    assert "Ana 5 30 Dee 10 180 Ben 20 35 Cem 40 115" in text_of(third)
    assert "Nobody went out. The stock ran out twice. Clause 6.2" in text_of(third)


def test_pages_of_hands_lead_to_the_one_before_and_the_one_after(scorer, watcher, game):
    scorer.score(game, 1, 1, OUT)
    assert _beside(watcher, game, 1) == []
    scorer.score(game, 2, 1, OUT)
    scorer.score(game, 3, 1, OUT)

    assert _beside(watcher, game, 1) == [("next", f"/games/{game}/hands/2")]
    assert _beside(watcher, game, 2) == [
        ("prev", f"/games/{game}/hands/1"),
        ("next", f"/games/{game}/hands/3"),
    ]
    assert _beside(watcher, game, 3) == [("prev", f"/games/{game}/hands/2")]


def _beside(phone, game, hand):
    return re.findall(r'rel="(prev|next)" href="([^"]+)"', phone.get(f"/games/{game}/hands/{hand}").text)


def test_page_of_a_hand_leads_to_its_rulings(scorer, game):
    rule(scorer, game, CHARGE)
    scorer.score(game, 1, 0, {1: 25, 2: 45, 3: 110})
    rule(scorer, game, CHARGE)
    scorer.undo(game)
    scorer.score(game, 2, 1, OUT)

    pages = [scorer.get(f"/games/{game}/hands/{hand}").text for hand in (1, 2)]

    assert [re.findall(r'href="[^"]+/rulings/(\d+)"', page) for page in pages] == [["2"], []]


def test_a_hand_still_to_come_is_409_with_the_current_one(app, scorer, game):
    answer = scorer.get(f"/games/{game}/hands/5")

    assert answer.status_code == 409
    assert "Go to hand 1. Everyone is playing that hand now." in text_of(answer)
    assert "Nothing was changed" not in text_of(answer)
    assert f'href="/games/{game}/hands/1"' in answer.text
    watched = Phone(app).get(f"/games/{game}/hands/5").text
    assert f'href="/games/{game}"' in watched
    assert f'href="/games/{game}/hands/1"' not in watched


@pytest.mark.parametrize(("said", "shown"), [("", True), ("waiting-dropped", True), ("hand-undone", False)])
def test_scores_of_an_undone_hand_say_so_unless_the_news_do(scorer, game, said, shown):
    scorer.score(game, 1, 1, OUT)
    scorer.undo(game)

    page = text_of(scorer.get(f"/games/{game}/hands/1?said={said}"))

    assert ("These are the scores from before." in page) is shown


def test_an_attempt_that_never_was_is_out_of_date(scorer, game):
    answer = _post(scorer, game, 1, sheet(1, OUT, attempt=7))

    assert answer.status_code == 409
    assert "This page was out of date. Everything you typed is still here." in text_of(answer)


def test_scoring_a_suspended_game_is_409(scorer, game):
    scorer.suspend(game)

    assert scorer.get(f"/games/{game}/hands/1").status_code == 409
    answer = _post(scorer, game, 1, sheet(1, OUT, attempt=1))
    assert answer.status_code == 409
    assert "Tap “Carry on” first. This game is on a break." in text_of(answer)


def test_a_refused_sheet_of_a_hand_that_is_over_leads_to_the_game(scorer, finished):
    answer = scorer.post(f"/games/{finished}/hands/1", {})

    assert answer.status_code == 409
    assert "Tap who went out." in text_of(answer)
    assert f'href="/games/{finished}"' in answer.text


@pytest.mark.parametrize("wrong", ["abc", "2 5", "5.0", "1e3", "²", "9" * 5000, "٢٥x", "-"])
def test_a_score_that_is_no_number_is_said_beside_its_field(scorer, game, wrong):
    answer = scorer.post(f"/games/{game}/hands/1", sheet(1, {0: wrong, 2: 45, 3: 110}, attempt=1))

    assert answer.status_code == 422
    assert 'id="points-0-faults"' in answer.text
