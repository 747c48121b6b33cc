"""Old games of which only the totals are known: they are over, and count as any other (1.1, 1.3a)."""

from dataclasses import replace

import pytest

from scorekeeper.rules import history
from scorekeeper.rules.entries import Arranged, HandScored, Started, Undone
from scorekeeper.rules.faults import RuleViolation, Violation
from scorekeeper.rules.game import Statistics, Status
from scorekeeper.rules.results import results
from tests.support.score_notation import NOW, codes

START = Started(("Ana", "Ben", "Cem"), first_dealer=0, started_at=NOW, totals=(50, 20, 20))


def test_totals_alone_make_a_game_that_is_over():
    entry, game = history.start(START, now=NOW)

    assert (game.status, game.statistics, game.hand) == (Status.FINISHED, Statistics.COUNTED, None)
    assert [(line.seat, line.total, line.rank) for line in game.standings] == [
        (1, 20, 1),
        (2, 20, 1),
        (0, 50, 3),
    ]
    assert game.winners == (1, 2)
    assert [(line.total, line.points, line.hands, line.outs) for line in results(game)] == [
        (50, 0, 0, 0),
        (20, 0, 0, 0),
        (20, 0, 0, 0),
    ]
    for event in (HandScored(1, None, ()), Arranged((1, 0, 2)), Undone(1)):
        with pytest.raises(Violation):
            history.append([entry], event, at=NOW)


def test_each_seat_has_a_total():
    with pytest.raises(RuleViolation) as refused:
        history.start(replace(START, totals=(50, 20)), now=NOW)

    assert codes(refused.value.faults) == [("seat-unknown", "/totals", None)]
