"""Proves that settings are read from the environment once, and that a bad one is refused with a sentence."""

import os
import stat
from pathlib import Path

import pytest

from scorekeeper import paths
from scorekeeper.config import (
    MailServer,
    Retention,
    Settings,
    SettingsError,
    Starters,
    from_environment,
    secret_key,
)

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
            "SCOREKEEPER_HSTS": "365",
            "SCOREKEEPER_CONTACT": "club@example.org",
            "SCOREKEEPER_LOG": "json",
            "SCOREKEEPER_SIGN_UP": "open",
            "SCOREKEEPER_GAMES": " nights ",
            "SCOREKEEPER_MAIL": "smtps://cards:p%40ss@mail.example.org",
            "SCOREKEEPER_MAIL_FROM": "cards@example.org",
            "SCOREKEEPER_BACKUPS": "3+12",
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
        hsts_days=365,
        contact="mailto:club@example.org",
        log_as_json=True,
        games=Starters.NIGHTS,
        mail=MailServer(
            "mail.example.org", 465, "cards@example.org", tls=True, user="cards", password="p@ss"
        ),
        backups=Retention(daily=3, weekly=12),
    )
    assert settings.database_file is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCOREKEEPER_DATA", "~nobody99/cards"),
        ("SCOREKEEPER_DATABASE", "scores"),
        ("SCOREKEEPER_DATABASE", "postgresql://cards:hush@host:abc/scores"),
        ("SCOREKEEPER_DATABASE", "postgresql+pg8000://cards:hush@host/scores"),
        ("SCOREKEEPER_DATABASE", "sqlite:////srv/scores.sqlite"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "http"),
        ("PORT", "٨٠٠٠"),
        ("SCOREKEEPER_TRUSTED_PROXIES", "11"),
        ("SCOREKEEPER_HSTS", "3651"),
        ("SCOREKEEPER_CONTACT", "http://club.example.org"),
        ("SCOREKEEPER_CONTACT", "https://club.example.org/a\nb"),
        ("SCOREKEEPER_CONTACT", "https://me:hush@club.example.org"),
        ("SCOREKEEPER_CONTACT", "javascript:alert(1)@example.org"),
        ("SCOREKEEPER_CONTACT", "club?cc=me@example.org"),
        ("SCOREKEEPER_CONTACT", "a@b"),
        ("SCOREKEEPER_CONTACT", "club@example."),
        ("SCOREKEEPER_CONTACT", "club@müller.example"),
        ("SCOREKEEPER_LOG", "yes"),
        ("SCOREKEEPER_PUBLIC_URL", "cards.example.org"),
        ("SCOREKEEPER_PUBLIC_URL", "http://[half"),
        ("SCOREKEEPER_PUBLIC_URL", "https://cards.example.org/?x=1"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards:abc"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards:0"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards:65536"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards/a\nb"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards/é"),
        ("SCOREKEEPER_PUBLIC_URL", "http://müller.example"),
        ("SCOREKEEPER_PUBLIC_URL", "http://me:hush@cards.example.org"),
        ("SCOREKEEPER_SIGN_UP", "yes"),
        ("SCOREKEEPER_HOSTS", "https://cards.example.org"),
        ("SCOREKEEPER_HOSTS", "cards.home, ü é"),
        ("SCOREKEEPER_HOSTS", "cards.home:8000"),
        ("SCOREKEEPER_HOSTS", ".example.org"),
        ("SCOREKEEPER_HOSTS", "-cards.home"),
        ("SCOREKEEPER_HOSTS", "[fd00::zz]"),
        ("SCOREKEEPER_GAMES", "nobody"),
        ("SCOREKEEPER_MAIL", "mail.example.org"),
        ("SCOREKEEPER_MAIL", "smtp://mail.example.org:x"),
        ("SCOREKEEPER_MAIL", "smtp://[half"),
        ("SCOREKEEPER_MAIL", "smtp://mail.example.org:65536"),
        ("SCOREKEEPER_BACKUPS", "7 + 8"),
        ("SCOREKEEPER_BACKUPS", "7+8+9"),
        ("SCOREKEEPER_BACKUPS", "1000"),
        ("SCOREKEEPER_BACKUPS", "٧+٨"),
        ("SCOREKEEPER_MAIL_FROM", ""),
        ("SCOREKEEPER_MAIL_FROM", "Cards <cards@example.org>"),
        ("SCOREKEEPER_MAIL_FROM", "cards:hush@example.org"),
        ("SCOREKEEPER_MAIL_FROM", "cards@exa mple.org"),
    ],
)
def test_settings_that_cannot_be_used_are_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} must .*\\.$") as refused:
        from_environment({**MAIL, name: value} if name.startswith("SCOREKEEPER_MAIL") else {name: value})
    assert "hush" not in str(refused.value)


def test_a_user_without_a_home_folder_must_name_the_folder_of_the_scores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(paths, "in_checkout", lambda: False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)

    with pytest.raises(SettingsError, match=r"^SCOREKEEPER_DATA must "):
        from_environment({})


@pytest.mark.parametrize(
    ("name", "mail"),
    [
        ("SCOREKEEPER_MAIL", {"SCOREKEEPER_MAIL": "foo"}),
        ("SCOREKEEPER_MAIL_FROM", {"SCOREKEEPER_MAIL": "smtp://localhost"}),
        ("SCOREKEEPER_MAIL_FROM", {"SCOREKEEPER_MAIL_FROM": "nonsense"}),
    ],
)
def test_the_first_setting_of_mail_that_is_wrong_is_named(name: str, mail: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match=f"^{name} must "):
        from_environment(mail)


def test_a_sender_without_a_server_sends_no_letters() -> None:
    assert from_environment({"SCOREKEEPER_MAIL_FROM": "cards@localhost"}).mail is None


@pytest.mark.parametrize("sender", ["cards@localhost", "Tom.O'Hara+cards=1@xn--mller-kva.Example"])
def test_senders_that_can_be_used(sender: str) -> None:
    mail = from_environment({**MAIL, "SCOREKEEPER_MAIL_FROM": f" {sender} "}).mail

    assert mail is not None
    assert mail.sender == sender


@pytest.mark.parametrize(
    "address",
    [
        "http://cards",
        "http://192.168.1.7:8000",
        "http://[fd00::7]:8000",
        "https://xn--mller-kva.example/cards",
        "https://club.example.org/@cards",
    ],
)
def test_public_addresses_that_can_be_used(address: str) -> None:
    assert from_environment({"SCOREKEEPER_PUBLIC_URL": f" {address}/ "}).public_url == address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("club@example.org", "mailto:club@example.org"),
        ("https://social.example/@club", "https://social.example/@club"),
    ],
)
def test_contacts_that_can_be_used(text: str, address: str) -> None:
    assert from_environment({"SCOREKEEPER_CONTACT": text}).contact == address


def test_host_names_that_can_be_used() -> None:
    hosts = (
        "cards",
        "score_keeper.home",
        "xn--mller-kva.example",
        "cards.example.org.",
        "192.168.1.7",
        "[fd00::7]",
    )

    assert from_environment({"SCOREKEEPER_HOSTS": " ".join(hosts)}).hosts == hosts


@pytest.mark.parametrize(
    ("text", "read", "shown"),
    [
        ("", Retention(7, 8), "7+8"),
        (" 7+8 ", Retention(7, 8), "7+8"),
        ("30", Retention(30, 0), "30+0"),
        ("0+52", Retention(0, 52), "0+52"),
        ("0", Retention(0, 0), "0"),
        ("0+0", Retention(0, 0), "0"),
    ],
)
def test_how_many_backups_are_kept(text: str, read: Retention, shown: str) -> None:
    retention = from_environment({"SCOREKEEPER_BACKUPS": text}).backups

    assert (retention, str(retention), retention.on) == (read, shown, shown != "0")


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


@pytest.mark.parametrize("links", [True, False])
def test_the_secret_key_of_the_program_that_is_first_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    others: list[bytes] = []

    def overtaken(_file: int) -> None:
        monkeypatch.undo()
        if not links:
            monkeypatch.setattr(os, "link", refused)
        others.append(secret_key(tmp_path))

    def refused(*_paths: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fsync", overtaken)

    assert [secret_key(tmp_path)] == others
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_secret_key_that_is_damaged_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_bytes(b"short")

    with pytest.raises(SettingsError, match="damaged"):
        secret_key(tmp_path)

    assert (tmp_path / "secret-key").read_bytes() == b"short"
