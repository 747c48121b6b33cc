"""The story of a game: what it tells is true of the scores, and what is dull is not told."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from scorekeeper.rules.entries import GivenScore, HandScored
from scorekeeper.rules.game import Score
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.services.games.queries.table import HandScores, SeatStanding
from scorekeeper.web.games.story import StoryLine, Tale, margin, tell_story

NAMES = ("Ana", "Ben", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal")
SHEETS = ("out 25 45 110", "15 out 30 60", "5 10 out 90", "20 20 20 out", "out 35 5 10", "70 out 15 15")
LAST = "40 5 out 25"


@dataclass(frozen=True)
class Played:
    """A game as the table page reads it."""

    seats: tuple[SeatStanding, ...]
    hands: tuple[HandScores, ...]

    @property
    def tales(self) -> list[Tale]:
        return [line.tale for line in self.story]

    @property
    def story(self) -> tuple[StoryLine, ...]:
        return tell_story(self.seats, self.hands)


def play(*sheets: str, joined: dict[int, int] | None = None) -> Played:
    """A game in short notation: `out`, points, `25*` for posted points, `.` for who left or is not there yet.

    `joined` has the start scores of late joiners by seat.
    """
    hands = tuple(_hand(number, sheet.split()) for number, sheet in enumerate(sheets, start=1))
    starts = joined or {}
    columns = list(zip(*(hand.scores for hand in hands), strict=True))
    totals = [
        starts.get(seat, 0) + sum(score.points for score in column if score)
        for seat, column in enumerate(columns)
    ]
    left = [_left_after(column) for column in columns]
    keys = [(gone is not None, total) for gone, total in zip(left, totals, strict=True)]
    best = min(keys)[1]
    seats = tuple(
        SeatStanding(
            number=seat,
            name=NAMES[seat],
            first_hand=1 + next(index for index, score in enumerate(columns[seat]) if score),
            left_after=left[seat],
            start_score=starts.get(seat),
            total=total,
            posted=False,
            rank=1 + sum(key < keys[seat] for key in keys),
            won=len(sheets) == 7 and min(keys) == keys[seat],
            gap=max(0, total - best),
        )
        for seat, total in enumerate(totals)
    )
    return Played(seats, hands)


def _hand(number: int, said: list[str]) -> HandScores:
    scores = tuple(
        None
        if one == "."
        else _score(seat, 0 if one == "out" else int(one.rstrip("*")), posted=one.endswith("*"))
        for seat, one in enumerate(said)
    )
    went_out = said.index("out") if "out" in said else None
    return HandScores(HandScored(number, went_out, ()), 1, number + 1, 0, 1, rules=LAW, scores=scores)


def _score(seat: int, points: int, *, posted: bool = False, charge: int = 0) -> Score:
    return Score(seat, points, posted, GivenScore(seat, charge=charge), None if posted else points)


def upside_down(game: Played) -> Played:
    """A game where the highest total wins: every score times -1, with the same counts."""
    rules = structs.replace(LAW, wins=Wins.HIGHEST)

    def turned(score: Score | None) -> Score | None:
        return score and replace(score, points=-score.points)

    return Played(
        tuple(
            replace(
                seat, total=-seat.total, start_score=None if seat.start_score is None else -seat.start_score
            )
            for seat in game.seats
        ),
        tuple(replace(hand, rules=rules, scores=tuple(map(turned, hand.scores))) for hand in game.hands),
    )


def _left_after(column: tuple[Score | None, ...]) -> int | None:
    return None if column[-1] else max(index for index, score in enumerate(column, start=1) if score)


def test_lines_of_a_game_of_four():
    assert play(*SHEETS, LAST).story == (
        StoryLine(Tale.LED_AND_LOST, "Ana", hand=6, hands=5),
        StoryLine(Tale.DEAREST, "Dee", hand=1, points=110),
    )


@pytest.mark.parametrize(
    ("sheets", "lead"),
    [
        (("out 5",) * 7, StoryLine(Tale.LED_ALWAYS, "Ana")),
        ((*("out 5",) * 6, "50 out"), StoryLine(Tale.LED_AND_LOST, "Ana", hand=7, hands=6)),
        (("8 out", *("out 5",) * 6), StoryLine(Tale.TOOK_AND_KEPT, "Ana", hand=3)),
        (
            ("5 out", *("out 10", "10 out") * 2, *("out 10",) * 2),
            StoryLine(Tale.TOOK_AND_KEPT, "Ana", hand=6),
        ),
        (("5 out", "out 5", "5 out") * 2 + ("out 50",), StoryLine(Tale.TOOK_LAST, "Ana", hand=7)),
        ((*("out 5", "5 out") * 3, "out 5"), StoryLine(Tale.LEVEL_BEFORE_LAST, "", names=("Ana", "Ben"))),
        (
            ("5 5 0 20", *("10 10 10 10",) * 4, "0 0 5 0", "5 15 25 35"),
            StoryLine(Tale.LEVEL_BEFORE_LAST, "", names=("Ana", "Ben", "Cem")),
        ),
        (
            ("5 5 0 20", *("10 10 10 10",) * 4, "0 0 35 0", "5 15 25 35"),
            StoryLine(Tale.LEVEL_BEFORE_LAST, "", names=("Ana", "Ben")),
        ),
        (
            ("10 10 50", "out 90 90", "120 out 60", *("20 20 out",) * 3, "90 out 5"),
            StoryLine(Tale.THREW_AWAY, "Ana", hand=2, points=90),
        ),
        (("out 5", "5 out", *("out 5",) * 5), StoryLine(Tale.LED_LONGEST, "Ana", hands=6)),
        (
            (*("out 5",) * 3, "40 out", "out 25", "40 40", "5 out"),
            StoryLine(Tale.LEVEL_BEFORE_LAST, "", names=("Ana", "Ben")),
        ),
        (
            (*("out 5",) * 3, *("5 out",) * 3, "0 0"),
            StoryLine(Tale.LEVEL_BEFORE_LAST, "", names=("Ana", "Ben")),
        ),
    ],
)
def test_who_led(sheets, lead):
    assert play(*sheets).story[0] == lead


def test_hand_that_costs_the_lead_is_the_swing_of_two_players():
    story = play("out 5", "out 5", "90 out", "out 5", *("5 out",) * 3).story

    assert story[1] == StoryLine(Tale.LOST_LEAD, "Ana", hand=3, points=90, before=1, after=2)


def test_far_climb_is_told():
    story = play("out 100 110 120", "out 60 60 5", *("out 5 5 5",) * 5).story

    assert story[1] == StoryLine(Tale.CLIMBED, "Dee", hand=2, points=5, before=4, after=2)


def test_fall_to_the_end_of_the_table_is_told():
    story = play("out 10 20 30", "out 60 5 5", *("out 5 5 5",) * 5).story

    assert story[1] == StoryLine(Tale.FELL, "Ben", hand=2, points=60, before=2, after=4)


def test_winner_who_never_went_out():
    assert StoryLine(Tale.NEVER_OUT, "Cem") in play(*("out 50 5", "50 out 5") * 3, "out 50 5").story


def test_player_who_went_out_most():
    story = play("out 20 25", "out 20 25", "5 out 20", "60 10 out", *("5 10 20",) * 2, "out 5 20").story

    assert StoryLine(Tale.OUT_MOST, "Ana", hands=3) in story


def test_hands_that_nobody_ended_name_nobody_for_going_out():
    tales = play(*("5 10 15",) * 7).tales

    assert not {Tale.NEVER_OUT, Tale.OUT_MOST, Tale.KEPT_LEAST} & set(tales)


def test_posted_points_are_no_deed():
    story = play(*("out 10 20",) * 6, "out 10 200*").story

    assert not [line for line in story if line.points == 200]


def test_points_that_a_ruling_added_are_not_the_fewest_that_somebody_kept():
    game = play(
        *("out 20 25 30", "20 out 25 30", "20 25 out 30", "20 25 30 out"),
        *("20 20 20 20",) * 2,
        "20 15 20 20",
    )
    rest = game.hands[0].scores[2:]
    charged = replace(game.hands[0], scores=(_score(0, 0), _score(1, 5, charge=5), *rest))

    assert Tale.KEPT_LEAST not in [line.tale for line in tell_story(game.seats, (charged, *game.hands[1:]))]
    given = replace(game.hands[0], scores=(_score(0, 0), _score(1, 5), *rest))
    assert StoryLine(Tale.KEPT_LEAST, "Ben", hand=1, points=5) in tell_story(
        game.seats, (given, *game.hands[1:])
    )


def test_few_points_that_a_player_had_twice_are_not_told():
    first = ("out 20 25 30", "20 out 25 30", "20 25 out 30", "5 25 30 out", "20 20 20 20")

    assert StoryLine(Tale.KEPT_LEAST, "Ana", hand=4, points=5) in play(*first, *("20 20 20 20",) * 2).story
    assert Tale.KEPT_LEAST not in play(*first, "5 20 20 20", "20 20 20 20").tales


def test_game_of_which_there_is_nothing_to_tell_has_no_story():
    assert play(*("5 5 5 5", "10 10 10 10") * 3, "40 40 40 40").story == ()


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


@st.composite
def games(draw: st.DrawFn) -> Played:
    """Whole and stopped games of two to eight, some of whom join late, leave or give no score."""
    players = draw(st.integers(2, 8))
    number = draw(st.sampled_from([1, 3, 5, 7, 7, 7]))
    left = {seat: draw(st.integers(1, number)) for seat in range(1, players) if draw(st.integers(0, 9)) == 0}
    came = {seat: draw(st.integers(1, number)) for seat in range(1, players) if draw(st.integers(0, 9)) == 0}
    points = st.sampled_from([5, 10, 15, 25, 60, 110]).map(str) | st.sampled_from(["0", "75*"])
    sheets = []
    for hand in range(1, number + 1):
        there = [seat for seat in range(players) if came.get(seat, 1) <= hand <= left.get(seat, number)]
        out = draw(st.sampled_from([None, *there]))
        line = [
            "." if seat not in there else "out" if seat == out else draw(points) for seat in range(players)
        ]
        sheets.append(" ".join(line))
    seen = {seat for sheet in sheets for seat, one in enumerate(sheet.split()) if one != "."}
    if len(seen) < players:
        return play(
            *(" ".join(one for seat, one in enumerate(sheet.split()) if seat in seen) for sheet in sheets)
        )
    return play(
        *sheets, joined={seat: draw(st.sampled_from([0, 40, 33])) for seat, hand in came.items() if hand > 1}
    )


@given(games())
def test_story_is_the_same_where_the_highest_total_wins(game):
    story = game.story

    assert story == upside_down(game).story
    assert len({line.tale for line in story}) == len(story) <= 3


def test_hand_that_brought_others_points_cost_nobody_any():
    collected = upside_down(play(*("out 0 0", "0 out 0", "0 out 0", "0 out 0")))
    hands = tuple(
        replace(
            hand,
            scores=tuple(
                replace(score, points=20 * number if score.seat == hand.went_out else 0)
                for score in hand.scores
            ),
        )
        for number, hand in enumerate(collected.hands, start=1)
    )

    assert not {Tale.DEAREST, Tale.LOST_LEAD} & {line.tale for line in tell_story(collected.seats, hands)}
