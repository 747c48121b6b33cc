"""The settings, one frozen value read from the environment once, and the secret key."""

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from urllib.parse import unquote

from flask import current_app
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.paths import default_data_folder

DEFAULT_PORT = 8000
_HIGHEST_PORT = 65535
DATABASE_NAME = "scorekeeper.sqlite"
SECRET_KEY_NAME = "secret-key"
BACKUPS_NAME = "backups"
_SECRET_KEY_BYTES = 32
_TLS_PORT = 465
_SUBMISSION_PORT = 587
_RELAY_PORT = 25
_POSTGRESQL = ("postgresql", "postgresql+psycopg")
_LABEL = r"[a-z0-9_][a-z0-9_-]{0,62}"
_NAME = rf"{_LABEL}(?:\.{_LABEL})*\.?"
# A host as browsers send it, an address, and the mailbox of a mail address, which is without the characters
# that have a meaning of their own in mailto: addresses.
_HOST = rf"(?:{_NAME}|\[[0-9a-f:.]+\])"
_PORT = r"(?::(?P<port>[1-9][0-9]{0,4}))?"
_PLACE = rf"{_HOST}{_PORT}(?:/[!\"$->@-~]*)?"
_MAILBOX = r"[\w.!$&'*+/=^`{|}~-]{1,64}"
_MAIL = rf"smtp(?P<tls>s?)://(?:(?P<user>[^:/?#]*)(?::(?P<password>[^/?#]*))?@)?(?P<host>{_HOST}){_PORT}/?"


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
    `offline` is whether phones may show kept pages by a service worker where nothing answers.
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
    offline: bool = True

    @property
    def database_file(self) -> Path | None:
        """The SQLite file, or None when another database is configured."""
        return None if self.database else self.data / DATABASE_NAME

    @property
    def place(self) -> str:
        """Where the scores are, for people: the data folder, or the address of the database."""
        return str(self.data) if self.database is None else make_url(self.database).render_as_string()

    @property
    def database_url(self) -> str:
        """The SQLAlchemy URL of the database."""
        return self.database or f"sqlite:///{(self.data / DATABASE_NAME).as_posix()}"


def from_environment(environ: Mapping[str, str]) -> Settings:
    """Read all settings; SettingsError names the variable of one that cannot be used."""

    def of(name: str) -> str:
        return environ.get(f"SCOREKEEPER_{name}", "").strip()

    return Settings(
        data=_data(environ),
        port=_number(environ, name="PORT", default=DEFAULT_PORT, lowest=1, highest=_HIGHEST_PORT),
        host=of("HOST") or "0.0.0.0",
        public_url=_public_url(of("PUBLIC_URL")),
        trusted_proxies=_number(environ, name="SCOREKEEPER_TRUSTED_PROXIES", default=0, lowest=0, highest=10),
        hosts=_hosts(of("HOSTS")),
        database=_database(of("DATABASE")),
        sign_up=_choice(of("SIGN_UP"), name="SCOREKEEPER_SIGN_UP", known=("closed", "open")) == "open",
        games=Starters(_choice(of("GAMES"), name="SCOREKEEPER_GAMES", known=tuple(Starters))),
        mail=_mail(of("MAIL"), sender=of("MAIL_FROM")),
        hsts_days=_number(environ, name="SCOREKEEPER_HSTS", default=0, lowest=0, highest=3650),
        log_as_json=_choice(of("LOG"), name="SCOREKEEPER_LOG", known=("text", "json")) == "json",
        contact=_contact(of("CONTACT")),
        backups=_retention(of("BACKUPS")),
        offline=_choice(of("OFFLINE"), name="SCOREKEEPER_OFFLINE", known=("on", "off")) == "on",
    )


def current() -> Settings:
    """The settings of the current application."""
    settings: Settings = current_app.extensions["settings"]
    return settings


def secret_key(data: Path) -> bytes:
    """The key of all signatures and derived tokens, 32 bytes; made once in `data`, which must exist.

    It gets its name when it is whole, so that a program that is killed leaves no half of it. Of several
    programs that make it at once, the first one's stays.
    """
    path = data / SECRET_KEY_NAME
    if not path.exists():
        draft = data / f"{SECRET_KEY_NAME}.{secrets.token_hex(8)}"
        draft.touch(mode=0o600, exist_ok=False)
        try:
            with draft.open("wb") as file:
                file.write(secrets.token_bytes(_SECRET_KEY_BYTES))
                file.flush()
                os.fsync(file.fileno())
            _name(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    if not path.is_file() or len(key := path.read_bytes()) < _SECRET_KEY_BYTES:
        sentence = _("Put the secret key {path} back from a backup, or remove it. It is damaged.")
        raise SettingsError(sentence.format(path=path))
    return key


def _name(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except OSError:
        # Another program was first, or the disk has no hard links, such as a memory stick.
        if not path.exists():
            draft.rename(path)


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
        sentence = _("{name} must be a whole number from {lowest} to {highest}, not {text!r}.")
        raise SettingsError(sentence.format(name=name, lowest=lowest, highest=highest, text=text))
    return int(text)


def _match(pattern: str, text: str, sentence: str) -> re.Match[str]:
    """What a pattern finds in the whole text; SettingsError with the sentence, which may quote the text."""
    match = re.fullmatch(pattern, text, re.ASCII | re.IGNORECASE)
    if not match or int(match.groupdict().get("port") or 0) > _HIGHEST_PORT:
        raise SettingsError(sentence.format(text=text))
    return match


def _hosts(text: str) -> tuple[str, ...]:
    sentence = _(
        "SCOREKEEPER_HOSTS must be host names as browsers send them, such as cards.example.org, not {text!r}."
    )
    return tuple(_match(_HOST, host, sentence)[0] for host in text.lower().replace(",", " ").split())


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


def _choice(text: str, *, name: str, known: tuple[str, ...]) -> str:
    """One of the known values; the first of them is the default."""
    if text and text not in known:
        sentence = _("{name} must be one of {known}, not {text!r}.")
        raise SettingsError(sentence.format(name=name, known=", ".join(known), text=text))
    return text or known[0]


def _retention(text: str) -> Retention:
    if not text:
        return Retention()
    sentence = _(
        "SCOREKEEPER_BACKUPS must say how many daily and weekly backups to keep, such as 7+8, "
        "or 0 for none, not {text!r}."
    )
    kept = _match(r"([0-9]{1,3})(?:\+([0-9]{1,3}))?", text, sentence)
    return Retention(daily=int(kept[1]), weekly=int(kept[2] or 0))


# The texts of the following may hold a password, so no sentence quotes them.
def _mail(address: str, *, sender: str) -> MailServer | None:
    sentence = _("SCOREKEEPER_MAIL must look like smtp://user:password@mail.example.org:587.")
    server = _match(_MAIL, address, sentence) if address else None
    if server or sender:
        sentence = _(
            "SCOREKEEPER_MAIL_FROM must be the address that letters come from, such as cards@example.org."
        )
        _match(rf"{_MAILBOX}@{_NAME}", sender, sentence)
    if server is None:
        return None
    default = _TLS_PORT if server["tls"] else _SUBMISSION_PORT if server["user"] else _RELAY_PORT
    return MailServer(
        host=server["host"].strip("[]"),
        port=int(server["port"] or default),
        sender=sender,
        tls=bool(server["tls"]),
        user=unquote(server["user"]) if server["user"] else None,
        password=unquote(server["password"]) if server["password"] else None,
    )


def _contact(text: str) -> str | None:
    if not text:
        return None
    sentence = _("SCOREKEEPER_CONTACT must look like club@example.org or https://example.org/club.")
    contact = _match(rf"(?P<mail>{_MAILBOX}@{_LABEL}\.{_NAME})|https://{_PLACE}", text, sentence)
    return f"mailto:{text}" if contact["mail"] else text


def _public_url(text: str) -> str | None:
    sentence = _(
        "SCOREKEEPER_PUBLIC_URL must look like https://cards.example.org, in ASCII and without a user."
    )
    return _match(rf"https?://{_PLACE}", text, sentence)[0].rstrip("/") if text else None
