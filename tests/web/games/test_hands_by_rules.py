"""The scoring page, the page of a hand and a correction follow the rules of the game, whichever they are."""

import re
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from scorekeeper.rules.entries import Started
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulesets.ruleset import Ruleset, ScoreForm
from scorekeeper.services.games import invitations, recording
from tests.support.own_rules import own
from tests.support.phones import answers_of, sheet, text_of, values_of
from tests.web.conftest import FOUR

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
ENDS = {"ends": {"session": True}}
OUT = {0: 17, 2: 31, 3: 6}


def first(**wanted: object) -> Ruleset:
    """The first ruleset of the files whose scoring has these values, ended by the table."""
    found = next(
        rules
        for rules in RULESETS.values()
        if all(getattr(rules.score, name) == value for name, value in wanted.items())
    )
    return in_force(found, changes=ENDS)


COLLECTING = first(form=ScoreForm.COLLECT)
PAYING = first(form=ScoreForm.ZERO_SUM)
UNKNOWN = next(in_force(rules, changes=ENDS) for rules in RULESETS.values() if rules.points is None)


@pytest.fixture
def begin(app, scorer):
    """Start a game by these rules and let `scorer` keep its score; the id of the game."""

    def begin(rules: Ruleset) -> str:
        with app.app_context():
            game = recording.start_game(Started(FOUR, 0, NOW, rules=rules), now=NOW)
            token = invitations.invite(game, now=NOW).token
        assert scorer.post(f"/join/{token}").status_code == 303
        return game

    return begin


def _page(phone, game, number=1):
    answer = phone.get(f"/games/{game}/hands/{number}")
    assert answer.status_code == 200
    return answer


def _save(phone, game, went_out, points, **fields):
    return phone.post(f"/games/{game}/hands/1", sheet(went_out, points, attempt=1, **fields))


def _written(phone, game):
    with phone.client.application.app_context():
        return [score.points for score in recording.current(game).hands[0].scores]


def test_keys_and_bounds_are_those_of_the_cards(begin, scorer):
    pads = {
        name: re.search(r'<div class="pad"[^>]*>', _page(scorer, begin(rules)).text)[0]
        for name, rules in {
            "five": own(),
            "one": PAYING,
            "unknown": UNKNOWN,
        }.items()
    }

    assert 'data-pack="680,72,32"' in pads["five"]
    assert 'data-step="5">' in pads["five"]
    assert 'data-step="1">' in pads["one"]
    assert 'data-pack="Infinity"' in pads["unknown"]
    assert 'data-most="9999" data-step="1" data-least="0"' in pads["unknown"]


@pytest.mark.parametrize(
    ("points", "finishing"), [({"2-A": 5}, 2), ({"2-A": 10}, 1), ({"2-A": 20}, 0), ({"2-A": 1}, 0)]
)
def test_a_key_finishes_a_number_only_where_all_end_so(begin, scorer, points, finishing):
    page = _page(scorer, begin(own(points=points)))

    assert page.text.count('data-act="finish"') == finishing


def test_cards_of_a_game_are_counted_by_its_own_classes(begin, scorer):
    game = begin(PAYING)
    assert "cards_13-0" in values_of(_page(scorer, game))
    assert "Count tiles" in text_of(_page(scorer, game))
    assert "106 tiles, 14 tiles each" in text_of(scorer.get(f"/games/{game}/print"))

    _save(scorer, game, 1, {2: 31, 3: 6}, **{"cards_13-0": "1", "cards_4-0": "1"})

    assert _written(scorer, game) == [-17, 54, -31, -6]


@pytest.mark.parametrize(("incomplete", "offered"), [("plain", False), ("posted", True)])
def test_no_score_is_offered_only_where_it_is_posted(begin, scorer, incomplete, offered):
    game = begin(own(incomplete=incomplete))

    page = _page(scorer, game)

    assert ("not_given-0" in page.text, "gives no score" in text_of(page)) == (offered, offered)
    refused = _save(scorer, game, 1, {0: 25, 2: 3}, **{"not_given-3": "1"})
    assert ('class="rare" open' in refused.text) == offered
    status = _save(scorer, game, 1, {0: 25, 2: 45}, **{"not_given-3": "1"}).status_code
    assert status == (303 if offered else 422)


def test_everything_at_once_is_asked_where_it_counts(begin, scorer):
    rules = own(score={"out_bonus": 20, "rummy_bonus": 60})
    game = begin(rules)
    said = "They laid it all down in one turn 60 points come off instead of 20."
    assert said in text_of(_page(scorer, game))
    assert 'name="rummy"' not in _page(scorer, begin(own())).text

    assert _save(scorer, game, 1, {0: 15, 2: 30, 3: 5}, rummy="1").status_code == 303

    assert _written(scorer, game) == [15, -60, 30, 5]
    page = text_of(_page(scorer, game))
    assert "Ben gets −60" in page
    assert "laid everything down in one turn" in page


def test_everything_at_once_is_refused_beside_its_box_when_nobody_went_out(begin, scorer):
    game = begin(own(score={"rummy_times": 2}))

    answer = _save(scorer, game, None, {0: 15, 1: 5, 2: 30, 3: 5}, rummy="1")

    assert answer.status_code == 422
    assert 'id="rummy-faults"' in answer.text
    assert re.search(r'name="rummy" value="1" checked', answer.text)


@pytest.mark.parametrize(
    ("rules", "went_out", "points", "said", "written"),
    [
        (COLLECTING, 1, OUT, ["Ben gets 17 + 31 + 6 = 54"], [0, 54, 0, 0]),
        (PAYING, 1, OUT, ["Ben gets 17 + 31 + 6 = 54"], [-17, 54, -31, -6]),
        (
            COLLECTING,
            None,
            {0: 6, 1: 15, 2: 7, 3: 21},
            ["Ana gets 9 + 1 + 15 = 25", "The lowest count gets what the others hold above it."],
            [25, 0, 0, 0],
        ),
        (
            PAYING,
            None,
            {0: 6, 1: 6, 2: 7, 3: 20},
            ["Ana gets (1 + 14) ÷ 2 = 7 1/2", "Ben gets (1 + 14) ÷ 2 = 7 1/2"],
            [Fraction(15, 2), Fraction(15, 2), -1, -14],
        ),
        (PAYING, None, dict.fromkeys(range(4), 6), ["Nobody gets anything"], [0, 0, 0, 0]),
        (
            in_force(COLLECTING, changes={"score": {"block": "lose"}}),
            None,
            {0: 6, 1: 15, 2: 7, 3: 21},
            ["Everyone loses the points they hold."],
            [-6, -15, -7, -21],
        ),
    ],
)
def test_page_of_a_hand_says_who_gets_what(begin, scorer, rules, went_out, points, said, written):
    game = begin(rules)

    assert _save(scorer, game, went_out, points).status_code == 303

    page = text_of(_page(scorer, game))
    assert [sentence for sentence in said if sentence not in page] == []
    assert _written(scorer, game) == written


@pytest.mark.parametrize("rules", [COLLECTING, PAYING])
def test_own_sum_is_compared_and_its_difference_named(begin, scorer, rules):
    game = begin(rules)
    assert "Check your own sum (optional)" in text_of(_page(scorer, game))

    answer = _save(scorer, game, 1, OUT, sum="52")

    assert answer.status_code == 422
    beside = answer.text.partition('id="sum-faults"')[2].partition("</ul>")[0]
    assert "52" in beside
    assert "54" in beside
    assert values_of(answer)["sum"] == "52"
    assert _save(scorer, game, 1, OUT, sum="54").status_code == 303


def test_correction_asks_only_for_agreement_where_no_law_holds(begin, scorer):
    game = begin(PAYING)
    _save(scorer, game, 1, OUT)
    page = scorer.get(f"/games/{game}/hands/1/correction")
    assert answers_of(page) == ["agreed"]
    assert 'data-seat="0" data-was="17"' in page.text

    assert scorer.correct(game, 1, sheet(1, {**OUT, 0: 20})).status_code == 422
    assert _written(scorer, game) == [-17, 54, -31, -6]

    corrected = scorer.correct(game, 1, sheet(1, {**OUT, 0: 20}, answer="agreed"))
    assert "said=correction-P-5" in corrected.location
    assert _written(scorer, game) == [-20, 57, -31, -6]


def test_everything_at_once_is_corrected_alone(begin, scorer):
    game = begin(own(score={"rummy_times": 2}))
    _save(scorer, game, 1, {0: 15, 2: 30, 3: 5})

    fields = sheet(1, {0: 15, 2: 30, 3: 5}, rummy="1", answer="agreed")
    assert scorer.correct(game, 1, fields).status_code == 303

    assert _written(scorer, game) == [30, 0, 60, 10]
    assert 'data-was-rummy="1"' in scorer.get(f"/games/{game}/hands/1/correction").text


def test_two_versions_tell_everything_at_once_and_the_agreed_one_is_recorded(begin, scorer):
    game = begin(own(score={"rummy_times": 2}))
    _save(scorer, game, 1, {0: 15, 2: 30, 3: 5})

    conflict = _save(scorer, game, 1, {0: 15, 2: 30, 3: 5}, rummy="1")

    assert conflict.status_code == 409
    assert "Everything in one turn No Yes" in text_of(conflict)
    assert "Clause P-5" in text_of(conflict)
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', conflict.text))
    answer = scorer.post(f"/games/{game}/hands/1/choice", {**hidden, "choice": "mine"})
    assert "said=correction-P-5" in answer.location
    assert _written(scorer, game) == [30, 0, 60, 10]


def test_hand_taken_back_keeps_everything_at_once(begin, scorer):
    game = begin(own(score={"rummy_times": 2}))
    _save(scorer, game, 1, {0: 15, 2: 30, 3: 5}, rummy="1")
    scorer.post(f"/games/{game}/undos", {"entry": 2})

    assert re.search(r'name="rummy" value="1" checked', _page(scorer, game).text)
