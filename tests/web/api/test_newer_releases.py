"""What a newer release wrote and this one cannot read: the field is named, and nothing changes."""

import json

import pytest

from tests.support.api_client import GAMES, sheet

RULESETS = "/api/v1/rulesets"
DOCUMENT = {
    "format": "scorekeeper-ruleset/1",
    "name": "Ours",
    "ruleset": "basic",
    "variants": [],
    "changes": {},
}


@pytest.fixture
def newer(game, db):
    """A game that a newer release has started."""
    db.execute("DROP TRIGGER IF EXISTS entry_no_update")
    db.execute(
        "UPDATE entry SET payload = json_insert(payload, '$.rules.score.gin', 1) WHERE game_id = ?",
        (game.started["id"],),
    )
    return game


@pytest.fixture
def saved(api, db):
    """Keep another document in the place of saved rules; their key."""

    def keep(document):
        key = api.send("POST", RULESETS, json={"name": "Ours", "ruleset": "basic"}).json["id"]
        db.execute("UPDATE saved_ruleset SET document = ? WHERE key = ?", (json.dumps(document), key))
        return key

    return keep


def says(answer, field):
    assert (answer.status_code, answer.json["code"]) == (503, "newer")
    assert f"“{field}”" in answer.json["detail"]


@pytest.mark.parametrize("what", ["", "/ruleset", "/history"])
def test_a_game_of_a_newer_release_is_not_told(newer, what):
    says(newer.get(what), "gin")


def test_a_value_beyond_what_this_release_takes_is_named(game, db, client):
    db.execute("DROP TRIGGER IF EXISTS entry_no_update")
    db.execute("UPDATE entry SET payload = json_set(payload, '$.rules.jokers', 99)")

    says(game.get(""), "rules.jokers")
    assert "doesn’t know “rules.jokers”" in client.get(f"/games/{game.started['id']}").text


def test_a_game_of_a_newer_release_does_not_change(newer, db):
    before = db.execute("SELECT count(*) FROM entry").fetchone()

    says(newer.put(1, sheet("25 out 45 110")), "gin")
    says(newer.post("rule-changes", {"changes": {"missing_card": 5}, "agreed": True}), "gin")
    says(newer.post("endings", {"agreed": True}), "gin")
    assert db.execute("SELECT count(*) FROM entry").fetchone() == before


def test_its_pages_say_what_to_do(newer, client):
    for page in ("", "/print", "/history", "/game.json", "/game.csv", "/game.txt"):
        answer = client.get(f"/games/{newer.started['id']}{page}")

        assert answer.status_code == 503, page
        assert "Upgrade this server first" in answer.text, page
        assert "doesn’t know “gin”" in answer.text, page


@pytest.mark.parametrize(
    ("kept", "field"),
    [
        (DOCUMENT | {"changes": {"deal": {"gin": 1}}}, "gin"),
        (DOCUMENT | {"changes": {"score": {"form": "chess"}}}, "score.form"),
        (DOCUMENT | {"ruleset": "whist"}, "whist"),
        (DOCUMENT | {"variants": ["whist"]}, "whist"),
        (DOCUMENT | {"gin": 1}, "gin"),
        ({"format": "scorekeeper-ruleset/2", "name": "Ours", "gin": 1}, "scorekeeper-ruleset/2"),
    ],
)
def test_saved_rules_of_a_newer_release_are_named_wherever_they_are_used(api, client, saved, kept, field):
    key = saved(kept)

    assert api.send("GET", f"{RULESETS}/{key}").json == kept
    says(api.send("POST", f"{RULESETS}/check", json={"ruleset": key}), field)
    says(api.send("POST", RULESETS, json={"name": "Mine", "ruleset": key}), field)
    says(api.send("POST", GAMES, json={"players": ["Ana", "Ben"], "ruleset": key}), field)
    says(api.send("GET", "/api/v1/rules", query_string={"ruleset": key}), field)
    says(api.send("GET", "/api/v1/referee", query_string={"ruleset": key}), field)
    for page in (f"/rulesets/{key}", f"/rulesets/{key}/changes", f"/games/new?ruleset={key}"):
        answer = client.get(page)
        assert (answer.status_code, f"doesn’t know “{field}”" in answer.text) == (503, True)


def test_a_game_of_a_ruleset_that_only_a_newer_release_has_goes_on(api, client, db):
    game = api.start("Ana Ben Cem", ruleset="seven-hand")
    known = game.now()
    db.execute("DROP TRIGGER IF EXISTS entry_no_update")
    db.execute(
        "UPDATE entry SET payload = json_set(payload, '$.rules.id', 'whist') WHERE game_id = ?",
        (game.started["id"],),
    )
    page = f"/games/{game.started['id']}"

    assert game.now() == known | {"ruleset": "whist"}
    game.hands("out 5 10")
    assert client.get(page).status_code == 200
    says(game.post("agreements", {"clause": "6.3", "question": "When?", "agreed": "Now."}), "whist")
    for address in (f"/rules?game={game.started['id']}", f"/games/new?again={game.started['id']}"):
        answer = client.get(address)
        assert (answer.status_code, "doesn’t know “whist”" in answer.text) == (503, True)
