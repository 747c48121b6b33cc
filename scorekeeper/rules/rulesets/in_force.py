"""From a ruleset, its variants and a table's changes to the ruleset in force.

A change is a JSON Merge Patch (RFC 7396): objects merge, lists and values replace, null brings back the
default. One exception: `points` in the changes of a table replace all points, so that they name every class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import msgspec

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.rulesets.ruleset import Ruleset

Changes = Mapping[str, Any]
FIXED: Final = ("id", "name", "source", "prefix", "pack", "referee", "cites", "variants")


class NotOfShape(ValueError):
    """A value is outside its type or range. `pointer` names it, as in /deal/cards."""

    def __init__(self, pointer: str) -> None:
        super().__init__(pointer)
        self.pointer = pointer


def read(values: Changes) -> Ruleset:
    """The ruleset with these values; NotOfShape if one is outside its type or range, or unknown."""
    try:
        return msgspec.convert(values, Ruleset)
    except msgspec.ValidationError as error:
        raise NotOfShape(_pointer(str(error))) from error


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
    for index in sorted({later for (_, one), (later, other) in pairs if _clash(one, other)}):
        yield Fault(FaultCode.VARIANTS_CLASH, f"/variants/{index}")
    for index, patch in sorted(known.items()):
        if any(names(patch, field) for field in FIXED):
            yield Fault(FaultCode.NOT_CHANGEABLE, f"/variants/{index}")
    for name in FIXED:
        if name in changes:
            yield Fault(FaultCode.NOT_CHANGEABLE, f"/changes/{name}")


def in_force(ruleset: Ruleset, *, variants: Sequence[str] = (), changes: Changes | None = None) -> Ruleset:
    """The ruleset with these variants of its own and then these changes, which have no `change_faults`.

    NotOfShape if a change is outside its type or range.
    """
    values = values_of(ruleset)
    for variant in variants:
        values = _merged(values, ruleset.variants[variant].changes)
    changes = changes or {}
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


def _clash(one: Changes, other: Changes) -> bool:
    """Whether both set the same field to different values."""
    earlier = dict(leaves(one))
    return any(path in earlier and earlier[path] != value for path, value in leaves(other))


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


def _pointer(message: str) -> str:
    """The pointer in a message of msgspec, which ends in a path such as `$.deal.cards[0]`.

    The path does not tell keys that a file or table chose itself, such as those of points: `$.points[...]`.
    """
    _, _, path = message.partition(" - at `$")
    path, _, _ = path.rstrip("`").partition("[...]")
    return path.replace(".", "/").replace("[", "/").replace("]", "")
