"""Correcting a recorded hand: the questions of section 15, and the clause of the answer."""

import pytest

from tests.support.phones import answers_of, sheet, text_of, values_of

OUT = {0: 25, 2: 45, 3: 110}
AGREED = {"answer": "typed"}


@pytest.fixture
def path(scorer, game):
    scorer.score(game, 1, 1, OUT)
    return f"/games/{game}/hands/1/correction"


def test_form_shows_the_recorded_hand(scorer, game, path):
    page = scorer.get(path)

    assert {name: values_of(page)[name] for name in ("points-0", "points-2", "points-3")} == {
        "points-0": "25",
        "points-2": "45",
        "points-3": "110",
    }
    assert 'name="went_out" value="1" checked' in page.text


@pytest.mark.parametrize(("said", "clause"), [("counted", "15.1a"), ("typed", "15.2"), ("agreed", "15.4")])
def test_allowed_correction_says_its_clause(scorer, game, path, said, clause):
    fields = sheet(1, {**OUT, 0: 35}, reason="Ben read it out wrongly", answer=said)
    answer = scorer.correct(game, 1, fields)

    assert answer.status_code == 303
    news = text_of(scorer.get(answer.location))
    assert f"Hand 1 corrected. Ana has 35 instead of 25. Clause {clause}" in news
    assert scorer.document(game)["hands"][0]["scores"][0]["points"] == 35
    history = text_of(scorer.get(f"/games/{game}/history"))
    assert "Ana has 35 instead of 25." in history
    assert "Ben read it out wrongly" in history
    assert f"Clause {clause}" in history
    undone = scorer.get(scorer.undo(game).location)
    assert "Hand 1 is as it was before you corrected it." in text_of(undone)
    assert scorer.document(game)["hands"][0]["scores"][0]["points"] == 25


@pytest.mark.parametrize(
    ("out", "points", "shown"),
    [
        (0, {1: 30, 2: 45, 3: 110}, "Before, Ben went out. Now Ana did. Ana has 0 instead of 25. Ben has 30"),
        (0, {1: 30, 2: 50, 3: 110}, "Clause 15.2"),
    ],
)
def test_news_of_a_correction_says_what_changed_unless_it_is_much(scorer, game, path, out, points, shown):
    address = scorer.correct(game, 1, sheet(out, points, **AGREED)).location

    assert f"Hand 1 corrected. {shown}" in text_of(scorer.get(address))
    assert "Hand 4 corrected. Clause 15.2" in text_of(scorer.get(address.replace("hand=1", "hand=4")))


@pytest.mark.parametrize(("said", "clause"), [("mixed", "15.1"), ("disputed", "15.3a")])
def test_answer_that_leaves_the_score_says_its_clause_and_changes_nothing(scorer, game, path, said, clause):
    before = scorer.document(game)

    answer = scorer.correct(game, 1, sheet(1, {**OUT, 0: 35}, answer=said))

    assert f"Clause {clause}" in text_of(scorer.get(answer.location))
    assert scorer.document(game) == before


@pytest.mark.parametrize("said", ["", "nothing"])
def test_correction_without_an_answer_is_asked_for_it_and_keeps_what_is_typed(scorer, game, path, said):
    before = scorer.document(game)

    answer = scorer.correct(game, 1, sheet(1, {**OUT, 0: 35}, answer=said))

    assert answer.status_code == 422
    assert 'id="answer-faults"' in answer.text
    assert values_of(answer)["points-0"] == "35"
    assert scorer.document(game) == before


def test_cards_can_be_counted_again_only_before_the_next_hand_15_1a(scorer, game, path):
    assert answers_of(scorer.get(path)) == ["typed", "counted", "mixed", "disputed", "agreed"]

    scorer.score(game, 2, 1, OUT)

    assert answers_of(scorer.get(path)) == ["typed", "mixed", "disputed", "agreed"]


def test_every_number_of_a_hand_leads_whoever_scores_to_its_correction(scorer, watcher, game, path):
    pages = {
        page: 2 if page == f"/games/{game}" else 1 for page in (f"/games/{game}", f"/games/{game}/hands/1")
    }
    for page, links in pages.items():
        for seat in range(4):
            assert scorer.get(page).text.count(f'href="{path}#points-{seat}"') == links
        assert path not in watcher.get(page).text


def test_a_player_without_fields_is_asked_for_beside_them(scorer, game, path):
    answer = scorer.correct(game, 1, sheet(1, {0: 35, 2: 45}, **AGREED))

    assert answer.status_code == 422
    beside = answer.text.partition('id="points-3-faults"')[2].partition("</ul>")[0]
    assert "Enter a score for Dee" in beside
    assert scorer.document(game)["hands"][0]["scores"][0]["points"] == 25


def test_a_correction_sent_twice_finds_itself_recorded(scorer, game, path):
    asked = sheet(1, {**OUT, 0: 35}, seen=2, **AGREED)
    scorer.post(path, asked)

    answer = scorer.post(path, asked)

    assert "was already saved with these scores" in text_of(scorer.get(answer.location))
    assert scorer.document(game)["version"] == 3


def test_two_phones_correct_one_hand_and_neither_overwrites_the_other_unseen(scorer, partner, game, path):
    first, second = _seen(scorer.get(path)), _seen(partner.get(path))
    scorer.post(path, sheet(1, {**OUT, 0: 35}, seen=first, **AGREED))

    unfinished = partner.post(path, sheet(1, {**OUT, 2: 50}, seen=second, answer=""))
    assert unfinished.status_code == 422
    assert _seen(unfinished) == second

    answer = partner.post(path, sheet(1, {**OUT, 2: 50}, seen=_seen(unfinished), **AGREED))

    assert answer.status_code == 409
    assert "Player Saved This phone Ana 35 25 Cem 45 50" in text_of(answer)
    assert scorer.document(game)["hands"][0]["scores"][0]["points"] == 35

    agreed = sheet(1, {**OUT, 0: 35, 2: 50}, seen=_seen(answer), **AGREED)
    assert partner.post(path, agreed).status_code == 303
    scores = scorer.document(game)["hands"][0]["scores"]
    assert (scores[0]["points"], scores[2]["points"]) == (35, 50)


def test_a_hand_taken_back_meanwhile_cannot_be_corrected(scorer, partner, game, path):
    seen = _seen(partner.get(path))
    scorer.undo(game)

    answer = partner.post(path, sheet(1, {**OUT, 0: 35}, seen=seen, **AGREED))

    assert answer.status_code == 409
    assert "Score hand 1 first. It isn’t saved yet." in text_of(answer)


def _seen(page):
    """The version of the game that a correction form carries."""
    return page.text.partition('name="seen" value="')[2].partition('"')[0]


@pytest.mark.parametrize("number", [2, 8, 999999999])
def test_a_hand_not_yet_played_is_409(scorer, game, path, number):
    later = path.replace("/1/", f"/{number}/")

    assert scorer.get(later).status_code == 409
    assert scorer.post(later, sheet(1, OUT, **AGREED)).status_code == 409
