"""The referee in games of other rules: own clauses, advice, and what cannot happen there."""

import json
import re

import pytest

from scorekeeper.referee.codes import Irregularity
from scorekeeper.rules.rulesets.files import RULESETS
from tests.support.phones import Phone, text_of
from tests.support.referee_forms import CHARGE, rule
from tests.support.referee_screens import opened

ENDS = {"hands": 7}
CODES = set(Irregularity)


@pytest.fixture
def started(scorer):
    """Start a game by the rules of a file."""

    def start(ruleset, **changes):
        changes = json.dumps({"ends": ENDS if RULESETS[ruleset].ends.hands is None else {}, **changes})
        return scorer.start("Ana", "Ben", "Cem", "Dee", ruleset=ruleset, changes=changes)

    return start


def at(phone, game, path=""):
    return phone.get(f"/games/{game}/referee{path}")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_first_page_opens_and_lists_what_can_happen(scorer, started, ruleset):
    rules = RULESETS[ruleset]
    game = started(ruleset)
    listed = opened(scorer, f"/games/{game}/referee").headlines
    never = ["resume", *(() if rules.is_law else rules.referee.none)]

    assert listed == [f"/games/{game}/referee/{one}" for one in Irregularity if one not in never]
    for path in listed:
        assert scorer.get(path).status_code == 200
    counted = scorer.get(f"/games/{game}/referee/cards")
    assert (counted.status_code == 200) == (ruleset != "rummikub")


def test_what_can_go_wrong_is_told_in_tiles_where_these_are_played(scorer, started):
    game = started("rummikub")
    listed = scorer.client.get("/api/v1/referee?ruleset=rummikub").json
    told = [text for one in listed for text in (one["headline"], one["example"])]
    page = text_of(at(scorer, game))

    assert not re.search(r"\b(cards?|discard\w*|stock|club|hearts|May I)\b", " ".join(told))
    assert all(one["headline"] in page for one in listed if one["irregularity"] != "resume")
    assert "Wrong tiles on the table There’s a blue tile in " in page
    assert "Wrong cards on the table" in text_of(at(scorer, started("wrotham")))
    assert "Wrong tiles on the table" in scorer.get("/referee/illegal-laydown?ruleset=rummikub").text


def test_own_clauses_are_quoted_without_a_question(scorer, started):
    game = started("seven-hand")
    page = at(scorer, game, "/may-i")
    text = text_of(page)

    assert "Seven Hand Rummy says:" in text
    assert "If you want the discard in another player’s turn, say “I want it”." in text
    assert "Only in the eighth hand (S7-7) is it once for each player." in text
    assert f'href="/rules?game={game}#cS7-10"' in page.text
    assert "Continental" not in text
    assert 'class="answers"' not in page.text


def test_manners_without_a_discard_pile_are_told_and_agreed_by_the_games_own_clause(scorer, started):
    game = started("rummikub")
    text = text_of(at(scorer, game, "/silent-matter?matter=advice"))
    rule(scorer, game, {"irregularity": "silent-matter", "matter": "advice", "choice": "no-advice"})

    assert "RK-19 The rules don’t say anything about manners" in text
    assert "discard" not in text
    assert [line["clause"] for line in scorer.document(game)["precedents"]] == ["RK-19"]
    offered = scorer.get(f"/games/{game}/agreements/new").text
    assert ('value="RK-19"' in offered, 'value="5.10"' in offered) == (True, False)


def test_an_opening_of_too_few_points_is_told_by_the_clause_on_it(scorer, started):
    page = at(scorer, started("rummikub"), "/illegal-laydown").text

    assert re.findall(r'href="[^"]*#c(RK-\d+)"', page) == ["RK-11", "RK-5"]


def test_where_no_advice_fits_the_table_writes_what_it_agreed(scorer, started):
    game = started("rummikub")
    dispute = {"irregularity": "out-of-turn", "offender": "1"}
    refused = rule(scorer, game, dispute)

    assert refused.status_code == 422
    assert 'name="agreed"' in refused.text
    rule(scorer, game, dispute | {"agreed": "The turn counts"})
    assert "Agreed before Played out of turn Clause RK-16 The turn counts" in text_of(
        at(scorer, game, "/out-of-turn")
    )
    assert "The turn counts" not in text_of(at(scorer, game, "/wrong-count"))


def test_advice_says_whose_it_is(scorer, started):
    game = started("seven-hand")
    path = "/wrong-count?moment=other-went-out&direction=too-few&by=2&who-offender=1"
    text = text_of(at(scorer, game, path))

    assert "The rules of Seven Hand Rummy don’t cover this. Continental Rummy would do this:" in text
    assert "Just save the ruling" not in text
    assert rule(scorer, game, CHARGE).location == f"/games/{game}?said=ruled"


def test_points_that_the_sheet_does_not_add_are_said_to_be_left_to_the_table(scorer, started):
    path = "/wrong-count?moment=other-went-out&direction=too-few&by=2&who-offender=1"
    said = "Scorekeeper adds nothing. Agree on the points, and type them yourselves."

    assert said in text_of(at(scorer, started("seven-hand"), path))
    adopted = started("seven-hand", missing_card=5)
    assert said not in text_of(at(scorer, adopted, path))
    assert said not in text_of(scorer.get(f"/referee{path.partition('&who')[0]}"))


def test_who_begins_without_a_draw_is_not_called_one_card_short(scorer, started):
    said = "The player who goes first gets more cards at the start, and doesn’t draw in their first turn."
    game = started("wrotham")

    for path in ("/premature-discard?next_has_drawn=yes", "/cards"):
        assert said in text_of(at(scorer, game, path))
        assert said not in text_of(at(scorer, started("basic"), path))


def test_what_no_rules_cover_is_said_once(scorer, started):
    path = "/illegal-laydown?fault=wrong-meld&who-offender=1"
    text = text_of(at(scorer, started("seven-hand"), path)).partition("Referee")[2]

    assert text.count("don’t cover this") == 1
    assert "The rules don’t cover this." in text
    assert "Continental" not in text


def test_a_table_that_gave_a_missing_card_points_is_ruled_by_them(scorer, started):
    game = started("seven-hand", missing_card=5)
    text = text_of(
        at(scorer, game, "/wrong-count?moment=other-went-out&direction=too-few&by=2&who-offender=1")
    )

    assert "Your table’s own rule:" in text
    assert "Continental" not in text.partition("Referee")[2]
    assert rule(scorer, game, CHARGE).location == f"/games/{game}?said=ruled-waits"
    assert "10 points for missing cards will be added to what you enter for Ben" in text_of(
        scorer.get(f"/games/{game}")
    )


def test_the_law_says_nothing_of_the_kind(scorer, game):
    text = text_of(at(scorer, game, "/deal?cause=wrong-pack"))

    assert "would do this" not in text
    assert "says:" not in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_a_game_the_referee_answers_by_a_file(client, ruleset):
    rules = RULESETS[ruleset]
    named = "" if rules.is_law else f"?ruleset={ruleset}"
    listed = opened(Phone(client.application), f"/referee{named}").headlines

    never = () if rules.is_law else rules.referee.none
    assert listed == [f"/referee/{one}{named}" for one in Irregularity if one not in never]
    for path in listed:
        answer = client.get(path)
        assert answer.status_code == 200
        irregularity = path.removeprefix("/referee/").removesuffix(named)
        own = not rules.is_law and irregularity in rules.referee.own
        assert (f"{rules.name} says:" in answer.text) == own
    for one in CODES.intersection(never):
        assert client.get(f"/referee/{one}{named}").status_code == 422


def test_the_ruleset_goes_along_from_question_to_question(client):
    counts = client.get("/referee/wrong-count?moment=in-play&direction=too-few&ruleset=six-hand").text
    assert "ruleset=six-hand&amp;moment=in-play&amp;direction=too-few&amp;by=8" in counts
    switches = client.get("/referee/resume?ruleset=six-hand").text
    assert '<input type="hidden" name="ruleset" value="six-hand">' in switches
    page = client.get("/referee/deal?ruleset=six-hand").text
    assert "/referee/deal?ruleset=six-hand&amp;cause=wrong-pack" in page
    text = text_of(client.get("/referee/deal?ruleset=six-hand&cause=wrong-pack"))
    assert (
        "The rules of Continental Rummy, six hands don’t cover this. Continental Rummy would do this:" in text
    )
    quoted = client.get("/referee/may-i?ruleset=six-hand").text
    assert 'href="/rules/six-hand#cC6-8"' in quoted
    assert client.get("/referee?ruleset=canasta").status_code == 404


def test_cards_to_hold_are_counted_from_those_of_the_rules(scorer, started):
    assert _before_the_draw(at(scorer, started("six-hand"), "/cards")) == 7
    uncounted = at(scorer, started("rummikub"), "/cards")
    assert uncounted.location.endswith("/referee/wrong-count")


def test_games_without_may_i_are_not_told_of_it(scorer, started):
    basic = started("basic")
    seven, buying = started("seven-hand"), started("six-hand", may_i={"penalty": 2})

    for game in (basic, seven, buying):
        assert "May I" not in text_of(at(scorer, game)) + text_of(at(scorer, game, "/cards"))
    assert "That’s 7 cards dealt, minus the cards laid" in text_of(at(scorer, basic, "/cards"))
    assert "Discards you got with “I want it”" in text_of(at(scorer, seven, "/cards"))
    counted = at(scorer, buying, "/cards?may_is=1")
    assert "plus 3 for each discard you got out of turn" in text_of(counted)
    assert _before_the_draw(counted) == 10


def _before_the_draw(page):
    return int(re.search(r'class="card-answer.*?(\d+)', page.text, re.DOTALL)[1])
