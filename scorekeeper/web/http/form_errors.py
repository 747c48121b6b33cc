"""Where a form shows why it was refused: each fault in words, beside the field that it is about."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import Final, Self

from scorekeeper.rules.faults import Fault, RuleViolation, StateViolation, Violation
from scorekeeper.web.http import messages

WHOLE: Final = ""
_MOST_SHOWN: Final = 12


class FormError(str):
    """One sentence to show, and the number of the clause it rests on, if it does."""

    clause: str | None

    def __new__(cls, text: str, clause: str | None = None) -> Self:
        error = super().__new__(cls, text)
        error.clause = clause
        return error


# By the name of the field; WHOLE for what is about the form as a whole.
Errors = Mapping[str, tuple[FormError, ...]]
NO_ERRORS: Final[Errors] = {}
# Which field a JSON pointer of the rules means, by the first pattern that matches. `*` in a pattern stands
# for anything; in a field it is the last part of the pointer. What matches none is about the whole form.
Fields = Mapping[str, str]
SAME_NAMES: Final[Fields] = {"/*": "*"}


class Malformed(ValueError):
    """Fields whose text could not be read; `codes` as of `malformed`."""

    def __init__(self, codes: Mapping[str, str]) -> None:
        super().__init__(codes)
        self.codes = codes


def status(refused: Violation) -> int:
    """The HTTP status of a refusal: 409 for what the state of the game forbids, 422 for what the rules do."""
    return 409 if isinstance(refused, StateViolation) else 422


def form_error(fault: Fault) -> FormError:
    """A fault of the core in words."""
    return FormError(messages.fault(fault), fault.clause)


@contextmanager
def caught(*, fields: Fields = SAME_NAMES) -> Iterator[Errors]:
    """Catch Malformed and what the rules refuse within the block: the mapping holds the errors afterwards.

    What the state of the game forbids, whatever was typed, is not caught: it has a page of its own.
    """
    errors: dict[str, tuple[FormError, ...]] = {}
    try:
        yield errors
    except Malformed as unread:
        errors.update(malformed(unread.codes))
    except RuleViolation as refused:
        errors.update(by_field(refused.faults, fields=fields))


def by_field(faults: Iterable[Fault], *, fields: Fields = SAME_NAMES) -> Errors:
    """All faults in words, by the field that `fields` names for their pointers, in their order.

    None stands twice, and at most twelve at one field.
    """
    errors: dict[str, dict[FormError, None]] = {}
    for fault in faults:
        errors.setdefault(_field_of(fault.pointer, fields), {})[form_error(fault)] = None
    return {name: tuple(shown)[:_MOST_SHOWN] for name, shown in errors.items()}


def malformed(codes: Mapping[str, str]) -> Errors:
    """Errors for fields whose text could not be read: name of the field -> code in `Messages.unreadable`."""
    return {name: (FormError(messages.unreadable(code)),) for name, code in codes.items()}


def _field_of(pointer: str, fields: Fields) -> str:
    for pattern, field in fields.items():
        if fnmatchcase(pointer, pattern):
            return field.replace("*", pointer.rpartition("/")[2])
    return WHOLE
