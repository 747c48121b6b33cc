"""Fields that take a JSON value for what it is: no text for a number, no number for a yes, no fraction."""

from __future__ import annotations

from typing import Any, Final

import marshmallow as ma
from marshmallow import fields

from scorekeeper.web.api.messages import SHAPES

Messages = dict[str, str | list[Any] | dict[Any, Any]]
# Fifteen digits: what every JSON reader can hold without loss (RFC 8259, section 6).
LARGEST: Final = 10**15 - 1
_WHOLE: Final[Messages] = {"invalid": SHAPES["whole"]}
_YES_NO: Final[Messages] = {"invalid": SHAPES["yes-no"]}
_TEXT: Final[Messages] = {"invalid": SHAPES["text"]}
_BY_NAME: Final[Messages] = {"invalid": SHAPES["object"]}
_MOMENT: Final[Messages] = dict.fromkeys(("invalid", "invalid_awareness", "format"), SHAPES["moment"])
_OBJECT: Final = {"type": SHAPES["object"], "unknown": SHAPES["unknown"]}


class Whole(fields.Integer):
    """A whole number that any client can hold."""

    default_error_messages = _WHOLE

    def __init__(self, **kwargs: Any) -> None:
        bounds = ma.validate.Range(min=-LARGEST, max=LARGEST, error=SHAPES["whole"])
        super().__init__(strict=True, validate=bounds, **kwargs)


class YesNo(fields.Boolean):
    """`true` or `false`, nothing that only looks like it."""

    default_error_messages = _YES_NO

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Text(fields.String):
    """A text."""

    default_error_messages = _TEXT


class ByName(fields.Dict):
    """An object whose names are free."""

    default_error_messages = _BY_NAME

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[Any, Any]:
        try:
            found = super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
        except ma.ValidationError as error:
            if not isinstance(error.messages, dict):
                raise
            # What is wrong with a value stands one step deeper, which is no place in the body.
            raise ma.ValidationError({name: at["value"] for name, at in error.messages.items()}) from None
        return dict(found)


class Moment(fields.AwareDateTime):
    """A moment in ISO 8601 with its offset."""

    default_error_messages = _MOMENT

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="iso", **kwargs)


class Asked(ma.Schema):
    """The shape of a request body. What it means is for the rules to judge."""

    error_messages = _OBJECT

    class Meta:
        unknown = ma.RAISE


class Told(ma.Schema):
    """The shape of an answer; fields may be added to it."""
