"""Recording rulings: what binds, what waits for the sheet, and the history; done, given up, undone."""

import re

import pytest

from tests.support.phones import text_of
from tests.support.referee_forms import (
    CHARGE,
    EXPOSED,
    NO_SCORE,
    SHORT,
    STOCK_OUT,
    WRONG_PACK,
    remove,
    rule,
    tick,
)

COUNT_ASKED = {"irregularity": "silent-matter", "matter": "card-count"}

SHEET = {0: 25, 2: 45, 3: 110}


def seen_at(phone, game, path=""):
    return text_of(phone.get(f"/games/{game}{path}"))


def test_a_duty_is_shown_to_all_and_ticked_off_by_scorers(scorer, watcher, game):
    assert rule(scorer, game, SHORT).location == f"/games/{game}?said=ruled"

    for phone in (scorer, watcher):
        assert "Remember Ben is 2 cards short. They don’t discard after their next 2 draws" in seen_at(
            phone, game
        )
    assert "/duties/" not in watcher.get(f"/games/{game}").text

    assert tick(scorer, game).location == f"/games/{game}?said=duty-done"
    assert "Ben is one card short" in seen_at(watcher, game)
    tick(scorer, game)
    assert "Remember" not in seen_at(watcher, game)


def test_a_charge_waits_on_the_scoring_page_and_counts_once(scorer, game):
    assert rule(scorer, game, CHARGE).location == f"/games/{game}?said=ruled-waits"
    page = scorer.get(f"/games/{game}/hands/1")
    assert 'class="list waiting"' in page.text
    assert 'data-charge="20"' in page.text

    scorer.score(game, 1, 0, {1: 25, 2: 45, 3: 110})
    assert "Ben : 20 points" not in seen_at(scorer, game, "/hands/2")
    assert "Ben with 20 for missing cards Clause 12.5 45" in seen_at(scorer, game, "/hands/1")
    assert "45 (with 20 " in seen_at(scorer, game, "/history")
    assert "Ben 45 (with 20 for missing cards)" in scorer.get(f"/games/{game}/game.txt").text
    assert '1,0,0,45,45,45,45,110,110,"Ana","","","","Ben 20"' in scorer.get(f"/games/{game}/game.csv").text


def test_a_waiting_charge_can_be_removed_and_that_undone(scorer, game):
    rule(scorer, game, CHARGE)
    assert remove(scorer, game).location == f"/games/{game}/hands/1?said=waiting-dropped"
    assert scorer.document(game)["waiting"] == []
    assert scorer.post(f"/games/{game}/waiting/2/0").location == f"/games/{game}?said=waiting-gone"

    scorer.undo(game)
    assert len(scorer.document(game)["waiting"]) == 1


def test_whoever_waits_for_a_charge_cannot_be_out(scorer, game):
    rule(scorer, game, CHARGE)

    refused = scorer.score(game, 1, 1, SHEET)

    assert refused.status_code == 422
    assert (
        "A ruling adds points for Ben’s missing cards. Remove them, or choose another player who went out."
        in text_of(refused)
    )
    # The keypad puts away the question once it is answered, but not what is wrong with the answer.
    question = refused.text.partition('<fieldset class="who"')[2].partition("</fieldset>")[0]
    assert 'id="went_out-faults"' not in question


def test_missing_cards_are_counted_in_one_way_only(scorer, game):
    rule(scorer, game, CHARGE)
    attempt = scorer.attempt(game, 1)
    counted = {
        "went_out": 0,
        "attempt": attempt,
        "cards_2-9-1": 3,
        "missing-1": 2,
        "points-2": 5,
        "points-3": 5,
    }

    refused = scorer.post(f"/games/{game}/hands/1", counted)

    assert "A ruling already adds 20 points for missing cards. Don’t count them twice." in text_of(refused)


@pytest.mark.parametrize(
    ("dispute", "checked"),
    [(NO_SCORE, 'name="not_given-2" value="1" checked'), (STOCK_OUT, 'value="nobody" checked')],
)
def test_what_a_ruling_said_of_the_sheet_is_chosen_already(scorer, game, dispute, checked):
    rule(scorer, game, dispute)

    assert checked in scorer.get(f"/games/{game}/hands/1").text


def test_a_new_deal_ends_what_was_begun(scorer, game):
    rule(scorer, game, SHORT)
    before, old = scorer.document(game)["hand"], scorer.attempt(game, 1)

    assert rule(scorer, game, WRONG_PACK).location == f"/games/{game}?said=ruled-again"

    assert (scorer.document(game)["hand"], scorer.document(game)["duties"]) == (before, [])
    assert scorer.attempt(game, 1) == old + 1
    late = scorer.post(f"/games/{game}/hands/1", {"went_out": 0, "points-1": 5, "attempt": old})
    assert late.status_code == 409


def test_a_sheet_that_was_taken_back_is_not_handed_back_after_a_new_deal(scorer, game):
    scorer.score(game, 1, 1, SHEET)
    scorer.undo(game)
    assert 'value="110"' in scorer.get(f"/games/{game}/hands/1").text

    rule(scorer, game, WRONG_PACK)
    assert 'value="110"' not in scorer.get(f"/games/{game}/hands/1").text
    scorer.undo(game)
    assert 'value="110"' not in scorer.get(f"/games/{game}/hands/1").text


def test_who_leaves_by_a_ruling_posts_a_total(scorer, game):
    scorer.score(game, 1, 1, SHEET)
    dispute = {"irregularity": "player-left", "who-offender": 3, "apply": "yes"}

    assert rule(scorer, game, dispute).location == f"/games/{game}?said=ruled-left"
    assert scorer.document(game)["standings"][-1]["total"] == 70
    assert "left the game" in seen_at(scorer, game, "?said=ruled-left")


def test_a_ruling_from_an_old_page_is_shown_again(scorer, game):
    rule(scorer, game, EXPOSED)

    late = scorer.post(f"/games/{game}/rulings", {"seen": 1, **CHARGE})

    assert late.status_code == 422
    assert "Someone has just saved something in this game." in text_of(late)
    assert re.search(r'name="seen" value="2"', late.text)
    assert scorer.document(game)["version"] == 2


@pytest.mark.parametrize(
    "changed",
    [{"by": "0"}, {"by": "109"}, {"who-offender": "9"}, {"choice": "win"}, {"agreed": "x" * 400}],
)
def test_what_cannot_be_recorded_changes_nothing(scorer, game, changed):
    assert rule(scorer, game, CHARGE, **changed).status_code == 422
    assert scorer.document(game)["version"] == 1


def test_a_ruling_of_no_irregularity_is_a_bad_request(scorer, game):
    assert rule(scorer, game, {"irregularity": "cheating"}).status_code == 400


def test_what_the_rules_leave_open_is_not_saved_undecided(scorer, game):
    before = scorer.document(game)["version"]

    refused = rule(scorer, game, COUNT_ASKED)

    assert refused.status_code == 422
    field = refused.text.partition('id="agreed"')[2].partition("</div>")[0]
    assert "Tap what you agreed on, or write it here." in field
    assert scorer.document(game)["version"] == before
    for decided in ({"choice": "count-told"}, {"agreed": "Only when two are left"}):
        assert rule(scorer, game, COUNT_ASKED, **decided).location == f"/games/{game}?said=ruled"


@pytest.mark.parametrize(
    ("dispute", "asked"),
    [
        ({"irregularity": "no-discard", "next_has_drawn": "yes"}, "wrong-count"),
        (
            {"irregularity": "illegal-laydown", "fault": "not-allowed-now", "why": "out-of-turn"},
            "out-of-turn",
        ),
    ],
)
def test_a_saved_ruling_leads_to_what_is_settled_next(scorer, watcher, game, dispute, asked):
    saved = rule(scorer, game, {**dispute, "who-offender": "2"})

    assert saved.location.startswith(f"/games/{game}/referee/{asked}?")
    assert "who-offender=2" in saved.location
    assert "Ruling saved. Settle this next." in text_of(scorer.get(saved.location))
    page, step = f"/games/{game}/rulings/2", f"/games/{game}/referee/{asked}?"
    assert (step in scorer.get(page).text, step in watcher.get(page).text) == (True, False)
