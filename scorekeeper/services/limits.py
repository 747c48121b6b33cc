"""How often something may be tried: one small counter for all processes."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import insert, select, update

from scorekeeper.models import AttemptCountRow
from scorekeeper.models.engine import writing
from scorekeeper.services.faults import TooManyAttempts


def spend(key: str, *, now: datetime, most: int, within: timedelta) -> None:
    """Count one try of `key`; TooManyAttempts beyond `most` tries `within` that time from the first one."""
    with writing() as connection:
        counter = connection.execute(
            select(AttemptCountRow.window_start, AttemptCountRow.count.label("tries")).where(
                AttemptCountRow.key == key
            )
        ).first()
        if counter is None:
            connection.execute(insert(AttemptCountRow), {"key": key, "window_start": now, "count": 1})
            return
        ends_at = counter.window_start + within
        again = {"window_start": now, "count": 1} if ends_at <= now else {"count": counter.tries + 1}
        if ends_at > now and counter.tries >= most:
            raise TooManyAttempts(ends_at - now)
        connection.execute(update(AttemptCountRow).where(AttemptCountRow.key == key).values(again))
