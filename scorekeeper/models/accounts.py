"""Accounts of organisers, sign-ins, links and passkeys. Of every secret only a hash is stored."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, UtcDateTime


class AccountRow(Base):
    """An organiser. `mail` is stored in small letters; without `password_hash` there is no password."""

    __tablename__ = "account"

    id: Mapped[int] = mapped_column(primary_key=True)
    mail: Mapped[str] = mapped_column(String(254), unique=True)
    name: Mapped[str] = mapped_column(String(200))
    password_hash: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class SignInRow(Base):
    """One signed-in browser, until `expires_at`; ending it removes the row. `label` names the browser."""

    __tablename__ = "sign_in"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    label: Mapped[str] = mapped_column(String(100))


class KnownBrowserRow(Base):
    """A browser that was signed in to an account before, known by the hash of its random token alone."""

    __tablename__ = "known_browser"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)


class OneTimeLinkRow(Base):
    """A link that sets a password: of the first account, of the new one of `mail`, or of `account_id`."""

    __tablename__ = "one_time_link"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(16))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"), index=True)
    mail: Mapped[str | None] = mapped_column(String(254))
    name: Mapped[str | None] = mapped_column(String(200))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        CheckConstraint(
            "purpose = 'first' AND account_id IS NULL AND mail IS NULL AND name IS NULL"
            " OR purpose = 'sign-up' AND account_id IS NULL AND mail IS NOT NULL AND name IS NOT NULL"
            " OR purpose = 'reset' AND account_id IS NOT NULL AND mail IS NULL AND name IS NULL",
            name="purpose",
        ),
    )


class PasskeyRow(Base):
    """A passkey of an account. `credential_id` is base64url; `site` is the host name it was made for."""

    __tablename__ = "passkey"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    credential_id: Mapped[str] = mapped_column(String(1400), unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    site: Mapped[str] = mapped_column(String(253))
    label: Mapped[str] = mapped_column(String(100))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
