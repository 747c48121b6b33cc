"""Nothing a browser can send gets anything but a clear page."""

import sqlite3

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.services.common.faults import UnknownGame, UnknownRight
from scorekeeper.services.leagues.games import NotInLeague
from scorekeeper.services.leagues.seasons import UnknownSeason
from scorekeeper.web.api.problems import MIMETYPE as PROBLEM
from tests.support.phones import text_of


def test_unknown_address_is_404_with_a_way_back(client):
    answer = client.get("/nothing/here")

    assert answer.status_code == 404
    assert "We can’t find that page" in text_of(answer)
    assert "Check the link. The page may be gone." in text_of(answer)
    assert 'href="/"' in answer.text


def test_unknown_game_is_404_and_offers_no_way_to_it(client):
    answer = client.get("/games/" + "x" * 22)

    assert answer.status_code == 404
    assert "Back to the game" not in text_of(answer)
    assert "All games" in text_of(answer)


def test_forbidden_page_of_a_game_offers_the_way_to_it(client, game):
    answer = client.get(f"/games/{game}/deletion")

    assert answer.status_code == 403
    assert f'href="/games/{game}"' in answer.text


def test_wrong_method_is_405_and_names_the_right_ones(client):
    answer = client.post("/rules")

    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]
    assert "That link doesn’t work" in text_of(answer)


@pytest.mark.parametrize(
    ("form", "page"),
    [
        ("/account/sign-out", "/account"),
        ("/account/sign-ins/others/end", "/account"),
        ("/games/{game}/undos", "/games/{game}"),
        ("/games/{game}/scorers/3/revocation", "/games/{game}/scorers"),
        ("/games/{game}/hands/2/choice?seen=4", "/games/{game}/hands/2"),
        ("/leagues/none/settings/name", "/leagues/none/settings"),
    ],
)
def test_who_opens_where_a_form_is_sent_to_is_led_to_the_page_above(client, game, form, page):
    for read in (client.get, client.head):
        answer = read(form.format(game=game))

        assert answer.status_code == 303
        assert answer.location == page.format(game=game)


def test_programs_are_never_led_to_a_page(client, game):
    answer = client.get(f"/api/v1/games/{game}/undo")

    assert answer.status_code == 405
    assert answer.mimetype == PROBLEM
    assert "Location" not in answer.headers


def test_too_large_form_is_413(scorer, game):
    answer = scorer.post(f"/games/{game}/hands/1", {"points-0": "5" * 70_000})

    assert answer.status_code == 413
    assert "Nothing was changed" in text_of(answer)


def test_too_many_fields_are_refused(scorer, game):
    answer = scorer.post(f"/games/{game}/hands/1", {f"x{n}": "1" for n in range(3000)})

    assert answer.status_code in (413, 422)


def test_unexpected_error_is_our_own_page_and_logged(app, client, monkeypatch, caplog):
    app.testing = False

    def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(app.view_functions, "rules.rules", broken)

    answer = client.get("/rules")

    assert answer.status_code == 500
    assert "Sorry, that’s our fault Go back and try again. Everything you saved is safe." in text_of(answer)
    assert "ZeroDivisionError" in caplog.text


def test_failure_of_the_database_that_nobody_knows_is_503_and_logged_whole(app, client, monkeypatch, caplog):
    def broken() -> None:
        raise OperationalError("SELECT", {}, sqlite3.OperationalError("something new"))

    monkeypatch.setitem(app.view_functions, "rules.rules", broken)

    answer = client.get("/rules")

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "The server can't reach the scores" in text_of(answer)
    assert "The scores can't be reached in " in caplog.text
    assert "Traceback" in caplog.text


@pytest.mark.parametrize(
    "fault", [IntegrityError("INSERT", {}, sqlite3.IntegrityError()), FileNotFoundError()]
)
def test_fault_of_ours_at_the_database_is_500(app, client, monkeypatch, fault):
    app.testing = False

    def broken() -> None:
        raise fault

    monkeypatch.setitem(app.view_functions, "rules.rules", broken)

    assert client.get("/rules").status_code == 500


@pytest.mark.parametrize("gone", [UnknownGame, UnknownRight, UnknownSeason, NotInLeague])
@pytest.mark.parametrize(
    ("endpoint", "path", "kind"),
    [("rules.rules", "/rules", "text/html"), ("api_rules.show_clause", "/api/v1/rules/1.1", PROBLEM)],
)
def test_what_somebody_else_has_just_removed_is_404(app, client, monkeypatch, gone, endpoint, path, kind):
    def missing(**_parts: str) -> None:
        raise gone("2026")

    monkeypatch.setitem(app.view_functions, endpoint, missing)

    answer = client.get(path)

    assert (answer.status_code, answer.mimetype) == (404, kind)


def test_refusal_that_no_view_expected_is_422_with_its_clause(app, client, monkeypatch):
    def refuse() -> None:
        raise RuleViolation(Fault(FaultCode.YEAR_OVER, "", "8.2"))

    monkeypatch.setitem(app.view_functions, "rules.rules", refuse)

    answer = client.get("/rules")

    assert answer.status_code == 422
    assert "The calendar year it started in is over. Clause 8.2" in text_of(answer)
