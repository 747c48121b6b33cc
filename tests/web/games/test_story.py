"""The story of a game: what it tells is true of the scores, and what is dull is not told."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from msgspec import structs

from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.services.games.queries.table import HandScores, SeatScore, SeatStanding
from scorekeeper.web.games.story import Line, Tale, margin, tell

NAMES = ("Ana", "Ben", "Cem", "Dee")
SHEETS = ("out 25 45 110", "15 out 30 60", "5 10 out 90", "20 20 20 out", "out 35 5 10", "70 out 15 15")
LAST = "40 5 out 25"


@dataclass(frozen=True)
class Played:
    """A game as the table page reads it."""

    seats: tuple[SeatStanding, ...]
    hands: tuple[HandScores, ...]

    @property
    def story(self) -> tuple[Line, ...]:
        return tell(self.seats, self.hands)


def play(*sheets: str) -> Played:
    """A game in short notation: `out`, points, `25*` for posted points, `.` for who left."""
    hands = tuple(_hand(number, sheet.split()) for number, sheet in enumerate(sheets, start=1))
    columns = list(zip(*(hand.scores for hand in hands), strict=True))
    totals = [sum(score.points for score in column if score) for column in columns]
    left = [None if column[-1] else len([score for score in column if score]) for column in columns]
    keys = [(gone is not None, total) for gone, total in zip(left, totals, strict=True)]
    seats = tuple(
        SeatStanding(
            number=seat,
            name=NAMES[seat],
            first_hand=1,
            left_after=left[seat],
            start_score=None,
            total=total,
            posted=False,
            rank=1 + sum(key < keys[seat] for key in keys),
            won=len(sheets) == 7 and min(keys) == keys[seat],
            gap=max(0, total - min(keys)[1]),
        )
        for seat, total in enumerate(totals)
    )
    return Played(seats, hands)


def _hand(number: int, sheet: list[str]) -> HandScores:
    scores = tuple(
        None
        if one == "."
        else SeatScore(seat, 0 if one == "out" else int(one.rstrip("*")), one.endswith("*"), held=None)
        for seat, one in enumerate(sheet)
    )
    went_out = sheet.index("out") if "out" in sheet else None
    return HandScores(number, 0, 1, went_out, rummy=False, rules=LAW, scores=scores)


def upside_down(game: Played) -> Played:
    """A game where the highest total wins: every score times -1."""
    rules = structs.replace(LAW, wins=Wins.HIGHEST)

    def turned(score: SeatScore | None) -> SeatScore | None:
        return score and replace(score, points=-score.points)

    hands = (replace(hand, rules=rules, scores=tuple(map(turned, hand.scores))) for hand in game.hands)
    return Played(tuple(replace(seat, total=-seat.total) for seat in game.seats), tuple(hands))


@pytest.mark.parametrize("turned", [lambda game: game, upside_down], ids=["lowest", "highest"])
def test_story_of_a_game_of_four(turned):
    assert turned(play(*SHEETS, LAST)).story == (
        Line(Tale.LED_LONGEST, "Ana", hands=5),
        Line(Tale.DEAREST, "Dee", hand=1, points=110),
    )


@pytest.mark.parametrize(
    ("sheets", "lead"),
    [
        (("out 5",) * 7, Line(Tale.LED_ALWAYS, "Ana")),
        ((*("out 5",) * 6, "50 out"), Line(Tale.LED_LONGEST, "Ana", hands=6)),
        (("8 out", *("out 5",) * 6), Line(Tale.TOOK_LEAD, "Ana", hand=3)),
        (("5 out", "out 5", "5 out") * 2 + ("out 50",), Line(Tale.LED_LONGEST, "Ben", hands=5)),
        ((*("out 5",) * 3, *("5 out",) * 3, "0 0"), Line(Tale.LED_LONGEST, "Ana", hands=5)),
    ],
)
def test_who_led(sheets, lead):
    assert play(*sheets).story[0] == lead


def test_winner_who_never_went_out():
    assert Line(Tale.NEVER_OUT, "Cem") in play(*("out 50 5", "50 out 5") * 3, "out 50 5").story


def test_hands_that_nobody_ended_name_nobody_for_going_out():
    assert not {Tale.NEVER_OUT, Tale.OUT_MOST} & {line.tale for line in play(*("5 10 15",) * 7).story}


def test_posted_points_are_no_deed():
    assert not [line for line in play(*("out 10 20",) * 6, "out 10 200*").story if line.points == 200]


def test_hand_that_brought_others_points_cost_nobody_any():
    collected = upside_down(play(*("out 0 0",) * 3))

    assert Tale.DEAREST not in {line.tale for line in collected.story}


@pytest.mark.parametrize("hands", [1, 2])
def test_game_of_a_few_hands_has_no_story(hands):
    assert play(*SHEETS[:hands]).story == ()


@pytest.mark.parametrize(
    ("sheets", "points"),
    [
        ((*SHEETS, LAST), 20),
        (("out 5", "5 out"), None),
        (("out 5 10", ". out 5"), 10),
        (("out 5", ". out"), None),
    ],
)
def test_margin_is_that_to_the_next_total_that_compares(sheets, points):
    assert margin(play(*sheets).seats) == points
