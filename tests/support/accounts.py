"""Organisers of the web tests: accounts and sign-ins without the cost of a password."""

from sqlite3 import Connection

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.models.engine import writing
from scorekeeper.services.accounts import passwords, registration, sessions
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.accounts.sessions import SigningBrowser
from scorekeeper.web.accounts import current_account
from tests.support.phones import Phone

OLGA = "olga@example.org"
PASSWORD = "three trios and a run"
CHEAP = (8, 1, 1)


def make_account(app: Flask, mail: str = OLGA, name: str = "Olga", password: str | None = None) -> int:
    """Make an account and return its id; from now on the application hashes passwords cheaply."""
    app.config[passwords.COST_KEY] = CHEAP
    with app.app_context(), writing() as connection:
        person = Person(registration.clean_mail(mail), name)
        password_hash = None if password is None else passwords.hashed(password)
        return registration.add(
            connection, person, password_hash=password_hash, now=app.extensions["clock"]()
        )


def sign_in(phone: Phone | FlaskClient, account_id: int, *, label: str = "Firefox, Linux") -> None:
    """Sign this browser in to the account, without the form."""
    client = phone.client if isinstance(phone, Phone) else phone
    app = client.application
    with app.app_context():
        token = sessions.begin(account_id, browser=SigningBrowser(label, app.extensions["clock"]()))
    client.set_cookie(current_account.COOKIE, token)


def enter(phone: Phone, mail: str = OLGA, password: str = PASSWORD, **fields: str) -> TestResponse:
    """Sign in by the form."""
    return phone.post("/account/sign-in", {"mail": mail, "password": password, **fields})


def is_signed_in(phone: Phone) -> bool:
    """Whether the account page lets this browser in."""
    return phone.get("/account").status_code == 200


def add_passkey(db: Connection, account_id: int, credential_id: str) -> None:
    """Store a passkey of an account that no device has."""
    db.execute(
        "INSERT INTO passkey (account_id, credential_id, public_key, sign_count, site, label, created_at)"
        " VALUES (?, ?, x'00', 0, 'localhost', 'Firefox, Mac', '2026-11-20')",
        (account_id, credential_id),
    )
