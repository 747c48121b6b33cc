"""What can be set from outside, and the secret key: one frozen value, read from the environment once."""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from scorekeeper import mail_server
from scorekeeper.mail_server import MailServer
from scorekeeper.paths import default_data_folder
from scorekeeper.troubles import Trouble

DEFAULT_PORT = 8000
DATABASE_NAME = "scorekeeper.sqlite"
SECRET_KEY_NAME = "secret-key"
_SECRET_KEY_BYTES = 32
_SENDER = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+")


class SettingsError(Trouble):
    """A setting that cannot be used."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the program is told from outside.

    `data` is the folder of the database and the secret key, absolute. `public_url` is without a final slash.
    `trusted_proxies` is how many proxies in front are believed (0: no proxy header counts).
    `hosts` are the Host names answered besides those of this machine (empty: none configured), in lower case.
    `database` is a SQLAlchemy URL, or None for the SQLite file in `data`.
    `sign_up` is whether everybody may make an account. `mail` is None where no mail can be sent.
    """

    data: Path
    port: int = DEFAULT_PORT
    host: str = "0.0.0.0"
    public_url: str | None = None
    trusted_proxies: int = 0
    hosts: tuple[str, ...] = ()
    database: str | None = None
    sign_up: bool = False
    mail: MailServer | None = None

    @property
    def database_file(self) -> Path | None:
        """The SQLite file, or None when another database is configured."""
        return None if self.database else self.data / DATABASE_NAME

    @property
    def database_url(self) -> str:
        """The SQLAlchemy URL of the database."""
        return self.database or f"sqlite:///{(self.data / DATABASE_NAME).as_posix()}"


def from_environment(environ: Mapping[str, str]) -> Settings:
    """Read all settings; an unusable one raises SettingsError naming its variable."""
    data = environ.get("SCOREKEEPER_DATA") or default_data_folder(environ)
    return Settings(
        data=Path(data).expanduser().absolute(),
        port=_number(environ, name="PORT", default=DEFAULT_PORT, lowest=1, highest=65535),
        host=environ.get("SCOREKEEPER_HOST") or "0.0.0.0",
        public_url=_public_url(environ.get("SCOREKEEPER_PUBLIC_URL", "")),
        trusted_proxies=_number(environ, name="SCOREKEEPER_TRUSTED_PROXIES", default=0, lowest=0, highest=10),
        hosts=tuple(environ.get("SCOREKEEPER_HOSTS", "").lower().replace(",", " ").split()),
        database=environ.get("SCOREKEEPER_DATABASE") or None,
        sign_up=_is_open(environ.get("SCOREKEEPER_SIGN_UP", "")),
        mail=_mail(environ.get("SCOREKEEPER_MAIL", ""), sender=environ.get("SCOREKEEPER_MAIL_FROM", "")),
    )


def secret_key(data: Path) -> bytes:
    """The key of all signatures and derived tokens: 32 bytes, made once in `data`, for its owner only.

    Several processes may ask at once, and any may be killed: each writes a draft of its own, and the first to
    give its draft the name wins. The name thus stands for a whole key from the beginning, and for ever the
    same. No hard link is needed: memory sticks know none. `data` must exist.
    """
    path = data / SECRET_KEY_NAME
    with suppress(FileNotFoundError):
        return _checked_key(path)
    draft = data / f"{SECRET_KEY_NAME}.{secrets.token_hex(8)}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(secrets.token_bytes(_SECRET_KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        _rename_if_free(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return _checked_key(path)


def _checked_key(path: Path) -> bytes:
    key = path.read_bytes()
    if len(key) < _SECRET_KEY_BYTES:
        raise SettingsError(f"The secret key in {path} is damaged: put it back from a backup or remove it.")
    return key


if sys.platform == "win32":

    def _rename_if_free(draft: Path, path: Path) -> None:
        with suppress(FileExistsError):
            draft.rename(path)

else:
    import fcntl

    def _rename_if_free(draft: Path, path: Path) -> None:
        # Here renaming would replace an older key, so one at a time looks and renames. Some network folders
        # cannot be locked: there, two first starts at one moment are not kept apart.
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            with suppress(OSError):
                fcntl.flock(folder, fcntl.LOCK_EX)
            if not path.exists():
                draft.rename(path)
        finally:
            os.close(folder)


def _number(environ: Mapping[str, str], *, name: str, default: int, lowest: int, highest: int) -> int:
    text = environ.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and lowest <= int(text) <= highest):
        raise SettingsError(f"{name} must be a whole number from {lowest} to {highest}, not {text!r}.")
    return int(text)


def _is_open(text: str) -> bool:
    if text.strip() not in ("", "open", "closed"):
        raise SettingsError(f"SCOREKEEPER_SIGN_UP must be open or closed, not {text!r}.")
    return text.strip() == "open"


def _mail(address: str, *, sender: str) -> MailServer | None:
    if not address.strip():
        return None
    if not _SENDER.fullmatch(sender.strip()):
        raise SettingsError(
            f"SCOREKEEPER_MAIL_FROM must be the mail address that letters come from, not {sender!r}."
        )
    found = mail_server.read(address, sender=sender.strip())
    if found is None:
        # What was written there may hold a password.
        raise SettingsError("SCOREKEEPER_MAIL must look like smtp://user:password@mail.example.org:587.")
    return found


def _public_url(text: str) -> str | None:
    if not text.strip():
        return None
    if not _is_plain_address(text.strip()):
        raise SettingsError(f"SCOREKEEPER_PUBLIC_URL must look like https://cards.example.org, not {text!r}.")
    return text.strip().rstrip("/")


def _is_plain_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment)
