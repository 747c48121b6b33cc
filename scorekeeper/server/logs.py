"""The log of a server: one entry for each trouble, as text or as JSON, without names and without rights.

Paths of games, leagues, nights and links are rights, so an entry names the endpoint instead. What an
exception says can hold what somebody typed, so an entry names its type and where it was raised. What other
libraries write is cleaned in the same place.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import threading
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from flask import g, has_request_context, request

from scorekeeper.config import Settings
from scorekeeper.errors import Trouble

# The first parts of addresses that lead to one game, league, night, link or account.
_PRIVATE: Final = "account|api|games|join|leagues|nights|organisers"
_ADDRESS: Final = re.compile(rf"/({_PRIVATE})/[^\s\"'<>]+", re.IGNORECASE)
_MAIL: Final = re.compile(r"[^\s@<>\"'(){}\[\],;:=]+@[^\s@<>\"'(){}\[\],;]+")
_TOKEN: Final = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[A-Za-z0-9_-]{20,}")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_QUOTE: Final = re.compile(r"['\"]")
_GONE: Final = "…"


def set_up(settings: Settings) -> None:
    """Let everything that is logged in this process go to the error output, in the form of the settings."""
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson() if settings.log_as_json else AsText())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("scorekeeper").setLevel(logging.INFO)
    logging.captureWarnings(True)
    threading.excepthook = log_end_of_thread


def clean(message: str) -> str:
    """A message on one line, without addresses that are rights, mail addresses and tokens."""
    line = _CONTROL.sub(" ", message)
    line = _ADDRESS.sub(rf"/\1/{_GONE}", line)
    return _TOKEN.sub(_GONE, _MAIL.sub(f"{_GONE}@{_GONE}", line))


def log_end_of_thread(ended: threading.ExceptHookArgs) -> None:
    """In the place of the traceback that Python would print."""
    if ended.exc_value is not None and not isinstance(ended.exc_value, SystemExit):
        told = (ended.exc_type, ended.exc_value, ended.exc_traceback)
        logging.getLogger("scorekeeper").error("A thread ended unexpectedly", exc_info=told)


class AsText(logging.Formatter):
    """A line to read, and below it the places in the program where an exception passed."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        moment = datetime.fromtimestamp(record.created).astimezone()
        facts = _request_facts(record)
        line = f"{moment:%Y-%m-%d %H:%M:%S} {record.levelname} {record.name}: {clean(record.getMessage())}"
        if facts:
            line += f" [{' '.join(str(value) for value in facts.values())}]"
        if (error := _error_of(record)) is None:
            return line
        return "\n".join([f"{line} {_with_cause(error)}", *(f"    {place}" for place in _stack(error))])


class AsJson(logging.Formatter):
    """One JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": clean(record.getMessage()),
            **_request_facts(record),
        }
        if (error := _error_of(record)) is not None:
            entry |= {"exception": _with_cause(error), "stack": list(_stack(error))}
        return json.dumps(entry, ensure_ascii=False)


def summary(error: BaseException) -> str:
    """The type of an exception, with what is known to hold nothing that anybody typed."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    said = _harmless(error)
    return f"{name}: {said}" if said else name


def _with_cause(error: BaseException) -> str:
    cause = error.__cause__
    return f"{summary(error)}, caused by {summary(cause)}" if cause is not None else summary(error)


def _harmless(error: BaseException) -> str:
    if isinstance(error, Trouble):
        return clean(str(error))
    if isinstance(error, sqlite3.Error):
        # What it quotes can be a value.
        return clean(_QUOTE.split(str(error))[0].strip())
    if isinstance(error, OSError):
        return error.strerror or ""
    # The five characters by which PostgreSQL names an error.
    return getattr(error, "sqlstate", None) or ""


def _request_facts(record: logging.LogRecord) -> dict[str, Any]:
    if not has_request_context():
        return {}
    found = {
        "method": request.method,
        "endpoint": request.endpoint or "-",
        "status": getattr(record, "status", None),
        "reference": g.get("reference"),
    }
    return {name: value for name, value in found.items() if value is not None}


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _stack(error: BaseException) -> Iterator[str]:
    """Where it was raised, the outermost call first; then the same of what caused it."""
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"{frame.filename}:{frame.lineno} {frame.name}"
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        yield f"caused by {summary(cause)}"
        yield from _stack(cause)
