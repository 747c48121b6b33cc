"""A request sent twice with one key has one effect and gets one answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Row, delete, insert, select

from scorekeeper.models import IdempotencyRow
from scorekeeper.models.engine import writing
from scorekeeper.services.common.faults import IdempotencyMismatch

REMEMBERED_FOR: Final = timedelta(days=30)
FIRST_REFUSAL: Final = 400


@dataclass(frozen=True, slots=True)
class Answer:
    """What is remembered of an answer. It must hold no secret: what can be derived is added outside."""

    status: int
    body: str
    headers: tuple[tuple[str, str], ...] = ()


def once(
    do: Callable[[], Answer], *, route: str, caller: str, key: str | None, body: bytes, now: datetime
) -> Answer:
    """The answer of `do`, or the one it gave when this key was first accepted; IdempotencyMismatch.

    `route` and `caller` say whose key it is. `do` and the memory of its answer are one transaction; what it
    raises passes, and neither an exception nor a refusal is remembered. Without a key `do` is simply done.
    """
    if key is None:
        return do()
    place = {"route": route, "caller": _digest(caller.encode()), "key": _digest(key.encode())}
    with writing() as connection:
        known = _known(connection, place, now=now)
        if known is not None:
            return _answer(known, body=body)
        answer = do()
        if answer.status < FIRST_REFUSAL:
            _remember(connection, place, answer=answer, body=body, now=now)
        return answer


def _known(connection: Connection, place: dict[str, str], *, now: datetime) -> Row[str, int, str, str] | None:
    return connection.execute(
        select(
            IdempotencyRow.body_hash, IdempotencyRow.status, IdempotencyRow.response, IdempotencyRow.headers
        )
        .filter_by(**place)
        .where(IdempotencyRow.created_at > now - REMEMBERED_FOR)
    ).first()


def _answer(known: Row[str, int, str, str], *, body: bytes) -> Answer:
    if known.body_hash != _digest(body):
        raise IdempotencyMismatch
    return Answer(
        known.status, known.response, tuple((name, value) for name, value in json.loads(known.headers))
    )


def _remember(
    connection: Connection, place: dict[str, str], *, answer: Answer, body: bytes, now: datetime
) -> None:
    connection.execute(delete(IdempotencyRow).filter_by(**place))
    connection.execute(
        insert(IdempotencyRow),
        {
            **place,
            "body_hash": _digest(body),
            "status": answer.status,
            "response": answer.body,
            "headers": json.dumps(answer.headers),
            "created_at": now,
        },
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
