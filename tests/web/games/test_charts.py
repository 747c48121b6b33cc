"""The chart of running totals: every line where its numbers are, every label readable."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import pytest

from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.score_forms import Exact
from scorekeeper.web.games import charts


@dataclass(frozen=True)
class Seat:
    number: int
    name: str
    first_hand: int = 1
    start_score: int | None = None
    posted: bool = False
    left_after: int | None = None
    total: Exact = 0


@dataclass(frozen=True)
class Score:
    points: Exact


@dataclass(frozen=True)
class Hand:
    scores: tuple[Score | None, ...]


def hands(*lines: tuple[Exact | None, ...]) -> tuple[Hand, ...]:
    return tuple(Hand(tuple(None if n is None else Score(n) for n in line)) for line in lines)


def heights(line: charts.ChartLine) -> list[float]:
    return [float(point.split(",")[1]) for point in line.points]


def test_a_line_goes_down_with_the_points_and_starts_at_nothing() -> None:
    drawn = charts.draw_chart((Seat(0, "Ana"), Seat(1, "Ben")), hands((0, 50), (100, 0)))
    ana, ben = drawn.lines
    assert heights(ana) == [charts.TOP, charts.TOP, heights(ana)[2]]
    assert heights(ben)[1] == heights(ben)[2] == (charts.TOP + heights(ana)[2]) / 2


def test_where_the_highest_total_wins_the_best_line_is_on_top_and_totals_below_0_are_drawn() -> None:
    share = Fraction(67, 2)
    drawn = charts.draw_chart(
        (Seat(0, "Ana"), Seat(1, "Ben")), hands((share, -share), (60, -60)), wins=Wins.HIGHEST
    )
    ana, ben = drawn.lines
    assert heights(ana)[-1] == charts.TOP
    assert heights(ben)[-1] == drawn.height - charts.TOP
    assert [*drawn.ticks] == [-50, 0, 50]
    assert drawn.ticks[-50] > drawn.ticks[0] > drawn.ticks[50]
    assert heights(ana)[0] == heights(ben)[0] == drawn.ticks[0]


def test_scores_below_0_rise_above_the_start_where_the_lowest_total_wins() -> None:
    ana, ben = charts.draw_chart((Seat(0, "Ana"), Seat(1, "Ben")), hands((-20, 30))).lines
    assert heights(ana)[1] == charts.TOP < heights(ana)[0] < heights(ben)[1]


def test_a_player_who_left_has_a_shorter_line() -> None:
    drawn = charts.draw_chart((Seat(0, "Ana"), Seat(1, "Ben", left_after=1)), hands((0, 50), (0, None)))
    assert [len(heights(line)) for line in drawn.lines] == [3, 2]


def test_the_label_of_a_player_who_left_is_below_the_others_and_marked() -> None:
    seats = (Seat(0, "Ana", posted=True, left_after=1, total=200), Seat(1, "Ben"), Seat(2, "Cem"))
    drawn = charts.draw_chart(seats, hands((5, 40, 0), (None, 0, 40), (None, 30, 90)))
    left, leader, last = drawn.lines
    assert leader.label_y < last.label_y < left.label_y
    assert (left.label, left.is_over, last.is_over) == ("Ana †", True, False)
    # Beside the total that it stands for.
    assert max(drawn.ticks) == 200
    assert left.label_y == drawn.ticks[200] + charts.DROP


def test_a_late_joiner_starts_later_at_the_start_score() -> None:
    drawn = charts.draw_chart((Seat(0, "Ana"), Seat(1, "Ben", 2, 40)), hands((80, None), (0, 0)))
    late = drawn.lines[1]
    assert late.points[0].startswith(f"{(charts.LEFT + charts.FARTHEST_RIGHT) / 2:g},")
    assert heights(late) == [heights(late)[0]] * 2


@pytest.mark.parametrize("players", [2, 4, 8, 12])
def test_labels_of_equal_totals_do_not_touch_and_stay_on_the_chart(players: int) -> None:
    seats = tuple(Seat(number, f"P{number}") for number in range(players))
    drawn = charts.draw_chart(seats, hands((500,) * players))
    labels = sorted(line.label_y for line in drawn.lines)
    assert all(below - above >= charts.LABEL_STEP - 0.2 for above, below in pairwise(labels))
    assert labels[0] > 0
    assert labels[-1] <= drawn.height


def test_a_game_without_hands_can_be_drawn() -> None:
    assert [line.points for line in charts.draw_chart((Seat(0, "Ana"),), ()).lines] == [
        (f"{charts.LEFT},{charts.TOP}",)
    ]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Maximiliane", "Maximiliane"),
        ("Evangelinamaximiliana", "Evangelinam…"),
        ("Wolfgang Amadeus", "Wolfgang"),
        ("Evangelina-Maria", "Evangelina"),
    ],
)
def test_longer_names_get_more_room_and_the_longest_are_cut(name: str, label: str) -> None:
    drawn = charts.draw_chart((Seat(0, name),), ())

    assert drawn.right < charts.draw_chart((Seat(0, "Ana"),), ()).right
    assert (drawn.lines[0].label, drawn.lines[0].name) == (label, name)


def test_names_that_are_the_same_when_cut_are_labelled_by_their_badges() -> None:
    seats = tuple(Seat(at, name) for at, name in enumerate(("Maximiliane-Ute", "Jo", "Maximiliane-Eva")))
    drawn = charts.draw_chart(seats, hands((10, 0, 20)))
    marks = charts.badges_of(seats)
    assert [line.label for line in drawn.lines] == [
        marks["Maximiliane-Ute"].text,
        "Jo",
        marks["Maximiliane-Eva"].text,
    ]


def test_a_name_that_is_cut_stands_whole_in_the_title_of_its_label(scorer) -> None:
    game = scorer.start("Ana", "Evangelina-Maximiliana")
    scorer.score(game, 1, 0, {1: 25})

    assert "<title>Evangelina-Maximiliana</title>Evangelina</text>" in scorer.get(f"/games/{game}").text
