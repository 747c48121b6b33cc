"""Games by other rules on the pages that show points: exact numbers, the right best, no number of hands."""

import csv
import io
import re
from datetime import timedelta

import pytest

from scorekeeper.rules.entries import (
    Corrected,
    Departed,
    Ended,
    GivenScore,
    HandScored,
    Joined,
    Resumed,
    Started,
    Suspended,
)
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.services.games import invitations, recording
from tests.support.own_rules import COLLECT, ZERO_SUM, own
from tests.support.phones import Phone, text_of
from tests.support.phones import sheet as sheet_of
from tests.support.referee_forms import CHARGE, rule

# What can be done at a table now, and what is kept of its game.
TABLE = (
    *("", "/departures", "/departures?show=1&seat=1", "/departures?everyone=1", "/arrivals", "/suspension"),
    *("/resumption", "/seats"),
)
KEPT = ("/print", "/game.txt", "/game.csv", "/history", "/hands/1", "/hands/1/correction", "/hands/2")
COUNTS = ({0: 0, 1: 15, 2: 20}, {0: 5, 1: 5, 2: 40}, {0: 25, 1: 10, 2: 0})


@pytest.fixture
def table(app, clock):
    """Start a game of three by own rules; a way to play it on."""
    return lambda **changes: Table(app, clock, **changes)


class Table:
    """A game by own rules and a phone that watches it."""

    def __init__(self, app, clock, *, rules=None, **changes):
        self.app, self.clock, self.phone = app, clock, Phone(app)
        started = Started(("Ana", "Ben", "Cem"), 0, clock.at, rules=rules or own(**changes))
        with app.app_context():
            self.id = recording.start_game(started, now=clock.at)

    def record(self, *events):
        with self.app.app_context():
            for event in events:
                made = event(recording.current(self.id)) if callable(event) else event
                recording.record(self.id, made, now=self.clock.at)

    def hands(self, *sheets, rummy=False):
        """A hand for each sheet of counts; without a 0, nobody went out."""
        for sheet in sheets:
            out = next((seat for seat, count in sheet.items() if count == 0), None)
            scores = tuple(GivenScore(seat, points=count) for seat, count in sheet.items() if seat != out)
            self.record(
                lambda game, out=out, scores=scores: HandScored(len(game.hands) + 1, out, scores, rummy=rummy)
            )
        return self

    def page(self, path=""):
        return text_of(self.phone.get(f"/games/{self.id}{path}"))

    def scorer(self):
        """A phone that may write to the game."""
        phone = Phone(self.app)
        with self.app.app_context():
            token = invitations.invite_alone(self.id, now=self.clock.at).token
        assert phone.post(f"/join/{token}").status_code == 303
        return phone

    def rows(self):
        text = self.phone.get(f"/games/{self.id}/game.csv").text.removeprefix("\ufeff")
        return list(csv.reader(io.StringIO(text)))


def test_fractions_and_scores_below_0_are_read_exactly_everywhere(table):
    game = table(**ZERO_SUM).hands(*COUNTS)

    page = game.page()
    assert "1 Ana −25 27 1/2 2 Ben 35 behind −10 −7 1/2 3 Cem 47 1/2 behind +35 −20" in page
    assert "1 35 went out −15 −20 0 2 17 1/2 17 1/2 −35 0" in page
    assert "−50 0 50" in page
    text = game.phone.get(f"/games/{game.id}/game.txt").text
    assert "1. Ana 27\u00a01/2\n2. Ben −7\u00a01/2\n3. Cem −20\n" in text
    assert "Hand 2: Ana 17 1/2, Ben 17 1/2, Cem −35\n" in text
    assert "1 Ana 35 went out 17 1/2 −25 27 1/2" in game.page("/print")
    assert "Ana 17 1/2, Ben 17 1/2, Cem −35" in game.page("/history")
    assert "Cem 40 −35 −55" in game.page("/hands/2")


def test_csv_has_scores_and_counts_and_the_sums_that_are_0(table):
    rows = table(**ZERO_SUM).hands(*COUNTS).rows()

    assert rows[0][:8] == ["Hand", "Ana", "Ana held", "Ben", "Ben held", "Cem", "Cem held", "Sum"]
    assert rows[2][:8] == ["2", "17 1/2", "5", "17 1/2", "5", "-35", "40", "0"]
    assert rows[4][:8] == ["Total", "27 1/2", "", "-7 1/2", "", "-20", "", "0"]


def test_a_session_has_no_last_hand_and_can_be_won_after_any(table):
    game = table(**COLLECT).hands({0: 0, 1: 15, 2: 20})

    assert "of 7" not in game.page() + game.page("/print")
    assert "Hand 2 Dealer Ben" in game.page()

    game.record(Ended(agreed=True))

    assert "Ana wins by 35 points" in game.page()
    assert "Game finished" in game.page("/history")
    assert "Everyone agreed. Clause OW-ends" in game.page("/history")
    game.scorer().undo(game.id)
    assert "Undone: the end of the game" in game.page("/history")
    assert "Game finished undone later" in game.page("/history")


def test_a_game_of_nine_hands_says_so(table):
    game = table(ends={"hands": 9}).hands({0: 0, 1: 15, 2: 20})

    assert "Hand 2 of 9" in game.page()
    assert "Score sheet Hand 2 of 9" in game.page("/print")
    assert "Hand 2 of 9 is next." in game.phone.get(f"/games/{game.id}/game.txt").text


def test_notes_name_the_clauses_that_hold(table):
    game = table(**COLLECT).hands({0: 0, 1: 15, 2: 20})
    game.record(Joined("Dee", after=2, start_score=-15))

    assert "Clause P-4" in game.page()
    assert "Starting score −15. Clause P-4" in game.page("/history")
    assert "Dee −15 (joined late with −15, P-4)" in game.phone.get(f"/games/{game.id}/game.txt").text


def test_nobody_deals_where_the_rules_have_no_dealer(table):
    game = table(deal={"cards": 7, "dealer": False}).hands({0: 0, 1: 15, 2: 20})

    assert "deals" not in game.page("/history") + game.page("/hands/1") + game.page()


def test_a_plain_break_does_not_care_for_the_year(table):
    game = table(**COLLECT)
    game.record(Suspended(agreed=True))
    game.clock.at += timedelta(days=400)

    assert "You can carry on with everyone back in the same seats. Clause P-3" in game.page()
    assert "You can only end this game" not in game.page()


def test_leaving_a_plain_game_keeps_the_score(table):
    game = table(**COLLECT).hands({0: 0, 1: 15, 2: 20})
    phone = game.scorer()

    leaving = text_of(phone.get(f"/games/{game.id}/departures?show=1&seat=0"))
    assert "Ana keeps 35, but can’t win. Clause P-2" in leaving
    ending = text_of(phone.get(f"/games/{game.id}/departures?show=1&seat=0&seat=2"))
    assert "The game ends here, and Ben wins. Clause P-2" in ending


def test_the_news_of_a_plain_game_cites_the_clauses_that_hold_in_it(table):
    game = table(**COLLECT).hands({0: 0, 1: 15, 2: 20})

    clauses = {"departed": "P-2", "stopped": "P-2", "joined": "P-4", "suspended": "P-3", "resumed": "P-3"}
    for said, clause in {**clauses, "ruled-left": "P-2", "correction-P-5": "P-5"}.items():
        page = game.phone.get(f"/games/{game.id}?said={said}").text
        news = page.partition('id="said"')[2].partition("</p>")[0]
        assert f"#c{clause}" in news, said


def test_the_referee_rules_in_a_game_whose_file_is_gone(table):
    game = table()

    assert "Deal this hand again." in game.page("/referee/deal?cause=wrong-pack")


def test_points_for_missing_cards_cite_no_clause_of_the_law(table):
    game = table(missing_card=10)
    phone = game.scorer()
    assert rule(phone, game.id, CHARGE).location == f"/games/{game.id}?said=ruled-waits"

    for path in ("", "/hands/1"):
        assert "12.5" not in text_of(phone.get(f"/games/{game.id}{path}"))
    phone.post(f"/games/{game.id}/hands/1", sheet_of(0, {1: 15, 2: 20}, attempt=phone.attempt(game.id, 1)))
    for path in ("", "/print", "/hands/1/correction"):
        assert "12.5" not in text_of(phone.get(f"/games/{game.id}{path}"))
    assert "+ Includes points for missing cards." in game.page()
    assert "12.7a" not in text_of(phone.get(f"/games/{game.id}/referee/cards"))


def test_a_late_player_is_offered_the_worst_total(table):
    game = table(**ZERO_SUM).hands(*COUNTS)

    offered = text_of(game.scorer().get(f"/games/{game.id}/arrivals"))
    assert "−20 same as last place" in offered
    assert "agree on it together. Clause P-4" in offered


def test_the_sum_of_a_game_of_payments_leaves_start_scores_out(table):
    game = table(**ZERO_SUM).hands(*COUNTS)
    game.record(Joined("Dee", after=2, start_score=-15))

    assert "Σ 27 1/2 −7 1/2 −20 −15 ‡ 0" in game.page()
    assert "that you agreed on. Clause P-4 " in game.page()
    assert ["The sum leaves it out." in game.page(path) for path in ("", "/print")] == [True, False]
    assert game.rows()[-2][-6] == "0"


@pytest.mark.parametrize(
    ("ruleset", "hand", "said"),
    [
        (
            "seven-hand",
            8,
            "One run of 11 cards The run goes from A to J or 4 to A. You lay your whole hand down at once. "
            "You go out without a discard. You can say “I want it” once.",
        ),
        ("six-hand", 6, "two runs lay down at least 9 cards"),
        ("wrotham", 4, "Your whole hand at once"),
    ],
)
def test_a_hand_with_a_special_contract_is_announced_with_all_that_it_asks_for(table, ruleset, hand, said):
    rules = in_force(RULESETS[ruleset], changes={"ends": {"hands": hand}})
    game = table(rules=rules).hands(*[{0: 0, 1: 5, 2: 10}] * (hand - 1))

    assert said in game.page()
    told = said.partition(" lay down at ")[0]
    assert told in text_of(game.scorer().get(f"/games/{game.id}/hands/{hand}"))
    assert told in game.hands({0: 0, 1: 5, 2: 10}).page(f"/hands/{hand}")


def test_a_game_by_changed_rules_says_so_and_leads_to_what_is_different(table):
    agreed = {"ends": {"target": 100}}
    plain, doubled, law = (
        table(rules=in_force(RULESETS["basic"], changes=agreed)),
        table(rules=in_force(RULESETS["basic"], variants=("rummy-doubled",), changes=agreed)),
        table(rules=in_force(RULESETS["continental"], changes={"points": {"2-K": 5, "A": 5, "joker": 5}})),
    )

    assert "You’re playing Basic Rummy ." in plain.page()
    assert "with house rules" not in plain.page() + plain.page("/print") + plain.page("/game.txt")
    for path in ("", "/print", "/game.txt", "/referee"):
        assert "Basic Rummy, with house rules" in doubled.page(path), path
    assert "You’re playing Continental Rummy, with house rules ." in law.page()
    for game in (doubled, law):
        link = re.search(r'href="(/rules/[^"]+)#changed"', game.phone.get(f"/games/{game.id}").text)[1]
        assert "Changed at this table" in text_of(game.phone.get(link))


def test_lists_of_games_name_them_where_not_all_are_continental(table, scorer, finished):
    assert "Continental" not in text_of(scorer.get("/"))

    game = table(rules=in_force(RULESETS["basic"], changes={"ends": {"target": 15}}))
    phone = game.scorer()
    assert "Hand 1 Basic Rummy · 20 November 2026" in text_of(phone.get("/"))
    game.hands({0: 0, 1: 5, 2: 10})

    assert "Basic Rummy · Ana , Ben , Cem · 20 Nov" in text_of(phone.get("/"))
    assert "Basic Rummy · 20 November 2026" in game.page()
    people = re.search(r'href="(/players/[^"]+)"', phone.get("/players").text)[1]
    assert "Basic Rummy · 20 November 2026" in text_of(phone.get(people))


def test_a_line_never_breaks_inside_a_number(table):
    game = table(**ZERO_SUM).hands(*COUNTS)

    for path in ("", "/print", "/history", "/hands/2"):
        page = game.phone.get(f"/games/{game.id}{path}").text
        assert "17\u00a01/2" in page
        assert "17 1/2" not in page


@pytest.mark.parametrize("ruleset", [name for name, rules in RULESETS.items() if not rules.is_law])
def test_no_page_names_a_clause_of_continental(table, ruleset):
    game = table(rules=in_force(RULESETS[ruleset], changes={"ends": {"hands": 4}}))
    scorer = game.scorer()
    told = {}
    stages = (
        (),
        (Joined("Dee", after=2, start_score=15),),
        (Suspended(agreed=True),),
        (Resumed(agreed=True, seats=("Ana", "Ben", "Cem", "Dee")), Departed((3,))),
        (Corrected(1, 0, (GivenScore(1, points=25), GivenScore(2, points=20)), agreed=True),),
        (Departed((1, 2)),),
    )
    for events in stages:
        game.record(*events)
        for path in TABLE if events in stages[2:5] else (*TABLE, *KEPT):
            page = scorer.get(f"/games/{game.id}{path}").text
            told |= dict.fromkeys(re.findall(r'#c(\d+\.\d+[a-d]?)"', page), path)
        if not events:
            game.hands(*COUNTS[:2])

    assert told == {}
