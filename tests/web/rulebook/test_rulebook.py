"""The rulebook page: every clause with an address of its own, and the quick card."""

import re

import pytest

from scorekeeper.referee.codes import Irregularity
from scorekeeper.rulebook import Mark, book
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.web.games.ahead import NEW
from scorekeeper.web.rulebook.rulebook import rulings_by_clause
from scorekeeper.web.rulesets.contracts import contract_name
from tests.support.phones import text_of
from tests.support.routes import all_routes

ORIGINS = {
    Mark.SOURCE: "From {}",
    Mark.INTERPRETATION: "Our interpretation ({})",
    Mark.SILENT: "Not covered by the rules ({})",
}
ROW = re.compile(r'<div class="clause (\w+)"(?: id="c([^"]+)")?>\s*<dt>([^<]+)</dt>(.*?)</div>', re.DOTALL)


def rows(html):
    """Mark, anchor, number and the rest of every clause shown."""
    return ROW.findall(html)


def test_every_clause_has_an_address_and_says_where_it_comes_from(client):
    shown = {anchor: (mark, number, rest) for mark, anchor, number, rest in rows(client.get("/rules").text)}

    assert [number for number in shown if number] == [clause.number for clause in book().clauses]
    for clause in book().clauses:
        mark, number, rest = shown[clause.number]
        assert (mark, number) == (clause.mark, clause.number)
        assert ORIGINS[clause.mark].format(clause.source) in rest


def test_examples_show_cards_and_name_them_for_those_who_listen(client):
    row = next(row for row in rows(client.get("/rules").text) if row[2] == "3.6")

    assert [row[3].count(f'class="{suit}"') for suit in "hdc"] == [1, 2, 2]
    assert "5 of clubs, joker, 7 of clubs, ace of diamonds." in row[3]
    assert '<b class="kind">Wrong:</b> One natural card, but two wild ones.' in row[3]


def test_every_clause_linked_from_any_page_exists(app, scorer, finished):
    known = {clause.number for clause in book().clauses}
    for route in all_routes(app, game=finished):
        if route.method == "GET":
            page = scorer.get(route.path).text
            linked = re.findall(r'href="/rules(\?[^"#]*)?#c([^"{]+)"', page)
            assert {clause for _, clause in linked} <= known, route.path
            game = NEW if route.path == "/games/new/referee/offline" else finished
            own = f"?game={game}" if f"/games/{finished}" in route.path or game == NEW else ""
            assert {game for game, _ in linked} <= {own}, route.path


@pytest.fixture
def links(app):
    """Where each clause leads."""
    with app.test_request_context():
        return {number: [link.address for link in links] for number, links in rulings_by_clause().items()}


def test_rulings_cite_clauses_of_the_book_and_every_irregularity_is_named(links, client):
    named = {url for urls in links.values() for url in urls}

    assert links.keys() <= {clause.number for clause in book().clauses}
    assert named == {f"/referee/{irregularity}" for irregularity in Irregularity}
    assert {client.get(url).status_code for url in named} == {200}
    assert all(len(set(urls)) == len(urls) for urls in links.values())


def test_rulings_of_refused_conditions_notes_and_house_rules_count_too(links):
    assert links["3.10"] == ["/referee/wild-swap"]
    assert links["5.2b"] == ["/referee/may-i"]
    assert links["16.1"] == ["/referee/may-i"]


def test_quick_card_has_contracts_points_decks_and_a_turn(client):
    text = text_of(client.get("/rules/card"))

    for words in (
        *(f"{number} {contract_name(contract)}" for number, contract in enumerate(LAW.contracts, start=1)),
        "2 to 9 5",
        "10, J, Q, K 10",
        "Ace 20",
        "Joker 50",
        "Each missing card 10",
        "4 players 2",
        "5 or 6 players 3",
        "7 or 8 players 4",
        "Cards each 12",
        "Draw the top card of the stock or of the discard pile.",
        "The nearest to their left who asks gets it. A penalty card comes with it.",
    ):
        assert words in text


def test_book_opened_from_a_game_keeps_to_it(scorer, game):
    links = re.findall(r'<a href="([^"]+)">(.*?)</a>', scorer.get(f"/games/{game}").text)
    to_rules = [address for address, text in links if text.endswith("<span>Rules</span>")]
    assert to_rules == [f"/rules?game={game}"]
    page = scorer.get("/rules", query_string={"q": "two cards stuck together", "game": game}).text

    assert f'href="/games/{game}">The game</a>' in page
    assert f'<input type="hidden" name="game" value="{game}">' in page
    assert f'href="/games/{game}/referee/wrong-count"' in page
    assert 'href="/referee/wrong-count"' not in page
    assert f'/rules/card?game={game}"' in page
    assert f'href="/rules?game={game}"' in scorer.get("/rules/card", query_string={"game": game}).text


@pytest.mark.parametrize("game", ["U" * 22, "x", "'>", ""])
def test_book_of_no_such_game_is_the_book(client, game):
    page = client.get("/rules", query_string={"game": game}).text

    assert re.findall('href="/">(.*)</a>', page) == ["All games"]
    assert 'name="game"' not in page
    assert 'href="/referee/wrong-count"' in page
