"""The settings, one frozen value read from the environment once, and the secret key."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import unquote, urlsplit

from flask import current_app
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.paths import default_data_folder

DEFAULT_PORT = 8000
DATABASE_NAME = "scorekeeper.sqlite"
SECRET_KEY_NAME = "secret-key"
BACKUPS_NAME = "backups"
_SECRET_KEY_BYTES = 32
_TLS_PORT = 465
_SUBMISSION_PORT = 587
_RELAY_PORT = 25
_POSTGRESQL = ("postgresql", "postgresql+psycopg")
_HOST_NAME = re.compile(r"[a-z0-9_][a-z0-9_-]{0,62}(?:\.[a-z0-9_][a-z0-9_-]{0,62})*\.?")
# Without the characters that have a meaning of their own in mailto: addresses.
_MAILBOX = re.compile(r"[\w.!$&'*+/=^`{|}~-]{1,64}")


class SettingsError(OperatorError):
    """An environment variable has a value that cannot be used."""


class Starters(StrEnum):
    """Who may start games: everyone; organisers, and at a league night its guests; or organisers alone."""

    EVERYONE = "everyone"
    NIGHTS = "nights"
    ORGANISERS = "organisers"


@dataclass(frozen=True, slots=True)
class Retention:
    """The automatic backups to keep: the newest of each of so many days, and of so many weeks."""

    daily: int = 7
    weekly: int = 8

    def __str__(self) -> str:
        return f"{self.daily}+{self.weekly}" if self.on else "0"

    @property
    def on(self) -> bool:
        """Whether automatic backups are made at all."""
        return bool(self.daily or self.weekly)


@dataclass(frozen=True, slots=True)
class MailServer:
    """The server that takes our mail, read from an address such as smtp://user:password@mail.example.org:587.

    With `tls` the connection is encrypted from the first byte, without it as soon as the server offers that.
    """

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


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the program.

    `data` is the folder of the database and the secret key, absolute. `public_url` is without a final slash.
    `trusted_proxies` is the number of proxies in front whose headers count (0: none).
    `hosts` are the Host names to answer besides those of this machine, in lower case (empty: not set).
    `database` is the SQLAlchemy URL of a PostgreSQL database, or None for the SQLite file in `data`.
    `sign_up` is whether everybody may make an account. `games` is who may start games.
    `mail` is None where no mail can be sent.
    `hsts_days` is for how long browsers must use https after their first visit by it (0: no such header).
    `log_as_json` is whether each entry of the log is a JSON object.
    `contact` is a mailto: or https: address of the people who run this server, or None.
    `backups` says which automatic backups are kept.
    """

    data: Path
    port: int = DEFAULT_PORT
    host: str = "0.0.0.0"
    public_url: str | None = None
    trusted_proxies: int = 0
    hosts: tuple[str, ...] = ()
    database: str | None = None
    sign_up: bool = False
    games: Starters = Starters.EVERYONE
    mail: MailServer | None = None
    hsts_days: int = 0
    log_as_json: bool = False
    contact: str | None = None
    backups: Retention = Retention()

    @property
    def database_file(self) -> Path | None:
        """The SQLite file, or None when another database is configured."""
        return None if self.database else self.data / DATABASE_NAME

    @property
    def database_url(self) -> str:
        """The SQLAlchemy URL of the database."""
        return self.database or f"sqlite:///{(self.data / DATABASE_NAME).as_posix()}"


def from_environment(environ: Mapping[str, str]) -> Settings:
    """Read all settings; SettingsError names the variable of one that cannot be used."""
    return Settings(
        data=_data(environ),
        port=_number(environ, name="PORT", default=DEFAULT_PORT, lowest=1, highest=65535),
        host=environ.get("SCOREKEEPER_HOST") or "0.0.0.0",
        public_url=_public_url(environ.get("SCOREKEEPER_PUBLIC_URL", "")),
        trusted_proxies=_number(environ, name="SCOREKEEPER_TRUSTED_PROXIES", default=0, lowest=0, highest=10),
        hosts=_hosts(environ.get("SCOREKEEPER_HOSTS", "")),
        database=_database(environ.get("SCOREKEEPER_DATABASE", "").strip()),
        sign_up=_choice(environ, name="SCOREKEEPER_SIGN_UP", default="closed", other="open"),
        games=_starters(environ.get("SCOREKEEPER_GAMES", "")),
        mail=_mail(
            environ.get("SCOREKEEPER_MAIL", "").strip(),
            sender=environ.get("SCOREKEEPER_MAIL_FROM", "").strip(),
        ),
        hsts_days=_number(environ, name="SCOREKEEPER_HSTS", default=0, lowest=0, highest=3650),
        log_as_json=_choice(environ, name="SCOREKEEPER_LOG", default="text", other="json"),
        contact=_contact(environ.get("SCOREKEEPER_CONTACT", "").strip()),
        backups=_retention(environ.get("SCOREKEEPER_BACKUPS", "")),
    )


def current() -> Settings:
    """The settings of the current application."""
    settings: Settings = current_app.extensions["settings"]
    return settings


def secret_key(data: Path) -> bytes:
    """The key of all signatures and derived tokens, 32 bytes; made once in `data`, which must exist.

    It gets its name when it is whole, so that a program that is killed leaves no half of it.
    """
    path = data / SECRET_KEY_NAME
    if not path.exists():
        draft = data / f"{SECRET_KEY_NAME}.draft"
        draft.touch(mode=0o600)
        with draft.open("wb") as file:
            file.write(secrets.token_bytes(_SECRET_KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    if not path.is_file() or len(key := path.read_bytes()) < _SECRET_KEY_BYTES:
        raise SettingsError(
            _("Put the secret key {path} back from a backup, or remove it. It is damaged.").format(path=path)
        )
    return key


def _data(environ: Mapping[str, str]) -> Path:
    try:
        return Path(environ.get("SCOREKEEPER_DATA") or default_data_folder(environ)).expanduser().absolute()
    except RuntimeError:
        raise SettingsError(
            _("SCOREKEEPER_DATA must be a full path such as /srv/cards. This user has no home folder.")
        ) from None


def _number(environ: Mapping[str, str], *, name: str, default: int, lowest: int, highest: int) -> int:
    text = environ.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and lowest <= int(text) <= highest):
        raise SettingsError(
            _("{name} must be a whole number from {lowest} to {highest}, not {text!r}.").format(
                name=name, lowest=lowest, highest=highest, text=text
            )
        )
    return int(text)


def _hosts(text: str) -> tuple[str, ...]:
    hosts = tuple(text.lower().replace(",", " ").split())
    if not all(map(_is_host, hosts)):
        raise SettingsError(
            _(
                "SCOREKEEPER_HOSTS must be host names as browsers send them, such as "
                "cards.example.org, not {text!r}."
            ).format(text=text)
        )
    return hosts


def _database(text: str) -> str | None:
    if not text:
        return None
    with suppress(ArgumentError, ValueError):
        if make_url(text).drivername in _POSTGRESQL:
            return text
    # A SQLite file of another name would be served without backups and without a check.
    raise SettingsError(
        _(
            "SCOREKEEPER_DATABASE must look like postgresql://user:password@host/name, or be "
            "unset for the SQLite file in SCOREKEEPER_DATA."
        )
    )


def _choice(environ: Mapping[str, str], *, name: str, default: str, other: str) -> bool:
    """Whether the variable has the `other` of its two values."""
    text = environ.get(name, "").strip()
    if text not in ("", default, other):
        raise SettingsError(
            _("{name} must be {other} or {default}, not {text!r}.").format(
                name=name, other=other, default=default, text=text
            )
        )
    return text == other


def _retention(text: str) -> Retention:
    if not text.strip():
        return Retention()
    found = re.fullmatch(r"([0-9]{1,3})(?:\+([0-9]{1,3}))?", text.strip())
    if not found:
        raise SettingsError(
            _(
                "SCOREKEEPER_BACKUPS must say how many daily and weekly backups to keep, such as 7+8, "
                "or 0 for none, not {text!r}."
            ).format(text=text)
        )
    return Retention(daily=int(found[1]), weekly=int(found[2] or 0))


def _starters(text: str) -> Starters:
    try:
        return Starters(text.strip() or Starters.EVERYONE)
    except ValueError:
        known = ", ".join(Starters)
        raise SettingsError(
            _("SCOREKEEPER_GAMES must be one of {known}, not {text!r}.").format(known=known, text=text)
        ) from None


def _mail(address: str, *, sender: str) -> MailServer | None:
    found = _mail_server(address, sender=sender) if address else None
    # Either text may hold a password, so the message quotes neither.
    if address and found is None:
        raise SettingsError(_("SCOREKEEPER_MAIL must look like smtp://user:password@mail.example.org:587."))
    if (address or sender) and not _mail_domain(sender):
        raise SettingsError(
            _("SCOREKEEPER_MAIL_FROM must be the address that letters come from, such as cards@example.org.")
        )
    return found


def _mail_server(address: str, *, sender: str) -> MailServer | None:
    """The server at that address; None for an address that cannot be one."""
    try:
        parts = urlsplit(address.strip())
        port = parts.port
    except ValueError:
        return None
    readable = parts.scheme in ("smtp", "smtps") and parts.hostname
    if not readable or port == 0 or parts.path.strip("/") or parts.query or parts.fragment:
        return None
    tls = parts.scheme == "smtps"
    default = _TLS_PORT if tls else _SUBMISSION_PORT if parts.username else _RELAY_PORT
    return MailServer(
        host=str(parts.hostname),
        port=port or default,
        sender=sender,
        tls=tls,
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
    )


def _contact(text: str) -> str | None:
    if not text:
        return None
    if "." in _mail_domain(text).rstrip("."):
        return f"mailto:{text}"
    if text.startswith("https://") and _is_plain_address(text):
        return text
    raise SettingsError(_("SCOREKEEPER_CONTACT must look like club@example.org or https://example.org/club."))


def _mail_domain(text: str) -> str:
    """The domain of a mail address; empty for a text that is no mail address."""
    mailbox, _at, domain = text.rpartition("@")
    return domain if _MAILBOX.fullmatch(mailbox) and _HOST_NAME.fullmatch(domain.lower()) else ""


def _public_url(text: str) -> str | None:
    if not text.strip():
        return None
    if not _is_plain_address(text.strip()):
        # The text may hold a password, so the message does not quote it.
        raise SettingsError(
            _("SCOREKEEPER_PUBLIC_URL must look like https://cards.example.org, in ASCII and without a user.")
        )
    return text.strip().rstrip("/")


def _is_plain_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https")
        and _is_host(parts.hostname or "")
        and port != 0
        and "@" not in parts.netloc
        and bool(re.fullmatch(r"[!-~]+", text))
        and not {"?", "#"} & set(text)
    )


def _is_host(name: str) -> bool:
    """Whether a text is a host name as browsers send it, or an IP address."""
    with suppress(ValueError):
        return bool(ip_address(name.removeprefix("[").removesuffix("]")))
    return bool(_HOST_NAME.fullmatch(name))
