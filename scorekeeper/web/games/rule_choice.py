"""The rules of a new game, as its form has them: which game, its variants, what the table still agrees on."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from scorekeeper.language import _
from scorekeeper.rules.entries import Started
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.rulesets.checks import warnings
from scorekeeper.rules.rulesets.files import LAW, RULESETS, Chosen
from scorekeeper.rules.rulesets.in_force import NotOfShape, in_force, patched
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games import rulesets
from scorekeeper.services.games.rulesets import BaseRules
from scorekeeper.web.http import clock
from scorekeeper.web.http.forms import Form, RepeatedField, TextField
from scorekeeper.web.http.parsing import cut, parse_whole_or
from scorekeeper.web.rulesets.forms import changes_in, written
from scorekeeper.web.rulesets.rulesets import recent_keys, rules_name
from scorekeeper.web.rulesets.words import warning

POINTERS: Final = {
    "/ruleset": "ruleset",
    "/variants/*": "variant-*",
    "/changes/ends*": "ends",
    "/changes/points*": "values",
}
_NO_NUMBER: Final = 0
# They are shown beside the seats and the values of the cards.
_SHOWN_ELSEWHERE: Final = {FaultCode.OUTSIDE_PLAYERS, FaultCode.VALUES_UNKNOWN}


@dataclass(frozen=True)
class RuleChoice:
    """`ruleset` is an id or a key, with variants and changes.

    `hands`, `target`, `session` and `values`, the id of a ruleset whose points count here, are what the table
    agrees on where its rules leave it open. `listed`: whether the form shows every game; `just_chosen`:
    whether the last button chose this one. `saved_base` is its saved set, if that was loaded already.
    """

    ruleset: str = LAW.id
    variants: tuple[str, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict)
    hands: str = ""
    target: str = ""
    session: bool = False
    values: str = ""
    listed: bool = False
    just_chosen: bool = False
    saved_base: BaseRules | None = field(default=None, repr=False, compare=False)

    @cached_property
    def base(self) -> BaseRules:
        """The file or the saved set; the law in place of one that is unknown."""
        if self.saved_base is not None:
            return self.saved_base
        with suppress(RuleViolation):
            return rulesets.use(self.ruleset, now=clock.now())
        return rulesets.base_of(LAW.id)

    @property
    def key(self) -> str:
        """The id or key of `base`."""
        return self.ruleset if self.base.saved else self.base.rules.id

    @property
    def name(self) -> str:
        """What the table calls the game."""
        return rules_name(self.base)

    @property
    def has_ticks(self) -> bool:
        """Whether the form has the ticks of the law: nothing but variants of it is chosen."""
        return self.base.chosen == Chosen() and not self.changes

    @property
    def changed_on(self) -> dict[str, Any]:
        """What leads to the form of house rules from this choice, as values of its address."""
        return {"ruleset": self.key, "variant": self.variants, "changes": written(self.changes) or None}

    @cached_property
    def adopted(self) -> Ruleset:
        """The rules in force without what the table still agrees on."""
        return in_force(self.base.rules, variants=self.variants, changes=self.changes)

    @cached_property
    def rules(self) -> Ruleset:
        """The rules in force as far as the form tells them."""
        try:
            return in_force(self.adopted, changes=self._agreements)
        except NotOfShape:
            return self.adopted

    @property
    def asks_ends(self) -> bool:
        """Whether the table still agrees on when the game is over."""
        return self.adopted.ends.is_open

    @property
    def asks_values(self) -> bool:
        """Whether the table still agrees on what the cards are worth."""
        return self.adopted.points is None

    @property
    def offered(self) -> dict[str, str]:
        """The variants that can be adopted: id -> name."""
        variants = self.base.rules.variants
        return {key: _(variants[key].name) for key in variants if key not in self.base.chosen.variants}

    @cached_property
    def known_values(self) -> dict[str, Ruleset]:
        """The rulesets whose points name every card of this pack."""
        return {
            key: other
            for key, other in RULESETS.items()
            if other.points is not None and self._fits(other.points)
        }

    @property
    def games(self) -> tuple[RuleChoice, ...]:
        """Every game to choose from: those of the files, then the table's own."""
        keys = (self.key, *recent_keys())
        return (*map(RuleChoice, RULESETS), *_saved(dict.fromkeys(keys)))

    def faults(self, *, players: int) -> tuple[Fault, ...]:
        """What leaves no rules for so many players, except an end that is still open."""
        if self.key != self.ruleset:
            return (Fault(FaultCode.RULESET_UNKNOWN, "/ruleset", values=(("ruleset", self.ruleset),)),)
        base, changes = self.base, self._all_changes
        if unusable := base.faults(variants=self.variants, changes=changes):
            return unusable
        with suppress(NotOfShape):
            adopted = base.with_changes(variants=self.variants, changes=changes)
            faults = base.problems(adopted, variants=self.variants, changes=changes, players=players)
            return tuple(fault for fault in faults if fault.code is not FaultCode.ENDS_NOT_AGREED)
        return ()

    def warnings(self, *, players: int) -> Iterator[str]:
        """What the table should know, in sentences."""
        for warned in warnings(self.rules, players=players):
            if warned.code not in _SHOWN_ELSEWHERE:
                yield warning(warned)

    def started(self, event: Started, *, now: datetime) -> Started:
        """The event that starts a game by these rules; NotOfShape, and errors as of `rulesets.started`."""
        if not self.rules.deal.dealer:
            event = replace(event, first_dealer=0)
        changes = self._all_changes
        return rulesets.started(self.ruleset, event, variants=self.variants, changes=changes, now=now)

    @property
    def _all_changes(self) -> dict[str, Any]:
        return patched(self.changes, self._agreements)

    @property
    def _agreements(self) -> dict[str, Any]:
        """What the table agrees on where its rules leave it open, as changes."""
        changes: dict[str, Any] = {}
        if self.asks_ends:
            typed = {"hands": self.hands, "target": self.target}
            ends = {name: parse_whole_or(text, default=_NO_NUMBER) for name, text in typed.items() if text}
            changes["ends"] = {**ends, **({"session": True} if self.session else {})}
        if self.asks_values and self.values in self.known_values:
            changes["points"] = self.known_values[self.values].points
        return {name: value for name, value in changes.items() if value}

    def _fits(self, points: Mapping[str, int]) -> bool:
        rules, changes = in_force(self.adopted, changes={"points": points}), {"points": points}
        return not self.base.problems(BaseRules(self.base.chosen, rules), variants=(), changes=changes)


class VariantsForm(Form):
    """The ticks of variants."""

    variant = RepeatedField(TextField())

    def ticked(self, *, among: Container[str]) -> tuple[str, ...]:
        """The variants to adopt."""
        return tuple(dict.fromkeys(filter(among.__contains__, self.variant.data)))


def of_game(game_id: str) -> RuleChoice:
    """The rules of a game, for another one: by their name, where this phone has saved them."""
    chosen = rulesets.adopted(game_id)
    choices = (choice for choice in _saved(recent_keys()) if choice.base.chosen == chosen)
    return next(choices, None) or choice_of(chosen)


def choice_of(chosen: Chosen) -> RuleChoice:
    """Rules that are chosen already; UnknownRuleset."""
    return RuleChoice(RULESETS[chosen.ruleset].id, chosen.variants, chosen.changes)


def with_agreements(choice: RuleChoice, *, typed: RuleChoice) -> RuleChoice:
    """Rules that are chosen already, with what a form agrees on where they leave it open."""
    return replace(choice, hands=typed.hands, target=typed.target, session=typed.session, values=typed.values)


def choice_in(form: MultiDict[str, str]) -> RuleChoice:
    """The rules as sent; a form without them means the law."""
    choice = RuleChoice(cut(form.get("ruleset")) or LAW.id)
    variants = VariantsForm(form).ticked(among=choice.offered)
    return replace(
        choice,
        variants=variants,
        changes=changes_in(form.get("changes"), base=choice.base, variants=variants),
        hands=cut(form.get("hands")),
        target=cut(form.get("target")),
        session="session" in form,
        values=cut(form.get("values")),
    )


def pressed(choice: RuleChoice, *, move: str) -> RuleChoice:
    """The rules after a small button: all games are shown, or one is chosen."""
    kind, _dash, name = move.partition("-")
    if kind != "game":
        return choice
    return RuleChoice(cut(name), just_chosen=True) if name else replace(choice, listed=True)


def _saved(keys: Iterable[str]) -> Iterator[RuleChoice]:
    """The saved rules of these keys, as far as there are any that this release can read."""
    for key, base in rulesets.bases_of(keys).items():
        yield RuleChoice(key, saved_base=base)
