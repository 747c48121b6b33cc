"""The sentences that people read, each whole, found by code: every feature registers its own.

This module holds the catalogue, and what belongs to no feature: errors of HTTP, of the disk, of a field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from flask import Flask, current_app

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.services.maintenance.storage import Failure


@dataclass(frozen=True, slots=True)
class ErrorText:
    """Heading and sentence of an error page; `offer` is the template of what the page lets a person do."""

    title: str
    sentence: str
    offer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Messages:
    """Sentences by code: of one feature, or in the catalogue of an application those of all."""

    faults: Mapping[FaultCode, str] = field(default_factory=dict)
    # Why a field could not be read.
    unreadable: Mapping[str, str] = field(default_factory=dict)
    # What was done, on the page after it; the code comes in the address.
    news: Mapping[str, str] = field(default_factory=dict)
    news_clauses: Mapping[str, str] = field(default_factory=dict)
    # By the description of the HTTP error.
    errors: Mapping[str, ErrorText] = field(default_factory=dict)


OF_HTTP: Final = Messages(
    unreadable={
        "number": "This is not a whole number.",
        "large": "This number is too large.",
        "date": "This is not a date and time.",
        "day": "Choose a day, such as 2026-11-20.",
        "choice": "Choose one of these.",
        "file": "Choose a file with something in it.",
    },
    news={"renamed": "The name is changed."},
    errors={
        "form-not-ours": ErrorText(
            "The form was not accepted",
            "It did not come from this phone's own page. Cookies must be allowed: "
            "open the page again, then save once more. Nothing was changed.",
        ),
        "bad-host": ErrorText("Wrong address", "This machine does not answer under that name."),
    },
)

HTTP_ERRORS: Final[dict[int, ErrorText]] = {
    400: ErrorText(
        "This could not be read", "The request was incomplete or damaged. Go back and try once more."
    ),
    403: ErrorText("This phone may only watch", "Ask whoever keeps the score to let this phone score too."),
    404: ErrorText("Nothing is here", "The address is wrong, or what was here has been deleted."),
    405: ErrorText("This address works differently", "Open the page again and use its buttons."),
    409: ErrorText("The game has moved on", "What you asked is not possible in the game as it is now."),
    413: ErrorText("This is too large", "A form of this size is never needed here. Nothing was changed."),
    422: ErrorText("The rules do not allow this", "Nothing was changed."),
    429: ErrorText("Too many tries", "Wait a quarter of an hour, then try once more."),
}

OUTAGES: Final[dict[Failure, ErrorText]] = {
    Failure.BUSY: ErrorText("Someone else is saving", "Nothing was changed. Wait a moment, then try again."),
    Failure.GONE: ErrorText(
        "The server can't find the scores",
        "Tell the person who runs this server that the folder with the scores is missing. "
        "Nothing was changed. When the folder is back, open this page again, or go back and save again.",
    ),
    Failure.REPLACED: ErrorText(
        "These aren't the right scores",
        "Tell the person who runs this server that another file has taken the place of the scores. "
        "Nothing was changed. When the right file is back, open this page again, or go back and save again.",
    ),
    Failure.FULL: ErrorText(
        "The server's disk is full",
        "Ask the person who runs this server to make room on its disk. Nothing was changed. "
        "When there is room, go back and save again.",
    ),
    Failure.READ_ONLY: ErrorText(
        "The server can't write to its disk",
        "Tell the person who runs this server. Nothing was changed. "
        "When the server can write again, go back and save again.",
    ),
    Failure.BROKEN: ErrorText(
        "The server's disk has a fault",
        "Tell the person who runs this server right away. The scores need a copy on another disk. "
        "Nothing was changed.",
    ),
    Failure.DAMAGED: ErrorText(
        "The scores are damaged",
        "Ask the person who runs this server to put back a backup. Nothing was changed.",
    ),
    Failure.UNREACHABLE: ErrorText(
        "The database doesn't answer",
        "Wait a moment, then try again. If it stays like this, tell the person who runs this server. "
        "Nothing was changed.",
    ),
    Failure.UNKNOWN: ErrorText(
        "The scores can't be read or saved now",
        "Tell the person who runs this server. Nothing was changed.",
    ),
}
LOW_SPACE: Final = (
    "Only {megabytes} MB are free on this server's disk. Make room, or tell the person who runs the server. "
    "Nobody can save when the disk is full."
)
_OTHER_REQUEST: Final = ErrorText("This was not understood", "Open the page again and use its buttons.")
_OUR_FAULT: Final = ErrorText(
    "Something went wrong here",
    "It is our fault, not yours, and it has been written down. What was saved before is safe.",
)


class _Forgiving(dict[str, str | int]):
    """The values of a sentence; a missing one shows as a dash, since a sentence must never fail."""

    def __missing__(self, key: str) -> str:
        return "–"


def init_app(app: Flask) -> None:
    """Begin the catalogue with the sentences of HTTP."""
    app.extensions["messages"] = Messages()
    register(app, OF_HTTP)


def register(app: Flask, messages: Messages) -> None:
    """Add the sentences of a feature; ValueError for a code that another feature has registered."""
    catalogue = of(app)
    for kind in fields(Messages):
        known: dict[Any, Any] = getattr(catalogue, kind.name)
        added: Mapping[Any, Any] = getattr(messages, kind.name)
        if doubled := known.keys() & added.keys():
            raise ValueError(f"{kind.name} registered twice: {', '.join(sorted(doubled))}")
        known.update(added)


def of(app: Flask) -> Messages:
    """All sentences of an application."""
    catalogue: Messages = app.extensions["messages"]
    return catalogue


def fault(found: Fault) -> str:
    """The sentence for a fault, with its names and numbers."""
    return of(current_app).faults[found.code].format_map(_Forgiving(found.values))


def unreadable(code: str) -> str:
    """The sentence for a field that could not be read."""
    return of(current_app).unreadable[code]


def http_error(status: int, code: str | None) -> ErrorText:
    """Heading and sentence for an HTTP error; `code` is its description, which may name a case of ours."""
    errors = of(current_app).errors
    if code is not None and code in errors:
        return errors[code]
    return HTTP_ERRORS.get(status) or (_OUR_FAULT if status >= 500 else _OTHER_REQUEST)
