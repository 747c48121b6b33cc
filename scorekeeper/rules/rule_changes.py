"""Other rules in a running game, from the next hand on (rulesets, part 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from scorekeeper.rules.entries import RulesChanged
from scorekeeper.rules.faults import Fault, FaultCode, refuse
from scorekeeper.rules.fold import is_over
from scorekeeper.rules.game import Game
from scorekeeper.rules.rulesets.checks import cause, problems
from scorekeeper.rules.rulesets.in_force import Changes, change_faults, in_force, names
from scorekeeper.rules.score_forms import written
from scorekeeper.rules.standings import standings

FIXED_NOW: Final = ("players", "decks", "jokers", "deal.dealer", "score.form", "wins")


def change_of(
    game: Game, *, variants: Sequence[str] = (), changes: Changes | None = None, agreed: bool
) -> RulesChanged:
    """The change of a running game to the rules in force with these variants and changes.

    RuleViolation if they leave no ruleset in force; NotOfShape if a value is outside its type or range.
    """
    patch = dict(changes or {})
    unusable = (
        *change_faults(game.rules, variants=variants, changes=patch),
        *_fixed_now(game, variants, patch),
    )
    if unusable:
        refuse((*unusable, *_agreement_faults(agreed=agreed)))
    rules = in_force(game.rules, variants=variants, changes=patch)
    changed = replace(game, rules=rules)
    return RulesChanged(
        rules=rules,
        variants=tuple(variants),
        changes=patch,
        agreed=agreed,
        before=_totals(game),
        after=_totals(changed),
        finishes=is_over(changed),
    )


def rule_change_faults(game: Game, event: RulesChanged) -> Iterator[Fault]:
    """The faults of a change that leaves a ruleset in force."""
    adopted = [(variant, game.rules.variants[variant].changes) for variant in event.variants]
    hands = event.rules.ends.hands
    if hands is not None and hands < len(game.hands):
        pointer = cause(
            ("ends.hands",), variants=adopted, changes=event.changes, pointer="/changes/ends/hands"
        )
        yield Fault(
            FaultCode.ENDS_BEFORE_NOW, pointer or "/changes/ends/hands", values=(("hands", len(game.hands)),)
        )
    yield from problems(event.rules, players=len(game.setup.players), variants=adopted, changes=event.changes)
    yield from _agreement_faults(agreed=event.agreed)


def _agreement_faults(*, agreed: bool) -> Iterator[Fault]:
    if not agreed:
        yield Fault(FaultCode.CHANGE_NOT_AGREED, "/agreed")


def _fixed_now(game: Game, variants: Sequence[str], changes: Changes) -> Iterator[Fault]:
    for field in FIXED_NOW:
        if names(changes, field):
            yield Fault(FaultCode.NOT_CHANGEABLE_NOW, f"/changes/{_path(changes, field)}")
    for variant in dict.fromkeys(variants):
        patch = game.rules.variants[variant].changes if variant in game.rules.variants else {}
        if any(names(patch, field) for field in FIXED_NOW):
            yield Fault(FaultCode.NOT_CHANGEABLE_NOW, f"/variants/{variants.index(variant)}")


def _path(changes: Changes, field: str) -> str:
    """The field as the changes name it: null for the object around it names that object."""
    first, _, _ = field.partition(".")
    return first if changes.get(first, ...) is None else field.replace(".", "/")


def _totals(game: Game) -> tuple[int | str, ...]:
    lines = standings(game.seats, order=game.order, hands=game.hands, rules=game.rules, stopped=False)
    return tuple(written(line.total) for line in sorted(lines, key=lambda line: line.seat))
