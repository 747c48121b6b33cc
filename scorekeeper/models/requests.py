"""Earlier answers to API requests, for repeated ones, counts of attempts, for limits, and whose key signs."""

from datetime import datetime

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, UtcDateTime


class IdempotencyRow(Base):
    """The answer to an accepted request, by route, caller and idempotency key. `headers` is JSON."""

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
    """The number of attempts under `key` since `window_start`."""

    __tablename__ = "attempt_count"

    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    window_start: Mapped[datetime] = mapped_column(UtcDateTime)
    count: Mapped[int]


class SecretKeyRow(Base):
    """The digest of the key that signs for this database, in the only row."""

    __tablename__ = "secret_key"

    digest: Mapped[str] = mapped_column(String(43), primary_key=True)
