"""The log of a server, as text or as JSON, without names of people and without secret addresses.

The paths of games, leagues, nights and links are secrets, so an entry names the endpoint instead. The message
of an exception can hold what somebody typed, so an entry names its type and place. All messages are cleaned.
"""

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
from scorekeeper.errors import OperatorError

# Paths that lead to one game, player, league, night, link or account.
_ADDRESS: Final = re.compile(r"(?i)/(account|api|games|join|leagues|nights|organisers|players)/[^\s\"'<>]+")
_MAIL: Final = re.compile(r"[^\s@<>\"'(){}\[\],;:=]+@[^\s@<>\"'(){}\[\],;]+")
_TOKEN: Final = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[A-Za-z0-9_-]{20,}")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_OF_REQUEST: Final = ("method", "endpoint", "status", "reference")


def set_up(settings: Settings) -> None:
    """Send the whole log of this process to the error output, as text or JSON by the settings."""
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson() if settings.log_as_json else AsText())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("scorekeeper").setLevel(logging.INFO)
    logging.captureWarnings(True)
    threading.excepthook = log_end_of_thread


def clean(message: str) -> str:
    """A message on one line, without secret paths, mail addresses and tokens."""
    return _TOKEN.sub("…", _MAIL.sub("…@…", _ADDRESS.sub(r"/\1/…", _CONTROL.sub(" ", message))))


def log_end_of_thread(ended: threading.ExceptHookArgs) -> None:
    """Log the exception that ended a thread, instead of the traceback that Python would print."""
    if isinstance(ended.exc_value, Exception):
        logging.getLogger("scorekeeper").error("A thread ended unexpectedly", exc_info=ended.exc_value)


class AsText(logging.Formatter):
    """A formatter of plain text: one line, and below it the stack of an exception."""

    def format(self, record: logging.LogRecord) -> str:
        entry = _entry(record)
        moment = self.formatTime(record, "%Y-%m-%d %H:%M:%S")
        line = f"{moment} {record.levelname} {record.name}: {entry['message']}"
        if facts := " ".join(str(entry[name]) for name in _OF_REQUEST if name in entry):
            line += f" [{facts}]"
        if "exception" in entry:
            line += "\n    ".join([f" {entry['exception']}", *entry["stack"]])
        return line


class AsJson(logging.Formatter):
    """A formatter of JSON: one object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(_entry(record), ensure_ascii=False)


def _entry(record: logging.LogRecord) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": clean(record.getMessage()),
    }
    if has_request_context():
        facts = (request.method, request.endpoint or "-", getattr(record, "status", None), g.get("reference"))
        entry |= {name: fact for name, fact in zip(_OF_REQUEST, facts, strict=True) if fact is not None}
    if record.exc_info and (error := record.exc_info[1]) is not None:
        entry |= {"exception": summary(error), "stack": list(_stack(error))}
    return entry


def summary(error: BaseException) -> str:
    """The type of an exception, and of its message only what cannot hold anything that somebody typed."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    message: str | None
    match error:
        case OperatorError():
            message = clean(str(error))
        case sqlite3.Error():
            # It may quote a value.
            message = clean(re.split(r"['\"]", str(error))[0].strip())
        case OSError():
            message = error.strerror
        case _:
            # The five characters of a PostgreSQL error code.
            message = getattr(error, "sqlstate", None)
    return f"{name}: {message}" if message else name


def _stack(error: BaseException) -> Iterator[str]:
    """The stack of an exception, the outermost call first, then the stack of its cause."""
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"{frame.filename}:{frame.lineno} {frame.name}"
    if cause := error.__cause__ or (None if error.__suppress_context__ else error.__context__):
        yield f"caused by {summary(cause)}"
        yield from _stack(cause)
