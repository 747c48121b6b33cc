"""The form of house rules: what is typed in it, the changes that makes, and why they cannot be.

It is made from the table of `fields` for the rules as they are. What it does not offer, such as the changes
of a file, is carried along in a hidden field; what is typed is a change on top of that.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
from markupsafe import escape
from werkzeug.datastructures import MultiDict
from wtforms.form import BaseForm

from scorekeeper.language import Sentence, _
from scorekeeper.rules.faults import Fault
from scorekeeper.rules.rulesets.checks import Warned, warnings
from scorekeeper.rules.rulesets.in_force import NotOfShape, difference, in_force, names, values_of
from scorekeeper.rules.rulesets.in_force import read as ruleset_of
from scorekeeper.rules.rulesets.ruleset import JOKER, Ruleset, Variant
from scorekeeper.services.games.rulesets import Base
from scorekeeper.web.http import form_errors, messages
from scorekeeper.web.http.form_errors import Errors, Fields, FormError
from scorekeeper.web.http.formats import listed
from scorekeeper.web.rulesets.fields import FIELDS, GROUPS, RuleField, told_by, values_by_path
from scorekeeper.web.rulesets.kinds import ByPlayers, by_class, points_of_ranks
from scorekeeper.web.rulesets.tiles import worded
from scorekeeper.web.rulesets.words import differences

# Where a fault is shown that is about several fields; one about a value without a field is about the form.
PLACES: Final[Fields] = {
    "/changes/deal": "deal-cards",
    "/changes/score": "score-out_bonus",
    "/variants/*": "variant-*",
    "/name": "name",
    "/agreed": "agreed",
    **{f"/changes/{rule.path.replace('.', '/')}": rule.name for rule in FIELDS if not rule.by_file},
}
_LONGEST_CHANGES: Final = 20_000


@dataclass(frozen=True, slots=True)
class RulesForm:
    """The form on top of `rules`, without the fields of `fixed`, filled in for the rules `now`.

    `changes` make these of those. `variants` are ticked, and `applied` are those that the rules have already:
    others, where a tick stands beside what is refused.
    """

    rules: Ruleset
    now: Ruleset
    inputs: BaseForm
    changes: Mapping[str, Any] = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)
    fixed: Sequence[str] = ()
    variants: Sequence[str] = ()
    applied: Sequence[str] = ()

    def fields_of(self, group: str) -> list[RuleField]:
        """The fields of a group that can be changed here."""
        known = next(known for known in GROUPS if known.name == group)
        return [rule for rule in known.fields if _is_offered(rule, self.now, self.fixed)]

    def is_touched(self, group: str) -> bool:
        """Whether a field of the group is changed or refused."""
        return any(
            self.wrong_in(rule.name) or names(self.changes, rule.path) for rule in self.fields_of(group)
        )

    def wrong_in(self, name: str) -> list[str]:
        """The inputs that are refused, of a field or of one of its hands."""
        return [at for at in self.errors if f"{at}-".startswith(f"{name}-")]

    def words(self, sentence: Sentence) -> str:
        """A sentence of the fields, for the pack of these rules."""
        return worded(sentence, self.rules)

    def label_at(self, name: str) -> str:
        """The label of the field to which an input belongs; empty for one that is none of the table's."""
        labels = [rule.label for rule in FIELDS if f"{name}-".startswith(f"{rule.name}-")]
        return self.words(labels[-1]) if labels else ""

    def hint(self, rule: RuleField) -> str:
        """What helps to fill in a field: of numbers by players, what the rules say without one for all."""
        value = told_by(self.rules)[rule.path]
        if isinstance(rule.kind, ByPlayers) and not isinstance(value, int):
            said = rule.words(value, self.rules)
            return _("Leave it empty to play as written: {value}").format(value=said)
        return self.words(rule.hint)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a form makes of its rules: how they differ now, why they cannot be, and what to know of them."""

    different: Sequence[str] = ()
    errors: Errors = field(default_factory=dict)
    warned: Sequence[str] = ()


def carried(form: MultiDict[str, str], base: Base, *, fixed: Sequence[str] = ()) -> RulesForm:
    """The form as the variants and changes that an address or a question carries fill it in."""
    opened = _opened(base, form.getlist("variant"), {}, fixed)
    changes = changes_in(form.get("changes", ""), base=base, variants=opened.applied)
    return _opened(base, opened.variants, changes, fixed)


def sent(form: MultiDict[str, str], base: Base, *, fixed: Sequence[str] = ()) -> RulesForm:
    """The form as sent; what was touched stays, whatever other variants fill in."""
    carries = MultiDict([("changes", form.get("changes", ""))])
    carries.setlist("variant", form.getlist("applied"))
    before = carried(carries, base, fixed=fixed)
    wanted = _opened(base, form.getlist("variant"), {}, fixed)
    inputs = _inputs(before.now, fixed, form)
    inputs.validate()
    refused = {field.name: (FormError(field.errors[-1]),) for field in inputs if field.errors}
    typed = replace(before, inputs=inputs, errors={**wanted.errors, **refused}, variants=wanted.variants)
    changes = difference(before.rules, _typed(typed))
    if typed.errors:
        return replace(typed, changes=changes)
    return _opened(base, wanted.variants, _moved(changes, before.rules, wanted.rules), fixed)


def offered(base: Base, *, fixed: Sequence[str] = ()) -> dict[str, Variant]:
    """The variants that can still be ticked, by their ids."""
    return {
        key: variant
        for key, variant in base.rules.variants.items()
        if key not in base.chosen.variants and not any(names(variant.changes, path) for path in fixed)
    }


def written(changes: Mapping[str, Any]) -> str:
    """Changes as forms and addresses carry them."""
    return msgspec.json.encode(changes).decode() if changes else ""


def changes_in(sent: str, *, base: Base, variants: Sequence[str]) -> dict[str, Any]:
    """The changes that a form or an address carries; none, if they are no rules any more."""
    try:
        changes = msgspec.json.decode(sent[:_LONGEST_CHANGES] or "{}", type=dict[str, Any])
        if not base.faults(variants=(), changes=changes):
            base.with_changes(variants=variants, changes=changes)
            return changes
    except (msgspec.DecodeError, NotOfShape, RecursionError, UnicodeError):
        pass
    return {}


def checked(form: RulesForm, base: Base, *, players: int | None = None) -> Checked:
    """What the form makes of the rules of `base`, on which it builds."""
    variants = form.applied
    adopted = base.with_changes(variants=variants, changes=form.changes)
    found = base.problems(adopted, variants=variants, changes=form.changes, players=players)
    return Checked(
        tuple(differences(base.rules, adopted.rules)),
        {**by_field(found), **form.errors},
        () if found else warned(warnings(adopted.rules, players=players)),
    )


def by_field(faults: Iterable[Fault]) -> Errors:
    """Faults in words, by the field or group where they are shown."""
    return form_errors.by_field(faults, fields=PLACES)


def warned(found: Iterable[Warned]) -> tuple[str, ...]:
    """Warnings about rules, in words."""
    return tuple(map(warning, found))


def warning(found: Warned) -> str:
    """A warning about rules in words, with the numbers of the hands that it is about."""
    hands = str(listed([escape(hand) for hand in found.hands]))
    values = (("hands", hands), ("count", len(found.hands)))
    return messages.fault(Fault(found.code, found.pointer, values=values))


def _opened(
    base: Base, variants: Sequence[str], changes: Mapping[str, Any], fixed: Sequence[str]
) -> RulesForm:
    """The form as the rules with these variants and then these changes, which can be, fill it in.

    It is without all of the variants, if one of them cannot be.
    """
    variants = [variant for variant in variants if variant in offered(base, fixed=fixed)]
    errors = by_field(base.faults(variants=variants, changes={}))
    applied = () if errors else variants
    rules = in_force(base.rules, variants=applied)
    now = in_force(rules, changes=changes)
    return RulesForm(rules, now, _inputs(now, fixed), changes, errors, fixed, variants, applied)


def _inputs(now: Ruleset, fixed: Sequence[str], form: MultiDict[str, str] | None = None) -> BaseForm:
    """The inputs of the form, as sent or as the rules fill them in."""
    fields, data, told = dict[str, Any](), dict[str, Any](), told_by(now)
    for rule in FIELDS:
        if _is_offered(rule, now, fixed):
            fields |= rule.kind.inputs(rule.name, now)
            data |= rule.kind.data(rule.name, told[rule.path], now)
    inputs = BaseForm(fields)
    inputs.process(form, data=data)
    return inputs


def _is_offered(rule: RuleField, now: Ruleset, fixed: Sequence[str]) -> bool:
    if rule.by_file or any(rule.path == path or rule.path.startswith(f"{path}.") for path in fixed):
        return False
    return not (rule.of_cards and now.pack == "tiles") and (rule.path != "deal.cards" or not now.deal.by_hand)


def _typed(form: RulesForm) -> Ruleset:
    """The rules as typed; what cannot be read stays as it was."""
    values, told, data = values_of(form.now), told_by(form.now), form.inputs.data
    for rule in (rule for group in GROUPS for rule in form.fields_of(group.name)):
        value = rule.kind.read(rule.name, data, told[rule.path], form.now)
        if value is None and isinstance(rule.kind, ByPlayers):
            value = values_by_path(form.rules)[rule.path]
        if form.wrong_in(rule.name) or rule.kind.plain(value, form.now) == told[rule.path]:
            continue
        first, _dot, last = rule.path.partition(".")
        if first == "may_i" and not last:
            values[first] = {} if value else None
        elif not last:
            values[first] = value
        elif values[first] is not None:
            values[first][last] = value
    if form.now.jokers and not values["jokers"] and values["points"]:
        values["points"].pop(JOKER, None)
    return ruleset_of(values)


def _moved(changes: dict[str, Any], before: Ruleset, after: Ruleset) -> dict[str, Any]:
    """Changes for rules with other variants, whose points stay where the changes have not touched them."""
    if not changes.get("points"):
        return changes
    old, typed, new = (
        points_of_ranks(points, rules=after) for points in (before.points, changes["points"], after.points)
    )
    touched = {rank: points for rank, points in typed.items() if points != old.get(rank)}
    return {**changes, "points": by_class({**(new if new != old else typed), **touched}, rules=after)}
