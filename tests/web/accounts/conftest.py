"""A phone before a server that sends its letters to a mailbox of the test."""

from dataclasses import replace

import pytest

from scorekeeper.config import MailServer
from scorekeeper.services.accounts import passwords
from tests.support.accounts import CHEAP
from tests.support.mailbox import PUBLIC_URL, SENDER, Mailbox
from tests.support.phones import Phone


@pytest.fixture
def mailbox():
    with Mailbox().listening() as mailbox:
        yield mailbox


@pytest.fixture
def mailed_phone(app, clock, mailbox):
    app.config[passwords.COST_KEY] = CHEAP
    app.extensions["settings"] = replace(
        app.extensions["settings"],
        public_url=PUBLIC_URL,
        sign_up=True,
        mail=MailServer("127.0.0.1", mailbox.port, SENDER),
    )
    return Phone(app)
