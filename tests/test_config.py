"""Settings come from the environment once, and what cannot be used is refused in a sentence."""

from __future__ import annotations

import errno
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from scorekeeper import paths
from scorekeeper.config import Settings, SettingsError, from_environment, secret_key
from scorekeeper.mail_server import MailServer

MAIL = {"SCOREKEEPER_MAIL": "smtp://localhost", "SCOREKEEPER_MAIL_FROM": "cards@example.org"}


def test_settings_without_any_variable_are_the_defaults() -> None:
    settings = from_environment({})

    assert settings == Settings(data=paths.CHECKOUT / "instance", port=8000, host="0.0.0.0")
    assert settings.database_url == f"sqlite:///{paths.CHECKOUT / 'instance' / 'scorekeeper.sqlite'}"


def test_settings_are_all_read(tmp_path: Path) -> None:
    settings = from_environment(
        {
            "SCOREKEEPER_DATA": str(tmp_path),
            "PORT": "8123",
            "SCOREKEEPER_HOST": "127.0.0.1",
            "SCOREKEEPER_PUBLIC_URL": "https://cards.example.org/",
            "SCOREKEEPER_TRUSTED_PROXIES": "1",
            "SCOREKEEPER_HOSTS": "Cards.example.org, other.example.org",
            "SCOREKEEPER_DATABASE": "postgresql://somewhere/scores",
            "SCOREKEEPER_SIGN_UP": "open",
            "SCOREKEEPER_MAIL": "smtps://cards:p%40ss@mail.example.org",
            "SCOREKEEPER_MAIL_FROM": "cards@example.org",
        }
    )

    assert settings == Settings(
        data=tmp_path,
        port=8123,
        host="127.0.0.1",
        public_url="https://cards.example.org",
        trusted_proxies=1,
        hosts=("cards.example.org", "other.example.org"),
        database="postgresql://somewhere/scores",
        sign_up=True,
        mail=MailServer(
            "mail.example.org", 465, "cards@example.org", tls=True, user="cards", password="p@ss"
        ),
    )
    assert settings.database_file is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "http"),
        ("PORT", "-1"),
        ("PORT", "٨٠٠٠"),
        ("SCOREKEEPER_TRUSTED_PROXIES", "11"),
        ("SCOREKEEPER_PUBLIC_URL", "cards.example.org"),
        ("SCOREKEEPER_PUBLIC_URL", "ftp://cards.example.org"),
        ("SCOREKEEPER_PUBLIC_URL", "http://[half"),
        ("SCOREKEEPER_PUBLIC_URL", "https://cards.example.org/?x=1"),
        ("SCOREKEEPER_SIGN_UP", "yes"),
        ("SCOREKEEPER_MAIL", "mail.example.org"),
        ("SCOREKEEPER_MAIL", "http://mail.example.org"),
        ("SCOREKEEPER_MAIL", "smtp://mail.example.org:x"),
        ("SCOREKEEPER_MAIL", "smtp://[half"),
        ("SCOREKEEPER_MAIL_FROM", ""),
        ("SCOREKEEPER_MAIL_FROM", "Cards <cards@example.org>"),
    ],
)
def test_settings_that_cannot_be_used_are_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} must .*\\.$"):
        from_environment({**MAIL, name: value} if name.startswith("SCOREKEEPER_MAIL") else {name: value})


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("smtp://localhost", "smtp://localhost:25"),
        ("smtp://cards:secret@mail.example.org", "smtp://cards:***@mail.example.org:587"),
        ("smtps://[2001:db8::7]:2465", "smtps://[2001:db8::7]:2465"),
    ],
)
def test_mail_server_is_shown_without_its_password(address: str, shown: str) -> None:
    server = from_environment({**MAIL, "SCOREKEEPER_MAIL": address}).mail

    assert server is not None
    assert server.shown == shown
    assert "secret" not in repr(server)


def test_secret_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    first = secret_key(tmp_path)

    assert len(first) == 32
    assert secret_key(tmp_path) == first
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


@pytest.mark.parametrize("_again", range(10))
def test_secret_key_is_the_same_for_all_who_ask_at_once(tmp_path: Path, _again: int) -> None:
    barrier = Barrier(8)

    def ask(_: int) -> bytes:
        barrier.wait(timeout=30)
        return secret_key(tmp_path)

    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(ask, range(8)))

    assert keys == {(tmp_path / "secret-key").read_bytes()}
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_secret_key_is_made_where_there_are_no_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)

    assert len(secret_key(tmp_path)) == 32


def test_secret_key_that_is_damaged_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_bytes(b"short")

    with pytest.raises(SettingsError, match="damaged"):
        secret_key(tmp_path)

    assert (tmp_path / "secret-key").read_bytes() == b"short"
