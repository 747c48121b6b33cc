"""What is remembered of requests: answers already given, and how often something was tried."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, UtcDateTime


class IdempotencyRow(Base):
    """The answer to an accepted request, per route, caller and key. `headers` is a JSON list of pairs."""

    __tablename__ = "idempotency"

    route: Mapped[str] = mapped_column(String(200), primary_key=True)
    caller: Mapped[str] = mapped_column(String(64), primary_key=True)
    key: Mapped[str] = mapped_column(String(255), primary_key=True)
    body_hash: Mapped[str] = mapped_column(String(64))
    status: Mapped[int]
    response: Mapped[str] = mapped_column(Text)
    headers: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class AttemptCountRow(Base):
    """How often `key` was tried since `window_start`."""

    __tablename__ = "attempt_count"

    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    window_start: Mapped[datetime] = mapped_column(UtcDateTime)
    count: Mapped[int]
