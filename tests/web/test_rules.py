"""The rulebook page: every clause with an address of its own."""

import re

from scorekeeper.rulebook import book
from tests.web.phones import text_of
from tests.web.routes import all_routes


def test_every_clause_has_an_anchor_and_its_mark(client):
    page = client.get("/rules").text

    for clause in book().clauses:
        assert f'<div class="clause {clause.mark}" id="c{clause.number}">' in page


def test_other_sources_are_named(client):
    assert "Source: Continental Rummy, another version" in text_of(client.get("/rules"))


def test_every_clause_linked_from_any_page_exists(app, scorer, finished):
    known = {clause.number for clause in book().clauses}
    for route in all_routes(app, game=finished):
        if route.method == "GET":
            linked = set(re.findall(r'href="/rules#c([^"]+)"', scorer.get(route.path).text))
            assert linked <= known, route.path
