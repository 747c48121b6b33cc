"""GET /referee and POST /referee/{irregularity}: every allowed combination of facts, and what is refused."""

from operator import attrgetter

import pytest

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import facts_below
from scorekeeper.referee.graphs import PLAIN, graph_of
from scorekeeper.referee.judge import judge
from scorekeeper.rules.rulesets.files import RULESETS
from tests.support.api_client import faults, pointers
from tests.support.graph_paths import all_paths, paths

REFEREE = "/api/v1/referee"
EXPOSED = {"discarded": "no", "drew": "stock", "in_hand": "no", "cards_seen": "1", "laid_cards": "no"}


@pytest.fixture
def ask(api):
    def send(irregularity, facts, **more):
        return api.send("POST", f"{REFEREE}/{irregularity}", json={"facts": facts, **more})

    return send


def test_every_allowed_combination_is_ruled_on(ask):
    for walked in all_paths():
        answer = ask(walked.irregularity, walked.facts)
        ruling = judge(walked.irregularity, walked.facts)
        assert answer.status_code == 200, str(walked)
        said = answer.json
        assert said["facts"] == {
            fact: list(value) if isinstance(value, tuple) else value for fact, value in ruling.facts
        }
        assert [remedy["remedy"] for remedy in said["remedies"]] == [one.remedy for one in ruling.remedies]
        assert said["clauses"] == list(ruling.clauses)
        assert all(remedy["text"] and "{" not in remedy["text"] for remedy in said["remedies"])
        assert [choice["who"] for choice in said["choices"]] == (
            [] if ruling.choice is None else [ruling.choice.who]
        )


def test_one_ruling_whole(ask):
    said = ask("out-of-turn", EXPOSED).json

    texts = [*spoken(said["remedies"]), *spoken(said["choices"]), *spoken(said["choices"][0]["options"])]
    assert len(texts) == 6
    assert all(text[0].isupper() and "<" not in text and "{" not in text for text in texts)
    assert said == {
        "irregularity": "out-of-turn",
        "basis": "rules",
        "facts": EXPOSED,
        "outcome": "one-exposed",
        "headline": "Stopped in time. The card they saw goes face up.",
        "remedies": [
            {"remedy": remedy, "who": who, "points": None, "player": None, "see": None}
            for remedy, who in (
                ("expose-on-stock", "offender"),
                ("turn-reverts", "in-turn"),
                ("next-takes-or-buries", "next"),
            )
        ],
        "choices": [
            {"who": "next", "options": [{"option": "take", "see": None}, {"option": "bury", "see": None}]}
        ],
        "clauses": ["9.3", "10.1", "10.2"],
        "interpretation": False,
        "silent": False,
        "notes": [],
        "house": [],
    }


def spoken(parts):
    """Remove the sentences from members of a ruling, and return them."""
    for part in parts:
        yield part.pop("text")
        part.pop("then", None)


def test_every_fault_at_once(ask):
    refused = ask("out-of-turn", {"discarded": "perhaps", "weather": "fine"}, hand=9)

    assert (refused.status_code, faults(refused)) == (
        422,
        [
            ("fact-value", "/facts/discarded"),
            ("fact-unknown", "/facts/weather"),
            ("hand-unknown", "/hand"),
        ],
    )
    assert faults(ask("stock-out", {"time": "first"}, hand=0)) == [("hand-unknown", "/hand")]


@pytest.mark.parametrize(
    ("hand", "variants", "remedies", "house"),
    [
        (5, ["no-late-may-i"], ["claim-refused"], ["no-late-may-i"]),
        (5, [], ["award-claim", "penalty-card"], []),
        (None, ["no-late-may-i"], ["award-claim", "penalty-card"], []),
    ],
)
def test_house_rules_and_hand_count(ask, hand, variants, remedies, house):
    facts = {
        "wanted_by_player_in_turn": "no",
        "has_drawn": "no",
        "seats": ["Ana", "Ben", "Cem"],
        "in_turn": "Ana",
        "claimants": ["Cem", "Ben"],
    }
    said = ask("may-i", facts, hand=hand, variants=variants).json

    assert [remedy["remedy"] for remedy in said["remedies"]][:2] == remedies
    assert said["house"] == house
    if not house:
        assert said["remedies"][0]["player"] == "Ben"
        assert said["remedies"][0]["text"].startswith("Ben takes the discard")


@pytest.mark.parametrize("name", ["cheating", "OUT-OF-TURN", "out-of-turn ", "%C3%A9"])
def test_an_unknown_irregularity_is_404(ask, name):
    refused = ask(name, {})

    assert (refused.status_code, refused.json["code"]) == (404, "unknown-irregularity")


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({}, ["/facts"]),
        ({"facts": []}, ["/facts"]),
        ({"facts": {"time": "first"}, "more": 1}, ["/more"]),
        ({"facts": {"time": "first"}, "hand": "3"}, ["/hand"]),
        ({"facts": {"time": "first"}, "variants": "twos-wild"}, ["/variants"]),
    ],
)
def test_another_shape_is_422(api, body, found):
    assert pointers(api.send("POST", f"{REFEREE}/stock-out", json=body)) == found


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_the_catalogue_of_a_ruleset_says_what_each_answer_rests_on(api, rules):
    listed = api.send("GET", REFEREE, query_string={"ruleset": rules.id}).json
    said = attrgetter("own", "none", "silent")
    own, none, silent = ({}, (), {}) if rules.is_law else said(rules.referee)

    assert [entry["irregularity"] for entry in listed] == [one for one in Irregularity if one not in none]
    for entry in listed:
        code = entry["irregularity"]
        plain = rules.incomplete == "plain" and code in PLAIN
        said_itself = code in {*own, *silent} or plain
        assert entry["basis"] == ("rules" if rules.is_law else "own" if said_itself else "advice")
        if code in own:
            quoted = {"remedies": [], "choices": [], "clauses": list(own[code]), "notes": []}
            assert (entry["questions"], entry["outcomes"]) == ([], [{"outcome": "own", **quoted}])
        else:
            asked = [fact["fact"] for question in entry["questions"] for fact in question["facts"]]
            graph = graph_of(Irregularity(code), rules)
            assert {*asked} == {*facts_below(graph.first)}
            assert entry["outcomes"]
            for walked in paths(graph) if asked else ():
                assert followed(entry, walked.facts) == walked.outcome.name


def test_a_rulesets_own_clauses_answer_and_ignore_the_facts(ask):
    for facts in ({}, {"time": "second"}, {"weather": ["fine"]}):
        assert ask("stock-out", facts, ruleset="basic").json == {
            "irregularity": "stock-out",
            "basis": "own",
            "facts": {},
            "outcome": "own",
            "headline": "Your game has its own rule for this.",
            "remedies": [],
            "choices": [],
            "clauses": ["BR-7", "BR-23", "BR-11"],
            "interpretation": False,
            "silent": False,
            "notes": [],
            "house": [],
        }


@pytest.mark.parametrize(
    ("irregularity", "ruleset"), [("may-i", "basic"), ("no-discard", "rummikub"), ("deal", "rummikub")]
)
def test_what_a_ruleset_does_not_have_is_refused(ask, irregularity, ruleset):
    refused = ask(irregularity, {}, ruleset=ruleset)

    assert (refused.status_code, faults(refused)) == (422, [("irregularity-not-here", "")])
    assert refused.json["errors"][0]["detail"] == "This can’t happen in your game. Choose something else."


def test_a_saved_set_is_ruled_by_what_it_says(api, ask):
    saved = {"name": "Ours", "ruleset": "basic", "changes": {"missing_card": 25, "ends": {"hands": 3}}}
    key = api.send("POST", "/api/v1/rulesets", json=saved).json["id"]
    short = {"moment": "other-went-out", "direction": "too-few", "by": 2}

    assert ask("wrong-count", short, ruleset=key).json["remedies"][0]["points"] == 50
    assert faults(ask("wrong-count", short, ruleset=key, hand=4)) == [("hand-unknown", "/hand")]
    listed = api.send("GET", REFEREE, query_string={"ruleset": key}).json
    assert listed == api.send("GET", REFEREE, query_string={"ruleset": "basic"}).json
    refused = api.send("GET", REFEREE, query_string={"ruleset": "canasta"})
    assert (refused.status_code, faults(refused)) == (422, [("ruleset-unknown", "/ruleset")])


def followed(entry, facts):
    """The outcome that the questions of the catalogue lead to."""
    questions = {question["id"]: question for question in entry["questions"]}
    at, asked = entry["questions"][0], []
    while True:
        asked += [fact["fact"] for fact in at["facts"]]
        then = next(answer["then"] for answer in at["answers"] if applies(answer, at["facts"], facts))
        if then["question"] is None:
            assert asked == list(facts)
            return then["outcome"]
        at = questions[then["question"]]


def applies(answer, asked, facts):
    given = [facts[fact["fact"]] for fact in asked]
    match answer["when"]:
        case None:
            return answer["value"] == given[0]
        case "two or more":
            return len(given[0]) >= 2
        case "fewer than two":
            return len(given[0]) < 2
        case "all yes":
            return set(given) == {"yes"}
        case "any no":
            return "no" in given
        case "any":
            return True
    raise AssertionError(answer)


@pytest.mark.parametrize(
    ("more", "points", "basis"),
    [
        ({}, 20, "advice"),
        ({"changes": {"missing_card": 5}}, 10, "own"),
        ({"ruleset": "continental", "changes": {"missing_card": 15}}, 30, "rules"),
    ],
)
def test_a_dispute_is_ruled_by_the_changes_that_it_names(ask, more, points, basis):
    facts = {"moment": "other-went-out", "direction": "too-few", "by": 2}
    said = ask("wrong-count", facts, **{"ruleset": "seven-hand"} | more).json

    assert (said["remedies"][0]["points"], said["basis"]) == (points, basis)
