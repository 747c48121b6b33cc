"""Letters are in the language of whoever asked for them."""

from __future__ import annotations

import calendar
from email.header import decode_header, make_header

import pytest

from scorekeeper.web.accounts import mail
from tests.support.accounts import OLGA, PASSWORD, make_account
from tests.support.escapes import escaped
from tests.support.languages import LONG
from tests.support.mailbox import PUBLIC_URL
from tests.support.speaking import with_languages

# What a letter tells: a moment, a time zone, a browser, and the ends of addresses.
VALUES = {*calendar.month_name, "AM", "PM", "Etc", "UTC", "Firefox", "account", "recovery"}


@pytest.fixture
def app(data):
    yield from with_languages(data)


@pytest.fixture
def phone(mailed_phone):
    """A phone that has chosen another language."""
    mailed_phone.client.set_cookie("language", LONG)
    return mailed_phone


def english_in(letter):
    subject = str(make_header(decode_header(letter["Subject"])))
    text = letter.get_payload(decode=True).decode()
    return escaped(" ".join(f"{subject} {text}".replace(PUBLIC_URL, " ").split("/account/links/")[0].split()))


def test_letter_with_a_link_speaks_the_language_of_its_request(app, phone, mailbox):
    make_account(app, password=PASSWORD)
    phone.post("/account/recovery", {"mail": OLGA})
    phone.post("/account/sign-up", {"mail": "new@example.org", "name": "Ana"})

    for _letter in range(2):
        _to, letter = mailbox.next()
        assert "⟦" in letter.get_payload(decode=True).decode()
        assert english_in(letter) == []


@pytest.mark.parametrize("news", mail.News)
def test_news_speak_the_language_of_the_browser(app, phone, mailbox, news):
    with app.test_request_context("/", headers={"Accept-Language": LONG, "User-Agent": "Firefox/140.0"}):
        app.preprocess_request()
        mail.send_news(OLGA, news)

    _to, letter = mailbox.next()
    assert set(english_in(letter)) <= VALUES
