"""Reading a request body: one JSON document, read so strictly that it can mean only one thing."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Final, NoReturn

import marshmallow as ma
from flask import Request
from webargs.flaskparser import FlaskParser

from scorekeeper.web.api import problems
from scorekeeper.web.api.fields import LARGEST

_KIND: Final = "application/json"


class Parser(FlaskParser):
    """Parses bodies for the views; a body that cannot be read, or has another shape, is a problem."""

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        if req.mimetype != _KIND or req.headers.get("Content-Encoding", "identity") != "identity":
            raise problems.plain(415, "not-json", headers=(("Accept", _KIND),))
        try:
            return read(req.get_data())
        except (ValueError, RecursionError):
            raise problems.plain(400, "unreadable") from None

    def handle_error(
        self, error: ma.ValidationError, req: Request, schema: ma.Schema, **_kwargs: Any
    ) -> NoReturn:
        messages: Any = error.messages
        raise problems.malformed(messages["json"])


def read(body: bytes) -> Any:
    """The value of a JSON text; ValueError or RecursionError if it is none, or has two meanings."""
    text = body.decode("utf-8", "strict")
    value = json.loads(text, object_pairs_hook=_every_name_once, parse_constant=_refuse, parse_float=_number)
    # An escaped half of a surrogate pair is no character: nothing could store or answer it.
    json.dumps(value, ensure_ascii=False).encode("utf-8", "strict")
    return value


def _every_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _number(text: str) -> int | float:
    """What a number with a point or an exponent says: 1.0 and 1e2 are whole to JSON Schema, and -0.0 is 0."""
    try:
        exact = Decimal(text)
    except ArithmeticError:
        return float(text)
    is_whole = -LARGEST <= exact <= LARGEST and exact == int(exact)
    return int(exact) if is_whole else float(text)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
