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
    ],
)
def test_settings_that_cannot_be_used_are_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} must .*\\.$"):
        from_environment({name: value})


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
