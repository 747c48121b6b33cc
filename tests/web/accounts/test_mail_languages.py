"""A letter is in the language of whoever asked for it."""

from tests.support.accounts import OLGA, PASSWORD, make_account
from tests.support.escapes import LONG, SPOKEN, escaped
from tests.support.mailbox import PUBLIC_URL


def test_a_letter_speaks_the_language_of_its_request(app, mailed_phone, mailbox):
    app.extensions["languages"] = SPOKEN
    make_account(app, password=PASSWORD)
    mailed_phone.client.set_cookie("language", LONG.code)

    mailed_phone.post("/account/recovery", {"mail": OLGA})

    _to, letter = mailbox.next()
    text = letter.get_payload(decode=True).decode().replace(PUBLIC_URL, "")
    assert text.startswith("⟦")
    assert escaped(" ".join(text.split("/account/links/")[0].split())) == []
