"""The form of house rules: what is typed in it, the changes that makes, and why they cannot be.

Its fields follow from the declaration of values. What has none, such as the changes of a file, is carried
along in a hidden field; what is typed is a change on top of that.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, zip_longest
from typing import Any, ClassVar, Final, Self

import msgspec
from msgspec import structs
from msgspec.inspect import DictType, IntType, StructType, Type, UnionType, VarTupleType, type_info
from wtforms import BooleanField, Field, RadioField, SelectMultipleField, StringField
from wtforms.validators import NumberRange, Optional

from scorekeeper.language import _
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.rulesets.checks import warnings
from scorekeeper.rules.rulesets.in_force import NotOfShape, difference, in_force, names, read, values_of
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset, Variant
from scorekeeper.services.games.rulesets import BaseRules
from scorekeeper.web.http.forms import FROM_REQUEST, Form, RepeatedField, TextField, UploadField, WholeField
from scorekeeper.web.rulesets.card_names import worded
from scorekeeper.web.rulesets.values import GROUPS, VALUES, RuleValue, cards_name, kinds_of_cards
from scorekeeper.web.rulesets.words import difference_sentences, warning

_LONGEST_CHANGES: Final = 20_000
_MOST_HANDS: Final = 20
_SPARE_HANDS: Final = 2
# The form has one number for all; without it, they are as the rules write them.
_BY_PLAYERS: Final = ("decks", "deal.cards")
_OF_CARDS: Final = ("runs.ace", "may_i")


class FigureField(WholeField):
    """A whole number within limits, about which one sentence says what is wrong."""

    def process_formdata(self, valuelist: list[str]) -> None:
        with suppress(ValueError):
            super().process_formdata(valuelist)


class ChangesForm(Form):
    """The variants and changes that a form of rules or an address carries; `applied` are those that its
    other fields were filled in by.
    """

    variant = RepeatedField(TextField())
    applied = RepeatedField(TextField())
    changes = StringField()


class HouseRulesForm(Form):
    """The form on top of `rules`, which are those of `base` with the variants `applied`, filled in for the
    rules `now`, which `changes` make of them.

    `variant` are those that are ticked: other ones than `applied`, if one of them is refused. `offered`
    are those that can still be ticked, `inputs` the names of the fields of each value, by its path.
    """

    pointers: ClassVar[Mapping[str, str]] = {
        # About several fields.
        "/changes/deal": "deal-cards",
        "/changes/score": "score-out_bonus",
        "/variants/*": "variant-*",
        "/name": "name",
        **{f"/changes/{value.path.replace('.', '/')}": value.field_name for value in VALUES.values()},
    }
    base: BaseRules
    offered: Mapping[str, Variant]
    applied: Sequence[str]
    changes: Mapping[str, Any]
    rules: Ruleset
    now: Ruleset
    inputs: Mapping[str, Sequence[str]]
    different: Sequence[str] = ()
    warned: Sequence[str] = ()

    variant = RepeatedField(TextField(""))
    name = TextField(_l("Name of these rules"))
    save = BooleanField()

    @classmethod
    def of(
        cls,
        base: BaseRules,
        variants: Sequence[str],
        text: str | None = None,
        *,
        fixed: Sequence[str],
        formdata: Any = None,
        **values: Any,
    ) -> Self:
        """`text` has the changes, as an address carries them. No variant is applied, if one cannot be.

        A value at or below one of the paths `fixed` has no field.
        """
        offered = {
            key: variant
            for key, variant in base.rules.variants.items()
            if key not in base.chosen.variants and not any(names(variant.changes, path) for path in fixed)
        }
        variants = [variant for variant in variants if variant in offered]
        applied = [] if base.faults(variants=variants, changes={}) else variants
        changes = changes_in(text, base=base, variants=applied)
        rules = in_force(base.rules, variants=applied)
        now = in_force(rules, changes=changes)
        fields = {
            value.path: _fields(value, rules, now)
            for value in VALUES.values()
            if _is_offered(value, now, fixed)
        }
        members = {name: field for group in fields.values() for name, field in group.items()}
        form: Self = type("FormOfValues", (cls,), members)(formdata, **values)
        form.base, form.offered, form.applied, form.changes = base, offered, applied, changes
        form.rules, form.now, form.inputs = rules, now, {path: [*group] for path, group in fields.items()}
        form.tick(variants)
        return form

    @classmethod
    def sent(cls, base: BaseRules, *, fixed: Sequence[str]) -> Self:
        """The form as sent; what was touched stays, whatever other variants fill in."""
        before = ChangesForm()
        form = cls.of(base, before.applied.data, before.changes.data, fixed=fixed, formdata=FROM_REQUEST)
        other = cls.of(base, before.variant.data, fixed=fixed)
        if form.validate() and not other.errors:
            text, name = written(form.typed_changes(other.rules)), form.name.data
            return cls.of(base, other.applied, text, fixed=fixed, name=name, save=form.save.data)
        form.changes = form.typed_changes(form.rules)
        form.tick(other.variant.data)
        return form

    def groups(self) -> Iterator[tuple[str, str, list[Field], bool]]:
        """The fields of values in groups with a heading, and whether any is changed or refused."""
        for name, (heading, values) in GROUPS.items():
            if paths := [value.path for value in values if value.path in self.inputs]:
                fields = [self[self.inputs[path][0]] for path in paths]
                is_touched = any(names(self.changes, path) or self._is_refused(path) for path in paths)
                yield name, worded(heading, self.rules), fields, is_touched

    def parts(self, field: Field) -> list[Field]:
        """The numbers that make the value of a field."""
        return [self[name] for name in self.inputs[field.name]][1:]

    def refused(self) -> list[Field]:
        """The inputs that are refused."""
        fields = [field for field in self if field is not self.variant]
        return [field for field in (*fields, *self.variant) if field.errors]

    def check(self, *, players: int | None = None) -> None:
        """Say what cannot be of these rules for so many players, how they differ and what to know of them."""
        adopted = self.base.with_changes(variants=self.applied, changes=self.changes)
        faults = self.base.problems(adopted, variants=self.applied, changes=self.changes, players=players)
        # A value that cannot be read is as it was, and what is wrong with that is not what is typed.
        unreadable = [f"/changes/{path.replace('.', '/')}" for path in self.inputs if self._is_refused(path)]
        self.add_faults(fault for fault in faults if not fault.pointer.startswith(tuple(unreadable)))
        self.different = tuple(difference_sentences(self.base.rules, adopted.rules))
        self.warned = () if faults else tuple(map(warning, warnings(adopted.rules, players=players)))

    def tick(self, variants: Sequence[str]) -> None:
        """Tick these variants, and say which of them contradict each other."""
        self.variant.put(variants)
        self.add_faults(self.base.faults(variants=variants, changes={}))

    def typed_changes(self, rules: Ruleset) -> dict[str, Any]:
        """What is typed, as changes to these rules with perhaps other variants.

        What cannot be read stays as it was, and points that nobody touched are those of the rules.
        """
        values = values_of(self.now)
        for path, inputs in self.inputs.items():
            first, _dot, last = path.partition(".")
            holder, key = (values[first], last) if last else (values, first)
            is_touched = any(self[name].data != self[name].object_data for name in inputs)
            if is_touched and holder is not None and not self._is_refused(path):
                holder[key] = self._typed(path)
        if self.now.jokers and not values["jokers"] and values["points"]:
            values["points"].pop(JOKER, None)
        changes = difference(self.rules, read(values))
        if points := changes.get("points"):
            old, new = self.rules.points or {}, rules.points or {}
            changes["points"] = {
                key: new.get(key, number) if number == old.get(key) else number
                for key, number in points.items()
            }
        return changes

    def _is_refused(self, path: str) -> bool:
        return any(self[name].errors for name in self.inputs[path])

    def _typed(self, path: str) -> Any:
        """What is typed for a value, as a ruleset has it."""
        field, *parts = (self[name] for name in self.inputs[path])
        match path:
            case "contracts":
                numbers = [part.data for part in parts]
                hands = zip_longest(numbers[::2], numbers[1::2], self.now.contracts, fillvalue=Contract())
                return [
                    structs.replace(contract, sets=sets or 0, runs=runs or 0)
                    for sets, runs, contract in hands
                    if (sets, runs) != (None, None)
                ]
            case "points":
                points = {part.name.partition("-")[2]: part.data for part in parts}
                return {key: number for key, number in points.items() if number is not None} or None
            case "wild.cards":
                return [card for card in kinds_of_cards(self.now) if card in field.data]
            case "may_i":
                return {} if field.data else None
            case "decks" | "deal.cards" if field.data is None:
                return self.rules.decks if path == "decks" else self.rules.deal.cards
        return None if field.data == "" else field.data


class RulesFileForm(Form):
    """A file of rules that somebody has downloaded."""

    pointers: ClassVar[Mapping[str, str]] = {"*": "file"}

    file = UploadField(_l("File"))


def written(changes: Mapping[str, Any]) -> str:
    """Changes as forms and addresses carry them."""
    return msgspec.json.encode(changes).decode() if changes else ""


def changes_in(text: str | None, *, base: BaseRules, variants: Sequence[str]) -> dict[str, Any]:
    """The changes that a form or an address carries; none, if they are no rules any more."""
    with suppress(msgspec.DecodeError, NotOfShape, RecursionError, UnicodeError):
        changes = msgspec.json.decode((text or "{}")[:_LONGEST_CHANGES], type=dict[str, Any])
        if not base.faults(variants=(), changes=changes):
            base.with_changes(variants=variants, changes=changes)
            return changes
    return {}


def _is_offered(value: RuleValue, now: Ruleset, fixed: Sequence[str]) -> bool:
    """Whether the form has a field for a value of these rules."""
    if any(f"{value.path}.".startswith(f"{path}.") for path in fixed):
        return False
    if value.path.startswith(_OF_CARDS) and now.pack != "cards":
        return False
    return value.offered and (value.path != "deal.cards" or not now.deal.by_hand)


def _fields(value: RuleValue, rules: Ruleset, now: Ruleset) -> dict[str, Any]:
    """The field of a value by its name, before those of the numbers that make it, if there are several."""
    name, label, data = value.field_name, worded(value.label, rules), value.of(now)
    hint = _(value.hint)
    if value.path in _BY_PLAYERS:
        data = data if isinstance(data, int) else None
        if not isinstance(value.of(rules), int):
            hint = _("Leave it empty to play as written: {value}").format(value=value.line(rules)[1])
    if figures := _figures(value, label, now):
        return {name: Field(label, description=hint), **figures}
    if value.path == "wild.cards":
        cards = kinds_of_cards(now)
        return {name: SelectMultipleField(label, choices=cards, default=data, validate_choice=False)}
    if value.otherwise:
        return {name: BooleanField(label, default=data)}
    if value.choices:
        return {name: RadioField(label, choices=_choices(value, now), default=data or "")}
    return {name: _figure(value, label, hint, data)}


def _figures(value: RuleValue, label: str, now: Ruleset) -> dict[str, Any]:
    """The fields of the numbers that make a value, by their names; none, if it is one number."""
    if value.path == "points":
        points, counted = now.points or {}, {*chain.from_iterable(now.classes.values())}
        others = (rank for rank in now.ranks if rank not in counted)
        keys = (*(key for key in now.classes if key != JOKER), *others, JOKER)
        texts = {key: _("Joker") if key == JOKER else cards_name(key) for key in keys}
        return {f"points-{key}": _figure(value, label, text, points.get(key)) for key, text in texts.items()}
    hands = [*now.contracts, *[None] * _SPARE_HANDS][:_MOST_HANDS] if value.path == "contracts" else ()
    melds = {"sets": _("Sets"), "runs": _("Runs")}
    return {
        f"contracts-{row}-{kind}": _figure(value, label, text, getattr(contract, kind, None), kind=f".{kind}")
        for row, contract in enumerate(hands)
        for kind, text in melds.items()
    }


def _figure(value: RuleValue, label: str, description: str, data: int | None, *, kind: str = "") -> Any:
    is_optional = value.empty or value.path in (*_BY_PLAYERS, "contracts")
    validators = [*([Optional()] if is_optional else []), NumberRange(*LIMITS[value.path + kind])]
    placeholder = {"placeholder": _(value.empty)} if value.empty and not description else None
    return FigureField(label, validators, description=description, default=data, render_kw=placeholder)


def _limits_in(kind: Type, path: str = "") -> Iterator[tuple[str, tuple[int | None, int | None]]]:
    """The paths of whole numbers in a type, each with the smallest and the largest that it declares."""
    match kind:
        case IntType(ge=least, le=most):
            yield path, (least, most)
        case UnionType(types=kinds):
            yield from chain.from_iterable(_limits_in(inner, path) for inner in kinds)
        case DictType(value_type=inner) | VarTupleType(item_type=inner):
            yield from _limits_in(inner, path)
        case StructType(fields=members):
            inner_paths = ((member.type, f"{path}.{member.name}".strip(".")) for member in members)
            yield from chain.from_iterable(_limits_in(*inner) for inner in inner_paths)


LIMITS: Final = dict(_limits_in(type_info(Ruleset)))


def _choices(value: RuleValue, rules: Ruleset) -> dict[str, str]:
    """The choices of a value in the words of the pack, without those of the other pack that do not hold."""
    other = "-card" if rules.pack == "tiles" else "-tile"
    return {
        key: worded(text, rules)
        for key, text in (value.short or value.choices).items()
        if not key.endswith(other) or key == value.of(rules)
    }
