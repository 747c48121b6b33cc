"""Accounts of organisers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, UtcDateTime


class AccountRow(Base):
    """An organiser. `mail` is stored in lower case; without `password_hash` nobody signs in by a password."""

    __tablename__ = "account"

    id: Mapped[int] = mapped_column(primary_key=True)
    mail: Mapped[str] = mapped_column(String(254), unique=True)
    name: Mapped[str] = mapped_column(String(200))
    password_hash: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
