"""The schemas of JSON answers, and the fields in them. A schema dumps the objects that a query returns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import marshmallow as ma
from marshmallow import fields, validate

from scorekeeper.rules.score_forms import written

Made = TypeVar("Made", covariant=True)


class ResponseSchema(ma.Schema):
    """The shape of an answer, to which fields may be added.

    A field takes the attribute of its own name, or the one that `attribute` names, dotted for an attribute of
    an attribute. A method `get_<field>` of the schema makes a value that no attribute has. A field that is
    not required is left out where its value is None.
    """

    def get_attribute(self, obj: Any, attr: str, default: Any) -> Any:
        """The value of a field: of its method, or of its attribute."""
        made = getattr(self, f"get_{attr}", None)
        return super().get_attribute(obj, attr, default) if made is None else made(obj)

    @ma.post_dump
    def leave_out(self, members: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
        """The members without those that say nothing."""
        return {
            name: value for name, value in members.items() if value is not None or self.fields[name].required
        }


class Moment(fields.String):
    """A moment in ISO 8601, in UTC."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else None


class Exact(fields.Raw):
    """An exact number: whole, or a fraction in lowest terms such as "-67/2"."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> int | str | None:
        return None if value is None else written(value)


class Maker(Protocol[Made]):
    """Makes a required field of a schema, with a description or an example for the API's document."""

    def __call__(self, attribute: str | None = None, **metadata: Any) -> Made: ...


def _maker(kind: Callable[..., Made], *, null: bool = False, **always: Any) -> Maker[Made]:
    def make(attribute: str | None = None, **metadata: Any) -> Made:
        return kind(attribute=attribute, required=True, allow_none=null, metadata={**always, **metadata})

    return make


whole: Final = _maker(fields.Integer)
whole_or_null: Final = _maker(fields.Integer, null=True)
number: Final = _maker(fields.Float)
number_or_null: Final = _maker(fields.Float, null=True)
exact: Final = _maker(Exact, type=["integer", "string"], pattern="^-?[0-9]+/[0-9]+$", example=35)
exact_or_null: Final = _maker(
    Exact, null=True, type=["integer", "string", "null"], pattern="^-?[0-9]+/[0-9]+$"
)
yes_no: Final = _maker(fields.Boolean)
text: Final = _maker(fields.String)
text_or_null: Final = _maker(fields.String, null=True)
texts: Final = _maker(partial(fields.List[Any], fields.String))
moment: Final = _maker(Moment, format="date-time")
moment_or_null: Final = _maker(Moment, null=True, format="date-time")


def one_of(*choices: str, attribute: str | None = None) -> fields.String:
    """One of these texts."""
    return fields.String(attribute=attribute, required=True, validate=validate.OneOf(choices))


def one_of_or_null(*choices: str, attribute: str | None = None) -> fields.String:
    """One of these texts or null."""
    allowed = validate.OneOf((*choices, None))
    return fields.String(attribute=attribute, required=True, allow_none=True, validate=allowed)


def one(schema: type[ResponseSchema], attribute: str | None = None, **metadata: Any) -> fields.Nested:
    """An object of that shape."""
    return fields.Nested(schema, attribute=attribute, required=True, metadata=metadata)


def one_or_null(schema: type[ResponseSchema], attribute: str | None = None) -> fields.Nested:
    """An object of that shape or null."""
    return fields.Nested(schema, attribute=attribute, required=True, allow_none=True)


def many(schema: type[ResponseSchema], attribute: str | None = None, **metadata: Any) -> fields.List[Any]:
    """A list of objects of that shape."""
    return fields.List(fields.Nested(schema), attribute=attribute, required=True, metadata=metadata)
