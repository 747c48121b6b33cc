"""Letters with a link: whoever asks learns nothing, whoever has the mailbox gets in."""

import re

import pytest

from scorekeeper import background
from scorekeeper.config import MailServer
from scorekeeper.web.accounts import mail
from tests.support.accounts import OLGA, PASSWORD, enter, make_account, sign_in
from tests.support.mailbox import PUBLIC_URL, SENDER
from tests.support.phones import Phone, text_of
from tests.support.reused import LONGEST_WAIT

NEW_PASSWORD = "Your Scorekeeper account has a new password"


@pytest.fixture
def phone(mailed_phone):
    return mailed_phone


def link_in(letter):
    return re.search(rf"{PUBLIC_URL}(/account/links/\S+)", text_in(letter))[1]


def text_in(letter):
    return letter.get_payload(decode=True).decode().replace("\r\n", "\n")


def subject_of(posted):
    to, letter = posted
    return to, letter["Subject"]


def test_recovery_sends_a_link_to_the_account(app, phone, mailbox):
    make_account(app, password="what nobody remembers")

    assert phone.post("/account/recovery", {"mail": " Olga@example.org"}).status_code == 303

    to, letter = mailbox.next()
    assert (to, letter["To"], letter["From"]) == (OLGA, OLGA, SENDER)
    assert letter["Subject"] == "Your new Scorekeeper password"
    assert phone.post(link_in(letter), {"password": PASSWORD}).status_code == 303
    assert enter(Phone(app)).status_code == 303


def test_recovery_answers_alike_whoever_has_an_account(app, phone, mailbox):
    make_account(app)

    answers = [phone.post("/account/recovery", {"mail": mail}) for mail in ("nobody@example.org", "", OLGA)]

    assert [answer.status_code for answer in answers] == [303] * 3
    assert {answer.location for answer in answers} == {"/account/recovery?said=recovery-sent"}
    assert "If it has an account here, we’ve sent a link." in text_of(phone.get(answers[0].location))
    assert mailbox.next()[0] == OLGA  # letters are sent in turn: nothing came for those before


def test_sign_up_sends_a_link_that_makes_the_account(app, phone, mailbox):
    asked = phone.post("/account/sign-up", {"mail": "pia@example.org", "name": "Pia"})
    assert asked.location == "/account/sign-up?said=sign-up-sent"

    to, letter = mailbox.next()

    assert to == "pia@example.org"
    assert enter(phone, mail=to).status_code == 422
    assert phone.post(link_in(letter), {"password": PASSWORD}).status_code == 303
    assert enter(Phone(app), mail=to).status_code == 303


def test_sign_up_of_somebody_known_answers_alike_and_sends_a_new_password(app, phone, mailbox):
    make_account(app)

    asked = phone.post("/account/sign-up", {"mail": OLGA, "name": "Eve"})

    assert asked.location == "/account/sign-up?said=sign-up-sent"
    assert mailbox.next()[1]["Subject"] == "Your new Scorekeeper password"


def test_changed_password_is_told_with_the_time_and_the_browser(app, phone, mailbox, monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Prague")
    sign_in(phone, make_account(app, password=PASSWORD))
    phone.client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (Android 15; Mobile) Firefox/140.0"

    phone.post("/account/password", {"current": PASSWORD, "password": "two runs and a trio"})

    to, letter = mailbox.next()
    assert (to, letter["Subject"]) == (OLGA, NEW_PASSWORD)
    assert text_in(letter) == (
        f"{NEW_PASSWORD}.\n\n"
        "When: 20 November 2026, 20:00 (Europe/Prague)\n"
        "Where: Firefox, Android\n\n"
        "Was it you? Then you have nothing to do. If it wasn't you, choose a new password now:\n\n"
        "https://cards.example.org/account/recovery\n\n"
        "That signs out every browser and removes every passkey of your account. "
        "Your account page shows where you're signed in:\n\n"
        "https://cards.example.org/account\n"
    )


def test_password_that_a_link_sets_is_told(app, phone, mailbox):
    make_account(app)
    phone.post("/account/recovery", {"mail": OLGA})

    phone.post(link_in(mailbox.next()[1]), {"password": PASSWORD})

    assert subject_of(mailbox.next()) == (OLGA, NEW_PASSWORD)


def test_browser_that_is_new_to_an_account_is_told_once(app, phone, mailbox):
    for to in (OLGA, "pia@example.org"):
        make_account(app, to, password=PASSWORD)

    for to in (OLGA, "pia@example.org"):
        assert enter(phone, to, password="wrong").status_code == 422
        for _ in range(2):
            assert enter(phone, to).status_code == 303

    # Letters are sent in turn: none came in between.
    new = "New sign-in to your Scorekeeper account"
    assert [subject_of(mailbox.next()) for _ in range(2)] == [(OLGA, new), ("pia@example.org", new)]


def test_new_account_is_told_nothing_of_its_first_browser(app, phone, mailbox):
    make_account(app)
    phone.post("/account/sign-up", {"mail": "pia@example.org", "name": "Pia"})
    phone.post(link_in(mailbox.next()[1]), {"password": PASSWORD})
    enter(phone, "pia@example.org")

    phone.post("/account/recovery", {"mail": OLGA})

    assert mailbox.next()[0] == OLGA


def test_letters_to_one_address_are_counted(phone):
    sent = [phone.post("/account/recovery", {"mail": OLGA}).status_code for _ in range(4)]

    assert sent == [303] * 3 + [429]


def test_letters_never_carry_a_name_that_only_the_request_claims(app, phone, mailbox):
    make_account(app)
    fields = {"mail": OLGA, "csrf_token": phone.token}
    evil = "evil.example"
    phone.client.set_cookie("device", phone.client.get_cookie("device").value, domain=evil)

    sent = phone.client.post("/account/recovery", data=fields, base_url=f"http://{evil}")

    assert sent.status_code == 303

    assert link_in(mailbox.next()[1])


def test_letter_that_is_not_taken_is_written_down_and_the_next_one_sent(app, phone, mailbox, caplog):
    make_account(app)
    mailbox.refuses = True
    phone.post("/account/recovery", {"mail": OLGA})
    assert background.finish(app, seconds=LONGEST_WAIT)
    mailbox.refuses = False

    phone.post("/account/recovery", {"mail": OLGA})

    assert mailbox.next()[0] == OLGA
    assert [record.message.partition(":")[0] for record in caplog.records] == ["A letter was not sent"]


def test_password_of_the_mail_server_is_told_on_this_machine(mailbox):
    mail.send(
        MailServer("127.0.0.1", mailbox.port, SENDER, user="u", password="p"), to=OLGA, subject="", text=""
    )

    assert [command.split()[0] for command in mailbox.commands].count("AUTH") == 1


def test_password_of_the_mail_server_is_told_nobody_else_in_plain_text(mailbox):
    # This name leads here, too, but nobody can know that of a name.
    elsewhere = MailServer("LOCALHOST", mailbox.port, SENDER, user="u", password="p")

    with pytest.raises(mail.NotSent, match="no encryption"):
        mail.send(elsewhere, to=OLGA, subject="", text="")

    assert "AUTH" not in " ".join(mailbox.commands)


def test_letter_to_a_server_that_is_not_there_is_not_sent():
    with pytest.raises(mail.NotSent):
        mail.send(MailServer("127.0.0.1", 1, SENDER), to=OLGA, subject="", text="")
