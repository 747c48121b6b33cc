"""House rules in a form: every value, what is different in words, refusals at the field, saved and shared."""

import io
import json
import re

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.language import speaking
from scorekeeper.rules.rulesets.chosen import Chosen
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import FIXED, in_force, values_of
from scorekeeper.rules.rulesets.ruleset import MayI
from scorekeeper.services.games import rulesets
from scorekeeper.services.games.rulesets import Base
from scorekeeper.web.rulesets import rules_form
from scorekeeper.web.rulesets.fields import FIELDS, changes_of, told_by
from scorekeeper.web.rulesets.words import differences
from tests.support.escapes import longer
from tests.support.phones import text_of

BASIC = "basic"
DOCUMENT = {"format": rulesets.FORMAT, "name": "Ours", "ruleset": BASIC, "variants": [], "changes": {}}


@pytest.fixture
def phone(stranger):
    return stranger


def form_of(answer):
    """The fields of the form as a browser would send them."""
    sent = {}
    form = answer.text.partition('data-behaviour="rules-form"')[2].partition("</form>")[0]
    for name, chosen in re.findall(
        r'<select[^>]* name="([^"]+)">.*?value="([^"]*)" selected', form, re.DOTALL
    ):
        sent[name] = chosen
    for tag in re.findall(r"<input[^>]*>", form):
        told = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        is_off = told.get("type") in ("radio", "checkbox") and " checked" not in tag
        if "name" in told and not is_off:
            sent[told["name"]] = told.get("value", "")
    return {name: value for name, value in sent.items() if name != "csrf_token"}


def filled(rules):
    """What the inputs of the form hold at first."""
    return rules_form.opened(Base(Chosen(rules.id), rules)).texts


def saved_by(phone, ruleset=BASIC, **fields):
    answer = phone.post(f"/rulesets/{ruleset}/changes", {"name": "Vera’s rules", "save": "1", **fields})
    assert answer.status_code == 303, text_of(answer)
    return re.search(r"/rulesets/([\w-]+)", answer.location)[1]


def test_every_value_that_a_table_may_change_has_a_field():
    values = {**values_of(RULESETS[BASIC]), "may_i": dict.fromkeys(MayI.__struct_fields__)}
    nested = ("deal", "players", "sets", "runs", "wild", "may_i", "turn", "stock", "score", "ends")
    paths = {
        f"{first}.{last}" if last else first
        for first, value in values.items()
        if first not in FIXED
        for last in (value if first in nested else [""])
    }

    assert paths | {"may_i"} == {rule.path for rule in FIELDS}


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_a_form_sent_as_it_was_shown_changes_nothing(phone, rules):
    shown = phone.get(f"/rulesets/{rules.id}/changes")

    answer = phone.post(f"/rulesets/{rules.id}/changes", form_of(shown))

    assert answer.status_code == 200
    assert "Nothing yet." in text_of(answer)


@pytest.mark.parametrize("before", RULESETS.values(), ids=lambda rules: rules.id)
@pytest.mark.parametrize("after", RULESETS.values(), ids=lambda rules: rules.id)
def test_the_form_can_make_any_rules_of_any_others(before, after):
    if before.pack != after.pack:
        return
    changed = in_force(before, changes=changes_of(before, told_by(after)))

    assert list(differences(changed, after)) == []
    assert (list(differences(before, after)) == []) == (before is after)


def test_what_is_different_is_said_in_words(phone):
    fields = {
        "points-A": "15",
        "ends-target": "100",
        "deal-dealer": "",
        "wild-cards": "Joker, 2, a♥",
        "jokers": "2",
    }
    answer = phone.post(f"/rulesets/{BASIC}/changes", {**fields, "points-joker": "20"})

    shown = text_of(answer).partition("What’s different")[2].partition("Variants")[0]
    assert shown.strip() == (
        "Jokers in each deck: 2 instead of 0 Nobody deals Wild cards: jokers, 2 and A♥ instead of none "
        "Points of A: 15 instead of 1 Points of joker: 20 Total that ends the game: 100 instead of none"
    )


def test_saved_rules_say_what_they_change_and_are_shared(phone):
    key = saved_by(phone, **{"points-A": "15", "ends-target": "100"})

    shown = text_of(phone.get(f"/rulesets/{key}"))
    assert f"/rulesets/{key}" in shown
    assert f'href="/games/new?ruleset={key}"' in phone.get(f"/rulesets/{key}").text
    assert "<svg" in phone.get(f"/rulesets/{key}").text
    file = phone.get(f"/rulesets/{key}/file")
    assert file.mimetype == "application/json"
    assert file.json == json.loads(phone.get(f"/api/v1/rulesets/{key}").text)
    assert file.json["changes"]["ends"] == {"target": 100}
    assert file.json["changes"]["points"]["A"] == 15


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_page_of_a_set_leads_to_the_rules_to_read(client, ruleset):
    page = client.get(f"/rulesets/{ruleset}").text

    assert f'href="/rules/{ruleset}">Read the rules</a>' in page


def test_saved_rules_are_the_base_of_others(phone):
    key = saved_by(phone, **{"ends-target": "100"})

    other = phone.get(f"/rulesets/{saved_by(phone, key, **{'ends-hands': '9'})}/file").json

    assert other["ruleset"] == BASIC
    assert other["changes"] == {"ends": {"target": 100, "hands": 9}}


def test_variants_come_first_and_are_saved_with_the_changes(phone):
    page = phone.get(f"/rulesets/{BASIC}/changes?variant=ace-15")
    assert form_of(page)["points-A"] == "15"

    key = saved_by(phone, **{"variant": "ace-15", "ends-target": "100"})

    told = phone.get(f"/rulesets/{key}/file").json
    assert (told["variants"], told["changes"]) == (["ace-15"], {"ends": {"target": 100}})


def ticked(page):
    return re.findall(r'name="variant" value="([^"]+)" checked', page.text)


def test_variants_that_contradict_each_other_are_refused_beside_the_later_one(phone):
    answer = phone.get(f"/rulesets/{BASIC}/changes?variant=ace-11&variant=ace-15")

    assert answer.status_code == 422
    assert ticked(answer) == ["ace-11", "ace-15"]
    refused = answer.text.partition('id="variant-1-faults"')[2].partition("</ul>")[0]
    assert "They contradict each other." in refused


def test_other_variants_keep_what_was_typed(phone):
    typed = {"ends-target": "50", "name": "Ours", "variant": "penalty"}
    page = phone.post(f"/rulesets/{BASIC}/changes", typed)

    form = form_of(page)
    assert (form["name"], form["ends-target"], form["wins"], form["applied"]) == (
        "Ours",
        "50",
        "lowest",
        "penalty",
    )
    assert "The lowest total wins" in text_of(page)

    back = phone.post(f"/rulesets/{BASIC}/changes", {**form, "variant": [], "applied": "penalty"})
    assert (form_of(back)["ends-target"], form_of(back)["wins"], ticked(back)) == ("50", "highest", [])


def test_a_variant_changes_what_nobody_touched(phone):
    form = form_of(phone.get(f"/rulesets/{BASIC}/changes"))

    page = phone.post(
        f"/rulesets/{BASIC}/changes",
        {**form, "points-K": "12", "deal-cards-0-number": "8", "variant": "ace-15"},
    )

    assert (form_of(page)["points-K"], form_of(page)["points-A"]) == ("12", "15")
    told = form_of(phone.post(f"/rulesets/{BASIC}/changes", {**form_of(page), "variant": "ten-cards"}))
    assert (told["points-K"], told["points-A"], told["deal-cards-0-number"]) == ("12", "1", "8")
    assert told["deal-dealer"] == "1"


def test_ticks_of_a_hand_stay_as_they_are_and_can_be_taken_out(phone):
    rules = next(rules for rules in RULESETS.values() if any(hand.special for hand in rules.contracts))
    number = next(at for at, hand in enumerate(rules.contracts) if hand.at_once)
    form = form_of(phone.get(f"/rulesets/{rules.id}/changes"))
    tick = f"contracts-{number}-at_once"
    assert form[tick] == "1"
    assert form_of(phone.post(f"/rulesets/{rules.id}/changes", form))[tick] == "1"

    del form[tick]

    assert tick not in form_of(phone.post(f"/rulesets/{rules.id}/changes", form))


def test_the_address_of_the_form_can_carry_changes(phone):
    told = json.dumps({"points": {**RULESETS[BASIC].points, "A": 12}})
    page = phone.get(f"/rulesets/{BASIC}/changes", query_string={"variant": "ten-cards", "changes": told})

    assert (form_of(page)["points-A"], form_of(page)["deal-cards-0-number"]) == ("12", "10")
    for nonsense in ("{", '{"id": "x"}', '{"jokers": -1}', "[" * 9_000):
        page = phone.get(f"/rulesets/{BASIC}/changes", query_string={"variant": "x", "changes": nonsense})
        assert form_of(page)["points-A"] == "1"


def test_variants_that_nobody_knows_are_left_out(phone):
    page = phone.get(f"/rulesets/{BASIC}/changes?variant=nowhere&variant=ace-15")

    assert (page.status_code, ticked(page)) == (200, ["ace-15"])


def test_wild_cards_are_read_in_the_words_of_any_language():
    with speaking(longer()):
        sent = filled(LAW)
        assert " " in sent["wild-cards"].partition(",")[0]

        form = rules_form.read(MultiDict({**sent, "wild-cards": f"2, {sent['wild-cards']}"}), LAW)

    assert form.changes == {"wild": {"cards": ["2", "joker", "AH", "AD"]}}


@pytest.mark.parametrize(
    ("ruleset", "fields", "place"),
    [
        (BASIC, {"points-A": ""}, "points"),
        (BASIC, {"points-joker": "5"}, "points"),
        (BASIC, {"wins": "lowest"}, "wins"),
        (BASIC, {"score-block": "held"}, "score-block"),
        (BASIC, {"deal-cards-0-number": "30"}, "deal-cards"),
        (BASIC, {"incomplete": "posted"}, "incomplete"),
        *((BASIC, {"jokers": odd}, "jokers") for odd in ("9", "many", "")),
        (BASIC, {"wild-cards": "2, B"}, "wild-cards"),
        (BASIC, {"deal-cards-0-at": "3"}, "deal-cards"),
        (BASIC, {"deal-cards-1-number": "x"}, "deal-cards-1-number"),
        (BASIC, {"points-7": "-1"}, "points-7"),
        (LAW.id, {"contracts-4-runs": "x"}, "contracts-4-runs"),
        (LAW.id, {"contracts-4-long-0": "99"}, "contracts-4-long-0"),
        (LAW.id, {"contracts-4-long-0": "9", "contracts-4-starts-0": "A, X"}, "contracts-4-starts-0"),
        (LAW.id, {"contracts-4-discard": "maybe"}, "contracts-4-discard"),
        (BASIC, {"wins": "nobody"}, "wins"),
        (BASIC, {"name": " "}, "name"),
        (LAW.id, {"ends-hands": ""}, "ends-hands"),
        (LAW.id, {"score-out_bonus": "10"}, "incomplete"),
        (LAW.id, {"may_i-word": ""}, "may_i-word"),
        (LAW.id, {"players-fewest": "9"}, "players-fewest"),
    ],
)
def test_a_contradiction_is_refused_at_its_field(phone, ruleset, fields, place):
    answer = phone.post(f"/rulesets/{ruleset}/changes", {"name": "Ours", "save": "1", **fields})

    assert answer.status_code == 422
    assert f'id="{place}-faults">' in answer.text


def test_a_refused_form_keeps_what_was_typed(phone):
    answer = phone.post(f"/rulesets/{BASIC}/changes", {"jokers": "many", "ends-target": "100", "save": "1"})

    assert (form_of(answer)["jokers"], form_of(answer)["ends-target"]) == ("many", "100")


def test_a_warning_is_shown_and_lets_pass(phone):
    fields = {"may_i": "", "deal-cards-0-number": "11"}
    answer = phone.post(f"/rulesets/{LAW.id}/changes", fields)

    assert answer.status_code == 200
    assert "In hand 7, nobody can go down." in text_of(answer)
    saved_by(phone, LAW.id, **fields)


def test_claims_can_be_taken_out_and_brought_in():
    without = changes_of(LAW, {"may_i": False})
    assert without == {"may_i": None}

    brought = changes_of(in_force(LAW, changes=without), {"may_i": True, "may_i.most": 2})

    rules = in_force(LAW, changes={**without, **brought})
    assert (rules.may_i.word, rules.may_i.most, rules.may_i.penalty) == ("May I?", 2, 1)


def test_claims_brought_in_by_one_tap_are_saved(phone):
    sent = {**form_of(phone.get(f"/rulesets/{BASIC}/changes")), "may_i": "1"}

    key = saved_by(phone, **{name: text for name, text in sent.items() if name not in ("name", "save")})

    assert phone.get(f"/rulesets/{key}/file").json["changes"]["may_i"]["word"] == "May I?"


def test_a_limit_of_one_hand_is_taken_out():
    rules = in_force(LAW, changes={"may_i": {"limits": {"5": 0, "6": 0}}})

    changes = changes_of(rules, {"may_i.limits": {"5": 1}})

    assert in_force(rules, changes=changes).may_i.limits == {"5": 1}


def test_jokers_take_their_points_with_them(phone):
    key = saved_by(phone, LAW.id, jokers="0", **{"wild-cards": "2"})

    assert "joker" not in phone.get(f"/rulesets/{key}/file").json["changes"]["points"]


def with_long_runs():
    """Rules whose last hand asks for two runs of their own sizes."""
    runs = [{"cards": 11, "starts": ["A", "4"]}, {"cards": 5, "starts": ["9"], "pure": True}]
    return in_force(LAW, changes={"contracts": [{"sets": 2}] * 6 + [{"special": runs}]})


def test_what_is_not_touched_is_not_refused():
    rules = in_force(LAW, changes={"opening": 20_000})

    form = rules_form.read(MultiDict({**filled(rules), "ends-hands": "6"}), rules)

    assert not form.errors
    assert form.changes == {"ends": {"hands": 6}}


def test_a_long_run_can_be_added_and_taken_out():
    rules = with_long_runs()
    sent = filled(rules)

    changed = {"contracts-6-long-0": "", "contracts-6-long-2": "7", "contracts-6-starts-2": "k"}
    form = rules_form.read(MultiDict({**sent, **changed}), rules)

    runs = in_force(rules, changes=form.changes).contracts[6].special
    assert [(run.cards, run.starts) for run in runs] == [(5, ("9",)), (7, ("K",))]


def test_long_runs_are_shown_and_said(phone):
    runs = {"contracts-0-long-0": "11", "contracts-0-starts-0": "A, 4", "contracts-0-pure-0": "1"}
    answer = phone.post(f"/rulesets/{LAW.id}/changes", {**runs, "contracts-0-long-1": "5"})

    said = "Hand 1: 2 sets, 1 run of 11 cards (it starts with A or 4, no wild cards) and 1 run of 5 cards"
    assert said in text_of(answer)
    shown = form_of(answer)
    assert {name: shown[name] for name in runs} == runs
    assert shown["contracts-0-long-2"] == ""


def test_a_refused_run_is_in_sight_among_all_hands(phone):
    page = phone.post(f"/rulesets/{LAW.id}/changes", {"contracts-4-long-0": "99", "save": "1"}).text
    hands = page.split('class="one-hand"')[1:]

    assert len(hands) == len(LAW.contracts) + 2
    assert [number for number, hand in enumerate(hands, 1) if "<details open>" in hand] == [5]
    assert 'name="contracts-4-long-0" value="99"' in hands[4]


def test_an_empty_hand_is_taken_out_and_the_others_move_up():
    rules = RULESETS[LAW.id]
    empty = {f"contracts-2-{part}": "" for part in ("sets", "runs")}

    form = rules_form.read(MultiDict({**filled(rules), **empty}), rules)

    left = in_force(rules, changes=form.changes).contracts
    assert left == rules.contracts[:2] + rules.contracts[3:]


def test_rules_that_nobody_saved_are_not_found(phone):
    for page in ("", "/changes", "/file"):
        assert phone.get(f"/rulesets/AAAAAAAAAAAAAAAAAAAAAA{page}").status_code == 404
    assert phone.post("/rulesets/AAAAAAAAAAAAAAAAAAAAAA/changes").status_code == 404


def test_a_ruleset_without_changes_has_a_page_and_a_file(phone):
    assert "with no changes" in text_of(phone.get(f"/rulesets/{BASIC}"))
    assert phone.get(f"/rulesets/{BASIC}/file").json == {
        "format": rulesets.FORMAT,
        "name": "Basic Rummy",
        "ruleset": BASIC,
        "variants": [],
        "changes": {},
    }


def test_too_many_saved_rules_wait(phone, monkeypatch):
    monkeypatch.setattr("scorekeeper.web.rulesets.rulesets.MOST_SAVED", 1)
    saved_by(phone)

    answer = phone.post(f"/rulesets/{BASIC}/changes", {"name": "Ours", "save": "1"})

    assert answer.status_code == 429
    assert "Too many were saved" in text_of(answer)


def send_file(phone, content):
    form = {"csrf_token": phone.token, "file": (io.BytesIO(content), "rules.json")}
    return phone.client.post("/rulesets/file", data=form, content_type="multipart/form-data")


def test_a_downloaded_file_makes_the_same_rules_elsewhere(phone):
    content = phone.get(f"/rulesets/{saved_by(phone, **{'ends-target': '100'})}/file").data

    answer = send_file(phone, content)

    assert answer.status_code == 303
    assert phone.get(f"{answer.location.partition('?')[0]}/file").data == content


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"\xff\xfe", b"[" * 60_000),
        b'{"format": "other", "name": "A", "ruleset": "basic"}',
        b'{"format": "scorekeeper-ruleset/2"}',
        *(
            json.dumps(DOCUMENT | wrong).encode()
            for wrong in (
                {"changes": {"jokers": "two"}},
                {"changes": {"deal": {"more": 1}}},
                {"changes": {"more": None}},
                {"changes": {"wins": "lowest"}},
                {"more": 1},
                {"ruleset": "whist"},
            )
        ),
    ],
)
def test_a_file_without_such_rules_is_refused(phone, content):
    assert send_file(phone, content).status_code == 422
