"""The one box: everything that answers a question, on its own page and on all that have the box."""

import json
import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from scorekeeper.referee.graph import outcomes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.rulebook import Mark, book
from scorekeeper.rulebook.search import search
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.web.referee.path import Venue
from scorekeeper.web.rulebook.ask import MOST_CLAUSES, answers
from tests.support.phones import Phone
from tests.support.referee_forms import WRONG_MELD, rule

# Questions of a writer who had not looked at the book, which nobody looked at before they were measured.
APART = Path(__file__).parents[2] / "vectors" / "asked-apart.json"
BOX = re.compile(r'<form class="field" id="ask".*?</form>', re.DOTALL)
SAYS = re.compile(r'<p class="says">(.*?)</p>', re.DOTALL)
NUMBERS = re.compile(r'<a class="(?:chip|list-link)" href="[^"]*#c([^"]+)"')
NOTHING = "We found no answer. Try other words."
OPEN = "It’s up to your table."
WRITE = "Write down what we agree"


def box(phone, query, path="/ask", **where):
    """The box of a page with its answers."""
    page = phone.get(path, query_string={"q": query, **where})
    assert page.status_code == 200
    return BOX.search(page.text)[0]


@cache
def answered(query):
    """What answers a question outside of a game; the long lists of questions overlap."""
    return answers(query, Venue(), phone=None)


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.fixture
def basic(scorer):
    """A game of Basic Rummy."""
    return scorer.start("Ana", "Ben", "Cem", ruleset="basic", target="200")


def test_every_page_has_the_same_box(scorer, game):
    for path in ("/", "/ask", "/rules", "/referee", f"/games/{game}", f"/games/{game}/referee"):
        (found,) = BOX.findall(scorer.get(path).text)

        assert 'action="/ask"' in found, path
        assert 'data-behaviour="ask"' in found, path
        assert 'placeholder="Ask: drew twice"' in found, path
        assert (f'<input type="hidden" name="game" value="{game}">' in found) == (game in path), path


@pytest.mark.parametrize("query", ["may i", "žolík", "jokr", "12.5", "re-deal"])
def test_the_best_clause_comes_in_full_and_others_in_short(client, query):
    best, *others = [hit.number for hit in search(query)][:MOST_CLAUSES]
    found = box(client, query)
    clause = next(one for one in book().clauses if one.number == best)

    assert NUMBERS.findall(found) == [best, *others]
    assert clause.text in words(SAYS.search(found)[1])
    assert words(found).count(f"From {clause.source}") == (clause.mark is Mark.SOURCE)


def test_what_went_wrong_is_settled_by_the_referee_of_the_game(scorer, game):
    found = box(scorer, "drew twice", game=game)
    assert f'href="/games/{game}/referee/illegal-draw?q=drew+twice"' in found
    assert 'href="/referee/illegal-draw?q=drew+twice"' in box(scorer, "drew twice")
    own = box(scorer, "he drew two tiles", "/referee", ruleset="rummikub")
    assert "ruleset=rummikub&amp;q=he+drew+two+tiles" in own
    assert '<input type="hidden" name="ruleset" value="rummikub">' in own


@pytest.mark.parametrize(
    ("query", "offered"),
    [
        ("new player join late", []),
        ("drew twice", ["illegal-draw"]),
        ("grandma forgot to throw a card", ["no-discard"]),
        ("I discarded but forgot to draw", ["premature-discard"]),
        ("can I grab a discard when it isn't my turn", ["may-i"]),
        ("do I need to throw a card away to finish", []),
        ("can I take two discards", []),
        ("two people want the discard", ["may-i"]),
        ("wrong number of cards in my hand noticed in the middle of the round", ["wrong-count"]),
        ("can a joker be in a set", []),
        ("Ablagestapel", []),
        ("lay off", []),
        ("wrong meld", ["illegal-laydown"]),
        ("how much is a joker", []),
        ("12.5", []),
    ],
)
def test_what_went_wrong_is_offered_and_nothing_where_nothing_did(app, query, offered):
    with app.test_request_context():
        assert list(answers(query, Venue(), phone=None).irregularities) == offered


def settled_by(irregularity):
    """The clauses that the rulings on an irregularity rest on, or that leave it open."""
    ends = outcomes(GRAPHS[irregularity])
    return {number for end in ends for number in (*end.clauses, *(note.clause for note in end.notes))}


@pytest.mark.long
def test_few_offers_to_settle_are_beside_the_point(app):
    asked = json.loads(APART.read_text(encoding="utf-8"))
    with app.test_request_context():
        offers = [
            [bool({*one["clauses"]} & settled_by(offer)) for offer in found.irregularities]
            for one in asked
            for found in [answered(one["q"])]
        ]
    beside = sum(not all(fits) for fits in offers)
    fitting = sum(any(fits) for fits in offers)

    assert beside <= 0.1 * len(asked), beside
    assert fitting >= 0.2 * len(asked), fitting


@pytest.mark.parametrize(
    ("query", "is_open"),
    [
        ("wrong meld", True),
        ("5.2b", True),
        ("1.3", True),
        ("same points at the end", False),
        ("empate", False),
        ("how do we break a tie", False),
        ("wild card on both ends", False),
        ("do twos count as wild", False),
        ("qwrtzp", False),
    ],
)
def test_what_an_interpretation_settles_is_not_said_to_be_open(client, query, is_open):
    assert (OPEN in box(client, query)) == is_open


@pytest.mark.parametrize("rules", RULESETS)
def test_the_empty_page_shows_what_can_be_asked_in_each_game(client, rules):
    page = client.get("/ask", query_string={"ruleset": rules}).text
    examples = re.findall(r'href="(/ask\?[^"]+)"', page)

    assert len(examples) == 3
    for example in map(unescape, examples):
        found = client.get(example).text
        assert NOTHING not in found
        assert '<section class="best' in found
        assert re.findall(r'href="(/ask\?[^"]+)"', found) == []


@pytest.mark.parametrize("query", ["qwrtzp", "🃏", "'\"<script>"])
def test_what_nothing_answers_is_said_and_leads_to_what_is_open(scorer, watcher, game, query):
    found = box(scorer, query, game=game)

    assert NOTHING in words(found)
    assert "Ask the referee" not in found
    assert SAYS.search(found) is None
    silent = [clause.number for clause in book().clauses if clause.mark is Mark.SILENT]
    assert NUMBERS.findall(found) == silent
    assert "<details>" in found
    form = unescape(re.search(rf'href="([^"]*/agreements/new[^"]*)">{WRITE}', found)[1])
    assert f'value="{query}"' in unescape(scorer.get(form).text)
    assert WRITE not in box(watcher, query, game=game)
    assert WRITE not in box(scorer, query)


def test_what_the_rules_leave_open_is_called_by_its_matter(client):
    found = box(client, "I looked at another player's cards")

    assert "Ask the referee: Someone looked at another player’s hand" in words(found)
    assert "matter=hand-looked-at" in found


def test_what_the_table_agreed_leads(scorer, watcher, game):
    rule(scorer, game, WRONG_MELD, agreed="All of it back, please")

    found = words(box(scorer, "wrong meld", game=game))
    said = ["Your table agreed:", OPEN, "The rules don’t say", "Ask the referee:", WRITE]
    assert [found.index(part) for part in said] == sorted(found.index(part) for part in said)
    assert "Your table agreed: Take it all back All of it back, please" in found
    watched = words(box(watcher, "wrong meld", game=game))
    assert "Your table agreed:" in watched
    assert WRITE not in watched
    assert "Agreed before: Take it all back" in words(box(scorer, "wrong meld"))
    assert "greed before" not in words(box(Phone(scorer.client.application), "wrong meld"))


@pytest.mark.parametrize("query", ["do I have to say how many cards I hold", "someone plays slowly"])
@pytest.mark.parametrize("decided", [{"choice": "no-advice"}, {"agreed": "Only your partner"}])
def test_an_agreement_on_another_matter_of_the_clause_is_no_answer(scorer, game, query, decided):
    rule(scorer, game, {"irregularity": "silent-matter", "matter": "advice", **decided})

    found = box(scorer, query, game=game)
    assert OPEN in words(found)
    assert "Your table agreed" not in words(found)


def test_an_agreement_in_own_words_answers_for_its_matter_and_names_it(scorer, game):
    rule(
        scorer,
        game,
        {"irregularity": "silent-matter", "matter": "pile-looked-through"},
        agreed="Only the last three cards",
    )

    said = "discard pile Only the last three cards"
    assert said in words(box(scorer, "look through the discard pile", game=game))


def decide(phone, game, question, agreed, clause=""):
    seen = phone.document(game)["version"]
    sent = {"seen": seen, "clause": clause, "question": question, "agreed": agreed}
    assert phone.post(f"/games/{game}/agreements", sent).status_code == 303


@pytest.mark.parametrize(
    ("query", "matter", "choice", "decision"),
    [
        ("can my wife help me with my cards", "advice", "no-advice", "Nobody gives advice"),
        ("my brother peeked at my cards", "hand-looked-at", "look-passes", "There’s no penalty"),
        ("I dropped a card", "card-shown", "shown-back", "What you show goes back"),
        ("she takes forever", "slow-play", "no-time-limit", "There’s no time limit"),
        ("he went to the loo, do we wait", "absent-player", "wait", "Wait until everyone’s back"),
    ],
)
def test_the_decision_on_the_matter_comes_first_and_no_other_on_its_clause(
    scorer, game, query, matter, choice, decision
):
    rule(scorer, game, {"irregularity": "silent-matter", "matter": matter, "choice": choice})
    rule(scorer, game, {"irregularity": "silent-matter", "matter": "card-count", "choice": "count-told"})
    decide(scorer, game, "Are we polite?", "Always", clause="5.10")

    found = words(box(scorer, query, game=game))
    assert found.count("our table agreed") == 1
    assert f"Your table agreed: {decision}" in found


def test_of_several_decisions_on_one_question_the_newest_counts(scorer, game):
    decide(scorer, game, "Are phones allowed?", "Never")
    decide(scorer, game, "are phones allowed", "Until the break")
    for choice in ("no-advice", "advice-allowed"):
        rule(scorer, game, {"irregularity": "silent-matter", "matter": "advice", "choice": choice})

    for query, newest in [("phones allowed", "Until the break"), ("giving advice", "You can give advice")]:
        found = words(box(scorer, query, game=game))
        assert found.count("Your table agreed") == 1
        assert newest in found.partition("Your table agreed")[2]


def test_the_newest_decision_on_the_only_matter_of_a_clause_comes_first(scorer, game):
    asked = "Can someone say “May I” for a card they discarded themselves?"
    decide(scorer, game, asked, "Yes, after everyone else", clause="5.4")
    decide(scorer, game, "Claiming your own discard", "Never", clause="5.4")

    found = words(box(scorer, "can I claim my own discard", game=game))
    assert "Your table agreed: Claiming your own discard Never" in found.replace("“", "").replace("”", "")


def test_a_decision_on_another_case_of_the_irregularity_stays(scorer, game):
    laid = {"irregularity": "illegal-laydown", "fault": "not-allowed-now"}
    rule(scorer, game, {**laid, "why": "not-gone-down"}, agreed="Back it goes")
    rule(scorer, game, {**laid, "why": "after-claim"}, agreed="It stays there")

    found = words(box(scorer, "wrong meld", game=game))
    assert ("Back it goes" in found, "It stays there" in found) == (True, True)


def test_what_the_table_agreed_is_found_by_its_own_words(scorer, stranger, game):
    sent = {"seen": 1, "clause": "", "question": "Are phones allowed?", "agreed": "Away <until> the break"}
    scorer.post(f"/games/{game}/agreements", sent)

    found = box(scorer, "phones", game=game)
    assert "Your table agreed: Are phones allowed? Away <until> the break" in words(found)
    assert "<until>" not in found
    assert NOTHING not in words(found)
    assert "phones allowed" in words(box(stranger, "phones", game=game))
    assert "phones allowed" not in words(box(stranger, "phones"))
    assert "phones allowed" not in words(box(scorer, "red ace", game=game))


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("stock runs out", "BR-7"),
        ("how much is an ace", "BR-9"),
        ("can I discard the card I took", "BR-6"),
        ("someone has to leave", "P-2"),
    ],
)
def test_in_a_game_of_other_rules_its_own_clauses_answer_without_the_laws(scorer, basic, question, first):
    found = box(scorer, question, game=basic)

    assert NUMBERS.findall(found)[0] == first
    assert {number.partition("-")[0] for number in NUMBERS.findall(found)} <= {"BR", "P"}
    assert "Advice" not in found


def test_advice_alone_says_that_the_game_has_no_answer(scorer, basic):
    found = words(box(scorer, "he drew two cards", game=basic))

    assert "Nothing in Basic Rummy answers this. Advice from Continental Rummy: If you saw" in found
    # Once above the best clause, and once above the others.
    assert found.count("Advice from Continental Rummy:") == 2
    assert "12.5" in words(box(scorer, "12.5", game=basic))


def test_a_value_that_no_clause_of_the_game_words_answers_before_any_advice(scorer, basic):
    found = words(box(scorer, "may I", game=basic))

    assert "Basic Rummy says: You can’t ask for a discard out of turn." in found
    assert "Continental" not in found


def test_what_a_game_rules_itself_is_not_offered_as_uncovered(client):
    found = box(client, "can I discard the card I took", ruleset="basic")

    assert NUMBERS.findall(found)[0] == "BR-6"
    assert "silent-matter" not in found


@pytest.mark.parametrize(
    ("ruleset", "changes", "question", "said"),
    [
        (
            "international",
            '{"turn": {"taken_card": false}}',
            "can I discard the card I took",
            "You can’t discard the card you just took from the discard pile.",
        ),
        (
            "basic",
            '{"may_i": {"priority": "eldest"}, "ends": {"hands": 5}}',
            "can I take the discard out of turn",
            "You can ask for a discard out of turn.",
        ),
    ],
)
def test_what_the_table_changed_answers_before_any_clause_or_advice(scorer, ruleset, changes, question, said):
    game = scorer.start("Ana", "Ben", "Cem", ruleset=ruleset, changes=changes)
    found = words(box(scorer, question, game=game))

    assert f"Your table’s own rule: {said}" in found
    assert [one for one in ("Continental", "BR-6") if one in found] == []


@pytest.mark.parametrize("ruleset", ["basic", "wrotham", "seven-hand"])
def test_the_number_of_melds_that_the_table_set_is_told(scorer, ruleset):
    changes = '{"turn": {"melds": 2}, "ends": {"hands": 5}}'
    game = scorer.start("Ana", "Ben", "Cem", ruleset=ruleset, changes=changes)

    found = words(box(scorer, "how many sets can I lay in one turn", game=game))
    assert "Most sets and runs in a turn: 2" in found


@pytest.mark.parametrize(
    ("ruleset", "question", "irregularity"),
    [
        ("international", "two want the discard", "may-i"),
        ("six-hand", "stock is empty", "stock-out"),
    ],
)
def test_what_a_question_to_another_game_is_about_leads_to_the_referee(
    client, ruleset, question, irregularity
):
    found = box(client, question, ruleset=ruleset)

    assert re.findall(r"/referee/([a-z-]+)\?", found) == [irregularity]


def test_clauses_of_another_ruleset_without_a_game_lead_to_its_page(client):
    found = box(client, "stock runs out", ruleset="basic")

    assert 'href="/rules/basic#cBR-7"' in found
    assert 'href="/rules?q=played+out+of+turn#c9.1"' in box(client, "played out of turn", ruleset="basic")


def test_clauses_lead_to_the_book_with_the_words_and_the_game(scorer, game):
    assert f'href="/rules?game={game}&amp;q=may+i#c5.2"' in box(scorer, "may i", game=game)


def test_the_words_stay_in_the_box_and_are_escaped(client):
    page = client.get("/ask", query_string={"q": 'a "b" <i>'}).text

    assert 'value="a &#34;b&#34; &lt;i&gt;"' in page
    assert "<title>Ask: a &#34;b&#34; &lt;i&gt; - Scorekeeper</title>" in page
    assert "<i>" not in page


def test_no_more_than_200_letters_are_read(client):
    found = box(client, f"{'x ' * 100}joker")

    assert re.search(r'value="([^"]*)"', found)[1] == ("x " * 100).strip()
    assert NOTHING in found


@pytest.mark.parametrize("path", ["/ask", "/rules", "/referee"])
def test_cards_are_checked_and_lead_to_the_checker(client, path):
    shown = client.get(path, query_string={"q": "5H 6H 8H 9H"}).text

    assert 'href="/laydown?as=melds&amp;cards=5H+6H+8H+9H&amp;q=5H+6H+8H+9H"' in shown
    assert "css/pages.css" in shown


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("7♠ 7♥ joker, 5H 6H 7H 8H", "/laydown?as=melds&amp;cards=7S+7H+JK+/+5H+6H+7H+8H&amp;hand=1"),
        ("7S 7H JK and 9S 9D 9C", "/laydown?as=melds&amp;cards=7S+7H+JK+/+9S+9D+9C&amp;hand=1"),
        ("7S 7H JK / 9S 9D 9C / 4S 4D 4H", "/laydown?"),
        ("7S 7H JK / 5H 6H 8S 9D", "/laydown?"),
        ("7S 7H JK QC QD QH KD", "/laydown?as=heap"),
    ],
)
def test_several_melds_in_a_game_get_the_verdict_of_the_checker(scorer, game, query, path):
    shown = box(scorer, query, game=game)
    address = unescape(re.search(r'href="([^"]*/laydown\?[^"]*)"', shown)[1])
    checker = words(re.search(r'id="verdict".*?<form', scorer.get(address).text, re.DOTALL)[0])
    said = [
        words(one) for one in re.findall(r'<h2 class="says">(.*?)</h2>|<p>(.*?)</p>', shown) for one in one
    ]

    assert f'href="/games/{game}{path}' in shown
    assert [one for one in said if one not in checker] == []


@pytest.mark.parametrize(
    ("query", "verdict", "is_passed"),
    [
        ("5H 6H 7H 8H", "Right.", True),
        ("5H 6H 7H 8H 9C", "Wrong.", True),
        ("7S 7H JK", "Right.", False),
        ("7S 7H 9D", "Wrong.", False),
    ],
)
def test_one_meld_is_judged_by_itself_unless_the_hand_has_no_place_for_it(
    scorer, game, query, verdict, is_passed
):
    shown = words(box(scorer, query, game=game))

    assert verdict in shown
    assert ("Hand 1" in shown, "Clause 4.4a" in shown) == (is_passed, is_passed)
    assert "Still missing" not in shown
    assert "Hand 1" not in words(box(scorer, query))


def test_cards_that_the_game_does_not_have_are_named(scorer, basic):
    shown = words(box(scorer, "7♠ 7♥ joker", game=basic))

    assert "There’s no joker in this game." in shown
    assert NOTHING not in shown


def test_cards_are_checked_for_the_hand_in_the_question(scorer, game):
    shown = box(scorer, "5H 6H 7H 8H in hand 3", game=game)

    assert "Right. One run." in words(shown)
    assert "hand=3" in shown
    assert "Hand 1" not in words(shown)
    assert "Hand 1 doesn’t ask" not in words(box(scorer, "can I add 8S to 4S 5S 6S 7S", game=game))


@pytest.mark.parametrize(
    ("query", "clause"), [("how much is 7H", "7.1"), ("how much is KS", "7.1"), ("5.2d", "5.2d")]
)
def test_one_card_in_a_question_is_read_out(client, query, clause):
    assert NUMBERS.findall(box(client, query))[0] == clause


@pytest.mark.parametrize("query", ["", "  ", "\t"])
def test_no_question_has_no_answers(client, query):
    found = box(client, query)

    assert "<div></div>" in found
    page = client.get("/ask", query_string={"q": query}).text
    assert '<a class="button plain" href="/referee">Referee</a>' in page
    assert '<a class="button plain" href="/rules">Rules</a>' in page


@pytest.mark.parametrize("where", [{"game": "U" * 22}, {"game": "x"}, {"game": "'>"}])
def test_no_such_game_is_the_law(client, where):
    found = box(client, "may i", **where)

    assert NUMBERS.findall(found)[0] == search("may i", ruleset=LAW.id)[0].number
    assert 'name="game"' not in found
    assert 'name="ruleset"' not in found
    assert client.get("/ask", query_string={"q": "may i", "ruleset": "whist"}).status_code == 404
