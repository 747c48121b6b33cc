"""Saved rules are kept for a year after their latest use; who may start no game saves none."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.config import Starters
from scorekeeper.services.maintenance import expiry
from tests.support.league_cast import set_cast
from tests.support.phones import Phone
from tests.web.rulesets.test_rulesets import saved_by, send_file

DAY = timedelta(days=1)


def default_of_a_league(phone, key):
    cast = set_cast(phone.client.application)
    cast.phones["organiser"].post(f"/leagues/{cast.slug}/settings/ruleset", {"saved_rules": key})


USES = {
    "page": lambda phone, key: phone.get(f"/rulesets/{key}"),
    "form-of-rules": lambda phone, key: phone.get(f"/rulesets/{key}/changes"),
    "form-of-a-game": lambda phone, key: phone.get(f"/games/new?ruleset={key}"),
    "start": lambda phone, key: phone.start("Ana", "Ben", ruleset=key),
    "start-of-a-program": lambda phone, key: phone.client.post(
        "/api/v1/games", json={"players": ["Ana", "Ben"], "ruleset": key}
    ),
    "default-of-a-league": default_of_a_league,
}


def later(app, clock, days):
    clock.at += days * DAY
    with app.app_context():
        expiry.purge(clock.at)


@pytest.fixture
def ana(app, clock):
    return Phone(app)


@pytest.mark.parametrize("use", USES)
def test_a_use_keeps_saved_rules_for_another_year(app, clock, ana, use):
    key = saved_by(ana, **{"ends-target": "100"})
    later(app, clock, 364)

    USES[use](ana, key)

    later(app, clock, 364)
    assert ana.get(f"/rulesets/{key}").status_code == 200


def test_rules_that_nobody_used_for_a_year_are_removed_and_their_games_and_leagues_go_on(app, clock, ana, db):
    key = saved_by(ana, **{"ends-target": "100"})
    game = ana.start("Ana", "Ben", ruleset=key)
    ana.score(game, 1, 0, {1: 50})
    default_of_a_league(ana, key)
    default = db.execute("SELECT ruleset FROM league ORDER BY id LIMIT 1").fetchone()

    later(app, clock, 365)

    assert ana.get(f"/rulesets/{key}").status_code == 404
    assert ana.get("/games/new").status_code == 200
    ana.score(game, 2, 0, {1: 50})
    assert ana.document(game)["status"] == "finished"
    assert ana.get(f"/games/new?again={game}").status_code == 200
    assert db.execute("SELECT ruleset FROM league ORDER BY id LIMIT 1").fetchone() == default


def test_a_use_is_written_once_a_day(app, clock, ana, db):
    key = saved_by(ana)
    used = []
    for hours in (1, 22, 2, 1):
        clock.at += timedelta(hours=hours)
        ana.get(f"/rulesets/{key}")
        used += db.execute("SELECT used_at FROM saved_ruleset").fetchone()

    assert used[0] == used[1] < used[2] == used[3]


@pytest.mark.parametrize("who", Starters)
@pytest.mark.parametrize("name", ["stranger", "organiser"])
def test_rules_are_saved_by_who_may_start_games(app, clock, db, who, name):
    phone = set_cast(app).phones[name]
    app.extensions["settings"] = replace(app.extensions["settings"], games=who)
    may = name == "organiser" or who is Starters.EVERYONE

    shown = phone.get("/rulesets/basic/changes")
    sent = phone.change_rules("/rulesets/basic/changes", name="Ours", save="1")
    file = send_file(phone, phone.get("/rulesets/basic/file").data)

    assert ('name="save"' in shown.text) == may
    assert [sent.status_code, file.status_code] == ([303, 303] if may else [403, 403])
    assert db.execute("SELECT count(*) FROM saved_ruleset").fetchone() == (2 * may,)


@pytest.mark.parametrize("who", Starters)
def test_programs_save_rules_where_they_start_games(app, client, db, who):
    app.extensions["settings"] = replace(app.extensions["settings"], games=who)

    answer = client.post("/api/v1/rulesets", json={"name": "Ours", "ruleset": "basic"})

    assert answer.status_code == (201 if who is Starters.EVERYONE else 403)
    assert db.execute("SELECT count(*) FROM saved_ruleset").fetchone() == (answer.status_code == 201,)
