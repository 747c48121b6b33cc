"""Shared by all tables: constraint names, the column type of moments, and the database extension `db`."""

from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Final

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import BigInteger, DateTime, Dialect, MetaData
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator

NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcDateTime(TypeDecorator[datetime]):
    """A column of time-zone-aware moments, stored in UTC without a zone, alike in every database."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


# What a hand pays can be shared by up to 12 players.
POINT_PARTS: Final = lcm(*range(1, 13))


class ExactPoints(TypeDecorator[int | Fraction]):
    """A column of points, which may be a fraction, as whole numbers of `POINT_PARTS` parts of a point.

    So the database adds, compares and sorts them exactly. ValueError for a fraction that has no such parts.
    """

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: int | Fraction | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        parts = value * POINT_PARTS
        if parts.denominator != 1:
            raise ValueError(f"{value} points are no whole number of parts")
        return int(parts)

    def process_result_value(self, value: int | Decimal | None, dialect: Dialect) -> int | Fraction | None:
        if value is None:
            return None
        points, part = divmod(int(value), POINT_PARTS)
        return Fraction(int(value), POINT_PARTS) if part else points


class Base(DeclarativeBase):
    """The base of all tables."""

    metadata = MetaData(naming_convention=NAMES)


db: Final = SQLAlchemy(model_class=Base)
