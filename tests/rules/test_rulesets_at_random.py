"""What holds in every game by every ruleset that can be, and that no other game starts."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, settings
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rules.corrections import merged
from scorekeeper.rules.entries import Corrected, Ended, ErrorKind, HandScored, Started, Undone
from scorekeeper.rules.faults import RuleViolation, Violation
from scorekeeper.rules.fold import games as every_game
from scorekeeper.rules.game import Game, Statistics, Status
from scorekeeper.rules.history import append, fold, start
from scorekeeper.rules.results import PARTS, results
from scorekeeper.rules.rule_changes import change_of
from scorekeeper.rules.rulesets.checks import problems, warnings
from scorekeeper.rules.rulesets.in_force import NotOfShape, in_force, read, values_of
from scorekeeper.rules.rulesets.ruleset import JOKER, RANKS, Incomplete, ScoreForm, Wins
from scorekeeper.rules.scoring import same_sheet
from scorekeeper.rules.standings import own_total
from tests.support.examples import examples
from tests.support.histories import STEPS, histories, without_entries, without_log
from tests.support.random_rulesets import (
    FORMS,
    ended,
    played_on,
    sheet,
    started,
    values_of_rulesets,
)
from tests.support.score_notation import NOW

pytestmark = pytest.mark.long

SEED = st.integers(0, 2**32)
SEEDS = st.lists(SEED, min_size=1, max_size=8)


def _any_sheet(game, random):
    return sheet(game, random) if game.hand else HandScored(1, None, ())


def _a_change(game, random):
    changes = {"missing_card": random.choice([None, 0, 10]), "incomplete": random.choice(["plain", "posted"])}
    return change_of(game, changes=changes | {"ends": {"target": random.choice([None, 50])}}, agreed=True)


ANY_STEPS = (*[_any_sheet] * 6, *STEPS[6:], _a_change, lambda *_: Ended(agreed=True))
CHANGED = ("contracts", "points", "missing_card", "ends", "incomplete", "direction", "may_i")
CANNOT_BE = (
    "class-missing",
    "class-twice",
    "class-unknown",
    "points-all-zero",
    "pack-too-small",
    "hands-without-contract",
    "form-wins",
    "form-block",
    "form-bonus",
    "posted-not-possible",
    "ends-not-agreed",
)


@st.composite
def games(draw, *, running=False):
    """Entries of a game by any ruleset that can be, and the game they make; `running`: not at its end."""
    players = draw(st.integers(2, 12))
    entries, game = started(read(draw(values_of_rulesets())), players=players)
    game = played_on(entries, game, draw(SEEDS))
    if running and game.hand is None:
        entries.pop()
        return entries, fold(entries)
    return entries, game if running or draw(st.booleans()) else ended(entries, game)


def known(game: Game) -> Game:
    """A game apart from how it was written down."""
    return replace(without_log(game), standing_entries=())


@settings(max_examples=examples(60))
@forall(games())
def test_a_game_by_any_ruleset_adds_up(made):
    _, game = made
    rules = game.rules
    for hand in game.hands:
        if rules.score.form is ScoreForm.ZERO_SUM:
            assert sum(score.points for score in hand.scores) == 0
        if rules.score.form is ScoreForm.COLLECT and hand.went_out is not None:
            held = sum(score.held for score in hand.scores)
            times = rules.score.rummy_times if hand.rummy else 1
            assert sum(score.points for score in hand.scores) == times * held + hand.bonus
    totals = [own_total(seat, hands=game.hands) for seat in game.seats]
    assert sum(totals) == sum(score.points for hand in game.hands for score in hand.scores)
    if rules.score.form is ScoreForm.ZERO_SUM:
        assert sum(totals) == 0
    in_order = [line.total for line in game.standings]
    assert in_order == sorted(in_order, reverse=rules.wins is Wins.HIGHEST)
    assert [line.rank for line in game.standings] == [1 + in_order.index(total) for total in in_order]


@settings(max_examples=examples(60))
@forall(games())
def test_a_game_by_any_ruleset_ends_as_it_says(made):
    _, game = made
    ends, totals = game.rules.ends, [own_total(seat, hands=game.hands) for seat in game.seats]
    reached = ends.target is not None and max(totals) >= ends.target
    over = bool(game.hands) and (game.ended or reached or len(game.hands) == ends.hands)

    assert (game.status is Status.FINISHED) == over == (game.hand is None)
    if over:
        best = game.standings[0].total
        assert set(game.winners) == {line.seat for line in game.standings if line.total == best}
        assert game.statistics is Statistics.COUNTED
        assert sum(one.won_parts for one in results(game)) == PARTS
    else:
        assert (game.winners, game.statistics, results(game)) == (None, Statistics.PENDING, ())


@settings(max_examples=examples(150))
@forall(histories(rules=values_of_rulesets().map(read), kinds=ANY_STEPS))
def test_whatever_happens_in_a_game_by_any_ruleset_it_goes_on(entries):
    """Nothing but a refusal is ever raised on the way, and the game after each entry is whole."""
    for game in every_game(entries):
        stayed = {*game.playing} | {line.seat for line in game.standings if line.posted}
        own = {seat.number: own_total(seat, hands=game.hands) for seat in game.seats}
        assert sorted(line.seat for line in game.standings) == sorted(own)
        assert all(line.total == own[line.seat] for line in game.standings if not line.posted)
        assert (game.winners is None) == (game.status is not Status.FINISHED) == (game.hand is not None)
        assert set(game.winners or ()) <= stayed
        assert all(one.seat in stayed for one in results(game))
        if game.rules.score.form is ScoreForm.ZERO_SUM:
            assert sum(own.values()) == sum(seat.start_score or 0 for seat in game.seats)
        if game.rules.incomplete is Incomplete.PLAIN:
            assert not any(line.posted for line in game.standings)


@settings(max_examples=examples(60))
@forall(games(running=True), SEED)
def test_the_order_of_lines_on_a_sheet_changes_nothing(made, seed):
    entries, game = made
    event = sheet(game, Random(seed))
    shuffled = replace(event, scores=tuple(Random(seed).sample(event.scores, len(event.scores))))

    assert append(entries, shuffled, at=NOW) == append(entries, event, at=NOW)


@settings(max_examples=examples(60))
@forall(games(running=True), SEED, SEED, SEEDS)
def test_a_correction_equals_the_game_recorded_right_at_once(made, right, wrong, later):
    entries, game = made
    right, wrong = sheet(game, Random(right)), sheet(game, Random(wrong))
    straight, corrected = [*entries, _next(entries, right)], [*entries, _next(entries, wrong)]
    assume(len(fold(straight).hands) == len(fold(corrected).hands) == right.hand)
    assume(not same_sheet(fold(straight).hands[-1], wrong, rules=game.rules))

    corrected.append(_next(corrected, _correction(fold(corrected), right)))
    assert known(fold(corrected)) == known(fold(straight))

    played_on(straight, fold(straight), later)
    for entry in straight[len(entries) + 1 :]:
        corrected.append(_next(corrected, entry.event))
    assert without_entries(fold(corrected)) == without_entries(fold(straight))


def _next(entries, event):
    entry, _ = append(entries, event, at=NOW)
    return entry


def _correction(game, event):
    winner, lines = merged(game.hands[-1], changes=event.scores, went_out=event.went_out)
    kind = ErrorKind.AGREED if game.rules.incomplete is Incomplete.POSTED else None
    return Corrected(event.hand, winner, lines, rummy=event.rummy, kind=kind, agreed=True)


@settings(max_examples=examples(60))
@forall(games(running=True), values_of_rulesets(), st.sets(st.sampled_from(CHANGED), min_size=1))
def test_a_change_of_rules_and_its_undo_leave_the_same_game(made, other, names):
    entries, game = made
    changes = {name: other[name] for name in names}
    faults = ()
    try:
        entry, changed = append(entries, change_of(game, changes=changes, agreed=True), at=NOW)
    except Violation as refusal:
        faults = refusal.faults
    assert {fault.code for fault in faults} <= {*CANNOT_BE, "ends-before-now"}
    if faults:
        return

    assert changed.rules == in_force(game.rules, changes=changes)
    assert changed.hands == game.hands
    assert (changed.status is Status.FINISHED) == entry.event.finishes
    _, undone = append([*entries, entry], Undone(entry.number), at=NOW)
    assert known(undone) == known(game)


@forall(values_of_rulesets(), st.integers(2, 12))
def test_a_ruleset_that_can_be_answers_everything(values, players):
    rules = read(values)

    assert in_force(rules) == read(values_of(rules)) == rules
    assert list(problems(rules)) == list(problems(rules, players=players)) == []
    assert not rules.jokers or rules.points is None or list(rules.classes)[-1] == JOKER
    cards = {key: rules.cards_of(key, players=players) for key in rules.points or ()}
    assert not cards or sum(cards.values()) == rules.pack_size(players)
    assert rules.pack_points(players) == sum(rules.points[key] * cards[key] for key in cards)
    assert all(value % rules.step == 0 for value in (rules.points or {}).values())
    codes = [one.code for one in warnings(rules, players=players)]
    assert len(set(codes)) == len(codes)


def _first_rank_twice(values):
    first, second, *_ = RANKS[values["pack"]]
    values["points"][f"{first}-{second}" if first in values["points"] else first] = 3


def _any_other_block(values):
    form = values["score"]["form"]
    values["score"]["block"] = next(block for block in ("held", "lose") if block not in FORMS[form][1])


BREAKERS = {
    "class-missing": lambda values: values["points"].pop(next(iter(values["points"]))),
    "class-twice": _first_rank_twice,
    "class-unknown": lambda values: values["points"].update({"B": 3}),
    "points-all-zero": lambda values: values.update(points=dict.fromkeys(values["points"], 0)),
    "pack-too-small": lambda values: values.update(decks=1, deal={"cards": 30}),
    "hands-without-contract": lambda values: values.update(contracts=[{}], ends={"hands": 2}),
    "form-wins": lambda values: values.update(wins="lowest" if values["wins"] == "highest" else "highest"),
    "form-block": _any_other_block,
    "form-bonus": lambda values: values["score"].update(form="zero-sum", out_bonus=5),
    "posted-not-possible": lambda values: (
        values.update(incomplete="posted") or values["score"].update(rummy_bonus=5)
    ),
    "ends-not-agreed": lambda values: values.update(contracts=[], ends={}),
}


@pytest.mark.parametrize("code", CANNOT_BE)
@settings(max_examples=examples(15))
@forall(values=values_of_rulesets(), players=st.integers(4, 12))
def test_a_ruleset_that_cannot_be_starts_no_game(code, values, players):
    points = values["points"] or {"{0}-{12}".format(*RANKS[values["pack"]]): 5}
    values = {**values, "score": dict(values["score"]), "points": dict(points)}
    BREAKERS[code](values)
    rules = read(values)
    with pytest.raises(RuleViolation) as refusal:
        start(Started(tuple(f"P{n}" for n in range(players)), 0, NOW, rules=rules), now=NOW)

    faults = refusal.value.faults
    assert code in [fault.code for fault in faults]
    assert faults == tuple(problems(rules, players=players))
    clauses = {"pack-too-small": "XX-pack", "ends-not-agreed": "XX-ends"}
    assert [fault.clause for fault in faults] == [clauses.get(fault.code) for fault in faults]


NONSENSE = [-1, 1.5, "x", [["x"]], {"x": {}}, [[3, 1], [2, 1]]]


@forall(
    values_of_rulesets(), st.sampled_from(["decks", "deal", "jokers", "score"]), st.sampled_from(NONSENSE)
)
def test_a_value_of_another_type_or_range_is_named(values, name, nonsense):
    with pytest.raises(NotOfShape) as refusal:
        read({**values, name: nonsense})
    assert refusal.value.pointer.startswith(f"/{name}") or (name, nonsense) == ("decks", NONSENSE[-1])
