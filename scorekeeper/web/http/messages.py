"""The sentences that people read, each whole and marked, found by code: every feature registers its own.

This module holds the catalogue, and what belongs to no feature: errors of HTTP, of the disk, of a field.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from flask import Flask, current_app

from scorekeeper.language import N_, NOTHING, Plural, Sentence, _, translated
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.services.maintenance.health import Failure

_NUMBER: Final = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class ErrorText:
    """Heading and sentence of an error page; `offer` is the template of what the page lets a person do."""

    title: Sentence
    sentence: Sentence
    offer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Messages:
    """Sentences by code: of one feature, or in the catalogue of an application those of all."""

    faults: Mapping[FaultCode, Sentence | Plural] = field(default_factory=dict)
    # Why a field could not be read.
    unreadable: Mapping[str, Sentence | Plural] = field(default_factory=dict)
    # What was done, on the page after it; the code comes in the address, and so do numbers in braces.
    news: Mapping[str, Sentence | Plural] = field(default_factory=dict)
    news_clauses: Mapping[str, str] = field(default_factory=dict)
    # Limits of ours that sentences name, by their placeholders.
    limits: Mapping[str, int] = field(default_factory=dict)
    # By the description of the HTTP error.
    errors: Mapping[str, ErrorText] = field(default_factory=dict)


OF_HTTP: Final = Messages(
    unreadable={
        "number": N_("Enter a whole number."),
        "large": N_("Enter a smaller number."),
        "date": N_("Choose a date and a time."),
        "day": N_("Choose a day."),
        "choice": N_("Choose one of these."),
        "file": N_("Choose a file that isn’t empty."),
    },
    news={"renamed": N_("Name saved.")},
    errors={
        "form-not-ours": ErrorText(
            N_("We couldn’t save that"),
            N_(
                "Open the page again and save once more. Nothing was changed. "
                "If this keeps happening, allow cookies in your browser."
            ),
        ),
        "bad-host": ErrorText(
            N_("Wrong address"), N_("Check the address. This server doesn’t answer to that name.")
        ),
    },
)

HTTP_ERRORS: Final[dict[int, ErrorText]] = {
    400: ErrorText(
        N_("Something got lost on the way"), N_("Go back and try again. Everything you saved is safe.")
    ),
    403: ErrorText(
        N_("You can only watch this game"),
        N_("To keep score here too, ask the scorer to tap “Add another scorer” in the game."),
    ),
    404: ErrorText(N_("We can’t find that page"), N_("Check the link. The page may be gone.")),
    405: ErrorText(N_("That link doesn’t work"), N_("Go back and try again. Everything you saved is safe.")),
    409: ErrorText(
        N_("The game has moved on"),
        N_("Open the game again to see how it stands. Nothing was changed."),
    ),
    413: ErrorText(N_("That’s too much at once"), N_("Go back and send less. Nothing was changed.")),
    422: ErrorText(
        N_("The rules don’t allow this"), N_("Go back and try something else. Nothing was changed.")
    ),
    429: ErrorText(N_("Too many tries"), N_("Wait a while, then try again. Everything you saved is safe.")),
}

OUTAGES: Final[dict[Failure, ErrorText]] = {
    Failure.BUSY: ErrorText(N_("Someone else is saving"), N_("Try again in a moment. Nothing was changed.")),
    Failure.FULL: ErrorText(
        N_("The server's disk is full"),
        N_(
            "Ask the person who runs this server to make room on its disk. Nothing was changed. "
            "When there is room, go back and save again."
        ),
    ),
    Failure.READ_ONLY: ErrorText(
        N_("The server can't write to its disk"),
        N_(
            "Tell the person who runs this server. Nothing was changed. "
            "When the server can write again, go back and save again."
        ),
    ),
    Failure.DAMAGED: ErrorText(
        N_("The scores or the server's disk are damaged"),
        N_(
            "Tell the person who runs this server right away. They need to copy the scores to another disk, "
            "then restore a backup. Nothing was changed."
        ),
    ),
    Failure.UNREACHABLE: ErrorText(
        N_("The server can't reach the scores"),
        N_(
            "Try again in a moment: nothing is saved twice. If it stays like this, tell the person who runs "
            "this server."
        ),
    ),
}
NEWER: Final = ErrorText(
    N_("Upgrade this server first"),
    N_(
        "A newer Scorekeeper saved this, and the one on this server doesn’t know “{field}”. "
        "Tell the person who runs this server. Nothing was changed."
    ),
)
REFUSED: Final = ErrorText(N_("You can’t do that now"), N_("Nothing was changed."))
# Of a page that only shows something.
NOT_SHOWN: Final = ErrorText(REFUSED.title, NOTHING)
LOW_SPACE: Final = N_(
    "Make room on this server's disk, or tell the person who runs it. Only {megabytes} MB are left. "
    "When it's full, nobody can save."
)
_OTHER_REQUEST: Final = ErrorText(N_("We didn’t understand that"), N_("Go back and try again."))
_OUR_FAULT: Final = ErrorText(
    N_("Sorry, that’s our fault"),
    N_("Go back and try again. Everything you saved is safe."),
)


class _Forgiving(dict[str, str | int]):
    """The values of a sentence; a missing one shows as a dash, since a sentence must never fail."""

    def __missing__(self, key: str) -> str:
        return "–"


def init_app(app: Flask) -> None:
    """Begin the catalogue with the sentences of HTTP."""
    app.extensions["messages"] = Messages()
    register_messages(app, OF_HTTP)


def register_messages(app: Flask, messages: Messages) -> None:
    """Add the sentences of a feature."""
    catalogue = catalogue_of(app)
    for kind in fields(Messages):
        getattr(catalogue, kind.name).update(getattr(messages, kind.name))


def catalogue_of(app: Flask) -> Messages:
    """All sentences of an application."""
    catalogue: Messages = app.extensions["messages"]
    return catalogue


def fault_text(value: Fault) -> str:
    """The sentence for a fault, with its names and numbers."""
    return _filled(catalogue_of(current_app).faults[value.code], dict(value.values))


def news_text(code: str, values: Mapping[str, str]) -> str | None:
    """The sentence for what was done, with the short numbers among `values`; None for an unknown code."""
    sentence = catalogue_of(current_app).news.get(code)
    numbers = {name: text for name, text in values.items() if _NUMBER.fullmatch(text)}
    return None if sentence is None else _filled(sentence, numbers)


def unreadable(code: str) -> str:
    """The sentence for a field that could not be read."""
    return _filled(catalogue_of(current_app).unreadable[code], {})


def http_error_text(status: int, code: str | None) -> ErrorText:
    """Heading and sentence for an HTTP error; `code` is its description, which may name a case of ours."""
    errors = catalogue_of(current_app).errors
    if code is not None and code in errors:
        return translated(errors[code])
    return translated(HTTP_ERRORS.get(status) or (_OUR_FAULT if status >= 500 else _OTHER_REQUEST))


def _filled(sentence: Sentence | Plural, values: Mapping[str, str | int]) -> str:
    known = {**catalogue_of(current_app).limits, **values}
    text = sentence.of(int(known.get(sentence.by, 0))) if isinstance(sentence, Plural) else _(sentence)
    return text.format_map(_Forgiving(known))
