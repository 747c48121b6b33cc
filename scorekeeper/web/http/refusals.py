"""Where a refusal of the rules is shown: beside the field that it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.faults import Fault, RuleViolation, StateViolation
from scorekeeper.web.http import messages

WHOLE: Final = ""
_MOST_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class Refusal:
    """One sentence to show, and the clause it rests on."""

    text: str
    clause: str | None = None


Errors = Mapping[str, tuple[Refusal, ...]]
Field = Callable[[str], str]
NONE: Final[Errors] = {}


def status(refused: RuleViolation) -> int:
    """409 for what the state of the game forbids, 422 for what the rules do."""
    return 409 if isinstance(refused, StateViolation) else 422


def refusal(fault: Fault) -> Refusal:
    """A fault of the core in words."""
    return Refusal(messages.fault(fault), fault.clause)


def same_field(pointer: str) -> str:
    """The field that has the name of what a JSON pointer points at."""
    return pointer[1:]


@contextmanager
def caught(*, field: Field = same_field) -> Iterator[Errors]:
    """Try an event: what the rules refuse of it stands in the mapping afterwards, as of `by_field`.

    What the state of the game forbids, whatever was typed, passes: `errors` has a page for it.
    """
    errors: dict[str, tuple[Refusal, ...]] = {}
    try:
        yield errors
    except StateViolation:
        raise
    except RuleViolation as refused:
        errors.update(by_field(refused.faults, field=field))


def by_field(faults: Iterable[Fault], *, field: Field = same_field) -> Errors:
    """All faults by the name of their form field; `field` turns a JSON pointer into it, "" for the whole."""
    return collected((field(fault.pointer), refusal(fault)) for fault in faults)


def collected(pairs: Iterable[tuple[str, Refusal]]) -> Errors:
    """Refusals by field, in their order."""
    found: dict[str, tuple[Refusal, ...]] = {}
    for name, one in pairs:
        if one not in found.get(name, ()) and len(found.get(name, ())) < _MOST_SHOWN:
            found[name] = (*found.get(name, ()), one)
    return found


def malformed(names: Mapping[str, str]) -> Errors:
    """Fields whose text could not be read at all: name of the field -> code in `Messages.unreadable`."""
    return {name: (Refusal(messages.unreadable(code)),) for name, code in names.items()}
