"""Every worked sheet by plain forms: each hand and each correction is saved as the rules alone score it."""

import json

import pytest

from scorekeeper.rules.entries import Corrected, HandScored, Started
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.services.games import invitations, recording
from scorekeeper.web.games import sheet_form
from tests.support.phones import text_of
from tests.support.score_notation import NOW
from tests.support.worked_games import SHEETS, WorkedGame

ANSWERS = {"scoresheet": "typed", "miscount": "counted", None: "agreed"}


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_worked_sheet_is_scored_by_forms(app, clock, scorer, path):
    clock.at = NOW
    worked, game = WorkedGame(RULESETS), None
    for step in json.loads(path.read_text("utf-8"))["steps"]:
        known = len(worked.entries)
        worked.take(step)
        event = worked.entries[-1].event if len(worked.entries) > known else None
        if isinstance(event, Started):
            game = _begun(app, scorer, event)
        elif isinstance(event, HandScored):
            answer = scorer.post(f"/games/{game}/hands/{event.hand}", _hand(app, game, event, step))
            assert answer.status_code == 303, text_of(answer)
        elif isinstance(event, Corrected):
            answer = scorer.correct(game, event.hand, _correction(event))
            assert answer.status_code == 303, text_of(answer)
            assert "Hand" in text_of(scorer.get(f"/games/{game}/hands/{event.hand}"))
        elif event is not None:
            with app.app_context():
                recording.record(game, event, now=NOW)
        if game is not None:
            assert _scores(app, game) == [hand.scores for hand in worked.game.hands]


def _begun(app, scorer, event):
    """Start the game and let the phone score it."""
    with app.app_context():
        game = recording.start_game(event, now=NOW)
        token = invitations.invite(game, now=NOW).token
    assert scorer.post(f"/join/{token}").status_code == 303
    return game


def _hand(app, game, event, step):
    with app.app_context():
        attempt = recording.current(game).hand.attempt
    fields = sheet_form.form_values(event.went_out, event.scores, rummy=event.rummy)
    return fields | {"attempt": attempt} | ({"sum": step["sum"]} if "sum" in step else {})


def _correction(event):
    said = {"answer": ANSWERS[event.kind]}
    return sheet_form.form_values(event.went_out, event.scores, rummy=event.rummy) | said


def _scores(app, game):
    with app.app_context():
        return [hand.scores for hand in recording.current(game).hands]
