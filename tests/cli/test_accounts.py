"""`scorekeeper user`: links to accounts, for whoever has the machine."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.services.accounts import passwords, registration, sessions
from scorekeeper.services.accounts.registration import Purpose
from scorekeeper.services.accounts.sessions import SigningBrowser
from tests.support.accounts import CHEAP, OLGA, PASSWORD, make_account
from tests.support.club import Club
from tests.support.commands import Command, Outcome
from tests.support.disks import forget_connections
from tests.support.mailbox import Mailbox

PUBLIC = "https://cards.example.org"


def test_user_add_prints_a_link_that_makes_the_account(scorekeeper: Command, app: Flask) -> None:
    made = scorekeeper("user", "add", "Olga@example.org", "Olga  Nová", SCOREKEEPER_PUBLIC_URL=PUBLIC)

    assert (made.code, made.error) == (0, "")
    token = _token(made)
    app.config[passwords.COST_KEY] = CHEAP
    with app.app_context():
        assert registration.use_link(token, password=PASSWORD, browser=SigningBrowser("", datetime.now(UTC)))
        assert [(person.mail, person.name) for person in registration.everybody()] == [(OLGA, "Olga Nová")]


@pytest.mark.parametrize(
    ("mail", "name", "sentence"),
    [
        ("olga", "Olga", "Enter an email address, like ana@example.org."),
        ("pia@example.org", "", "Enter a name of 1 to 40 letters that everyone can see."),
        (
            OLGA,
            "Olga",
            "'olga@example.org' has an account already. "
            "For a new password, type `scorekeeper user reset MAIL`.",
        ),
    ],
)
def test_user_add_that_cannot_be_is_refused(
    scorekeeper: Command, app: Flask, mail: str, name: str, sentence: str
) -> None:
    make_account(app)

    assert scorekeeper("user", "add", mail, name) == Outcome(1, "", f"Error: {sentence}")


def test_user_reset_prints_a_link_to_a_new_password(scorekeeper: Command, app: Flask) -> None:
    make_account(app)

    made = scorekeeper("user", "reset", " OLGA@example.org", SCOREKEEPER_PUBLIC_URL=PUBLIC)

    with app.app_context():
        offer = registration.find_link(_token(made), now=datetime.now(UTC))
    assert offer is not None
    assert offer.purpose is Purpose.RESET


def test_user_reset_of_nobody_is_refused(scorekeeper: Command) -> None:
    refused = scorekeeper("user", "reset", "eve@example.org")

    assert refused == Outcome(
        1,
        "",
        "Error: No account has the email address 'eve@example.org'. "
        "`scorekeeper user list` shows all accounts.",
    )


def test_user_mail_changes_the_address(scorekeeper: Command, app: Flask) -> None:
    account = make_account(app)
    with app.app_context():
        letter = registration.offer_reset(OLGA, now=datetime.now(UTC), valid_for=timedelta(days=1))

    changed = scorekeeper("user", "mail", " OLGA@example.org", "Olga@club.example")

    assert changed == Outcome(0, "Olga now signs in as olga@club.example.\n", "")
    with app.app_context():
        assert registration.find("olga@club.example") == account
        assert registration.find(OLGA) is None
        assert letter is not None
        assert registration.find_link(letter.token, now=datetime.now(UTC)) is None


def test_user_mail_is_told_to_both_addresses(scorekeeper: Command, app: Flask) -> None:
    make_account(app)
    with Mailbox().listening() as mailbox:
        changed = scorekeeper(
            *("user", "mail", OLGA, "olga@club.example"),
            SCOREKEEPER_MAIL=f"smtp://127.0.0.1:{mailbox.port}",
            SCOREKEEPER_MAIL_FROM="cards@example.org",
            SCOREKEEPER_PUBLIC_URL=PUBLIC,
        )
        letters = [mailbox.next() for _ in range(2)]

    assert (changed.code, changed.error) == (0, "")
    assert [(to, letter["Subject"]) for to, letter in letters] == [
        (OLGA, "Your Scorekeeper account has a new email address"),
        ("olga@club.example", "Your Scorekeeper account has this email address now"),
    ]
    assert PUBLIC in str(letters[0][1].get_payload())
    assert f"{PUBLIC}/account/sign-in" in str(letters[1][1].get_payload())


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("eve@example.org", "eve@club.example", "'eve@example.org'"),
        (OLGA, "olga", "ana@example.org"),
        (OLGA, "pia@example.org", "'pia@example.org'"),
    ],
)
def test_user_mail_that_cannot_be_is_refused(
    scorekeeper: Command, app: Flask, old: str, new: str, named: str
) -> None:
    make_account(app)
    make_account(app, "pia@example.org", "Pia")

    refused = scorekeeper("user", "mail", old, new)

    assert (refused.code, refused.output, named in refused.error) == (1, "", True)
    with app.app_context():
        assert [person.mail for person in registration.everybody()] == [OLGA, "pia@example.org"]


def test_user_close_closes_an_account(scorekeeper: Command, app: Flask) -> None:
    make_account(app)

    closed = scorekeeper("user", "close", OLGA)

    assert closed == Outcome(0, "The account is closed. Older backups still contain it.\n", "")
    assert OLGA not in scorekeeper("user", "list").output
    assert scorekeeper("user", "close", OLGA).code == 1


def test_user_close_of_the_last_organiser_is_refused(scorekeeper: Command, app: Flask) -> None:
    olga = make_account(app)
    with app.app_context():
        Club(olga)

    assert scorekeeper("user", "close", OLGA) == Outcome(
        1,
        "",
        "Error: Nothing was changed. First invite another organiser of each of these leagues:\nThursday Club",
    )


def test_user_list_names_everybody(scorekeeper: Command, app: Flask) -> None:
    assert (
        scorekeeper("user", "list").output
        == "There are no accounts yet. To make one, type `scorekeeper user add MAIL NAME`.\n"
    )
    make_account(app, "pia@example.org", "Pia")
    make_account(app)

    assert scorekeeper("user", "list").output == "olga@example.org  Olga\npia@example.org  Pia\n"


def test_restore_brings_back_accounts_but_nothing_that_was_ended(
    scorekeeper: Command, app: Flask, tmp_path: Path
) -> None:
    account = make_account(app)
    now = datetime.now(UTC)
    with app.app_context():
        token = sessions.begin(account, browser=SigningBrowser("", now))
        link = registration.offer_reset(OLGA, now=now, valid_for=timedelta(days=1))
    copy = str(tmp_path / "copy.sqlite")
    assert scorekeeper("backup", copy).code == 0

    assert scorekeeper("restore", copy).code == 0

    forget_connections(app)
    with app.app_context():
        assert sessions.who(token, now=now) is None
        assert registration.find_link(link.token, now=now) is None
        assert [person.mail for person in registration.everybody()] == [OLGA]


def _token(made: Outcome) -> str:
    address = made.output.splitlines()[-1].strip()
    assert address.startswith(f"{PUBLIC}/account/links/")
    return address.rpartition("/")[2]
