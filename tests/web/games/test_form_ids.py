"""Proves that a form with the id of a phone's outbox has one effect, and goes on from the form before it."""

import re
from urllib.parse import urlsplit

import pytest

from scorekeeper.services.games import recording
from scorekeeper.web.http.access import Rule
from scorekeeper.web.http.assets import static_tree
from tests.support.phones import Phone, sheet
from tests.support.racing import race
from tests.support.referee_forms import CHARGE, rule
from tests.support.routes import all_routes

POINTS = {0: 15, 2: 30, 3: 50}
IDS = [letter * 22 for letter in "abcdef"]


@pytest.fixture
def phone(app):
    return Phone(app)


@pytest.fixture
def game(phone):
    return phone.start("Ana", "Ben", "Cem", "Dee")


@pytest.fixture
def other(app, phone, game):
    """Another phone that scores the game."""
    shown = phone.post(f"/games/{game}/invitations").text
    other = Phone(app)
    other.post("/join/" + shown.partition("/join/")[2].partition('"')[0])
    return other


def kinds(phone, game):
    with phone.client.application.app_context():
        return [type(entry.event).__name__ for entry in recording.entries(game)]


# What is sent in a game with one hand, by its path.
FORMS = {
    "hands/2": sheet(1, POINTS, attempt=1),
    "hands/1/correction": {**sheet(1, POINTS | {0: 25}), "seen": 2, "answer": "agreed"},
    "undos": {"entry": 2},
    "departures": {"seat": [3]},
    "arrivals": {"name": "Eva", "after": 3, "start": "0"},
    "suspension": {"agreed": "1"},
    "agreements": {"clause": "", "question": "Is tea a drink?", "agreed": "Yes", "seen": 2},
    "rulings": {**CHARGE, "seen": 2},
}


@pytest.mark.parametrize("path", FORMS)
def test_a_form_sent_twice_has_one_effect_and_leads_on_both_times(phone, game, path):
    phone.score(game, 1, 1, POINTS)
    form = FORMS[path] | {"form_id": IDS[0]}

    first = phone.post(f"/games/{game}/{path}", form)
    recorded = kinds(phone, game)
    again = phone.post(f"/games/{game}/{path}", form)

    assert (first.status_code, again.status_code) == (303, 303)
    assert len(recorded) == 3
    assert kinds(phone, game) == recorded
    assert urlsplit(again.location).path == f"/games/{game}"


def test_a_form_that_was_undone_does_not_come_back(phone, game):
    form = sheet(1, POINTS, attempt=1) | {"form_id": IDS[0]}
    phone.post(f"/games/{game}/hands/1", form)
    phone.undo(game)

    phone.post(f"/games/{game}/hands/1", form)

    assert kinds(phone, game) == ["Started", "HandScored", "Undone"]


def test_an_undo_without_an_entry_means_that_of_the_form_before(phone, game):
    undo = {"entry": 0, "form_id": IDS[1], "previous_form": IDS[0]}
    assert phone.post(f"/games/{game}/undos", undo).status_code == 404

    phone.post(f"/games/{game}/hands/1", sheet(1, POINTS, attempt=1) | {"form_id": IDS[0]})
    phone.post(f"/games/{game}/undos", undo)
    phone.post(f"/games/{game}/undos", undo)

    assert kinds(phone, game) == ["Started", "HandScored", "Undone"]


def test_a_new_game_sent_twice_starts_once(phone):
    first = phone.start("Ana", "Ben", form_id=IDS[0])

    assert first == IDS[0]
    assert phone.start("Ana", "Ben", form_id=IDS[0]).partition("?")[0] == first
    assert phone.start("Ana", "Ben", form_id=IDS[1]).partition("?")[0] != first


@pytest.mark.parametrize("form_id", [None, IDS[0]])
def test_a_game_of_the_id_of_a_form_is_not_started_again(app, phone, form_id):
    taken = phone.start("Ana", "Ben", form_id=form_id or "")
    phone.post(f"/games/{taken}/deletion")

    assert Phone(app).start("Eva", "Fay", form_id=taken).partition("?")[0] == taken
    phone.post(f"/games/{taken}/restoration")
    assert [seat["name"] for seat in phone.document(taken)["seats"]] == ["Ana", "Ben"]


def test_a_new_game_sent_twice_at_once_starts_once(app, phone):
    assert phone.token

    answers = race(app, *[lambda: phone.start("Ana", "Ben", form_id=IDS[0]).partition("?")[0]] * 4)

    assert answers == [IDS[0]] * 4
    assert kinds(phone, IDS[0]) == ["Started"]


def test_the_same_id_is_another_form_in_another_game(phone, game):
    other = phone.start("Eva", "Fay", "Gus", "Hal")
    form = sheet(1, POINTS, attempt=1) | {"form_id": IDS[0]}

    for id_ in (game, other):
        phone.post(f"/games/{id_}/hands/1", form)

    assert kinds(phone, game) == kinds(phone, other) == ["Started", "HandScored"]


def test_a_form_sent_twice_at_once_has_one_effect(app, phone, game):
    phone.score(game, 1, 1, POINTS)
    form = {"clause": "", "question": "Is tea a drink?", "agreed": "Yes", "seen": 2, "form_id": IDS[0]}
    assert phone.token

    answers = race(app, *[lambda: phone.post(f"/games/{game}/agreements", form).status_code] * 4)

    assert set(answers) == {303}
    assert kinds(phone, game) == ["Started", "HandScored", "Agreed"]


def test_forms_in_line_go_on_from_each_other_without_knowing_the_game(phone, game):
    """A hand, its correction, a decision and somebody who leaves, all filled in without a connection."""
    line = [
        ("hands/1", sheet(1, POINTS, attempt=1)),
        ("hands/1/correction", {**sheet(1, POINTS | {0: 25}), "seen": 1, "answer": "agreed"}),
        ("agreements", {"clause": "", "question": "Is tea a drink?", "agreed": "Yes", "seen": 1}),
        ("hands/2", sheet(1, POINTS, attempt=1)),
    ]
    ids = ["", *IDS]
    for (path, form), before, form_id in zip(line, ids, ids[1:], strict=False):
        answer = phone.post(f"/games/{game}/{path}", {**form, "form_id": form_id, "previous_form": before})
        assert answer.status_code == 303

    assert kinds(phone, game) == ["Started", "HandScored", "Corrected", "Agreed", "HandScored"]


def test_a_form_in_line_is_refused_when_somebody_came_between(phone, game):
    phone.post(f"/games/{game}/hands/1", {**sheet(1, POINTS, attempt=1), "form_id": IDS[0]})
    phone.leave(game, 3)
    recorded = kinds(phone, game)

    answer = phone.post(
        f"/games/{game}/hands/1/correction",
        {
            **sheet(1, POINTS | {0: 25}),
            "seen": 1,
            "answer": "agreed",
            "form_id": IDS[1],
            "previous_form": IDS[0],
        },
    )

    assert answer.status_code == 409
    assert kinds(phone, game) == recorded


def test_a_form_in_line_is_refused_when_somebody_came_before_the_line(phone, game, other):
    """A hand goes on from the correction of another phone, but not a correction that does not know of it."""
    phone.score(game, 1, 1, POINTS)
    other.correct(game, 1, sheet(1, POINTS | {0: 20}, answer="agreed"))
    phone.post(f"/games/{game}/hands/2", {**sheet(1, POINTS, attempt=1), "form_id": IDS[0]})
    recorded = kinds(phone, game)

    line = {"answer": "agreed", "form_id": IDS[1], "previous_form": IDS[0]}
    form = sheet(1, POINTS | {2: 45}, seen=2)
    answer = phone.post(f"/games/{game}/hands/1/correction", form | line)

    assert answer.status_code == 409
    assert kinds(phone, game) == recorded == ["Started", "HandScored", "Corrected", "HandScored"]


def test_a_hand_in_line_is_refused_when_a_ruling_waits_that_it_does_not_know(phone, game, other):
    rule(other, game, CHARGE)
    phone.post(f"/games/{game}/departures", {"seat": [3], "form_id": IDS[0]})
    recorded = kinds(phone, game)

    line = {"form_id": IDS[1], "previous_form": IDS[0]}
    answer = phone.post(f"/games/{game}/hands/1", {**sheet(0, {1: 15, 2: 30}, attempt=1, waited=""), **line})

    assert answer.status_code == 409
    assert kinds(phone, game) == recorded == ["Started", "Ruled", "Departed"]


@pytest.mark.parametrize("nonsense", ["", "short", "é" * 22, "x" * 5000, "a b" * 7 + "c"])
def test_what_is_no_id_counts_as_none(phone, game, nonsense):
    form = sheet(1, POINTS, attempt=1) | {"form_id": nonsense, "previous_form": nonsense}

    assert phone.post(f"/games/{game}/hands/1", form).status_code == 303
    assert kinds(phone, game) == ["Started", "HandScored"]


def test_the_file_of_an_outbox_takes_what_is_recorded_and_nothing_that_ends_a_right_or_a_game(app):
    script = static_tree(app).files["js/outbox-file.js"].body.decode()
    (nouns,) = re.findall('RECORDING = "(.+)"', script)
    path = re.compile(rf"/games/G+/({nouns})(/[\w/-]+)?")

    refused = {
        route.endpoint
        for route in all_routes(app)
        if route.method == "POST" and route.rule == Rule.SCORER and not path.fullmatch(route.path)
    }

    ends = {"scorers.invite", "scorers.revoke", "scorers.renew_token", "games.deletion", "games.restoration"}
    assert refused == ends
