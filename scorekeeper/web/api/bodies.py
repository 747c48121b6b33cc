"""Request bodies: one JSON document, read so strictly that it has only one meaning, and its fields."""

import json
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final, NoReturn

import marshmallow as ma
from flask import Request
from marshmallow import fields
from webargs.flaskparser import FlaskParser

from scorekeeper.web.api import problems
from scorekeeper.web.api.problems import Error

_KIND: Final = "application/json"
Members = dict[str, Any]
# Fifteen digits: what every JSON reader can hold without loss (RFC 8259, section 6).
LARGEST: Final = 10**15 - 1
# The longest contracts that a ruleset can have are fewer, and none of its values lies deeper.
MOST_VALUES: Final = 3000
_DEEPEST: Final = 12
_TOO_MUCH: Final = "This holds more than 3,000 values, or too deep ones. Send fewer."


class WholeNumber(fields.Integer):
    """A whole number of at most 15 digits, not a boolean, a text or a fraction."""

    def __init__(self, **kwargs: Any) -> None:
        bounds = ma.validate.Range(min=-LARGEST, max=LARGEST)
        super().__init__(strict=True, validate=bounds, **kwargs)


class YesNo(fields.Boolean):
    """`true` or `false`: neither 0 and 1 nor a text."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class RequestSchema(ma.Schema):
    """The shape of a request body. It is loaded as the value that `makes` makes of its members.

    Lists become tuples. The rules check the values.
    """

    makes: ClassVar[Callable[..., Any]] = dict

    class Meta:
        unknown = ma.RAISE

    @ma.post_load
    def make(self, members: Members, **_kwargs: Any) -> Any:
        """The value that the members of a body make."""
        frozen = {name: tuple(value) if isinstance(value, list) else value for name, value in members.items()}
        return type(self).makes(**frozen)


class Parser(FlaskParser):
    """Parses the bodies of requests. A body that is no JSON, or has another shape, becomes a problem."""

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        if req.mimetype != _KIND or req.headers.get("Content-Encoding", "identity") != "identity":
            raise problems.refusal(415, "not-json", headers={"Accept": _KIND})
        try:
            body = read_body(req.get_data())
        except (ValueError, RecursionError):
            raise problems.refusal(400, "unreadable") from None
        if _holds_too_much(body):
            raise problems.refusal(422, "shape", errors=[Error("", _TOO_MUCH)])
        return body

    def handle_error(
        self, error: ma.ValidationError, req: Request, schema: ma.Schema, **_kwargs: Any
    ) -> NoReturn:
        messages: Any = error.messages
        raise problems.malformed(messages["json"])


def read_body(body: bytes) -> Any:
    """The value of a JSON text; ValueError or RecursionError if it is no JSON, or if a name occurs twice."""
    text = body.decode("utf-8", "strict")
    value = json.loads(text, object_pairs_hook=_every_name_once, parse_constant=_refuse, parse_float=_number)
    # Half of a surrogate pair can be escaped in JSON, but it can neither be stored nor answered.
    json.dumps(value, ensure_ascii=False).encode("utf-8", "strict")
    return value


def _holds_too_much(value: Any) -> bool:
    """Whether there are more values, or deeper ones, than anybody sends: each may be a fault of its own."""
    level, number, depth = [value], 1, 0
    while level and depth <= _DEEPEST and number <= MOST_VALUES:
        level = [part for parent in level for part in _parts(parent)]
        number, depth = number + len(level), depth + 1
    return bool(level)


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _every_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a name occurs twice in one object")
    return members


def _number(text: str) -> int | float:
    """A number with a point or an exponent. 1.0 and 1e2 are whole in JSON Schema, and -0.0 is 0."""
    number = float(text)
    return int(number) if abs(number) <= LARGEST and number.is_integer() else number


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
