"""Two phones enter one hand differently: both versions are shown, and the table chooses (8.6, 15.2)."""

import pytest

from tests.support.phones import sheet, text_of, values_of

OUT = {0: 25, 2: 45, 3: 110}
NOT_GIVEN = {f"not_given-{seat}": "1" for seat in (0, 2, 3)}


def _post(phone, game, number, fields):
    return phone.post(f"/games/{game}/hands/{number}", fields)


@pytest.mark.parametrize(
    ("out", "points", "shown"),
    [
        (1, {0: 30, 2: 45, 3: 110}, "Ana 25 30 "),
        (2, {0: 25, 1: 45, 3: 110}, "Ben 0 went out 45 Cem 45 0 went out "),
        ("nobody", {0: 25, 1: 45, 2: 45, 3: 110}, "Ben 0 went out 45 Nobody went out No Yes "),
    ],
)
def test_two_versions_show_where_they_differ_and_nothing_is_overwritten(
    scorer, partner, game, out, points, shown
):
    scorer.score(game, 1, 1, OUT)

    answer = _post(partner, game, 1, sheet(out, points, attempt=1))

    assert answer.status_code == 409
    assert "Two versions of hand 1" in text_of(answer)
    assert f"Player Saved This phone {shown}Keep the saved scores" in text_of(answer)
    assert scorer.document(game)["hands"][0]["scores"][0]["points"] == 25


def test_keeping_the_recorded_version_changes_nothing(scorer, partner, game):
    scorer.score(game, 1, 1, OUT)
    before = scorer.document(game)

    answer = partner.post(f"/games/{game}/hands/1/choice", {"choice": "keep"})

    assert "stay as they are" in text_of(partner.get(answer.location))
    assert scorer.document(game) == before


def test_agreeing_on_the_other_version_is_a_correction_by_15_2(scorer, partner, game):
    scorer.score(game, 1, 1, OUT)
    mine = sheet(0, {1: 30, 2: 45, 3: 110}, choice="mine", seen=2)

    answer = partner.post(f"/games/{game}/hands/1/choice", mine)

    assert answer.status_code == 303
    assert scorer.document(game)["hands"][0]["went_out"] == 0
    assert "Two phones had different scores for this hand." in text_of(scorer.get(f"/games/{game}/history"))


def test_a_choice_sent_twice_finds_itself_recorded(scorer, partner, game):
    scorer.score(game, 1, 1, OUT)
    mine = sheet(0, {1: 30, 2: 45, 3: 110}, choice="mine", seen=2, form_id="f" * 22)
    partner.post(f"/games/{game}/hands/1/choice", mine)
    before = scorer.document(game)

    answer = partner.post(f"/games/{game}/hands/1/choice", mine)

    assert answer.location == f"/games/{game}?said=form-recorded"
    assert scorer.document(game) == before


def test_a_choice_between_old_versions_is_asked_again(scorer, partner, game):
    scorer.score(game, 1, 1, OUT)
    scorer.correct(game, 1, sheet(1, {**OUT, 0: 35}, answer="counted"))

    answer = partner.post(f"/games/{game}/hands/1/choice", sheet(1, {**OUT, 0: 30}, choice="mine", seen=2))

    assert answer.status_code == 409
    assert "Ana 35 30" in text_of(answer)


def test_a_choice_about_a_hand_taken_back_meanwhile_leads_to_its_form(scorer, partner, game):
    scorer.score(game, 1, 1, OUT)
    scorer.undo(game)
    mine = sheet(1, {**OUT, 0: 30}, choice="mine", seen=2)

    answer = partner.post(f"/games/{game}/hands/1/choice", mine)

    assert answer.status_code == 409
    assert "This page was out of date. Everything you typed is still here." in text_of(answer)
    assert values_of(answer)["points-0"] == "30"
    assert scorer.document(game)["hands"] == []


def test_a_choice_about_a_void_attempt_is_asked_again_after_a_change(scorer, partner, game):
    _post(scorer, game, 1, sheet(1, {}, attempt=1, **NOT_GIVEN))
    scorer.post(f"/games/{game}/seats", {"seat": "3", "name-3": "Dana"})
    mine = sheet(1, OUT, choice="mine", seen=2, attempt=1)

    answer = partner.post(f"/games/{game}/hands/1/choice", mine)

    assert answer.status_code == 409
    assert "That means you play it again. Clause 8.6" in text_of(answer)
    assert "Dana no score 110" in text_of(answer)
    again = partner.post(f"/games/{game}/hands/1/choice", {**mine, "seen": 3})
    assert (again.status_code, scorer.document(game)["hand"]["number"]) == (303, 2)


def test_a_chosen_version_without_all_scores_is_refused_by_name(scorer, partner, game):
    scorer.score(game, 1, 1, OUT)
    conflict = _post(partner, game, 1, sheet(1, {0: 30, 2: 45, 3: ""}, attempt=1))
    assert 'name="points-3"' not in conflict.text

    answer = partner.post(f"/games/{game}/hands/1/choice", sheet(1, {0: 30, 2: 45}, choice="mine", seen=2))

    assert answer.status_code == 422
    assert "Enter a score for Dee" in text_of(answer)


def test_a_chosen_version_that_is_void_again_is_played_again(scorer, game):
    _post(scorer, game, 1, sheet(1, {}, attempt=1, **NOT_GIVEN))
    mine = {**sheet(1, {}, choice="mine", seen=2), "points-0": "25", "not_given-2": "1", "not_given-3": "1"}
    mine = {**mine, "went_out": "nobody", "not_given-1": "1"}

    answer = scorer.post(f"/games/{game}/hands/1/choice", mine)

    assert answer.location.endswith("?hand=1&said=hand-replay")
    assert scorer.document(game)["hand"]["number"] == 1


@pytest.mark.parametrize("fields", [{}, {"choice": "other"}, {"choice": "mine", "went_out": "x"}])
def test_a_choice_that_says_nothing_is_400(scorer, game, fields):
    scorer.score(game, 1, 1, OUT)

    assert scorer.post(f"/games/{game}/hands/1/choice", fields).status_code == 400
