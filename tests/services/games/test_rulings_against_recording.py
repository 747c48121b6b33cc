"""What a ruling orders is what recording then does, in every game.

Each test takes every game as its file has it, with incomplete games posted and plain, and with points for
missing cards.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product

import pytest

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import NO, YES
from scorekeeper.referee.graphs import PLAIN, graph_of
from scorekeeper.referee.judge import Ruling, judge
from scorekeeper.referee.jurisdiction import catalogue
from scorekeeper.rules.entries import Corrected, Departed, ErrorKind, Resumed
from scorekeeper.rules.game import Statistics
from scorekeeper.rules.rulesets.checks import problems
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import EffectKind
from scorekeeper.services.games import rulings
from scorekeeper.services.games.rulings import Dispute
from tests.support.graph_paths import Walked, paths
from tests.support.score_notation import NOW, Table

NAMES = ["Ana", "Ben", "Cem", "Dee"]
ROLES = {Who.OFFENDER: 1, Who.IN_TURN: 3, Who.CLAIMANT: 2}
NEXT_YEAR = NOW.replace(year=NOW.year + 1)


def possible() -> Iterator[Ruleset]:
    """Every ruleset with posted and with plain incomplete games, if it can have both; three hands each."""
    for rules, incomplete, missing in product(RULESETS.values(), ("posted", "plain"), (None, 10)):
        changes = {"incomplete": incomplete, "ends": {"hands": 3}, "missing_card": missing}
        found = in_force(rules, changes=changes)
        if not list(problems(found, players=len(NAMES))):
            yield found


EVERY = pytest.mark.parametrize(
    "rules", list(possible()), ids=lambda rules: f"{rules.id}-{rules.incomplete}-{rules.missing_card}"
)


@pytest.fixture
def table(rules):
    """Four players, two hands recorded of three."""
    table = Table(rules=rules)
    table.hands("out 25 45 10", "5 10 out 15")
    return table


def ruled(table: Table, dispute: Dispute) -> Ruling:
    """Record the ruling on a dispute with its effects; the ruling."""
    bound = rulings.bind(table.game, dispute, now=NOW)
    table.do(rulings.ruled(table.game, dispute, now=NOW))
    return bound.ruling


def remedies(ruling: Ruling) -> set[Remedy]:
    return {ordered.remedy for ordered in ruling.remedies}


def disputes(rules: Ruleset) -> Iterator[Dispute]:
    """Every answer to every irregularity that is not about incomplete games, with each choice."""
    kinds = (one for one in catalogue(rules) if one not in PLAIN)
    for walked in chain.from_iterable(paths(graph_of(one, rules)) for one in kinds):
        if walked.facts.get("seats", NAMES) != NAMES:
            continue
        ruling = judge(walked.irregularity, walked.facts, hand=3, rules=rules)
        asked = Dispute(walked.irregularity, walked.facts, ROLES, apply=True)
        if ruling.choice:
            yield from (replace(asked, choice=option.code) for option in ruling.choice.options)
        else:
            yield replace(asked, agreed="The turn counts" if ruling.silent else "")


@EVERY
def test_the_sheet_gets_what_a_ruling_orders_and_nothing_else(rules, table):
    asked = list(disputes(rules))
    assert len(asked) > 40
    begun = len(table.entries), table.game
    for dispute in asked:
        before = table.game
        ordered = remedies(ruled(table, dispute))
        after = table.game
        assert (after.standings, after.hands) == (before.standings, before.hands)
        missing = dispute.facts.get("by", 0) if Remedy.CHARGE_MISSING in ordered else 0
        charged = missing * (rules.missing_card or 0)
        dealt_anew = Remedy.RE_DEAL in ordered or dispute.choice is OptionCode.DEMAND
        assert after.hand.attempt == before.hand.attempt + dealt_anew
        assert {line.effect.kind for line in after.waiting} == {
            *([EffectKind.CHARGE] if charged else []),
            *([EffectKind.HAND_ENDS] if Remedy.HAND_ENDS in ordered else []),
        }
        if not dealt_anew:
            table.hand("25 20 45 10" if Remedy.HAND_ENDS in ordered else "out 20 45 10")
            assert table.game.hands[-1].scores[1].held == 20 + charged
        del table.entries[begun[0] :]
        table.game = begun[1]


@EVERY
@pytest.mark.parametrize("gone", [(), (2, 3)])
def test_who_leaves_gets_the_total_that_the_ruling_says(rules, table, gone):
    if gone:
        table.leave(*gone)
    before = {line.seat: line.total for line in table.game.standings}
    dispute = Dispute(Irregularity.PLAYER_LEFT, {}, {Who.OFFENDER: 1}, apply=True)
    departing = len(table.entries)

    ruling = ruled(table, dispute)

    game, (ordered,) = table.game, ruling.remedies
    line = next(line for line in game.standings if line.seat == 1)
    assert 1 not in game.playing
    match ordered.remedy:
        case Remedy.POST_TOTAL:
            assert (line.total, line.posted) == (ordered.points, True)
        case Remedy.DISCARD_STATISTICS:
            assert (line.total, line.posted, game.statistics) == (before[1], False, Statistics.DISCARDED)
        case _:
            assert ordered.remedy is Remedy.KEEP_TOTAL
            assert (line.total, line.posted) == (before[1], False)
            over = game if gone else table.hand("out 45 10")
            assert 1 not in over.winners
            ranks = {line.seat: line.rank for line in over.standings}
            assert gone or all(ranks[seat] < ranks[1] for seat in over.playing)
    table.entries[departing:] = []
    assert table.do(Departed((1,))).standings == game.standings


@EVERY
@pytest.mark.parametrize("line", ["out - 45 10", "out - - -"])
def test_a_hand_without_a_score_becomes_what_the_ruling_says(rules, table, line):
    others = [0 if said == "out" else int(said) for said in line.split() if said != "-"]
    dispute = Dispute(Irregularity.MISSING_SCORE, {"other_scores": others}, {Who.OFFENDER: 1})
    (ordered,) = (ruling := ruled(table, dispute)).remedies
    sheet = table.sheet(line)

    match ordered.remedy:
        case Remedy.POST_SCORE:
            table.do(sheet)
            assert table.points(3)[1] == ordered.points
        case Remedy.REPLAY_HAND:
            assert table.do(sheet).hand.number == 3
        case _:
            assert ordered.remedy is Remedy.HAND_WAITS
            assert {fault.clause for fault in table.refused(sheet)} == set(ruling.clauses)


@EVERY
@pytest.mark.parametrize("facts", list(product((YES, NO), repeat=4)))
def test_a_game_is_carried_on_just_where_the_ruling_allows_it(rules, table, facts):
    agreed, present, seated, year = (fact == YES for fact in facts)
    at = NOW if year else NEXT_YEAR
    seats = ["Ana", "Ben", "Dee", "Cem"] if not seated else NAMES
    table.suspend()
    said = dict(zip(("all_agreed", "all_present", "same_seats"), facts, strict=False))

    ruling = rulings.bind(table.game, Dispute(Irregularity.RESUME, said), now=at).ruling

    resumed = Resumed(agreed, tuple(seats if present else seats[:3]))
    if Remedy.RESUME_ALLOWED in remedies(ruling):
        assert table.do(resumed, at=at).hand.number == 3
    else:
        assert {fault.clause for fault in table.refused(resumed, at=at)} <= set(ruling.clauses)


def errors(rules: Ruleset) -> Iterator[tuple[Walked, OptionCode | None]]:
    for walked in paths(graph_of(Irregularity.SCORING_ERROR, rules)):
        options = walked.outcome.choice.options if walked.outcome.choice else ()
        yield from ((walked, option.code) for option in options)
        if not options:
            yield walked, None


@EVERY
def test_a_hand_is_corrected_just_where_the_ruling_says_so(rules, table):
    asked = list(errors(rules))
    assert len(asked) >= 2
    for walked, choice in asked:
        ruling = rulings.bind(
            table.game, Dispute(Irregularity.SCORING_ERROR, walked.facts, choice=choice), now=NOW
        ).ruling
        is_miscount = walked.facts.get("kind") == "miscount" and choice is not OptionCode.WIDER
        correction = Corrected(
            1,
            0,
            table.sheet("out 30 45 10").scores,
            ErrorKind.MISCOUNT if is_miscount else ErrorKind.SCORESHEET,
            mixed=walked.facts.get("mixed") == YES,
            disputed_before=walked.facts.get("disputed_before") == YES,
            agreed=choice is not OptionCode.DISAGREE,
        )
        agreed = choice in (OptionCode.AGREE, OptionCode.WIDER)
        if agreed or Remedy.CORRECT_COUNT in remedies(ruling):
            assert table.do(correction).hands[0].scores[1].held == 30
            table.undo()
        else:
            assert {fault.clause for fault in table.refused(correction)} <= set(ruling.clauses)
