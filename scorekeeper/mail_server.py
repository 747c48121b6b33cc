"""Which server takes our mail: one address in the manner of smtp://user:password@mail.example.org:587."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit

_TLS_PORT: Final = 465
_SUBMISSION_PORT: Final = 587
_RELAY_PORT: Final = 25


@dataclass(frozen=True, slots=True)
class MailServer:
    """`tls`: encrypted from the first byte; otherwise as soon as the server offers it."""

    host: str
    port: int
    sender: str
    tls: bool = False
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    @property
    def shown(self) -> str:
        """The address without the password."""
        user = f"{self.user}:***@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'smtps' if self.tls else 'smtp'}://{user}{host}:{self.port}"


def read(address: str, *, sender: str) -> MailServer | None:
    """The server of that address, None if it is none."""
    try:
        parts = urlsplit(address.strip())
        port = parts.port
    except ValueError:
        return None
    known = parts.scheme in ("smtp", "smtps") and parts.hostname
    if not known or port == 0 or parts.path.strip("/") or parts.query or parts.fragment:
        return None
    tls = parts.scheme == "smtps"
    usual = _TLS_PORT if tls else _SUBMISSION_PORT if parts.username else _RELAY_PORT
    return MailServer(
        host=str(parts.hostname),
        port=port or usual,
        sender=sender,
        tls=tls,
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
    )
