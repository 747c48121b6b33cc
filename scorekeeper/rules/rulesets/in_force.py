"""From a ruleset, its variants and a table's changes to the ruleset in force.

A change is a JSON Merge Patch (RFC 7396): objects merge, lists and values replace, null brings back the
default. One exception: `points` in the changes of a table replace all points, so that they name every class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import msgspec
from msgspec.inspect import StructType, Type, UnionType, type_info

from scorekeeper.rules.faults import Fault, FaultCode, pointer_step
from scorekeeper.rules.rulesets.ruleset import Ruleset

Changes = Mapping[str, Any]
FIXED: Final = ("id", "name", "source", "prefix", "pack", "referee", "cites", "variants")


class NotOfShape(ValueError):
    """A value is outside its type or range. `pointer` names it, as in /deal/cards.

    `stranger` is the name of a field that no ruleset of this release has; None if the value is wrong.
    """

    def __init__(self, pointer: str, *, stranger: str | None = None) -> None:
        super().__init__(pointer)
        self.pointer = pointer
        self.stranger = stranger


def read(values: Changes) -> Ruleset:
    """The ruleset with these values; NotOfShape if one is outside its type or range, or unknown."""
    try:
        return msgspec.convert(values, Ruleset)
    except msgspec.ValidationError as error:
        raise not_of_shape(str(error)) from error


def not_of_shape(message: str) -> NotOfShape:
    """What a message of msgspec means, such as "Object contains unknown field `gin` - at `$.deal`".

    Its path does not tell keys that a file or table chose itself, such as those of points: `$.points[...]`.
    """
    match = _MESSAGE.fullmatch(message)
    problem, path = (match["problem"], match["path"] or "") if match else (message, "")
    path, _, inside = path.partition("[...]")
    pointer = path.replace(".", "/").replace("[", "/").replace("]", "")
    named = None if inside else _FIELD.search(problem)
    if named is None:
        return NotOfShape(pointer)
    name = named["field"]
    return NotOfShape(pointer + pointer_step(name), stranger=name if named["unknown"] else None)


def values_of(ruleset: Ruleset) -> dict[str, Any]:
    """Every value of a ruleset, defaults filled in, as JSON would hold them."""
    values: dict[str, Any] = msgspec.to_builtins(ruleset)
    return values


def change_faults(ruleset: Ruleset, *, variants: Sequence[str], changes: Changes) -> Iterator[Fault]:
    """What leaves no ruleset in force: unknown or clashing variants, and values that nobody may change."""
    for index, variant in enumerate(variants):
        if variant not in ruleset.variants:
            yield Fault(FaultCode.VARIANT_UNKNOWN, f"/variants/{index}", values=(("variant", variant),))
    first = {variant: variants.index(variant) for variant in ruleset.variants if variant in variants}
    known = {index: ruleset.variants[variant].changes for variant, index in first.items()}
    pairs = combinations(sorted(known.items()), 2)
    for index in sorted({later for (_, patch), (later, other) in pairs if _clash(patch, other)}):
        yield Fault(FaultCode.VARIANTS_CLASH, f"/variants/{index}")
    for index, patch in sorted(known.items()):
        if any(names(patch, field) for field in FIXED):
            yield Fault(FaultCode.NOT_CHANGEABLE, f"/variants/{index}")
    for name in FIXED:
        if name in changes:
            yield Fault(FaultCode.NOT_CHANGEABLE, f"/changes/{name}")


def in_force(ruleset: Ruleset, *, variants: Sequence[str] = (), changes: Changes | None = None) -> Ruleset:
    """The ruleset with these variants and then changes, which have no `change_faults`; NotOfShape."""
    values = values_of(ruleset)
    for variant in variants:
        values = _merged(values, ruleset.variants[variant].changes)
    changes = changes or {}
    _refuse_strangers(changes, _KNOWN)
    if isinstance(changes.get("points"), Mapping):
        values["points"] = None
    return read(_merged(values, changes))


def patched(earlier: Changes, later: Changes) -> dict[str, Any]:
    """One change that says what both say, the later one on top."""
    merged = dict(earlier)
    for name, value in later.items():
        old = merged.get(name)
        if isinstance(old, Mapping) and isinstance(value, Mapping) and name != "points":
            value = patched(old, value)
        merged[name] = value
    return merged


def without_clashes(ruleset: Ruleset, variants: Sequence[str]) -> tuple[str, ...]:
    """These variants, each once, without those that clash with a later one."""
    kept: list[str] = []
    for variant in dict.fromkeys(reversed(variants)):
        patch = ruleset.variants[variant].changes
        if not any(_clash(patch, ruleset.variants[other].changes) for other in kept):
            kept.append(variant)
    return tuple(variant for variant in dict.fromkeys(variants) if variant in kept)


def difference(before: Ruleset, after: Ruleset) -> dict[str, Any]:
    """The changes that make the rules `after` of `before`, as far as anybody may change them."""
    old, new = values_of(before), values_of(after)
    changes = _difference(old, {name: new[name] for name in old if name not in FIXED})
    return changes | ({"points": new["points"]} if "points" in changes else {})


def leaves(changes: Changes, *, at: str = "") -> Iterator[tuple[str, Any]]:
    """Each value that changes set, with its path, as in ("deal.cards", 11)."""
    for name, value in changes.items():
        path = f"{at}.{name}" if at else name
        if isinstance(value, Mapping) and value:
            yield from leaves(value, at=path)
        else:
            yield path, value


def names(changes: Changes, field: str) -> bool:
    """Whether changes set this field, such as "deal.cards": it, a part of it, or null for what it lies in."""
    return any(
        path == field or path.startswith(f"{field}.") or (value is None and field.startswith(f"{path}."))
        for path, value in leaves(changes)
    )


def _clash(changes: Changes, other: Changes) -> bool:
    """Whether both set a field to different values; null for what it lies in is another value, too."""
    return any(
        (first == second and value != another)
        or (value is None and second.startswith(f"{first}."))
        or (another is None and first.startswith(f"{second}."))
        for first, value in leaves(changes)
        for second, another in leaves(other)
    )


def _difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Merge Patch from one object to another; fields that the new one does not name stay."""
    changes: dict[str, Any] = {}
    for name, value in new.items():
        before = old.get(name)
        if isinstance(before, Mapping) and isinstance(value, Mapping):
            gone = dict.fromkeys(before.keys() - value.keys())
            if inner := {**gone, **_difference(before, value)}:
                changes[name] = inner
        elif before != value:
            changes[name] = value
    return changes


def _merged(target: Any, patch: Any) -> Any:
    """A JSON Merge Patch, by the algorithm of RFC 7396."""
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(target) if isinstance(target, Mapping) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = _merged(merged.get(name), value)
    return merged


def _refuse_strangers(changes: Changes, known: _Fields, *, at: str = "") -> None:
    """NotOfShape for a field that no ruleset has: null would bring back the default of nothing."""
    for name, value in changes.items():
        if name not in known:
            raise NotOfShape(at + pointer_step(name), stranger=name)
        inner = known[name]
        if inner is not None and isinstance(value, Mapping):
            _refuse_strangers(value, inner, at=at + pointer_step(name))


def _fields_of(kind: Type) -> _Fields | None:
    """The fields of an object by name, each with its own; None for what is no object with fields."""
    kinds = kind.types if isinstance(kind, UnionType) else (kind,)
    struct = next((option for option in kinds if isinstance(option, StructType)), None)
    return None if struct is None else {field.name: _fields_of(field.type) for field in struct.fields}


_Fields = Mapping[str, Any]
_MESSAGE: Final = re.compile(r"(?P<problem>.*?)(?: - at (?:`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
_FIELD: Final = re.compile(r"(?P<unknown>contains unknown )?field `(?P<field>.*)`", re.DOTALL)
_KNOWN: Final = _fields_of(type_info(Ruleset)) or {}
