"""What a form shows when it is refused: a fault in words, with its clause."""

from typing import Self

from scorekeeper.rules.faults import Fault, StateViolation, Violation
from scorekeeper.web.http import messages


class FormError(str):
    """One sentence to show, and the number of the clause it rests on, if it does."""

    clause: str | None

    def __new__(cls, text: str, clause: str | None = None) -> Self:
        error = super().__new__(cls, text)
        error.clause = clause
        return error


def status(refused: Violation) -> int:
    """The HTTP status of a refusal: 409 for what the state of the game forbids, 422 for what the rules do."""
    return 409 if isinstance(refused, StateViolation) else 422


def form_error(fault: Fault) -> FormError:
    """A fault of the core in words."""
    return FormError(messages.fault(fault), fault.clause)
