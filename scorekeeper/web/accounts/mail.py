"""Letters to organisers. They are sent after the answer, whose time thus tells nobody who has an account.

Some hold a one-time link. The others tell of a change to an account, in case its owner did not make it.
"""

import smtplib
import ssl
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from enum import Enum
from functools import partial
from typing import Final

from flask import Flask, current_app, render_template

from scorekeeper import background, config
from scorekeeper.config import MailServer
from scorekeeper.language import N_, Language, Sentence, _, current, speaking
from scorekeeper.rules.faults import RuleViolation
from scorekeeper.services.accounts import registration
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.common import limits
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.web.accounts import current_account
from scorekeeper.web.http import addresses, clock, formats
from scorekeeper.web.http.access import count_network

RESET_VALID_FOR: Final = timedelta(hours=1)
SIGN_UP_VALID_FOR: Final = timedelta(days=1)
MAIL_WITHIN: Final = timedelta(hours=1)
MAILS_OF_NETWORK: Final = 10
MAILS_TO_ADDRESS: Final = 3
_PATIENCE_SECONDS: Final = 20
_RECOVERY: Final = N_("Your new Scorekeeper password")
_SIGN_UP: Final = N_("Your Scorekeeper account")
_MAIL_CHANGED: Final = (
    (N_("Your Scorekeeper account has a new email address"), "accounts/mail_changed_from.txt"),
    (N_("Your Scorekeeper account has this email address now"), "accounts/mail_changed_to.txt"),
)


class AccountNews(Enum):
    """A change to an account of which a letter tells its owner: what its subject and first sentence say."""

    PASSWORD_CHANGED = N_("Your Scorekeeper account has a new password")
    PASSKEY_ADDED = N_("Your Scorekeeper account has a new passkey")
    PASSKEY_REMOVED = N_("Your Scorekeeper account lost a passkey")
    NEW_BROWSER = N_("New sign-in to your Scorekeeper account")


def init_app(app: Flask) -> None:
    """Prepare to send one letter at a time, in a thread that starts with the first letter."""
    app.extensions["letters"] = ThreadPoolExecutor(max_workers=1, thread_name_prefix="letters")
    app.extensions["unsent_letters"] = set()
    background.register(app, partial(_finish, app))


def can_be_sent() -> bool:
    """Whether a mail server is configured."""
    return config.current().mail is not None


def count_mail(mail: str) -> None:
    """Count one mail that somebody asked for; TooManyAttempts for the network or the address."""
    count_network("mail", most=MAILS_OF_NETWORK, within=MAIL_WITHIN)
    key = f"mail-to:{keyed_text('tries', mail)}"
    limits.count_attempt(key, now=clock.now(), most=MAILS_TO_ADDRESS, within=MAIL_WITHIN)


def send_recovery(mail: str) -> None:
    """Send a link to a new password if the address has an account; the answer and its time do not show it."""
    _later(_recover, Person(mail, ""))


def send_sign_up(person: Person) -> None:
    """Send a link to a new account, or to a new password if the address has an account."""
    _later(_sign_up, person)


def send_news(mail: str, news: AccountNews) -> None:
    """Tell the owner of an account about a change that this browser has just made, if mail can be sent."""
    if can_be_sent():
        _later(_news, mail, news, current_account.browser_label())


def send_change_of_mail(app: Flask, *, old: str, new: str, base: str) -> None:
    """Write to the old and the new mail address of an account, at once."""
    for mail, (subject, template) in zip((old, new), _MAIL_CHANGED, strict=True):
        _logged(app, _send, template, mail, base=base, subject=subject)


def base() -> str:
    """The beginning of the addresses in letters; never a host name that only the request claims."""
    settings = config.current()
    return addresses.outside("") or f"http://localhost:{settings.port}"


def link_address(base: str, token: str) -> str:
    """The address of a one-time link to an account, below `base`."""
    return f"{base}/account/links/{token}"


def _finish(app: Flask, seconds: float) -> bool:
    """Wait for letters that are not sent yet; log how many are lost."""
    _sent, lost = wait(set(app.extensions["unsent_letters"]), timeout=seconds)
    if lost:
        app.logger.error("%d letters were not sent, as the server was stopped", len(lost))
    return not lost


def _later(write: Callable[..., None], *about: object) -> None:
    """Write a letter after the answer, in the language of whoever asked for it."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]

    def run(language: Language, **more: object) -> None:
        with speaking(language):
            _logged(app, write, *about, **more)

    unsent: set[Future[None]] = app.extensions["unsent_letters"]
    letter = app.extensions["letters"].submit(run, current(), base=base(), now=clock.now())
    unsent.add(letter)
    letter.add_done_callback(unsent.discard)


def _logged(app: Flask, write: Callable[..., None], *about: object, **more: object) -> None:
    with app.app_context():
        try:
            write(*about, **more)
        except NotSent as error:
            app.logger.error("A letter was not sent: %s", error)
        except Exception:
            app.logger.exception("A letter was not sent")


def _recover(person: Person, *, base: str, now: datetime) -> None:
    link = registration.offer_reset(person.mail, now=now, valid_for=RESET_VALID_FOR)
    if link is not None:
        _send("accounts/recovery.txt", person.mail, subject=_RECOVERY, link=link_address(base, link.token))


def _sign_up(person: Person, *, base: str, now: datetime) -> None:
    try:
        link = registration.offer_account(person, now=now, valid_for=SIGN_UP_VALID_FOR)
    except RuleViolation:
        _recover(person, base=base, now=now)
    else:
        _send("accounts/sign_up.txt", person.mail, subject=_SIGN_UP, link=link_address(base, link.token))


def _news(mail: str, news: AccountNews, label: str, *, base: str, now: datetime) -> None:
    zone = clock.server_zone()
    when = f"{formats.spoken_moment(formats.local(now, zone))} ({zone})"
    about = {"news": _(news.value), "when": when, "label": _(label), "base": base}
    _send("accounts/news.txt", mail, subject=news.value, **about)


def _send(template: str, mail: str, *, subject: Sentence, **about: object) -> None:
    server = config.current().mail
    if server is not None:
        send(server, to=mail, subject=_(subject), text=render_template(template, **about))


class NotSent(Exception):
    """The mail server did not take the letter."""


def send(server: MailServer, *, to: str, subject: str, text: str) -> None:
    """Send a letter; NotSent. The password goes to another machine only over an encrypted connection."""
    context = ssl.create_default_context()
    connect = partial(smtplib.SMTP_SSL, context=context) if server.tls else smtplib.SMTP
    try:
        letter = _letter(server, to=to, subject=subject, text=text)
        with connect(server.host, server.port, timeout=_PATIENCE_SECONDS) as connection:
            _open(connection, server, context)
            connection.send_message(letter, server.sender, [to])
    except (OSError, ValueError, smtplib.SMTPException) as error:
        raise NotSent(str(error)) from error


def _letter(server: MailServer, *, to: str, subject: str, text: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"] = server.sender
    letter["To"] = to
    letter["Subject"] = subject
    letter["Date"] = formatdate()
    letter["Message-ID"] = make_msgid(domain=server.sender.rpartition("@")[2])
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(text)
    return letter


def _open(connection: smtplib.SMTP, server: MailServer, context: ssl.SSLContext) -> None:
    connection.ehlo_or_helo_if_needed()
    encrypted = server.tls
    if not encrypted and connection.has_extn("starttls"):
        connection.starttls(context=context)
        encrypted = True
    if server.user is None:
        return
    if not encrypted and addresses.is_reachable(server.host):
        raise NotSent("the server offers no encryption, so it is told no password")
    connection.login(server.user, server.password or "")
