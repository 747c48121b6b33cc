"""A schema dumps an object: attributes of its own and of its parts, made values, and no empty extras."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

import pytest
from marshmallow import fields

from scorekeeper.web.http.schemas import ResponseSchema, many, moment_or_null, text, whole, whole_or_null


@dataclass(frozen=True, slots=True)
class Seat:
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    seats: tuple[Seat, ...]
    leader: Seat
    dealer: int | None = None
    ended_at: datetime | None = None


class SeatSchema(ResponseSchema):
    seat = whole("number")
    name = text()


class TableSchema(ResponseSchema):
    leader = text("leader.name")
    dealer = whole_or_null()
    ended_at = moment_or_null()
    players = whole()
    seats = many(SeatSchema)
    note = fields.String()

    def get_players(self, table: Table) -> int:
        return len(table.seats)

    def get_note(self, table: Table) -> str | None:
        return "alone" if len(table.seats) == 1 else None


ANA, BEN = Seat(0, "Ana"), Seat(1, "Ben")


@pytest.mark.parametrize(
    ("table", "dumped"),
    [
        (
            Table((ANA, BEN), BEN, dealer=1),
            {
                "leader": "Ben",
                "dealer": 1,
                "ended_at": None,
                "players": 2,
                "seats": [{"seat": 0, "name": "Ana"}, {"seat": 1, "name": "Ben"}],
            },
        ),
        (
            Table((ANA,), ANA, ended_at=datetime(2026, 11, 22, 1, tzinfo=timezone(timedelta(hours=2)))),
            {
                "leader": "Ana",
                "dealer": None,
                "ended_at": "2026-11-21T23:00:00+00:00",
                "players": 1,
                "seats": [{"seat": 0, "name": "Ana"}],
                "note": "alone",
            },
        ),
    ],
)
def test_schema_dumps_an_object(table, dumped):
    assert list(TableSchema().dump(table).items()) == list(dumped.items())
