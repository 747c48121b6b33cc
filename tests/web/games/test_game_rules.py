"""Other rules in a running game, and the end of a session: asked of everyone, told, undone."""

import pytest

from scorekeeper.rules.entries import Started
from scorekeeper.services.games import invitations, recording
from tests.support.own_rules import own
from tests.support.phones import form_of, text_of, values_of

SHEET = {1: 25, 2: 25, 3: 40}


def look(phone, game, **fields):
    return phone.change_rules(f"/games/{game}/rules", look="1", **fields)


def agree(phone, game, *, seen=None, **fields):
    """Ask everyone about a change, and say that they agree; `seen` as a page shown earlier has it."""
    asked = values_of(look(phone, game, **fields), "hidden")
    asked = {**asked, "agreed": "1"} | ({"seen": seen} if seen else {})
    return phone.post(f"/games/{game}/rules", asked)


@pytest.fixture
def session(app, clock, scorer):
    """A game by rules under which the table may end it after any hand."""
    with app.app_context():
        started = Started(("Ana", "Ben", "Cem", "Dee"), 0, clock.at, rules=own())
        game = recording.start_game(started, now=clock.at)
        link = invitations.invite(game, now=clock.at).token
    assert scorer.post(f"/join/{link}").status_code == 303
    return game


def test_new_rules_are_for_the_next_hand_and_can_be_undone(scorer, game):
    scorer.score(game, 1, 0, SHEET)

    answer = agree(scorer, game, **{"points-A": "15", "wild-adjacent": None, "contracts-1-sets": "2"})

    assert answer.location == f"/games/{game}?said=rules-changed"
    assert "The new rules start with the next hand you save." in text_of(scorer.get(answer.location))
    assert scorer.document(game)["hands"][0]["scores"][1]["points"] == 25
    history = text_of(scorer.get(f"/games/{game}/history"))
    assert "The new rules start with hand 2." in history
    assert "Points of A: 15" in history
    scorer.undo(game)
    assert form_of(scorer.get(f"/games/{game}/rules"))["points-A"] == "20"


def test_a_running_game_can_take_up_another_variant(scorer, game):
    form = scorer.get(f"/games/{game}/rules").text
    assert 'name="variant" value="twos-wild"' in form
    asked = look(scorer, game, variant="twos-wild").text
    assert 'name="variant" value="twos-wild"' in asked

    agree(scorer, game, variant="twos-wild")

    assert "Also wild: 2s" in text_of(scorer.get(f"/games/{game}/history"))
    assert 'value="twos-wild"' not in scorer.get(f"/games/{game}/rules").text


def test_everyone_is_asked_with_what_would_change(scorer, game):
    scorer.score(game, 1, 0, SHEET)

    shown = text_of(look(scorer, game, **{"ends-hands": "5"}))

    assert "From hand 2 on Number of hands: 5" in shown
    assert "Does everyone agree?" in shown
    assert "game is over" not in shown
    assert form_of(scorer.get(f"/games/{game}/rules"))["ends-hands"] == "7"


def test_the_question_leads_back_to_what_was_typed(scorer, game):
    asked = look(scorer, game, **{"ends-hands": "5", "wild-adjacent": None, "variant": "twos-wild"})

    page = scorer.post(f"/games/{game}/rules", {**values_of(asked, "hidden"), "edit": "1"})

    form = form_of(page)
    assert (form["ends-hands"], form["variant"]) == ("5", "twos-wild")
    assert "2" in form["wild-cards"]
    assert "wild-adjacent" not in form


def test_a_change_that_finishes_the_game_says_so_first(scorer, game):
    scorer.score(game, 1, 0, SHEET)

    shown = text_of(look(scorer, game, **{"ends-hands": "1"}))
    assert "By these rules, the game is over now." in shown

    answer = agree(scorer, game, **{"ends-hands": "1"})
    told = text_of(scorer.get(answer.location))
    assert "The game is over by the new rules. You can still undo this." in told
    assert "start with the next hand" not in told
    assert scorer.document(game)["status"] == "finished"


def test_totals_that_change_at_once_are_shown(scorer, game):
    scorer.score(game, 1, 0, SHEET)
    scorer.leave(game, 0)

    shown = text_of(look(scorer, game, incomplete="plain"))

    assert "These totals change now" in shown
    assert "Ana : from 65 to 0" in shown


def test_a_contradiction_comes_before_the_question(scorer, game):
    answer = look(scorer, game, **{"ends-hands": "9"})

    assert answer.status_code == 422
    assert "There are contracts for only 7 hands." in text_of(answer)
    assert "Does everyone agree?" not in text_of(answer)


def test_nothing_changed_is_nothing_to_agree_on(scorer, game):
    for answer in (look(scorer, game), scorer.post(f"/games/{game}/rules", {"agreed": "1"})):
        assert answer.status_code == 422
        assert "Change something first." in text_of(answer)


def test_what_cannot_change_now_has_no_field_and_is_left_alone(scorer, game):
    page = scorer.get(f"/games/{game}/rules").text
    for name in ("decks", "jokers", "wins"):
        assert f'name="{name}"' not in page

    agree(scorer, game, **{"jokers": "1", "ends-hands": "6"})

    assert text_of(scorer.get(f"/games/{game}/history")).count("The new rules start with") == 1
    assert form_of(scorer.get(f"/games/{game}/rules"))["ends-hands"] == "6"


@pytest.mark.parametrize("seen", ["0", "1"])
def test_a_game_that_changed_meanwhile_asks_again(scorer, game, seen):
    scorer.score(game, 1, 0, SHEET)

    answer = agree(scorer, game, seen=seen, **{"ends-hands": "5"})

    assert answer.status_code == 422
    assert "Someone changed this game in the meantime." in text_of(answer)
    assert "Does everyone agree?" in text_of(answer)


def test_a_game_on_a_break_keeps_its_rules(scorer, game):
    scorer.suspend(game)

    assert scorer.get(f"/games/{game}/rules").status_code == 409
    assert agree(scorer, game, **{"ends-hands": "5"}).status_code == 409


def test_a_session_ends_after_any_hand_if_everyone_agrees(scorer, session):
    assert "Finish the game" not in text_of(scorer.get(f"/games/{session}"))
    assert scorer.get(f"/games/{session}/ending").status_code == 409
    scorer.score(session, 1, 0, SHEET)
    assert "Finish the game" in text_of(scorer.get(f"/games/{session}"))

    shown = text_of(scorer.get(f"/games/{session}/ending"))
    assert "Hand 2 is next." in shown
    assert "Does everyone agree?" in shown
    refused = scorer.post(f"/games/{session}/ending")
    assert refused.status_code == 422
    assert "You can finish only if everyone agrees." in text_of(refused)
    answer = scorer.post(f"/games/{session}/ending", {"agreed": "1"})
    assert "The game is over. You can still undo this." in text_of(scorer.get(answer.location))
    assert scorer.document(session)["status"] == "finished"
    scorer.undo(session)
    assert scorer.document(session)["status"] == "playing"


def test_other_games_end_by_their_rules(scorer, game):
    scorer.score(game, 1, 0, SHEET)

    assert "Finish the game" not in text_of(scorer.get(f"/games/{game}"))
    answer = scorer.get(f"/games/{game}/ending")
    assert answer.status_code == 409
    assert "In these rules you don’t choose when it’s over." in text_of(answer)
    assert "Does everyone agree?" not in text_of(answer)
