"""Letters to organisers, sent after the answer: its time tells nobody who has an account."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Final

from flask import Flask, current_app, render_template

from scorekeeper.config import Settings
from scorekeeper.mail_server import MailServer
from scorekeeper.services import mail as post
from scorekeeper.services.accounts import links
from scorekeeper.services.accounts.keeping import Person
from scorekeeper.services.accounts.links import Link
from scorekeeper.services.accounts.refusals import AccountRefused
from scorekeeper.web import addresses, clock

RESET_VALID_FOR: Final = timedelta(hours=1)
SIGN_UP_VALID_FOR: Final = timedelta(days=1)
_LINKS: Final = "/account/links/"
_RECOVERY: Final = "A new password for Scorekeeper"
_SIGN_UP: Final = "Your account at Scorekeeper"


def init_app(app: Flask) -> None:
    """One letter at a time; the thread begins with the first one, in the process that sends it."""
    app.extensions["letters"] = ThreadPoolExecutor(max_workers=1, thread_name_prefix="letters")


def can_be_sent() -> bool:
    """Whether a mail server is configured."""
    return _server() is not None


def send_recovery(mail: str) -> None:
    """A link to a new password, if that address has an account; neither the answer nor its time tells."""
    _later(_recover, Person(mail, ""))


def send_sign_up(person: Person) -> None:
    """A link to a new account; to a new password, if the address has one already."""
    _later(_sign_up, person)


def base() -> str:
    """What the addresses in letters begin with: never a name that only the request claims."""
    settings: Settings = current_app.extensions["settings"]
    return addresses.outside("") or f"http://localhost:{settings.port}"


def _later(write: Callable[..., None], person: Person) -> None:
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    app.extensions["letters"].submit(_in_its_own_time, app, write, person, base=base(), now=clock.now())


def _in_its_own_time(
    app: Flask, write: Callable[..., None], person: Person, *, base: str, now: datetime
) -> None:
    with app.app_context():
        try:
            write(person, base=base, now=now)
        except post.NotSent as trouble:
            app.logger.error("A letter was not sent: %s", trouble)
        except Exception:
            app.logger.exception("A letter was not sent")


def _recover(person: Person, *, base: str, now: datetime) -> None:
    link = links.offer_reset(person.mail, now=now, valid_for=RESET_VALID_FOR)
    if link is not None:
        _send("accounts/recovery.txt", person, link, subject=_RECOVERY, base=base)


def _sign_up(person: Person, *, base: str, now: datetime) -> None:
    try:
        link = links.offer_account(person, now=now, valid_for=SIGN_UP_VALID_FOR)
    except AccountRefused:
        _recover(person, base=base, now=now)
    else:
        _send("accounts/sign_up.txt", person, link, subject=_SIGN_UP, base=base)


def _send(template: str, person: Person, link: Link, *, subject: str, base: str) -> None:
    server = _server()
    if server is not None:
        text = render_template(template, link=f"{base}{_LINKS}{link.token}")
        post.send(server, to=person.mail, subject=subject, text=text)


def _server() -> MailServer | None:
    settings: Settings = current_app.extensions["settings"]
    return settings.mail
