"""Agreements of a table where the rules are silent are recorded, and shown when the question comes back."""

import re
from html import unescape

import pytest

from tests.support.phones import Phone, text_of
from tests.support.referee_forms import WRONG_MELD, rule

SAID = {"clause": "6.3", "question": "When is the stock out?", "agreed": "When nobody can draw"}
AGREED = re.compile(r'<dd class="agreed">(.*?)</dd>', re.DOTALL)
RULING = "/referee/illegal-laydown?fault=wrong-meld"


def agree(phone, game, **changed):
    return phone.post(
        f"/games/{game}/agreements", {"seen": phone.document(game)["version"], **SAID, **changed}
    )


def agreements(phone, game):
    return text_of(phone.get(f"/games/{game}/agreements"))


def test_an_agreement_is_listed_with_its_clause(scorer, watcher, game):
    assert agree(scorer, game).location == f"/games/{game}?said=agreed"

    for phone in (scorer, watcher):
        assert "When is the stock out? Clause 6.3 When nobody can draw 20 November 2026 , in this game" in (
            agreements(phone, game)
        )
    assert "Write down a decision" not in agreements(watcher, game)


def test_the_form_begins_with_a_clause_and_a_question(scorer, game):
    page = scorer.get(
        f"/games/{game}/agreements/new", query_string={"clause": "6.3", "question": "Out?"}
    ).text

    assert (
        '<option value="6.3" selected>6.3 The rules leave three things about the stock open</option>' in page
    )
    assert 'value="Out?"' in page
    assert ">5.4 Whether you can claim a card that you discarded…</option>" in page
    assert max(map(len, re.findall("<option[^>]*>([^<]*)", page))) <= 60


def test_what_can_be_agreed_beside_a_ruling_is_a_tap_away(scorer, watcher, game):
    path = f"/games/{game}/referee/stock-out?time=first"
    ruling = scorer.get(path).text
    (question,) = re.findall(r'<b id="open-1">([^<]+)<', ruling)
    chosen, choice = re.search(r'href="([^"]*)"><span class="list-title">(When [^<]+)<', ruling).groups()

    form = scorer.get(unescape(chosen)).text

    assert '<option value="6.3" selected>' in form
    assert [one for one in (question, choice) if f'value="{one}"' not in form] == []
    assert "/agreements" not in watcher.get(path).text
    assert choice in watcher.get(path).text


def test_the_form_tells_what_was_agreed_before_on_its_clause(scorer, game):
    agree(scorer, game)

    assert "Agreed before about this When is the stock out?" in text_of(
        scorer.get(f"/games/{game}/agreements/new?clause=6.3")
    )
    assert "Agreed before" not in text_of(scorer.get(f"/games/{game}/agreements/new?clause=5.4"))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"clause": "6.1"}, "Choose one of these."),
        ({"question": " "}, "Write something here first."),
        ({"agreed": "\n"}, "Write something here first."),
        ({"agreed": "x" * 301}, "It can have up to 300 letters."),
    ],
)
def test_what_is_no_agreement_is_shown_again(scorer, game, changed, said):
    refused = agree(scorer, game, **changed)

    assert refused.status_code == 422
    assert said in text_of(refused)
    assert scorer.document(game)["version"] == 1


def test_an_agreement_from_an_old_page_is_shown_again(scorer, game):
    scorer.score(game, 1, 1, {0: 25, 2: 45, 3: 110})
    late = scorer.post(f"/games/{game}/agreements", {"seen": 1, **SAID})

    assert (late.status_code, 'name="seen" value="2"' in late.text) == (422, True)
    assert scorer.document(game)["precedents"] == []


def test_a_precedent_is_shown_when_its_clause_comes_up_again(scorer, watcher, game):
    assert "All of it back, please" not in text_of(scorer.get(f"/games/{game}{RULING}"))
    rule(scorer, game, WRONG_MELD, agreed="All of it back, please")

    for phone in (scorer, watcher):
        assert "All of it back, please" in text_of(phone.get(f"/games/{game}{RULING}"))
    assert "All of it back, please" not in text_of(Phone(scorer.client.application).get(RULING))
    scorer.undo(game)
    assert "All of it back, please" not in text_of(scorer.get(f"/games/{game}{RULING}"))


PILE = {"irregularity": "silent-matter", "matter": "pile-looked-through"}


@pytest.mark.parametrize(
    ("decided", "said"),
    [
        ({"agreed": "Only the last three cards"}, "Clause 5.10 Only the last three cards"),
        ({"choice": "pile-closed"}, "Clause 5.10 Nobody looks through the discard pile."),
    ],
)
def test_a_decision_on_one_of_many_open_matters_is_titled_by_its_matter(scorer, game, decided, said):
    rule(scorer, game, PILE, **decided)

    found = agreements(scorer, game)
    assert f"Looking through the discard pile {said}" in found
    assert "Something the rules don’t cover" not in found


def test_the_book_tells_at_its_clause_what_the_tables_of_this_phone_agreed(scorer, watcher, game):
    agree(scorer, game, agreed="When nobody can <draw>")
    rule(scorer, game, WRONG_MELD, agreed="All of it back, please")

    book = scorer.get("/rules").text
    assert told_at("6.3", book) == ["Agreed before: When is the stock out? When nobody can <draw>"]
    assert told_at("14.4", book) == ["Agreed before: Take it all back All of it back, please"]
    assert book.count("Agreed before") == 2
    assert "Agreed before" not in watcher.get("/rules").text
    assert told_at("6.3", watcher.get(f"/rules?game={game}").text)


def told_at(clause, page):
    """The agreements that the rulebook shows at a clause."""
    row = page.partition(f"<dt>{clause}</dt>")[2].partition("</div>")[0]
    return [unescape(re.sub("<[^>]+>", "", line)) for line in AGREED.findall(row)]


def test_who_joins_late_is_seated_as_was_agreed_before(scorer, game):
    scorer.score(game, 1, 1, {0: 25, 2: 45, 3: 110})
    assert "Agreed before" not in text_of(scorer.get(f"/games/{game}/arrivals"))
    agree(scorer, game, clause="8.7", question="Who may join?", agreed="Nobody after hand 2")
    agree(scorer, game, clause="5.4", agreed="Something else")

    other = scorer.start("Eva", "Fay", "Gus")
    scorer.score(other, 1, 1, {0: 25, 2: 45})
    for late in (game, other):
        page = text_of(scorer.get(f"/games/{late}/arrivals"))
        assert page.count("Agreed before: Who may join? Nobody after hand 2 Clause 8.7") == 1
        assert page.count("Agreed before") == 1


def test_who_deals_first_was_agreed_before(scorer, stranger, game):
    agree(scorer, game, clause="2.2b", question="Equal cards?", agreed="Draw again")

    seats = {"player": ("Ana", "Ben"), "move": "preview"}
    for page in (scorer.get(f"/games/new?again={game}"), stranger.get(f"/games/new?again={game}")):
        assert "Agreed before: Equal cards? Draw again Clause 2.2b" in text_of(page)
    assert "Agreed before: Equal cards? Draw again" in text_of(scorer.post("/games/new", seats))
    assert "Agreed before" not in text_of(stranger.post("/games/new", seats))


def test_white_space_in_the_words_of_a_ruling_is_folded_as_in_an_agreement(scorer, game):
    assert rule(scorer, game, WRONG_MELD, agreed=" All\tof it\r\nback ").status_code == 303
    agree(scorer, game, agreed=" All\tof it\r\nback ")

    assert [said["agreed"] for said in scorer.document(game)["precedents"]] == ["All of it back"] * 2


def test_what_was_agreed_before_stands_where_the_table_chooses(scorer, game):
    ruling = f"/games/{game}{RULING}"
    assert "Agreed before" not in text_of(scorer.get(ruling))
    rule(scorer, game, WRONG_MELD, agreed="All of it back")

    assert re.search(r"Agreed before.*Decide together.*Why", text_of(scorer.get(ruling)))


def test_decisions_on_another_matter_of_the_clause_are_left_out(scorer, game):
    agree(scorer, game, clause="5.10", question="Phones?", agreed="Not at the table")
    advice = f"/games/{game}/referee/silent-matter?matter=advice"
    rule(scorer, game, {"irregularity": "silent-matter", "matter": "advice", "choice": "no-advice"})
    rule(scorer, game, {"irregularity": "silent-matter", "matter": "card-count", "choice": "count-told"})

    before = text_of(scorer.get(advice)).partition("Agreed before")[2]
    assert "Advice from someone else Clause 5.10 Nobody gives advice." in before
    assert "Phones? Clause 5.10 Not at the table" in before
    assert "Saying how many you hold" not in before
