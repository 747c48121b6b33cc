"""A form counts only from our own page on the same phone, however old that page is."""

from datetime import timedelta

import pytest

from tests.support.phones import Phone, sheet, text_of
from tests.support.routes import all_routes


@pytest.fixture
def forms(app, game):
    return [route for route in all_routes(app, game=game) if route.method == "POST"]


def test_every_form_without_a_token_is_refused(scorer, forms):
    answers = {route.endpoint: scorer.client.post(route.path).status_code for route in forms}

    assert answers == dict.fromkeys(answers, 400)


def test_every_form_with_another_phones_token_is_refused(scorer, stranger, forms):
    data = {"csrf_token": stranger.token}

    answers = {route.endpoint: scorer.client.post(route.path, data=data).status_code for route in forms}

    assert answers == dict.fromkeys(answers, 400)


@pytest.mark.parametrize("token", ["", "0", "é", "\0", "f" * 80, "f" * 5000])
def test_nonsense_tokens_are_refused(scorer, game, token):
    answer = scorer.client.post(f"/games/{game}/hands/1", data={"csrf_token": token})

    assert answer.status_code == 400
    assert "Open the page again and save once more." in text_of(answer)


def test_a_page_left_open_overnight_still_saves(scorer, game, clock):
    fields = sheet(1, {0: 25, 2: 45, 3: 110}, attempt=1, csrf_token=scorer.token)
    clock.at += timedelta(hours=14)

    assert scorer.client.post(f"/games/{game}/hands/1", data=fields).status_code == 303


def test_a_token_survives_a_restart(app, scorer, game):
    from scorekeeper.app import create_app

    again = Phone(create_app(app.extensions["settings"]))
    again.client.set_cookie("device", scorer.client.get_cookie("device").value)
    fields = sheet(1, {0: 25, 2: 45, 3: 110}, attempt=1, csrf_token=scorer.token)

    assert again.client.post(f"/games/{game}/hands/1", data=fields).status_code == 303
