"""House rules in a form: what is different in words, refusals at the field, saved and shared."""

import codecs
import io
import json
import re
from contextlib import nullcontext

import pytest
from msgspec import structs

from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import FIXED, NotOfShape, in_force, values_of
from scorekeeper.rules.rulesets.ruleset import Contract, MayI
from scorekeeper.services.games import rulesets
from scorekeeper.web.rulesets.card_names import COUNTED_OF_TILES, OF_TILES
from scorekeeper.web.rulesets.forms import LIMITS
from scorekeeper.web.rulesets.values import VALUES
from tests.support.languages import template
from tests.support.phones import form_of, text_of

BASIC = "basic"
DOCUMENT = {"format": rulesets.FORMAT, "name": "Ours", "ruleset": BASIC, "variants": [], "changes": {}}


@pytest.fixture
def phone(stranger):
    return stranger


def saved_by(phone, ruleset=BASIC, **fields):
    answer = phone.change_rules(f"/rulesets/{ruleset}/changes", name="Vera’s rules", save="1", **fields)
    assert answer.status_code == 303, text_of(answer)
    return re.search(r"/rulesets/([\w-]+)", answer.location)[1]


def changes_saved_by(phone, ruleset=BASIC, **fields):
    return phone.get(f"/rulesets/{saved_by(phone, ruleset, **fields)}/file").json["changes"]


def different(page):
    return text_of(page).partition("What’s different")[2].partition("Variants")[0].strip()


def test_every_value_that_a_table_may_change_has_words():
    values = {**values_of(RULESETS[BASIC]), "may_i": dict.fromkeys(MayI.__struct_fields__)}
    nested = ("deal", "players", "sets", "runs", "wild", "may_i", "turn", "stock", "score", "ends")
    paths = {
        f"{first}.{last}" if last else first
        for first, value in values.items()
        if first not in FIXED
        for last in (value if first in nested else [""])
    }

    spans = {value.path.replace("fewest", "most") for value in VALUES.values() if value.span}
    assert paths | {"may_i"} == {*VALUES, *spans}


NUMBERS = [value for path, value in VALUES.items() if value.offered and path in LIMITS and path != "points"]


@pytest.mark.parametrize("value", NUMBERS, ids=lambda value: value.path)
def test_the_form_takes_every_number_that_the_rules_take_and_no_other(phone, value):
    least, most = LIMITS[value.path]
    for number, is_taken in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        form = phone.change_rules(f"/rulesets/{LAW.id}/changes", **{value.field_name: str(number)})
        assert (f"Enter a whole number from {least} to {most}." not in text_of(form)) == is_taken
        changes = {
            first: {last: number} if last else number for first, _, last in [value.path.partition(".")]
        }
        with nullcontext() if is_taken else pytest.raises(NotOfShape):
            in_force(LAW, changes=changes)


def test_each_sentence_of_tiles_stands_for_one_of_cards():
    texts = [message.id for message in template()]
    known = {text if isinstance(text, str) else text[0] for text in texts}

    assert {*OF_TILES} - known == {*COUNTED_OF_TILES} - known == set()


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_a_form_sent_as_it_was_shown_changes_nothing(phone, rules):
    shown = phone.get(f"/rulesets/{rules.id}/changes")

    answer = phone.post(f"/rulesets/{rules.id}/changes", form_of(shown))

    assert answer.status_code == 200
    assert "Nothing yet." in text_of(answer)


def test_choices_of_the_form_begin_with_what_tells_them_apart(phone):
    form = text_of(phone.get("/rulesets/rummikub/changes"))
    choices = form.partition("Swapping a wild tile on the table ")[2]
    assert choices.startswith(
        "for the tile it stands for Not allowed Only in runs. Play the wild tile in the same turn Move"
    )
    assert "Put the wild tile on your rack" in choices


def test_what_is_different_is_said_in_words(phone):
    answer = phone.change_rules(
        f"/rulesets/{BASIC}/changes",
        **{"points-A": "15", "points-joker": "20", "ends-target": "100", "ends-session": "1"},
        **{"jokers": "2", "wild-cards": ("AH", "2", "joker", "nonsense")},
    )

    assert different(answer) == (
        "Jokers in each deck: 2 instead of 0 Wild cards: jokers, 2s and A♥ "
        "Points of A: 15 instead of 1 Points of joker: 20 "
        "Total that ends the game: 100 You can finish after any hand"
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


def test_the_page_of_a_set_leads_to_the_rules_to_read(client):
    for ruleset in RULESETS:
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
    path = f"/rulesets/{BASIC}/changes"
    page = phone.change_rules(path, **{"ends-target": "50", "name": "Ours", "variant": "penalty"})

    form = form_of(page)
    assert (form["name"], form["ends-target"], form["applied"]) == ("Ours", "50", "penalty")
    assert "The lowest total wins" in different(page)

    back = phone.post(path, {**form, "variant": ()})
    assert (form_of(back)["ends-target"], ticked(back)) == ("50", [])
    assert different(back) == "Total that ends the game: 50"


def test_a_variant_changes_what_nobody_touched(phone):
    path = f"/rulesets/{BASIC}/changes"
    form = form_of(phone.change_rules(path, **{"points-10-K": "12", "deal-cards": "8", "variant": "ace-15"}))
    assert (form["points-10-K"], form["points-A"], form["runs-ace"]) == ("12", "15", "high-or-low")

    form = form_of(phone.post(path, {**form, "variant": "ten-cards"}))
    assert (form["points-10-K"], form["points-A"], form["deal-cards"]) == ("12", "1", "8")


def test_the_address_of_the_form_can_carry_changes(phone):
    told = json.dumps({"points": {**RULESETS[BASIC].points, "A": 12}})
    page = phone.get(f"/rulesets/{BASIC}/changes", query_string={"variant": "ten-cards", "changes": told})

    assert form_of(page)["points-A"] == "12"
    assert "Leave it empty to play as written: 10 for 2–4 players, 6 for 5–6" in text_of(page)
    for nonsense in ("{", '{"id": "x"}', '{"jokers": -1}', "[" * 9_000):
        page = phone.get(f"/rulesets/{BASIC}/changes", query_string={"variant": "x", "changes": nonsense})
        assert form_of(page)["points-A"] == "1"


def test_what_only_a_file_changes_stays_in_the_form(phone):
    by_file = {"opening": 20_000, "sets": {"suits": "different"}, "deal": {"by_hand": [7, 8]}}
    content = json.dumps(DOCUMENT | {"changes": by_file}).encode()
    key = re.search(r"/rulesets/([\w-]+)", send_file(phone, content).location)[1]

    form = form_of(phone.get(f"/rulesets/{key}/changes"))
    assert "deal-cards" not in form
    assert changes_saved_by(phone, key, **{"ends-hands": "6"}) == {**by_file, "ends": {"hands": 6}}

    carried = f"/rulesets/{BASIC}/changes?changes={json.dumps(by_file)}"
    page = phone.post(f"/rulesets/{BASIC}/changes", form_of(phone.get(carried)) | {"ends-hands": "6"})
    assert json.loads(form_of(page)["changes"]) == {**by_file, "ends": {"hands": 6}}
    assert "Points you need to go down: 20000" in text_of(page)


def test_a_wild_card_of_a_file_can_be_taken_out(phone):
    changes = json.dumps({"wild": {"cards": ["QS", "2"]}})
    page = phone.get(f"/rulesets/{BASIC}/changes", query_string={"changes": changes})
    assert form_of(page)["wild-cards"] == ("2", "QS")

    page = phone.post(f"/rulesets/{BASIC}/changes", form_of(page) | {"wild-cards": ("2", "joker")})

    assert json.loads(form_of(page)["changes"]) == {"wild": {"cards": ["joker", "2"]}}


@pytest.mark.parametrize(
    ("ruleset", "fields", "place"),
    [
        (BASIC, {"points-A": ""}, "points"),
        (BASIC, {"points-joker": "5"}, "points"),
        (BASIC, {"deal-cards": "30"}, "deal-cards"),
        (BASIC, {"deal-cards": "31"}, "deal-cards"),
        (BASIC, {"incomplete": "posted"}, "incomplete"),
        *((BASIC, {"jokers": odd}, "jokers") for odd in ("9", "many", "", "9" * 5_000)),
        (BASIC, {"deal-first": "nobody"}, "deal-first"),
        (BASIC, {"name": " "}, "name"),
        (LAW.id, {"ends-hands": ""}, "ends-hands"),
        (LAW.id, {"score-out_bonus": "10"}, "incomplete"),
    ],
)
def test_a_contradiction_is_refused_at_its_field(phone, ruleset, fields, place):
    answer = phone.change_rules(f"/rulesets/{ruleset}/changes", **{"name": "Ours", "save": "1", **fields})

    assert answer.status_code == 422
    assert f'id="{place}-faults">' in answer.text
    assert f'href="#{place}-faults"' in answer.text


def test_a_refused_form_keeps_what_was_typed(phone):
    typed = {"jokers": "many", "points-7": "x", "ends-target": "100", "ends-session": "1", "wild-cards": "2"}
    answer = phone.change_rules(f"/rulesets/{BASIC}/changes", save="1", **typed)

    assert typed.items() <= form_of(answer).items()
    for said in (
        "Jokers in each deck: Enter a whole number from 0 to 8.",
        "Points for each card left in your hand: Enter a whole number from 0 to 500.",
        "Wild cards: 2s Total that ends the game: 100",
    ):
        assert said in different(answer)


def test_points_of_some_cards_leave_the_fields_of_the_others(phone):
    path = "/rulesets/international/changes"
    cards = [name for name in form_of(phone.get(path)) if name.startswith("points-")]

    page = phone.change_rules(path, **{"points-A": "15"})

    assert page.status_code == 422
    form = form_of(page)
    assert {name for name in form if name.startswith("points-")} == {*cards}
    assert form["points-A"] == "15"


def test_of_a_number_that_cannot_be_read_nothing_else_is_wrong(phone):
    contract = {"contracts-1-sets": "1", "contracts-1-runs": "1"}
    answer = phone.change_rules("/rulesets/rummikub/changes", **{"ends-hands": "0", "save": "1", **contract})

    errors = answer.text.partition('id="ends-hands-faults">')[2].partition("</ul>")[0]
    assert errors.count("<li>") == 1


def test_a_fault_of_what_the_form_does_not_offer_is_told_above_it(phone):
    page = phone.get(f"/rulesets/{BASIC}/changes", query_string={"changes": '{"wins": "lowest"}'})

    assert page.status_code == 422
    assert 'id="form-faults"' in page.text


def test_a_warning_is_shown_and_lets_pass(phone):
    fields = {"may_i": None, "deal-cards": "11"}
    answer = phone.change_rules(f"/rulesets/{LAW.id}/changes", **fields)

    assert answer.status_code == 200
    assert "In hand 7, nobody can go down." in text_of(answer)
    saved_by(phone, LAW.id, **fields)


def test_claims_can_be_taken_out_and_brought_in(phone):
    without = saved_by(phone, LAW.id, **{"may_i": None, "may_i-most": "9"})
    assert phone.get(f"/rulesets/{without}/file").json["changes"] == {"may_i": None}

    rules = in_force(LAW, changes=changes_saved_by(phone, without, **{"may_i": "1", "may_i-most": "2"}))

    assert (rules.may_i.word, rules.may_i.most, rules.may_i.penalty) == ("May I?", 2, 1)


def test_jokers_take_their_points_with_them(phone):
    changes = changes_saved_by(phone, LAW.id, **{"jokers": "0", "wild-cards": "2"})

    assert "joker" not in changes["points"]


def test_one_number_of_cards_is_for_any_number_of_players(phone):
    path = f"/rulesets/{BASIC}/changes"
    page = phone.change_rules(path, **{"deal-cards": "8"})
    assert "Cards each: 8 instead of 10 for 2 players" in text_of(page)

    page = phone.post(path, form_of(page) | {"deal-cards": ""})

    assert "Nothing yet." in text_of(page)


def test_a_hand_keeps_its_run_and_its_last_card(phone):
    rules = RULESETS["seven-hand"]
    number = next(at for at, hand in enumerate(rules.contracts) if hand.special)
    changes = changes_saved_by(phone, rules.id, **{f"contracts-{number}-sets": "1"})

    contract = in_force(rules, changes=changes).contracts[number]
    assert contract == structs.replace(rules.contracts[number], sets=1)


def test_an_empty_hand_is_taken_out_and_the_others_move_up(phone):
    typed = {"contracts-2-sets": "", "contracts-2-runs": "", "contracts-8-sets": "4"}

    left = in_force(LAW, changes=changes_saved_by(phone, LAW.id, **typed)).contracts

    assert left == (*LAW.contracts[:2], *LAW.contracts[3:], Contract(sets=4))


def test_rules_that_nobody_saved_are_not_found(phone):
    for page in ("", "/changes", "/file"):
        assert phone.get(f"/rulesets/AAAAAAAAAAAAAAAAAAAAAA{page}").status_code == 404
    assert phone.post("/rulesets/AAAAAAAAAAAAAAAAAAAAAA/changes").status_code == 404


def test_a_ruleset_without_changes_has_a_page_and_a_file(phone):
    assert "Nothing is changed" in text_of(phone.get(f"/rulesets/{BASIC}"))
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

    answer = phone.change_rules(f"/rulesets/{BASIC}/changes", name="Ours", save="1")

    assert answer.status_code == 429


def send_file(phone, content):
    form = {"csrf_token": phone.token, "file": (io.BytesIO(content), "rules.json")}
    return phone.client.post("/rulesets/file", data=form, content_type="multipart/form-data")


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_a_downloaded_file_makes_the_same_rules_elsewhere(phone, mark):
    content = phone.get(f"/rulesets/{saved_by(phone, **{'ends-target': '100'})}/file").data

    answer = send_file(phone, mark + content)

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
