"""Organisers of the web tests: accounts and sign-ins without the cost of a password."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.models.engine import writing
from scorekeeper.services.accounts import keeping, signing
from scorekeeper.services.accounts.keeping import Person
from scorekeeper.web import accounts_here, clock
from tests.web.phones import Phone

OLGA = "olga@example.org"


def make_account(app: Flask, mail: str = OLGA, name: str = "Olga") -> int:
    """An account without a password; its id."""
    with app.app_context(), writing() as connection:
        person = Person(keeping.clean_mail(mail), name)
        return keeping.add(connection, person, password_hash=None, now=clock.of(app))


def sign_in(phone: Phone | FlaskClient, account_id: int, *, label: str = "Firefox, Linux") -> None:
    """Let this browser be signed in to the account."""
    client = phone.client if isinstance(phone, Phone) else phone
    app = client.application
    with app.app_context():
        token = signing.begin_for(account_id, label=label, now=clock.of(app))
    client.set_cookie(accounts_here.COOKIE, token)
