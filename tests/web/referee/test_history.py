"""The history, the correction page and the page of two versions of a hand show rulings and their charges."""

import re

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.rules.entries import Ruled
from scorekeeper.rules.rulings import Remedied
from scorekeeper.services.games import recording
from tests.support.phones import sheet, text_of
from tests.support.referee_forms import CHARGE, EXPOSED, NO_SCORE, SHORT, WRONG_MELD, remove, rule, tick

MAY_I = {
    "irregularity": "may-i",
    "wanted_by_player_in_turn": "no",
    "has_drawn": "no",
    "in_turn": 1,
    "claimants": ("0", "3"),
}


def history(phone, game):
    return text_of(phone.get(f"/games/{game}/history"))


def full_ruling(phone, game):
    """The address behind "See the whole ruling"."""
    page = phone.get(f"/games/{game}/history").text
    return re.search(r'href="([^"]*)">See the whole ruling', page)[1].replace("&amp;", "&")


def test_a_ruling_is_told_with_its_player_outcome_clauses_and_effect(scorer, watcher, game):
    rule(scorer, game, CHARGE)

    assert (
        "Ruling: Too many or too few cards 20:00 "
        "Ben is short of cards. That’s 20 points. Clause 12.5 Clause 12.5a See the whole ruling"
    ) in history(watcher, game)
    rule(scorer, game, CHARGE, apply="no")
    assert (
        "Who has too many or too few? Ben Too few cards. Add 20 points. Clause 12.5 Clause 12.5a "
        "See the whole ruling"
    ) in history(watcher, game)


def test_a_claim_is_told_without_a_name_for_each_role(scorer, watcher, game):
    rule(scorer, game, MAY_I)

    told = "Ruling: Who gets the discard? 20:00 Who said “May I”? Ana , Dee Dee gets the card."
    assert told in history(watcher, game)


def test_a_choice_and_the_tables_own_words_are_told(scorer, game):
    said = {
        "irregularity": "illegal-laydown",
        "fault": "wrong-meld",
        "choice": "put-right",
        "agreed": "Once more",
    }
    rule(scorer, game, said)

    assert "Chosen: Put it right Agreed: Once more See the whole ruling" in history(scorer, game)
    whole = text_of(scorer.get(full_ruling(scorer, game)))
    assert "Clause 14.4 Agreed: Once more" in whole
    assert "What to do" not in whole


def test_a_matter_that_the_rules_leave_open_is_named(scorer, game):
    rule(scorer, game, {"irregularity": "silent-matter", "matter": "card-count", "agreed": "Always"})

    matter = "Saying how many you hold"
    told = f"{matter}. The rules don’t cover this. Clause 5.10 Agreed: Always"
    assert told in history(scorer, game)
    assert f"Ruling: {matter}" in history(scorer, game)
    assert f"Undo: ruling “{matter}”" in text_of(scorer.get(f"/games/{game}"))


def test_what_was_done_or_given_up_is_told(scorer, game):
    rule(scorer, game, SHORT)
    tick(scorer, game)
    assert "Task ticked off 20:00 Ben is 2 cards short" in history(scorer, game)
    rule(scorer, game, CHARGE)
    remove(scorer, game)
    told = history(scorer, game)
    assert "Ruling left out of the score 20:00 These 20 points weren’t added to what Ben held." in told
    assert "will be added" not in told
    assert "will be added" not in text_of(scorer.get(full_ruling(scorer, game)))


def test_what_was_taken_back_is_struck(scorer, game):
    rule(scorer, game, CHARGE)
    headline = GRAPHS[Irregularity.WRONG_COUNT].headline
    assert f"Undo: ruling “{headline}”" in text_of(scorer.get(f"/games/{game}"))
    scorer.undo(game)

    page = scorer.get(f"/games/{game}/history")
    assert f"<del>Ruling: {headline}</del>" in page.text
    assert f"Undone: ruling “{headline}”" in text_of(page)


@pytest.mark.parametrize("dispute", [CHARGE, SHORT, EXPOSED, MAY_I, NO_SCORE])
def test_the_full_ruling_is_the_one_that_was_shown(scorer, watcher, game, dispute):
    query = {name: value for name, value in dispute.items() if name not in ("irregularity", "apply")}
    shown = scorer.get(f"/games/{game}/referee/{dispute['irregularity']}", query_string=MultiDict(query))
    rule(scorer, game, dispute, apply="no")

    told = watcher.get(full_ruling(watcher, game))

    assert told.status_code == 200
    assert _ordered(told) == _ordered(shown) != []
    assert "/rulings" not in re.findall(r'action="([^"]*)"', told.text)


def test_the_full_ruling_says_what_was_asked_and_who_was_who(scorer, game):
    rule(scorer, game, MAY_I)
    rule(scorer, game, NO_SCORE)
    pages = [text_of(scorer.get(f"/games/{game}/rulings/{entry}")) for entry in (2, 3)]
    assert "Whose turn is it? Ben Who said “May I”? Ana , Dee" in pages[0]
    assert pages[0].count("Who said “May I”?") == 1
    assert "Who didn’t give a score? Cem" in pages[1]
    assert re.search(r"\? 25, 45", pages[1]), "the scores of the others"


def test_the_full_ruling_stays_whoever_leaves_and_whatever_is_scored(scorer, watcher, game):
    rule(scorer, game, CHARGE)
    rule(scorer, game, {"irregularity": "player-left", "who-offender": 3}, apply="yes")
    before = [text_of(watcher.get(f"/games/{game}/rulings/{entry}")) for entry in (2, 3)]
    assert "20 points" in before[0]
    assert "Who’s leaving? Dee" in before[1]

    scorer.score(game, 1, 0, {1: 25, 2: 45})
    scorer.leave(game, 1)

    assert [text_of(watcher.get(f"/games/{game}/rulings/{entry}")) for entry in (2, 3)] == before


def test_who_did_it_is_told_where_the_ruling_does_without(scorer, game):
    offered = scorer.get(f"/games/{game}/referee/illegal-laydown?fault=wrong-meld")
    assert "Who was it? (optional) Ana Ben Cem Dee" in text_of(offered)
    assert "To save this ruling, tap" not in text_of(offered)
    rule(scorer, game, WRONG_MELD, **{"who-offender": 2})

    assert "Who laid them down? Cem" in text_of(scorer.get(full_ruling(scorer, game)))


def test_only_rulings_have_a_page(scorer, game):
    assert scorer.get(f"/games/{game}/rulings/1").status_code == 404
    assert scorer.get(f"/games/{game}/rulings/9").status_code == 404


@pytest.mark.parametrize(("irregularity", "outcome"), [("no-such", "x"), ("wrong-count", "no-such")])
def test_a_ruling_in_words_that_are_gone_still_has_its_page(app, clock, scorer, game, irregularity, outcome):
    gone = Ruled(
        1,
        irregularity,
        facts=(("weather", "fine"),),
        outcome=outcome,
        roles=(("guest", 1),),
        choice="none",
        remedies=(Remedied("sing", "guest", None, (1,)),),
        clauses=("12.5",),
    )
    with app.app_context():
        recording.record(game, gone, now=clock())

    page = scorer.get(f"/games/{game}/rulings/2")
    assert page.status_code == 200
    assert "Who was it? Ben" in text_of(page)
    assert "Clause 12.5" in text_of(page)
    assert scorer.get(f"/games/{game}/history").status_code == 200


def test_a_correction_shows_the_charge_and_keeps_it(scorer, game):
    rule(scorer, game, CHARGE)
    scorer.score(game, 1, 0, {1: 25, 2: 45, 3: 110})
    page = scorer.get(f"/games/{game}/hands/1/correction").text
    assert "<bdi>Ben</bdi>, points for missing cards" in page
    assert re.search(r'name="charge-1" type="text" value="20"', page)
    assert 'id="points-1" name="points-1" value="25"' in page

    kept = sheet(0, {1: 30, 2: 45, 3: 110}, answer="typed")
    scorer.correct(game, 1, kept)
    assert _points(scorer, game) == [0, 50, 45, 110]
    refused = scorer.correct(game, 1, {**kept, "charge-1": "2x"})
    assert "Enter a whole number." in text_of(refused)
    assert 'value="2x"' in refused.text
    assert scorer.correct(game, 1, {**kept, "charge-1": "5"}).status_code == 422
    scorer.correct(game, 1, {**kept, "charge-1": ""})
    assert _points(scorer, game) == [0, 30, 45, 110]


def test_two_versions_show_both_with_the_charge(scorer, partner, game):
    rule(scorer, game, CHARGE)
    old = partner.attempt(game, 1)
    scorer.score(game, 1, 0, {1: 25, 2: 45, 3: 110})

    versions = partner.post(f"/games/{game}/hands/1", sheet(0, {1: 35, 2: 45, 3: 110}, attempt=old))

    assert versions.status_code == 409
    assert "Player Saved This phone Ben 45 55 Keep" in text_of(versions)
    seen = re.search(r'name="seen" value="(\d+)"', versions.text)[1]
    mine = sheet(0, {1: 35, 2: 45, 3: 110}, seen=seen, choice="mine")
    partner.post(f"/games/{game}/hands/1/choice", mine)
    assert _points(scorer, game) == [0, 55, 45, 110]


def _ordered(page):
    """The remedies on a page, as they are read."""
    ordered = re.search(r'<ol class="remedies">.*?</ol>', page.text, re.DOTALL)
    return [
        " ".join(re.sub("<[^>]+>", "", line).split())
        for line in re.findall(r"<span>(.*?)</span>", ordered[0], re.DOTALL)
    ]


def _points(phone, game):
    return [score["points"] for score in phone.document(game)["hands"][0]["scores"]]
