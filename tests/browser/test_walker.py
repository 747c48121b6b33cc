"""The script that follows the referee's questions without a network says what the server's pages say."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page

from scorekeeper.language import speaking
from scorekeeper.referee.jurisdiction import catalogue
from scorekeeper.rules.entries import Started, Suspended
from scorekeeper.rules.rulesets.checks import problems
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games import recording
from scorekeeper.services.games.rulings import fitting
from scorekeeper.web.referee.offline import compiled
from scorekeeper.web.referee.path import Venue
from tests.support.escapes import LONG
from tests.support.referee_pages import pages

CHANGES: tuple[dict[str, Any], ...] = (
    {},
    {"incomplete": "plain"},
    {"incomplete": "posted"},
    {"may_i": {"most": 2}},
    {"turn": {"taken_card": False}},
)
# Whose name is markup, if nobody sees to it.
PLAYERS = ("Ana", "Ben & Co", "Cem", "<i>Dee")
WALK = """async ([data, addresses]) => {
    const script = document.querySelector("[rel=modulepreload][href$='/walker.js']").href
    const { pageOf } = await import(script)
    const link = ({ text, href }) => {
        const { pathname, searchParams } = new URL(href, location)
        return [text, pathname, [...searchParams].sort()]
    }
    const links = (all) => [all || []].flat().map(link)
    const field = ({ name, label, isOn }) => [name, label, isOn]
    const asked = ({ title, hint, fault, choices, form, steps }) => ({
        title, hint: hint || "", fault: fault || "", choices: links(choices), steps: links(steps),
        fields: [...(form?.fields ?? []), ...(form?.others ?? [])].map(field),
    })
    const isInGame = data.index.startsWith("/games/")
    const seats = Object.keys(data.players)
    const ruled = (page) => ({
        text: page.text || page.rests, advice: page.quotes ? "" : page.rests, order: page.order || "",
        lines: page.lines.map(({ remedy, who, text, seats }) => [
            remedy, who, text, isInGame ? (seats ?? []).map(String) : [],
        ]),
        reasons: page.reasons, house: page.house,
        addsNothing: page.addsNothing, chooser: page.chooser || "",
        clauses: page.clauses,
        rows: page.rows.map(({ name, question, chips }) => [
            name, question, seats[chips.findIndex(({ isChosen }) => isChosen)] ?? false,
            seats.filter((_, place) => !chips[place].href),
        ]),
        options: page.options.map(({ name, then, isChosen }) => [name, then, page.mayChoose, isChosen]),
        leads: page.lead ? [[page.lead.question, link(page.lead)]] : [],
        next: links(page.after), steps: links(page.steps),
        notes: page.notes.map(({ number, question, choices }) => [number, question, choices]),
        record: page.record && {
            unnamed: page.record.isUnnamed ? 1 : page.record.areUnnamed ? 2 : 0,
            offers: page.record.fields ? page.record.offers : [],
            mayAgree: page.mayAgree,
            fields: (page.record.fields || []).sort(),
        },
    })
    return addresses.map(([code, query]) => {
        const page = pageOf(data, code, new URLSearchParams(query))
        return page.kind ? asked(page) : ruled(page)
    })
}"""


@pytest.fixture
def walker(page: Page) -> Page:
    """A page that has the script."""
    page.goto("/referee/offline")
    return page


@pytest.fixture(autouse=True)
def request_context(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


def every_rules(file: Ruleset) -> Iterator[Ruleset]:
    """A ruleset as it comes, with each variant, and with what a table may change of the referee's."""
    ends = {} if file.ends.hands else {"ends": {"hands": 7}}
    changed = (in_force(file, changes=ends | change) for change in CHANGES)
    yield from (rules for rules in changed if not any(problems(rules)))
    for name in file.variants:
        yield in_force(file, variants=(name,), changes=ends)


def begun(rules: Ruleset, *, now: datetime) -> Venue:
    game = recording.start_game(Started(PLAYERS, 0, now, rules=rules), now=now)
    return Venue(game, recording.current(game))


def assert_same(
    walker: Page,
    venue: Venue,
    *,
    compiled_at: Venue | None = None,
    may_write: bool = True,
    seen: set[str] | None = None,
) -> None:
    """Every page of a venue is what the script makes of its data, or of those of a hand before.

    Irregularities whose data are in `seen` are left out; the others are added to it.
    """
    codes = catalogue(venue.rules) if venue.game is None else fitting(venue.game)
    data = compiled(compiled_at or venue, codes, may_write=may_write) | {"hand": venue.hand or 0}
    of_code = {code: json.dumps(data["irregularities"][code]) for code in codes}
    new = [code for code in codes if of_code[code] not in (seen or ())]
    if seen is not None:
        seen.update(of_code.values())
    shown = [([code, pairs], page) for code in new for pairs, page in pages(venue, code, may_write=may_write)]
    if not shown:
        return
    addresses, expected = json.loads(json.dumps([*zip(*shown, strict=True)]))
    said = walker.evaluate(WALK, [json.loads(json.dumps(data)), addresses])
    for address, here, there in zip(addresses, said, expected, strict=True):
        assert here == there, (venue.rules, address)


def test_walker_says_what_the_pages_of_a_game_say(walker: Page, now: datetime) -> None:
    assert_same(walker, begun(LAW, now=now))


@pytest.mark.long
@pytest.mark.parametrize("ruleset", RULESETS)
def test_walker_says_what_the_pages_say_outside_of_a_game(walker: Page, ruleset: str) -> None:
    assert_same(walker, Venue(file=RULESETS[ruleset]), may_write=False)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", RULESETS)
def test_walker_says_what_the_pages_say_by_any_rules(walker: Page, now: datetime, ruleset: str) -> None:
    seen = set[str]()
    for rules in every_rules(RULESETS[ruleset]):
        assert_same(walker, begun(rules, now=now), seen=seen)


@pytest.mark.long
def test_walker_speaks_the_language_of_the_page(walker: Page, now: datetime) -> None:
    with speaking(LONG):
        assert_same(walker, begun(LAW, now=now))


@pytest.mark.long
def test_walker_says_to_a_watcher_what_the_pages_say(walker: Page, now: datetime) -> None:
    assert_same(walker, begun(LAW, now=now), may_write=False)


@pytest.mark.long
def test_walker_says_what_the_pages_say_on_a_break(walker: Page, now: datetime) -> None:
    venue = begun(LAW, now=now)
    recording.record(str(venue.game_id), Suspended(agreed=True), now=now)
    assert_same(walker, replace(venue, game=recording.current(str(venue.game_id))))


@pytest.mark.long
@pytest.mark.parametrize("hand", [3, len(LAW.contracts)])
@pytest.mark.parametrize("variants", [(), ("no-late-may-i",)])
def test_walker_says_what_the_pages_of_a_later_hand_say(
    walker: Page, now: datetime, variants: tuple[str, ...], hand: int
) -> None:
    first = begun(in_force(LAW, variants=variants, changes={"may_i": {"limits": {"3": 1}}}), now=now)
    game = first.game
    assert game
    assert game.hand
    later = replace(first, game=replace(game, hand=replace(game.hand, number=hand)))
    assert_same(walker, later, compiled_at=first)
