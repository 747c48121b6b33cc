"""The form of house rules: what is typed in it, the changes that makes, and why they cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
from markupsafe import escape
from werkzeug.datastructures import MultiDict

from scorekeeper.language import N_, Sentence, _
from scorekeeper.rules.faults import Fault
from scorekeeper.rules.rulesets.checks import Warned, warnings
from scorekeeper.rules.rulesets.in_force import NotOfShape, in_force, names
from scorekeeper.rules.rulesets.ruleset import JOKER, Ruleset, Variant
from scorekeeper.services.games.rulesets import Base
from scorekeeper.web.http import form_errors, messages
from scorekeeper.web.http.fields import cut
from scorekeeper.web.http.form_errors import Errors, Fields, FormError
from scorekeeper.web.http.formats import listed
from scorekeeper.web.rulesets.fields import FIELDS, GROUPS, RuleField, changes_of, told_by
from scorekeeper.web.rulesets.kinds import Tick, Unread
from scorekeeper.web.rulesets.tiles import worded
from scorekeeper.web.rulesets.words import differences

# Where a fault is shown that is about several fields, or about none.
PLACES: Final[Fields] = {
    "/changes/deal": "deal-cards",
    "/changes/ends": "ends-hands",
    "/changes/score": "score-out_bonus",
    "/players": "players-fewest",
    "/variants/*": "variant-*",
    "/name": "name",
    "/agreed": "agreed",
    **{f"/changes/{rule.path.replace('.', '/')}": rule.name for rule in FIELDS},
}
_UNFIT: Final = N_("Check this. It doesn’t go with the rest.")
_IN_ROWS: Final = ("pairs", "points", "contracts")
_LONGEST_CHANGES: Final = 20_000
_TICKED: Final = re.compile(r"-(at_once|pure-\d+)$")


@dataclass(frozen=True, slots=True)
class RulesForm:
    """The form on top of `rules`, without the fields of `fixed`.

    `texts` are what its inputs hold, `changes` what they change in the rules. `variants` are ticked, and
    `applied` are those that the rules have already: others, where a tick stands beside what is refused.
    """

    rules: Ruleset
    texts: Mapping[str, str]
    changes: Mapping[str, Any] = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)
    fixed: Sequence[str] = ()
    variants: Sequence[str] = ()
    applied: Sequence[str] = ()

    def fields_of(self, group: str) -> list[RuleField]:
        """The fields of a group that can be changed here."""
        found = next(known for known in GROUPS if known.name == group)
        of_tiles = self.rules.pack == "tiles"
        return [
            rule for rule in found.fields if not (_is_fixed(rule, self.fixed) or (of_tiles and rule.of_cards))
        ]

    def unticked(self) -> list[str]:
        """The names of ticks that are not ticked: a form that left them out would leave them as they are."""
        ticks = (
            rule.name for rule in FIELDS if isinstance(rule.kind, Tick) and not _is_fixed(rule, self.fixed)
        )
        return [name for name in ticks if name not in self.texts]

    def is_touched(self, group: str) -> bool:
        """Whether a field of the group is changed or refused."""
        return any(self.wrong_in(rule.name) or _names(self.changes, rule) for rule in self.fields_of(group))

    def wrong_in(self, name: str) -> list[str]:
        """The inputs that are refused, of a field or of one of its hands."""
        return [at for at in self.errors if f"{at}-".startswith(f"{name}-")]

    def words(self, sentence: Sentence) -> str:
        """A sentence of the fields, for the pack of these rules."""
        return worded(sentence, self.rules)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a form makes of its rules: how they differ now, why they cannot be, and what to know of them.

    `rules` are in force with the changes, None if there are none.
    """

    rules: Ruleset | None
    different: Sequence[str] = ()
    errors: Errors = field(default_factory=dict)
    warned: Sequence[str] = ()


def opened(
    base: Base,
    variants: Sequence[str] = (),
    *,
    changes: Mapping[str, Any] | None = None,
    fixed: Sequence[str] = (),
) -> RulesForm:
    """The form as the rules with these variants and then these changes, which can be, fill it in.

    It is without all of the variants, if one of them cannot be.
    """
    variants = [variant for variant in variants if variant in offered(base, fixed=fixed)]
    errors = by_field(base.faults(variants=variants, changes={}))
    applied = () if errors else variants
    rules = in_force(base.rules, variants=applied)
    texts = _texts(in_force(rules, changes=changes), fixed)
    return RulesForm(rules, texts, changes or {}, errors, fixed, variants, applied)


def sent(form: MultiDict[str, str], base: Base, *, fixed: Sequence[str] = ()) -> RulesForm:
    """The form as sent; each input that was touched keeps its text, whatever other variants fill in."""
    before = opened(base, form.getlist("applied"), fixed=fixed)
    now = opened(base, form.getlist("variant"), fixed=fixed)
    if now.errors:
        typed = read(form, before.rules, fixed=fixed)
        shown = {**now.errors, **typed.errors}
        return replace(typed, errors=shown, variants=now.variants, applied=before.applied)
    last = {name: cut(form.getlist(name)[-1]) for name in form}
    touched = {name: text for name, text in last.items() if text != before.texts.get(name, "")}
    unticked = {name for name in before.texts if _TICKED.search(name) and name not in form}
    rows = {name.partition("-")[0] for name in form}
    kept = {
        name: text
        for name, text in now.texts.items()
        if name not in unticked or name.partition("-")[0] not in rows
    }
    merged = {**dict.fromkeys(now.unticked(), ""), **kept, **touched}
    typed = read(MultiDict(merged), now.rules, fixed=fixed)
    return replace(typed, variants=now.variants, applied=now.applied)


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


def read(form: MultiDict[str, str], rules: Ruleset, *, fixed: Sequence[str] = ()) -> RulesForm:
    """The form as sent; what it leaves out stays as in the rules."""
    sent = {name: cut(form.getlist(name)[-1]) for name in form}
    told = _texts(rules, fixed)
    texts, values, errors = dict[str, str](), dict[str, Any](), dict[str, tuple[FormError, ...]]()
    for rule, value in _values(rules, fixed):
        typed = _completed(rule, sent, told)
        if not _is_sent(rule, sent) or _own_texts(rule, typed) == _own_texts(rule, told):
            texts |= rule.kind.texts(rule.name, value, rules)
            continue
        try:
            values[rule.path] = rule.kind.read(rule.name, typed, rules)
            texts |= rule.kind.texts(rule.name, values[rule.path], rules)
        except Unread as unread:
            errors[unread.at] = (FormError(str(unread)),)
            texts |= _own_texts(rule, typed)
    values |= _without_jokers(values, rules)
    return RulesForm(rules, texts, changes_of(rules, values), errors, fixed)


def checked(form: RulesForm, base: Base, *, players: int | None = None) -> Checked:
    """What the form makes of the rules of `base`, on which it builds."""
    variants = form.applied
    faults = base.faults(variants=variants, changes=form.changes)
    if faults:
        return Checked(None, errors={**by_field(faults), **form.errors})
    try:
        adopted = base.with_changes(variants=variants, changes=form.changes)
    except NotOfShape as unfit:
        return Checked(None, errors={**form.errors, **not_of_shape(unfit)})
    found = base.problems(adopted, variants=variants, changes=form.changes, players=players)
    return Checked(
        adopted.rules,
        tuple(differences(base.rules, adopted.rules)),
        {**by_field(found), **form.errors},
        () if found else warned(warnings(adopted.rules, players=players)),
    )


def by_field(faults: Iterable[Fault]) -> Errors:
    """Faults in words, by the field or group where they are shown."""
    return form_errors.by_field(faults, fields=PLACES)


def not_of_shape(unfit: NotOfShape) -> Errors:
    """The words for a value that is outside its type or range."""
    path = f"{unfit.pointer.strip('/').replace('/', '.')}."
    told = (rule for rule in FIELDS if f"{rule.path}.".startswith(path) or path.startswith(f"{rule.path}."))
    name = max(told, key=lambda rule: path.startswith(f"{rule.path}."), default=None)
    return {name.name if name else form_errors.WHOLE: (FormError(_(_UNFIT)),)}


def warned(found: Iterable[Warned]) -> tuple[str, ...]:
    """Warnings about rules, in words."""
    return tuple(map(warning, found))


def warning(found: Warned) -> str:
    """A warning about rules in words, with the numbers of the hands that it is about."""
    hands = str(listed([escape(hand) for hand in found.hands]))
    values = (("hands", hands), ("count", len(found.hands)))
    return messages.fault(Fault(found.code, found.pointer, values=values))


def with_errors(form: RulesForm, errors: Errors) -> RulesForm:
    """The form with these errors beside its fields."""
    return replace(form, errors=errors)


def _texts(rules: Ruleset, fixed: Sequence[str]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for rule, value in _values(rules, fixed):
        texts |= rule.kind.texts(rule.name, value, rules)
    return texts


def _values(rules: Ruleset, fixed: Sequence[str]) -> list[tuple[RuleField, Any]]:
    told = told_by(rules)
    return [(rule, told[rule.path]) for rule in FIELDS if not _is_fixed(rule, fixed)]


def _is_fixed(rule: RuleField, fixed: Sequence[str]) -> bool:
    return any(rule.path == path or rule.path.startswith(f"{path}.") for path in fixed)


def _is_sent(rule: RuleField, sent: Mapping[str, str]) -> bool:
    if rule.kind.look in _IN_ROWS:
        return any(name.startswith(f"{rule.name}-") for name in sent)
    return rule.name in sent


def _completed(rule: RuleField, sent: Mapping[str, str], told: Mapping[str, str]) -> Mapping[str, str]:
    """The inputs that were sent, with the numbers of a row that were left out."""
    kept = {name: text for name, text in told.items() if not _TICKED.search(name)}
    return {**kept, **sent} if rule.kind.look in _IN_ROWS else sent


def _own_texts(rule: RuleField, sent: Mapping[str, str]) -> dict[str, str]:
    """The texts in the inputs of one field."""
    return {name: text for name, text in sent.items() if f"{name}-".startswith(f"{rule.name}-")}


def _names(changes: Mapping[str, Any], rule: RuleField) -> bool:
    first, _dot, last = rule.path.partition(".")
    return first in changes and (not last or not isinstance(changes[first], dict) or last in changes[first])


def _without_jokers(values: Mapping[str, Any], rules: Ruleset) -> dict[str, Any]:
    """Points without the joker's, where the form has taken the jokers out."""
    points = values.get("points", rules.points)
    if not points or values.get("jokers", rules.jokers) or not rules.jokers:
        return {}
    return {"points": {cards: value for cards, value in points.items() if cards != JOKER}}
