"""Every path of every question graph, walked from the first page by links and plain forms."""

import re
from collections import Counter

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import outcomes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.services.games import recording
from scorekeeper.services.games.rulings import bind, unbound
from scorekeeper.web.referee.disputes import dispute_from
from tests.support.phones import shown
from tests.support.referee_screens import opened, walked

MOST_SCREENS = 4


@pytest.fixture(params=["with a game", "without one"])
def start(request, game):
    return f"/games/{game}/referee" if request.param == "with a game" else "/referee"


def test_what_cannot_come_up_is_neither_listed_nor_ruled(scorer, game):
    suspended = scorer.start("Eva", "Fay", "Gus")
    scorer.suspend(suspended)
    for place, never, said in (
        (game, "resume", "Go back to the game. It isn’t on a break."),
        (
            suspended,
            "player-left",
            "Nobody can leave during a break. Carry on first, or end the game if its year is over.",
        ),
    ):
        listed = opened(scorer, f"/games/{place}/referee").headlines
        assert f"/games/{place}/referee/{never}" not in listed
        answer = scorer.get(f"/games/{place}/referee/{never}")
        assert answer.status_code == 409
        assert said in answer.text
    assert f"/games/{suspended}/referee/resume" in listed


@pytest.mark.parametrize("with_game", [True, False], ids=["with a game", "without one"])
def test_every_outcome_is_reached_after_few_screens_and_shown_as_judged(app, clock, scorer, game, with_game):
    suspended = scorer.start("Ana", "Ben", "Cem", "Dee")
    scorer.suspend(suspended)
    start = f"/games/{game}/referee" if with_game else "/referee"
    paths = [*opened(scorer, start).headlines, *([f"/games/{suspended}/referee/resume"] * with_game)]
    reached, addresses = set(), Counter()
    for path in paths:
        irregularity = Irregularity(path.rpartition("/")[2])
        for screens, screen in walked(scorer, path):
            ruling = judged(app, irregularity, screen, now=clock())
            reached.add((irregularity, ruling.outcome))
            addresses[screen.path] += 1
            assert screens <= MOST_SCREENS
            ordered = [(one.remedy, one.who) for one in ruling.remedies]
            # Options say themselves that the table agrees on one.
            assert screen.remedies == ([] if ruling.silent and ruling.choice else ordered)
            assert screen.clauses == list(ruling.clauses)
            assert not {"{", "}"} & set(shown(screen.html))

    every = {(graph.irregularity, outcome.name) for graph in GRAPHS.values() for outcome in outcomes(graph)}
    # Four players play on: whoever leaves, there are two totals of others.
    assert every - reached == ({(Irregularity.PLAYER_LEFT, "discarded")} if with_game else set())
    assert set(addresses.values()) == {1}


def judged(app, irregularity, screen, *, now):
    """The ruling on the facts in the address of a screen."""
    values = MultiDict(screen.facts)
    with app.app_context():
        if not screen.path.startswith("/games/"):
            return unbound(dispute_from(irregularity, values)).ruling
        game = recording.current(screen.path.split("/")[2])
        return bind(game, dispute_from(irregularity, values, game=game), now=now).ruling


def test_an_answer_is_taken_back_with_all_after_it(scorer, start):
    """The path so far: each step leads to its own question, the later answers gone, the roles kept."""
    facts = "discarded=no&drew=stock&in_hand=no&cards_seen=1&laid_cards=no"
    ruling = opened(scorer, f"{start}/out-of-turn?{facts}")

    before = "", "?discarded=no", "?discarded=no&drew=stock"
    here = f"{start}/out-of-turn"
    assert ruling.said == [
        start,
        *(here + query for query in before),
        f"{here}?discarded=no&drew=stock&in_hand=no&cards_seen=1",
    ]
    for path, answers in zip(ruling.said[1:], (2, 3, 4, 2), strict=True):
        assert len(opened(scorer, path).answers) == answers


def test_going_on_takes_along_what_is_known(watcher, game):
    """A ruling that hands over asks no more than it must, of those who cannot save it."""
    start = f"/games/{game}/referee"
    asked = {
        "illegal-draw?discarded=yes&who-offender=2": "moment=in-play&direction=too-many&who-offender=2",
        "premature-discard?next_has_drawn=yes": "moment=in-play&direction=too-few&by=1",
        "extra-discard?next_turn_over=yes": "moment=in-play&direction=too-few",
        "deal?cause=wrong-number&has_drawn=yes": "moment=in-play",
        "premature-discard?next_has_drawn=no&choice=decline": "moment=in-play&direction=too-few&by=1",
        "deal?cause=wrong-number&has_drawn=no&choice=decline": "moment=in-play",
    }

    for path, then in asked.items():
        screen = opened(watcher, f"{start}/{path}")
        assert screen.go_on == [f"{start}/wrong-count?{then}"], path
        assert opened(watcher, screen.go_on[0]).status == 200


@pytest.mark.parametrize("answers", ["next_has_drawn=yes", "next_has_drawn=no&choice=decline"])
def test_whoever_may_save_a_ruling_cannot_go_on_without_it(scorer, game, answers):
    path = f"/games/{game}/referee/premature-discard?{answers}"
    assert not opened(scorer, path).go_on

    ruling = opened(scorer, f"{path}&who-offender=1")

    assert not ruling.go_on
    assert "Save and go on" in ruling.html
    assert "one card short" in re.search("<h1.*?</h1>", ruling.html, re.DOTALL)[0]


def test_what_a_game_knows_is_not_asked(scorer, game, clock):
    start = f"/games/{game}/referee"
    claims = opened(scorer, f"{start}/may-i?wanted_by_player_in_turn=no&has_drawn=no")
    assert {one.name for one in claims.fields if one.kind != "hidden"} == {"in_turn", "claimants"}
    assert opened(scorer, f"{start}/player-left?who-offender=1").is_ruling

    scorer.suspend(game)
    names = {one.name for one in opened(scorer, f"{start}/resume").fields}
    assert names == {"all_agreed", "all_present", "same_seats"}
    clock.at = clock.at.replace(year=2027)
    late = opened(scorer, f"{start}/resume?all_agreed=yes&all_present=yes&same_seats=yes")
    assert late.remedies == [("resume-refused", "table")]
    assert scorer.get(f"{late.path}&same_year=yes").status_code == 422
