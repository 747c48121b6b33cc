"""Request bodies: one JSON document, read so strictly that it has only one meaning, and its fields."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any, ClassVar, Final, NoReturn

import marshmallow as ma
from flask import Request
from marshmallow import fields
from webargs.flaskparser import FlaskParser

from scorekeeper.web.api import problems
from scorekeeper.web.api.problems import SHAPES, Error

_KIND: Final = "application/json"
Messages = dict[str, str | list[Any] | dict[Any, Any]]
# Fifteen digits: what every JSON reader can hold without loss (RFC 8259, section 6).
LARGEST: Final = 10**15 - 1
# The longest contracts that a ruleset can have are fewer.
MOST_VALUES: Final = 3000
# No value of a ruleset lies deeper.
_DEEPEST: Final = 8
_OBJECT: Final = {"type": SHAPES["object"], "unknown": SHAPES["unknown"]}


def _sentence(shape: str, *errors: str) -> Messages:
    """The error messages of a field: one sentence for these errors of marshmallow."""
    return dict.fromkeys(errors or ("invalid",), SHAPES[shape])


class Whole(fields.Integer):
    """A whole number of at most 15 digits, not a boolean, a text or a fraction."""

    default_error_messages = _sentence("whole")

    def __init__(self, **kwargs: Any) -> None:
        bounds = ma.validate.Range(min=-LARGEST, max=LARGEST, error=SHAPES["whole"])
        super().__init__(strict=True, validate=bounds, **kwargs)


class YesNo(fields.Boolean):
    """`true` or `false`: neither 0 and 1 nor a text."""

    default_error_messages = _sentence("yes-no")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Text(fields.String):
    """A text, with the sentence of this API if it is none."""

    default_error_messages = _sentence("text")


class ByName(fields.Dict):
    """An object with members of any name."""

    default_error_messages = _sentence("object")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[Any, Any]:
        try:
            found = super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
        except ma.ValidationError as error:
            if not isinstance(error.messages, dict):
                raise
            # marshmallow nests the messages on a value one level deeper than the body does.
            raise ma.ValidationError({name: at["value"] for name, at in error.messages.items()}) from None
        return dict(found)


class Changes(fields.Dict):
    """A JSON Merge Patch of a ruleset. The ruleset itself checks types and ranges."""

    default_error_messages = _sentence("object") | _sentence("value", "deep")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, Any]:
        found: dict[str, Any] = super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
        if _depth(found) > _DEEPEST:
            raise self.make_error("deep")
        return found


class Moment(fields.AwareDateTime):
    """A moment in ISO 8601 with its offset."""

    default_error_messages = _sentence("moment", "invalid", "invalid_awareness", "format")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="iso", **kwargs)


class RequestSchema(ma.Schema):
    """The shape of a request body. It is loaded as the value that `makes` makes of its members.

    Lists become tuples. The rules check the values.
    """

    makes: ClassVar[Callable[..., Any]] = dict

    error_messages = _OBJECT

    class Meta:
        unknown = ma.RAISE

    @ma.post_load
    def make(self, members: dict[str, Any], **_kwargs: Any) -> Any:
        """The value that the members of a body make."""
        frozen = {name: tuple(value) if isinstance(value, list) else value for name, value in members.items()}
        return type(self).makes(**frozen)


class Parser(FlaskParser):
    """Parses the bodies of requests. A body that is no JSON, or has another shape, becomes a problem."""

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        if req.mimetype != _KIND or req.headers.get("Content-Encoding", "identity") != "identity":
            raise problems.refusal(415, "not-json", headers=(("Accept", _KIND),))
        try:
            body = read(req.get_data())
        except (ValueError, RecursionError):
            raise problems.refusal(400, "unreadable") from None
        if _holds_too_much(body):
            raise problems.refusal(422, "shape", errors=[Error("", SHAPES["much"])])
        return body

    def handle_error(
        self, error: ma.ValidationError, req: Request, schema: ma.Schema, **_kwargs: Any
    ) -> NoReturn:
        messages: Any = error.messages
        raise problems.malformed(messages["json"])


def read(body: bytes) -> Any:
    """The value of a JSON text; ValueError or RecursionError if it is no JSON, or if a name occurs twice."""
    text = body.decode("utf-8", "strict")
    value = json.loads(text, object_pairs_hook=_every_name_once, parse_constant=_refuse, parse_float=_number)
    # Half of a surrogate pair can be escaped in JSON, but it can neither be stored nor answered.
    json.dumps(value, ensure_ascii=False).encode("utf-8", "strict")
    return value


def _holds_too_much(value: Any) -> bool:
    """Whether there are more values, at any depth, than anybody sends: each may be a fault of its own."""
    waiting, number = [value], 1
    while waiting and number <= MOST_VALUES:
        one = waiting.pop()
        inner = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        number += len(inner)
        waiting.extend(inner)
    return number > MOST_VALUES


def _depth(value: Any) -> int:
    """How deep values are nested, counted no further than anybody asks."""
    depth, inner = 0, [value]
    while inner and depth <= _DEEPEST:
        depth += 1
        inner = [
            part
            for one in inner
            if isinstance(one, dict | list)
            for part in (one.values() if isinstance(one, dict) else one)
        ]
    return depth


def _every_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name occurs twice in one object")
    return found


def _number(text: str) -> int | float:
    """A number with a point or an exponent. 1.0 and 1e2 are whole in JSON Schema, and -0.0 is 0."""
    try:
        exact = Decimal(text)
    except ArithmeticError:
        return float(text)
    is_whole = -LARGEST <= exact <= LARGEST and exact == int(exact)
    return int(exact) if is_whole else float(text)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
