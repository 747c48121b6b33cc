"""Disputes as people tell them, settled by following the screens from the first page."""

import json
import re
from html import unescape
from pathlib import Path
from statistics import median

import pytest

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.judge import judge
from scorekeeper.web.referee.search import ranked
from tests.support.phones import Phone
from tests.support.referee_screens import opened, query_of

DISPUTES = json.loads((Path(__file__).parents[2] / "vectors" / "disputes.json").read_text())["disputes"]
AIM = 4
AIM_WITH_NAMES = 5


def rows(screen):
    """The chips of each row of names on a ruling that can still be tapped."""
    parts = re.findall(r'<section class="who-row".*?</section>', screen.html, re.DOTALL)
    return [re.findall(r'<a class="name-chip"[^>]*>', part) for part in parts]


class Thumb:
    """Answers each screen with the facts of a dispute, and counts its taps."""

    def __init__(self, phone, facts, referee="/referee"):
        self.phone = phone
        self.facts = facts
        self.referee = referee
        self.taps = 0

    def settle(self, irregularity):
        """The ruling, from the page of headlines."""
        first = opened(self.phone, self.referee)
        path = next(path for path in first.headlines if path.endswith(f"/{irregularity}"))
        screen = self.tap(path)
        while not screen.is_ruling:
            screen = self.tap(self.answer(screen))
        return screen

    def name_everyone(self, screen):
        """Tap a player for each role, another one each, until the ruling can be recorded."""
        for role in range(len(rows(screen))):
            chips = rows(screen)[role]
            if not any("aria-current" in chip for chip in chips):
                screen = self.tap(unescape(re.findall(r'href="([^"]+)"', chips[role])[0]))
        return screen

    def tap(self, path):
        self.taps += 1
        screen = opened(self.phone, path)
        assert screen.status == 200, path
        return screen

    def answer(self, screen):
        """The address that fits: a large answer, or a form filled in by taps of its own."""
        fitting = [path for path in screen.answers if self.fits(query_of(path))]
        if fitting:
            return fitting[0]
        names = dict.fromkeys(one.name for one in screen.fields if one.kind != "hidden")
        filled = {name: self.texts(name) for name in names}
        for one in screen.fields:
            if one.kind == "radio":
                self.taps += one.value in filled[one.name]
            if one.kind == "checkbox":
                self.taps += one.on != (one.value in filled[one.name])
        self.taps += sum(len(text) + 1 for name in names for text in filled[name] if text.isdigit())
        return screen.sent(filled)

    def fits(self, query):
        told = ((name, value) for name, value in query if not name.startswith("who-"))
        return all(str(self.facts[name]) == value for name, value in told)

    def texts(self, name):
        if name == "claimants":
            return self.places()
        if name == "in_turn":
            return [str(self.facts["seats"].index(self.facts["in_turn"]))]
        told = self.facts[name]
        return [str(one) for one in told] if isinstance(told, list) else [told] if told == "yes" else []

    def places(self):
        """How far to the left of the player in turn they sit."""
        seats = self.facts["seats"]
        turn = seats.index(self.facts["in_turn"]) if self.referee == "/referee" else 0
        return [str((seats.index(name) - turn) % len(seats)) for name in self.facts["claimants"]]


@pytest.mark.parametrize("dispute", DISPUTES, ids=[one["told"][:40] for one in DISPUTES])
def test_a_dispute_is_settled_as_it_was_worked_out(app, dispute):
    thumb = Thumb(Phone(app), dispute["facts"])

    screen = thumb.settle(dispute["irregularity"])

    assert screen.remedies == [tuple(remedy[:2]) for remedy in dispute["remedies"]]
    assert screen.clauses == dispute["clauses"]
    for (line, _, *reckoned), text in zip(dispute["remedies"], screen.orders, strict=True):
        said = [number for number in reckoned if isinstance(number, int)]
        assert [f"{number} points" in text for number in said] == [True] * len(said), line


@pytest.mark.parametrize("dispute", DISPUTES, ids=[one["told"][:40] for one in DISPUTES])
def test_a_dispute_is_found_by_what_is_told_of_it(dispute):
    found = [one.irregularity for one in ranked(dispute["told"]).headlines[:3]]

    assert dispute["irregularity"] in found


def test_few_taps_settle_a_dispute(app, record_property):
    """From "Something went wrong"; digits count as taps."""
    thumbs = [Thumb(Phone(app), dispute["facts"]) for dispute in DISPUTES]
    for thumb, dispute in zip(thumbs, DISPUTES, strict=True):
        thumb.settle(dispute["irregularity"])
    taps = sorted(thumb.taps for thumb in thumbs)

    assert len(taps) >= 20
    record_property("median taps", median(taps))
    print(f"Taps to a ruling: median {median(taps)} (at most {AIM}), all {taps}")
    assert median(taps) <= AIM


def test_few_taps_more_name_the_players_of_a_game(scorer, game, record_property):
    """To a ruling that can be recorded; a game that is being played is not resumed."""
    told = [one for one in DISPUTES if one["irregularity"] != Irregularity.RESUME]
    thumbs = [Thumb(scorer, dispute["facts"], f"/games/{game}/referee") for dispute in told]
    for thumb, dispute in zip(thumbs, told, strict=True):
        page = thumb.name_everyone(thumb.settle(dispute["irregularity"])).html
        assert 'name="apply"' in page, dispute["told"]
    taps = sorted(thumb.taps for thumb in thumbs)

    record_property("median taps with names", median(taps))
    print(f"Taps to a ruling with names: median {median(taps)} (at most {AIM_WITH_NAMES}), all {taps}")
    assert median(taps) <= AIM_WITH_NAMES


def test_the_claim_of_a_dispute_goes_to_the_right_player():
    """Names are no part of an address without a game: they are checked where they are said."""
    claims = [one for one in DISPUTES if one["irregularity"] == Irregularity.MAY_I]

    assert claims
    for dispute in claims:
        ruling = judge(Irregularity.MAY_I, dispute["facts"])
        assert ruling.remedies[0].player == dispute["remedies"][0][2]
