"""The parts that the shapes of answers are made of."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from scorekeeper.web.api.fields import Told


def whole(**metadata: Any) -> fields.Integer:
    return fields.Integer(required=True, metadata=metadata)


def whole_or_null(**metadata: Any) -> fields.Integer:
    return fields.Integer(required=True, allow_none=True, metadata=metadata)


def text(**metadata: Any) -> fields.String:
    return fields.String(required=True, metadata=metadata)


def yes_no(**metadata: Any) -> fields.Boolean:
    return fields.Boolean(required=True, metadata=metadata)


def many(schema: type[Told], **metadata: Any) -> fields.List[Any]:
    return fields.List(fields.Nested(schema), required=True, metadata=metadata)


def text_or_null(**metadata: Any) -> fields.String:
    return fields.String(required=True, allow_none=True, metadata=metadata)


def texts(**metadata: Any) -> fields.List[Any]:
    return fields.List(fields.String(), required=True, metadata=metadata)


def one_of(*choices: str) -> fields.String:
    return fields.String(required=True, validate=validate.OneOf(choices))


def one_of_or_null(*choices: str) -> fields.String:
    return fields.String(required=True, allow_none=True, validate=validate.OneOf((*choices, None)))
