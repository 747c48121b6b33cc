"""The form of house rules: what is typed in it, the changes that makes, and why they cannot be.

It offers what tables really change. What it does not offer, such as the changes of a file, is carried along
in a hidden field; what is typed is a change on top of that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, ClassVar, Final, Self

import msgspec
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, RadioField, SelectMultipleField
from wtforms.form import BaseForm
from wtforms.utils import unset_value
from wtforms.validators import NumberRange, Optional

from scorekeeper.language import N_, NOTHING, Sentence, _
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.faults import Fault
from scorekeeper.rules.rulesets.checks import warnings
from scorekeeper.rules.rulesets.in_force import NotOfShape, difference, in_force, names, read, values_of
from scorekeeper.rules.rulesets.ruleset import JOKER, Ruleset, Variant
from scorekeeper.services.games.rulesets import Base
from scorekeeper.web.http.forms import Form, RepeatedField, TextField, UploadField, WholeField
from scorekeeper.web.rulesets.tiles import worded
from scorekeeper.web.rulesets.values import (
    GROUPS,
    VALUES,
    RuleValue,
    kinds_of_cards,
    points_of_ranks,
)
from scorekeeper.web.rulesets.words import differences, warning

_LONGEST_CHANGES: Final = 20_000
_MOST_HANDS: Final = 20
_SPARE_HANDS: Final = 2
_PARTS: Final = ("sets", "runs")
# The form has one number for all; without it, they are as the rules write them.
_BY_PLAYERS: Final = ("decks", "deal.cards")
_OF_CARDS: Final = ("runs.ace", "may_i")


class FigureField(WholeField):
    """A whole number in a range, about which one sentence says what is wrong."""

    def process_formdata(self, valuelist: list[str]) -> None:
        with suppress(ValueError):
            super().process_formdata(valuelist)


class FiguresField(Field):
    """Numbers that make one value, each with an input named after the field and its key in the data."""

    def __init__(self, label: str, *, most: int, **values: Any) -> None:
        super().__init__(label, **values)
        self.most = most

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        self.object_data = data
        figures = {key: FigureField(validators=[Optional(), NumberRange(0, self.most)]) for key in data}
        self.figures = BaseForm(figures, prefix=self.name, meta=self.meta)
        self.figures.process(formdata, data=data)
        self.data = self.figures.data

    def validate(self, form: BaseForm, extra_validators: Any = ()) -> bool:
        self.errors = []
        return self.figures.validate()

    def __iter__(self) -> Iterator[Field]:
        return iter(self.figures)


def _named(path: str, hint: Sentence = NOTHING) -> dict[str, Any]:
    """What the field of each value has: its label, its hint, and its name, such as "deal-cards"."""
    return {"label": VALUES[path].label, "name": path.replace(".", "-"), "description": hint}


def _figure(
    path: str, least: int, most: int, *, is_optional: bool = False, hint: Sentence = NOTHING
) -> FigureField:
    validators = [*([Optional()] if is_optional else []), NumberRange(least, most)]
    return FigureField(validators=validators, **_named(path, hint))


def _tick(path: str) -> BooleanField:
    return BooleanField(**_named(path))


def _choice(path: str) -> RadioField:
    return RadioField(filters=[lambda value: value or ""], **_named(path))


class HouseRulesForm(Form):
    """The form on top of `rules`, which are those of `base` with the variants `applied`, filled in for the
    rules `now`, which `changes` make of them. A value at or below one of the paths `fixed` has no field.

    `variant` are those that are ticked: other ones than `applied`, if one of them is refused.
    """

    pointers: ClassVar[Mapping[str, str]] = {
        # About several fields.
        "/changes/deal": "deal-cards",
        "/changes/score": "score-out_bonus",
        "/variants/*": "variant-*",
        "/name": "name",
        **{f"/changes/{path.replace('.', '/')}": path.replace(".", "-") for path in VALUES},
    }
    different: Sequence[str] = ()
    warned: Sequence[str] = ()

    decks = _figure("decks", 1, 12, is_optional=True)
    jokers = _figure("jokers", 0, 8)
    deal_cards = _figure("deal.cards", 1, 30, is_optional=True)
    deal_first = _choice("deal.first")
    contracts = FiguresField(
        most=10,
        **_named(
            "contracts",
            N_(
                "The contract is what you need to go down. With 0 sets and 0 runs, "
                "any sets and runs will do. Empty a hand to take it out."
            ),
        ),
    )
    runs_fewest = _figure("runs.fewest", 2, 13)
    runs_ace = _choice("runs.ace")
    discard_to_go_out = _choice("discard_to_go_out")
    turn_melds = _figure("turn.melds", 1, 100_000, is_optional=True)
    turn_taken_card = _tick("turn.taken_card")
    turn_own_meld_first = _tick("turn.own_meld_first")
    wild_cards = SelectMultipleField(validate_choice=False, **_named("wild.cards"))
    wild_adjacent = _tick("wild.adjacent")
    wild_swap = _choice("wild.swap")
    may_i = _tick("may_i")
    may_i_priority = _choice("may_i.priority")
    may_i_penalty = _figure("may_i.penalty", 0, 100_000)
    may_i_most = _figure("may_i.most", 0, 100_000, is_optional=True)
    points = FiguresField(
        most=500, **_named("points", N_("Leave all of them empty if you count the points yourselves."))
    )
    missing_card = _figure("missing_card", 0, 500, is_optional=True)
    score_out_bonus = _figure("score.out_bonus", 0, 1000)
    ends_hands = _figure(
        "ends.hands", 1, 200, is_optional=True, hint=N_("Leave it empty to play as many as you like.")
    )
    ends_target = _figure(
        "ends.target", 1, 100_000, is_optional=True, hint=N_("Leave it empty if no total ends the game.")
    )
    ends_session = _tick("ends.session")
    incomplete = _choice("incomplete")

    variant = RepeatedField(TextField())
    name = TextField(_l("Name of these rules"))
    save = BooleanField()

    def __init__(
        self,
        base: Base,
        formdata: Any = None,
        *,
        fixed: Sequence[str] = (),
        variants: Sequence[str] = (),
        changes: str = "",
        **values: Any,
    ) -> None:
        """`changes` as an address carries them; none of the variants is applied, if one cannot be."""
        self.base, self.fixed = base, fixed
        variants = [variant for variant in variants if variant in self.offered]
        self.clashes = base.faults(variants=variants, changes={})
        self.applied = [] if self.clashes else variants
        self.changes = changes_in(changes, base=base, variants=self.applied)
        self.rules = in_force(base.rules, variants=self.applied)
        self.now = in_force(self.rules, changes=self.changes)
        super().__init__(formdata, **_filled_in(self.now), **values)
        self._tick(variants, self.clashes)
        for path, field in self.fields.items():
            self._fit(VALUES[path], field)

    @classmethod
    def carried(cls, values: MultiDict[str, str], base: Base, *, fixed: Sequence[str] = ()) -> Self:
        """The form as the variants and changes that an address or a question carries fill it in."""
        return cls(base, fixed=fixed, variants=values.getlist("variant"), changes=values.get("changes", ""))

    @classmethod
    def sent(cls, formdata: MultiDict[str, str], base: Base, *, fixed: Sequence[str] = ()) -> Self:
        """The form as sent; what was touched stays, whatever other variants fill in."""
        applied, changes = formdata.getlist("applied"), formdata.get("changes", "")
        form = cls(base, formdata, fixed=fixed, variants=applied, changes=changes)
        is_valid = form.validate()
        values: dict[str, Any] = {"fixed": fixed, "name": form.name.data, "save": form.save.data}
        other = cls(base, variants=formdata.getlist("variant"), **values)
        form.changes = difference(form.rules, form.typed())
        if is_valid and not other.clashes:
            changes = written(_moved(form.changes, form.rules, other.rules))
            return cls(base, variants=other.applied, changes=changes, **values)
        form._tick(other.variant.data, other.clashes)
        return form

    @property
    def offered(self) -> dict[str, Variant]:
        """The variants that can still be ticked, by their ids."""
        return {
            key: variant
            for key, variant in self.base.rules.variants.items()
            if key not in self.base.chosen.variants
            and not any(names(variant.changes, path) for path in self.fixed)
        }

    @property
    def fields(self) -> dict[str, Field]:
        """The fields of values by their paths."""
        paths = {field.name.replace("-", "."): field for field in self}
        return {path: field for path, field in paths.items() if path in VALUES}

    def groups(self) -> Iterator[tuple[str, str, list[Field], bool]]:
        """The fields of values in groups with a heading, and whether any is changed or refused."""
        fields, changes = self.fields, [path for path in VALUES if names(self.changes, path)]
        for group in GROUPS:
            if paths := [value.path for value in group.values if value.path in fields]:
                heading = worded(group.heading, self.rules)
                is_touched = any(path in changes or self._is_refused(fields[path]) for path in paths)
                yield group.name, heading, [fields[path] for path in paths], is_touched

    def refused(self) -> Iterator[tuple[str, str, Sequence[str]]]:
        """Each input that is refused: its id, the label of its value and what is wrong."""
        for field in self:
            if not isinstance(field, RepeatedField) and field.errors:
                yield field.id, field.label.text, field.errors
            if isinstance(field, RepeatedField | FiguresField):
                label = field.label.text if isinstance(field, FiguresField) else ""
                yield from ((entry.id, label, entry.errors) for entry in field if entry.errors)

    @property
    def errors(self) -> dict[str, Any]:
        """What is refused, by the ids of the inputs; "" is the form as a whole."""
        errors = {name: errors for name, _label, errors in self.refused()}
        return errors | ({"": self.form_errors} if self.form_errors else {})

    def check(self, *, players: int | None = None) -> None:
        """Say what cannot be of these rules for so many players, how they differ and what to know of them."""
        adopted = self.base.with_changes(variants=self.applied, changes=self.changes)
        faults = self.base.problems(adopted, variants=self.applied, changes=self.changes, players=players)
        self.add_faults(faults)
        self.different = tuple(differences(self.base.rules, adopted.rules))
        self.warned = () if faults else tuple(map(warning, warnings(adopted.rules, players=players)))

    def typed(self) -> Ruleset:
        """The rules as typed; what cannot be read stays as it was."""
        values = values_of(self.now)
        for field in self.fields.values():
            if field.data != field.object_data and not self._is_refused(field):
                self._put(field, values)
        if self.now.jokers and not values["jokers"] and values["points"]:
            values["points"].pop(JOKER, None)
        return read(values)

    def _tick(self, variants: Sequence[str], clashes: Iterable[Fault]) -> None:
        self.variant.put(variants)
        self.add_faults(clashes)

    def _is_refused(self, field: Field) -> bool:
        return any(f"{name}-".startswith(f"{field.id}-") for name in self.errors)

    def _fit(self, value: RuleValue, field: Any) -> None:
        """Put the field of a value in the words of the pack, or take it out."""
        if not self._has_place(value.path):
            del self[value.path.replace(".", "_")]
            return
        field.label.text = worded(value.label, self.rules)
        field.description = _(field.description)
        if value.choices:
            other = "-card" if self.rules.pack == "tiles" else "-tile"
            known = {key or "": text for key, text in value.choices.items()}
            field.choices = {
                key: worded(text, self.rules)
                for key, text in known.items()
                if not key.endswith(other) or key == field.data
            }
        elif value.path == "wild.cards":
            field.choices = kinds_of_cards(self.now)
        elif value.path in _BY_PLAYERS and not isinstance(value.of(self.rules), int):
            _label, numbers = value.line(self.rules)
            field.description = _("Leave it empty to play as written: {value}").format(value=numbers)
        elif value.empty and not field.description:
            field.render_kw = {"placeholder": _(value.empty)}

    def _has_place(self, path: str) -> bool:
        if any(f"{path}.".startswith(f"{other}.") for other in self.fixed):
            return False
        if path.startswith(_OF_CARDS):
            return self.rules.pack == "cards"
        return path != "deal.cards" or not self.now.deal.by_hand

    def _put(self, field: Field, values: dict[str, Any]) -> None:
        """Put what a field holds among the values of a ruleset."""
        first, _dash, last = field.name.partition("-")
        value = field.data
        if field is self.contracts:
            value = _contracts_in(value, values["contracts"])
        elif field is self.points:
            value = _by_class(value, self.now) or None
        elif field is self.wild_cards:
            value = [card for card in kinds_of_cards(self.now) if card in value]
        elif field is self.may_i:
            value = {} if value else None
        elif isinstance(field, RadioField):
            value = value or None
        elif value is None and field in (self.decks, self.deal_cards):
            original = values_of(self.rules)[first]
            value = original[last] if last else original
        if not last:
            values[first] = value
        elif values[first] is not None:
            values[first][last] = value


class RulesFileForm(Form):
    """A file of rules that somebody has downloaded."""

    pointers: ClassVar[Mapping[str, str]] = {"*": "file"}

    file = UploadField(_l("File"))


def written(changes: Mapping[str, Any]) -> str:
    """Changes as forms and addresses carry them."""
    return msgspec.json.encode(changes).decode() if changes else ""


def changes_in(text: str, *, base: Base, variants: Sequence[str]) -> dict[str, Any]:
    """The changes that a form or an address carries; none, if they are no rules any more."""
    with suppress(msgspec.DecodeError, NotOfShape, RecursionError, UnicodeError):
        changes = msgspec.json.decode(text[:_LONGEST_CHANGES] or "{}", type=dict[str, Any])
        if not base.faults(variants=(), changes=changes):
            base.with_changes(variants=variants, changes=changes)
            return changes
    return {}


def _filled_in(rules: Ruleset) -> dict[str, Any]:
    """What the fields hold for these rules: nothing for numbers by players, each of points and contracts."""
    values = {path.replace(".", "_"): value.of(rules) for path, value in VALUES.items()}
    for name in ("decks", "deal_cards"):
        values[name] = values[name] if isinstance(values[name], int) else None
    points = values["points"] or {}
    rows = range(min(_MOST_HANDS, len(rules.contracts) + _SPARE_HANDS))
    hands = dict(enumerate(rules.contracts))
    return values | {
        "points": {rank: points.get(rank) for rank in (*rules.ranks, JOKER)},
        "contracts": {
            f"{row}-{part}": getattr(hands.get(row), part, None) for row in rows for part in _PARTS
        },
    }


def _contracts_in(
    numbers: Mapping[str, int | None], before: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The contract of each hand, by its numbers of sets and runs; a hand without any is taken out."""
    hands: list[dict[str, Any]] = []
    for row in range(len(numbers) // len(_PARTS)):
        parts = {part: numbers[f"{row}-{part}"] for part in _PARTS}
        if any(number is not None for number in parts.values()):
            others = before[row] if row < len(before) else {}
            hands.append({**others, **{part: number or 0 for part, number in parts.items()}})
    return hands


def _by_class(points: Mapping[str, int | None], rules: Ruleset) -> dict[str, int]:
    """Points by class: ranks beside each other that are worth the same make one class."""
    classes: dict[str, int] = {}
    for value, same in groupby(rules.ranks, key=points.get):
        ranks = list(same)
        if value is not None:
            classes[ranks[0] if len(ranks) == 1 else f"{ranks[0]}-{ranks[-1]}"] = value
    joker = points.get(JOKER)
    return classes if joker is None else {**classes, JOKER: joker}


def _moved(changes: dict[str, Any], before: Ruleset, after: Ruleset) -> dict[str, Any]:
    """Changes for rules with other variants, whose points stay where the changes have not touched them."""
    if not changes.get("points"):
        return changes
    old, now, new = (
        points_of_ranks(points, after) or {} for points in (before.points, changes["points"], after.points)
    )
    touched = {rank: points for rank, points in now.items() if points != old.get(rank)}
    return {**changes, "points": _by_class({**(new if new != old else now), **touched}, after)}
