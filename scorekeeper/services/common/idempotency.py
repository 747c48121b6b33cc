"""Idempotency keys: a request sent twice with one key has one effect and gets one answer."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.models import IdempotencyRow
from scorekeeper.models.engine import writing
from scorekeeper.services.common.faults import IdempotencyMismatch

REMEMBERED_FOR: Final = timedelta(days=30)
FIRST_REFUSAL: Final = 400


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """The stored part of an answer. It must hold no secret: the caller adds secrets that can be derived."""

    status: int
    body: str
    headers: tuple[tuple[str, str], ...] = ()


def once(
    do: Callable[[], StoredAnswer],
    *,
    route: str,
    caller: str,
    key: str | None,
    body: bytes,
    now: datetime,
) -> StoredAnswer:
    """Call `do`, or return the answer it gave when this key was first accepted; IdempotencyMismatch.

    A key belongs to its `route` and `caller`. `do` and storing its answer are one transaction; its exceptions
    pass, and neither an exception nor a refusal is stored. Without a key `do` is always called.
    """
    if key is None:
        return do()
    owner = {"route": route, "caller": _digest(caller.encode()), "key": _digest(key.encode())}
    with writing() as session:
        stored = session.get(IdempotencyRow, owner)
        if stored is not None and stored.created_at > now - REMEMBERED_FOR:
            if stored.body_hash != _digest(body):
                raise IdempotencyMismatch
            headers = tuple((name, value) for name, value in json.loads(stored.headers))
            return StoredAnswer(stored.status, stored.response, headers)
        answer = do()
        if answer.status < FIRST_REFUSAL:
            made = {"status": answer.status, "response": answer.body, "headers": json.dumps(answer.headers)}
            session.merge(IdempotencyRow(**owner, **made, body_hash=_digest(body), created_at=now))
        return answer


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
