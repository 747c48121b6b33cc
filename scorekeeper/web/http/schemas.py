"""The schemas of JSON answers, and the fields in them. A schema dumps the objects that a query returns."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

import marshmallow as ma
from marshmallow import fields, validate

from scorekeeper.rules.score_forms import written

Made = TypeVar("Made")


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


class Exact(fields.Raw):
    """An exact number: whole, or a fraction in lowest terms such as "-67/2"."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> int | str | None:
        return None if value is None else written(value)


def _maker(kind: Callable[..., Made], *, null: bool = False, **always: Any) -> Callable[..., Made]:
    """A function that makes a field, from its attribute and what the API's document says of it."""

    def make(attribute: str | None = None, *, required: bool = True, **metadata: Any) -> Made:
        metadata = {**always, **metadata}
        return kind(attribute=attribute, required=required, allow_none=null, metadata=metadata)

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
wholes: Final = _maker(partial(fields.List[Any], fields.Integer))
wholes_or_null: Final = _maker(partial(fields.List[Any], fields.Integer), null=True)
totals: Final = _maker(partial(fields.List[Any], fields.Raw))
mapping: Final = _maker(fields.Dict)
moment: Final = _maker(fields.DateTime)
moment_or_null: Final = _maker(fields.DateTime, null=True)


def choice_of(*choices: str, attribute: str | None = None, null: bool = False) -> fields.String:
    """One of these texts."""
    allowed = validate.OneOf((*choices, None) if null else choices)
    return fields.String(attribute=attribute, required=True, allow_none=null, validate=allowed)


def nested(
    schema: type[ResponseSchema], attribute: str | None = None, *, null: bool = False, **metadata: Any
) -> fields.Nested:
    """An object of that shape."""
    return fields.Nested(schema, attribute=attribute, required=True, allow_none=null, metadata=metadata)


def many(schema: type[ResponseSchema], attribute: str | None = None, **options: Any) -> fields.List[Any]:
    """A list of objects of that shape; `options` as of the other fields."""
    return _maker(partial(fields.List[Any], fields.Nested(schema)))(attribute, **options)


def by_name(values: fields.Field[Any], description: str, *, required: bool = True) -> fields.Dict:
    """An object with values of one kind, by names that are in no schema."""
    return fields.Dict(
        keys=fields.String(), values=values, required=required, metadata={"description": description}
    )
