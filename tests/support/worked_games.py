"""Plays a game worked by hand, as in tests/vectors/sheets, by the rules alone.

A step is refused with exactly its faults or taken; what it expects is compared at once, the rest at the end.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.rules.corrections import clause_of, merged
from scorekeeper.rules.entries import (
    Corrected,
    Departed,
    Ended,
    Entry,
    ErrorKind,
    Event,
    GivenScore,
    HandScored,
    Joined,
    Resumed,
    RulesChanged,
    Started,
    Suspended,
    Undone,
)
from scorekeeper.rules.faults import Fault, Violation
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import append, fold, start
from scorekeeper.rules.rule_changes import change_of
from scorekeeper.rules.rulesets.checks import problems, warnings
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import change_faults, in_force
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.score_forms import Exact, written
from scorekeeper.rules.standings import own_total
from tests.support.score_notation import NOW

VECTORS = Path(__file__).parents[1] / "vectors"
SHEETS = (VECTORS / "sheet-1.json", *sorted((VECTORS / "sheets").glob("*.json")))

Step = dict[str, Any]


def play(sheet: Path, *, rulesets: Mapping[str, Ruleset]) -> Game:
    """The game at the end of a sheet; AssertionError where the rules and the sheet differ."""
    said = json.loads(sheet.read_text("utf-8"))
    worked = WorkedGame(rulesets)
    for step in said["steps"]:
        worked.take(step)
    game = worked.game
    assert _hands(game) == said["hands"]
    assert _standings(game) == said["standings"]
    assert game.statistics == said["statistics"]
    assert game.status == said.get("status", game.status)
    assert _as_list(game.winners) == said.get("winners", _as_list(game.winners))
    return game


class WorkedGame:
    """A game whose steps are read from a sheet."""

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        self.rulesets = rulesets
        self.entries: list[Entry] = []

    @property
    def game(self) -> Game:
        return fold(self.entries)

    def take(self, step: Step) -> None:
        if step["do"] == "check":
            self._check(step)
            return
        before = tuple(self.entries)
        faults = self._faults_of(step)
        if step.get("expect") == "refused":
            assert tuple(self.entries) == before
            _compare_faults(faults, step)
        else:
            assert _told(faults) == []
            self._compare(step)

    def _faults_of(self, step: Step) -> tuple[Fault, ...]:
        try:
            if step["do"] == "start":
                entry, _ = start(self._started(step), now=NOW)
            else:
                entry, _ = append(self.entries, _EVENTS[step["do"]](self.game, step), at=NOW)
        except Violation as refusal:
            return refusal.faults
        self.entries.append(entry)
        return ()

    def _started(self, step: Step) -> Started:
        return Started(
            tuple(step["players"]),
            step.get("first_dealer", 0),
            NOW,
            rules=in_force(self._ruleset(step), variants=_variants(step), changes=step.get("changes")),
            variants=_variants(step),
            changes=step.get("changes", {}),
        )

    def _ruleset(self, step: Step) -> Ruleset:
        return self.rulesets[step["ruleset"]] if "ruleset" in step else LAW

    def _check(self, step: Step) -> None:
        ruleset, variants, changes = self._ruleset(step), _variants(step), step.get("changes", {})
        assert list(change_faults(ruleset, variants=variants, changes=changes)) == []
        rules = in_force(ruleset, variants=variants, changes=changes)
        players = step.get("players")
        adopted = [(variant, ruleset.variants[variant].changes) for variant in variants]
        found = problems(rules, players=players, variants=adopted, changes=changes)
        assert sorted([one.code, one.pointer] for one in found) == sorted(step["problems"])
        warned = list(warnings(rules, players=players))
        assert sorted([one.code, one.pointer] for one in warned) == sorted(step["warnings"])
        assert {one.code: list(one.hands) for one in warned if one.hands} == step.get("hands", {})

    def _compare(self, step: Step) -> None:
        game = self.game
        if step["do"] == "start":
            assert {name: _OPENING[name](game) for name in step["expect"]} == step["expect"]
        if "cards_dealt" in step:
            dealt = game.rules.cards_dealt(step["number"], players=len(game.setup.players))
            assert dealt == step["cards_dealt"]
        if "expect_totals" in step:
            totals = [written(own_total(seat, hands=game.hands)) for seat in game.seats]
            assert totals == step["expect_totals"]
        if "expect_posted" in step:
            expected = step["expect_posted"]
            score = next(one for one in game.hands[-1].scores if one.seat == expected["seat"])
            assert (score.points, score.posted) == (expected["points"], True)
        if "before" in step:
            changed = self.entries[-1].event
            assert isinstance(changed, RulesChanged)
            assert [list(changed.before), list(changed.after)] == [step["before"], step["after"]]
        assert game.status == step.get("expect_status", game.status)


def _compare_faults(faults: Sequence[Fault], step: Step) -> None:
    if "faults" in step:
        expected = [(one["code"], one["pointer"], one.get("clause")) for one in step["faults"]]
        assert _told(faults) == sorted(expected, key=str)
    else:
        assert [fault.clause for fault in faults] == [step["clause"]]


def _told(faults: Sequence[Fault]) -> list[tuple[str, str, str | None]]:
    return sorted(((fault.code.value, fault.pointer, fault.clause) for fault in faults), key=str)


def _variants(step: Step) -> tuple[str, ...]:
    return tuple(step.get("variants", ()))


def _line(said: Step) -> GivenScore:
    fields = ("points", "cards", "missing", "not_given")
    return GivenScore(said["seat"], **{name: said[name] for name in fields if name in said})


def _hand(game: Game, step: Step) -> HandScored:
    assert game.hand is not None
    assert (game.hand.dealer, game.hand.starter) == (step["dealer"], step["starter"])
    scores = tuple(map(_line, step["scores"]))
    return HandScored(
        step["number"], step["went_out"], scores, step.get("sum"), rummy=step.get("rummy", False)
    )


def _correction(game: Game, step: Step) -> Corrected:
    hand = game.hands[step["hand"] - 1]
    changes = [_line(said) for said in step.get("scores", [step])]
    winner, sheet = merged(hand, changes=changes, went_out=step.get("went_out", hand.went_out))
    answers = {name: step[name] for name in ("mixed", "disputed_before", "agreed") if name in step}
    kind = ErrorKind(step["kind"]) if "kind" in step else None
    if kind and step.get("expect") == "allowed":
        assert clause_of(kind, rules=game.rules) == step["clause"]
    return Corrected(hand.number, winner, sheet, kind, rummy=step.get("rummy", hand.rummy), **answers)


def _change(game: Game, step: Step) -> RulesChanged:
    return change_of(game, variants=_variants(step), changes=step.get("changes"), agreed=step["agreed"])


_EVENTS: Mapping[str, Callable[[Game, Step], Event]] = {
    "hand": _hand,
    "correction": _correction,
    "suspend": lambda _, step: Suspended(step["agreed"]),
    "resume": lambda _, step: Resumed(step["agreed"], tuple(step["seats"])),
    "departure": lambda _, step: Departed((step["seat"],)),
    "arrival": lambda _, step: Joined(step["name"], step["after"], step.get("start_score", 0)),
    "undo": lambda game, _: Undone(game.standing_entries[-1]),
    "end": lambda _, step: Ended(step["agreed"]),
    "change": _change,
}


def _warned(game: Game) -> list[list[str]]:
    return [[one.code, one.pointer] for one in warnings(game.rules, players=len(game.setup.players))]


_OPENING: Mapping[str, Callable[[Game], object]] = {
    "decks": lambda game: game.decks,
    "cards_dealt": lambda game: game.rules.cards_dealt(1, players=len(game.seats)),
    "dealer": lambda game: game.hand and game.hand.dealer,
    "starter": lambda game: game.hand and game.hand.starter,
    "step": lambda game: game.rules.step,
    "fewest_cards": lambda game: game.rules.fewest_cards(1, players=len(game.seats)),
    "pack_points": lambda game: game.rules.pack_points(len(game.seats)),
    "score_form": lambda game: game.rules.score.form,
    "wins": lambda game: game.rules.wins,
    "ends": lambda game: {
        "hands": game.rules.ends.hands,
        "target": game.rules.ends.target,
        "session": game.rules.ends.session,
    },
    "warnings": _warned,
}


def _hands(game: Game) -> list[dict[str, object]]:
    return [
        {"number": hand.number, "scores": _by_seat({s.seat: s.points for s in hand.scores}, game=game)}
        for hand in game.hands
    ]


def _by_seat(scores: Mapping[int, Exact], *, game: Game) -> list[int | str | None]:
    return [written(scores[seat.number]) if seat.number in scores else None for seat in game.seats]


def _standings(game: Game) -> list[dict[str, object]]:
    return [
        {
            "seat": line.seat,
            "name": game.seats[line.seat].name,
            "total": written(line.total),
            "posted": line.posted,
            "rank": line.rank,
        }
        for line in game.standings
    ]


def _as_list(seats: Sequence[int] | None) -> list[int] | None:
    return None if seats is None else list(seats)
