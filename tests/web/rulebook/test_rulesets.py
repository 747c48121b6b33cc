"""The pages of the rulesets, and the rulebook opened from a game of other rules."""

import re
from html import unescape

import pytest

from scorekeeper.rulebook import book
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.web.rulesets.values import VALUES
from scorekeeper.web.rulesets.words import compare, rule_sections, table_changes
from tests.support.phones import text_of

OTHERS = [rules for rules in RULESETS.values() if not rules.is_law]
ANCHOR = re.compile(r'id="c([A-Z0-9][^"]*)"')


@pytest.fixture
def basic(scorer):
    """A game of Basic Rummy to 200, whose table gave a missing card 5 points and an ace 11."""
    changes = '{"ends": {"target": 200}, "missing_card": 5}'
    return scorer.start("Ana", "Ben", "Cem", ruleset="basic", variant="ace-11", changes=changes)


def test_the_rules_lead_to_the_page_of_every_ruleset(client):
    page = client.get("/rules").text

    for rules in RULESETS.values():
        assert f'<a href="/rules/{rules.id}">{rules.name}</a>' in page


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_the_page_of_a_ruleset_shows_its_values_and_variants(client, rules):
    page = client.get(f"/rules/{rules.id}")
    text = text_of(page)

    assert page.status_code == 200
    assert f"<h1>{rules.name}</h1>" in page.text
    with client.application.test_request_context():
        groups = list(rule_sections(rules))
    told = [f"{label} {words}".strip() for _heading, lines, _contracts in groups for label, words in lines]
    assert len(told) > 15
    for words in told:
        assert plain(words) in text
    for variant in rules.variants.values():
        assert variant.name in text
    assert page.text.count('<div class="contract-line">') == len(rules.contracts)


@pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: rules.id)
def test_it_shows_every_clause_with_its_mark(client, rules):
    page = client.get(f"/rules/{rules.id}").text

    assert ANCHOR.findall(page) == [clause.number for clause in book(rules.id).clauses]
    for clause in book(rules.id).clauses:
        assert f'<div class="clause {clause.mark}" id="c{clause.number}">' in page


@pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: rules.id)
def test_it_says_what_differs_from_the_law(client, rules):
    page = client.get(f"/rules/{rules.id}").text
    different = text_of_part(page, "different")
    with client.application.test_request_context():
        lines = list(compare(rules, LAW))

    assert len(lines) >= 8
    both, _, alone = different.partition("Only in")
    for line in lines:
        sides = [side for side in (line.here, line.there) if side and side.words != "The rules don’t say"]
        if len(sides) == 2:
            assert plain(" ".join((sides[0].label or sides[1].label, sides[0].words, sides[1].words))) in both
        else:
            assert plain(str(*sides)) in alone
    assert different.startswith(f"What’s different from {LAW.name} {rules.name} {LAW.name}")


def test_the_law_differs_from_itself_in_nothing(client):
    page = client.get("/rules/continental").text

    assert 'id="different"' not in page
    assert 'href="/rules#s1"' in page
    assert list(compare(LAW, LAW)) == []


def test_a_run_of_values_by_players_is_told_in_words(client):
    text = text_of(client.get("/rules/basic"))

    assert "Cards each 10 for 2 players, 7 for 3–4, 6 for 5–6" in text
    assert "Points for each card left in your hand 2–9: their number, 10–K: 10, A: 1" in text
    assert "Wild cards none" in text


def test_what_rules_leave_open_is_not_made_up(client):
    page = client.get("/rules/six-hand").text
    values, different = values_of(page), text_of_part(page, "different")

    assert "The rules don’t say who deals first" in values
    assert "Penalty cards with a discard out of turn 1" in values
    assert "An ace is low" not in values
    assert "An ace is high or low" in different.partition(f"Only in {LAW.name}")[2]
    assert "An ace is low" in text_of(client.get("/rules/basic"))
    assert "Any sets and runs will do" not in text_of(client.get("/rules/international"))
    assert "Any sets and runs will do" in text_of(client.get("/rules/rummikub"))


def test_the_most_melds_of_a_turn_do_not_limit_a_hand_that_is_laid_at_once(client):
    most = "Most sets and runs in a turn 1"

    assert f"{most}, unless you lay your whole hand at once" in text_of(client.get("/rules/wrotham"))
    assert f"{most}," not in text_of(client.get("/rules/basic"))


def in_words(here, there):
    return [(str(one.here), one.there and str(one.there)) for one in compare(here, there)]


def test_what_a_table_took_out_or_brought_in_is_no_silence_of_the_rules(client):
    basic = RULESETS["basic"]
    wild = {
        "jokers": 2,
        "points": {"2-K": 5, "A": 10, "joker": 0},
        "wild": {"cards": ["joker"], "adjacent": False},
    }
    with client.application.test_request_context():
        without = in_words(in_force(LAW, changes={"may_i": None}), LAW)
        brought = in_words(in_force(basic, changes=wild), basic)

    assert without == [("You can’t ask for a discard out of turn", "You can ask for a discard out of turn")]
    assert ("Wild cards can’t be side by side in a run", None) in brought
    assert ("Wild cards: jokers", "Wild cards: none") in brought
    assert without[0][0] in text_of(client.get("/rules/basic"))
    assert "out of turn" not in values_of(client.get("/rules/international").text)


@pytest.mark.parametrize(("points", "told"), [({"A": 5, "2-K": 1}, 1), ({"A": 5}, 1), ({"A": 5, "K": 6}, 2)])
def test_many_points_that_a_table_changed_are_told_as_one_change(client, points, told):
    basic = RULESETS["basic"]
    with client.application.test_request_context():
        assert len(list(table_changes(in_force(basic, changes={"points": points}), basic))) == told


def test_tiles_are_called_tiles(client):
    page = client.get("/rules/rummikub").text
    values, different = values_of(page), text_of_part(page, "different")

    assert "Tiles each 14" in values
    assert "A set can’t have the same colour twice" in values
    assert not re.search(r"\b[Cc]ards?\b", values.partition("Tiles and start")[2].partition("Variants")[0])
    assert "Bonus for going out" not in different
    assert "out of turn" not in values
    form = text_of(client.get("/rulesets/rummikub/changes"))
    assert "Fewest tiles in a run" in form
    for of_cards in ("An ace", "draws a card", "out of turn"):
        assert of_cards not in form


def test_contracts_are_a_numbered_list_with_all_that_they_ask_for(client):
    text = text_of(client.get("/rules/seven-hand"))

    assert "Three sets. You lay" in text
    assert "(it starts with A or 4). You lay" in text
    assert "Only if you play 8 hands." in text


def test_an_unknown_ruleset_has_no_page(client):
    assert client.get("/rules/canasta").status_code == 404


def test_the_book_of_a_game_has_its_own_clauses_first(scorer, basic):
    page = scorer.get("/rules", query_string={"game": basic}).text
    own = [clause.number for clause in book("basic").clauses]

    assert ANCHOR.findall(page) == [*own, *(one.number for one in book().clauses)]
    assert "They aren’t rules of Basic Rummy" in page
    assert f'href="/games/{basic}/referee/may-i"' not in page
    assert f'href="/games/{basic}/referee/stock-out"' in page


def test_a_table_with_the_other_rules_on_incomplete_games_is_told_which_hold(scorer):
    game = scorer.start("Ana", "Ben", "Cem", ruleset="seven-hand", changes='{"incomplete": "posted"}')
    page = scorer.get("/rules", query_string={"game": game}).text

    for number in ("P-1", "P-3", "P-4"):
        (marked,) = marks_of(page, number)
        assert "sections 8 and 15 hold instead" in marked


def test_a_value_on_which_a_game_is_silent_is_not_called_written(scorer):
    game = scorer.start("Ana", "Ben", "Cem", ruleset="six-hand", changes='{"stock": {"reuses": 2}}')
    marked = " ".join(marks_of(scorer.get("/rules", query_string={"game": game}).text, "C6-14"))

    assert marked.endswith(": twice.")


def test_clauses_word_values_that_a_table_can_change():
    spans = {path.replace("fewest", "most") for path, value in VALUES.items() if value.span}
    worded = {path for rules in RULESETS for one in book(rules).clauses for path in one.fields}

    assert worded - {*VALUES, *spans} == set()


def test_every_clause_that_words_a_changed_value_is_marked(scorer):
    game = scorer.start("Ana", "Ben", ruleset="basic", variant=("penalty", "ace-15"))
    page = scorer.get("/rules", query_string={"game": game}).text
    marks = {
        "BR-5": ["An ace is high or low: A\u00a02\u00a03 or Q\u00a0K\u00a0A."],
        "BR-9": ["A: 15. Everyone scores the cards left in their hand."],
        "BR-10b": ["The lowest total wins."],
        "BR-11": ["Everyone scores the cards left in their hand."],
    }
    for number, said in marks.items():
        marked = marks_of(page, number)
        assert len(marked) == len(said), (number, marked)
        assert all(words in mark for words, mark in zip(said, marked, strict=True)), (number, marked)
    assert marks_of(page, "BR-4") == []
    assert f"/rules/basic?game={game}#changed" in page
    assert "#changed" not in scorer.get("/rules", query_string={"game": scorer.start("Ana", "Ben")}).text

    found = scorer.get("/ask", query_string={"game": game, "q": "ace"}).text
    best, _, others = found.partition("</section>")
    assert "BR-5</a>" in best
    assert "An ace is high or low" in best
    assert "At this table: Points of A: 15." in others
    ruling = text_of(scorer.get(f"/games/{game}/referee/stock-out"))
    assert ruling.index("Clause BR-11") < ruling.index("At this table: ")


def test_a_table_can_agree_on_what_its_own_rules_leave_open(scorer, basic):
    form = scorer.get(f"/games/{basic}/agreements/new").text
    assert re.findall(r'<option value="([^"]+)"', form) == ["BR-10b", "BR-15a", "BR-19", "5.10"]

    sent = {"clause": "BR-15a", "question": "Does it double?", "agreed": "No.", "seen": 1}
    answer = scorer.post(f"/games/{basic}/agreements", sent)
    assert answer.location == f"/games/{basic}?said=agreed"
    assert "Does it double?" in text_of(scorer.get("/rules", query_string={"game": basic}))
    other = scorer.start("Ana", "Ben", "Cem", "Dee")
    assert scorer.post(f"/games/{other}/agreements", sent).status_code == 422


def plain(words):
    return " ".join(words.split())


def marks_of(page, number):
    """What the clause of the page says of this table."""
    row = page.partition(f'id="c{number}"')[2].partition("</div>")[0]
    return [unescape(mark) for mark in re.findall(r'<dd class="agreed"><strong>([^<]*)</strong></dd>', row)]


def text_of_part(page, name):
    return in_plain_words(page.partition(f'aria-labelledby="{name}">')[2].partition("</section>")[0])


def values_of(page):
    """What the page of a ruleset says of it, without what differs from the law and the clauses."""
    values = page.partition('<div class="values">')[2]
    return in_plain_words(values.partition('<section aria-labelledby="s')[0])


def in_plain_words(html):
    return plain(unescape(re.sub(r"<[^>]+>", " ", html)))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_points_that_nobody_knows_are_said_to_be_unknown(client, ruleset):
    values = values_of(client.get(f"/rules/{ruleset}").text)

    told = "You count the points of the cards yourselves" in values
    assert told == (RULESETS[ruleset].points is None)


def test_notes_for_new_players_stand_on_the_page_of_their_game_alone(phone):
    assert [name for name in RULESETS if 'id="notes"' in phone.get(f"/rules/{name}").text] == ["seven-hand"]
