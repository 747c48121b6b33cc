"""Letters to organisers, sent after the answer: its time tells nobody who has an account.

Some hold a link. The others tell of what was just done to an account, in case its owner did not do it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from typing import Final

from flask import Flask, current_app, render_template, request

from scorekeeper.config import Settings
from scorekeeper.mail_server import MailServer
from scorekeeper.services.accounts import links
from scorekeeper.services.accounts.accounts import Person
from scorekeeper.services.accounts.faults import AccountRefused
from scorekeeper.services.common import mail as post
from scorekeeper.web.accounts import browsers
from scorekeeper.web.accounts.messages import LETTERS, News
from scorekeeper.web.http import addresses, clock, formats
from scorekeeper.web.http.fields import server_zone

RESET_VALID_FOR: Final = timedelta(hours=1)
SIGN_UP_VALID_FOR: Final = timedelta(days=1)
_LINKS: Final = "/account/links/"
_RECOVERY: Final = "A new password for Scorekeeper"
_SIGN_UP: Final = "Your account at Scorekeeper"
_MAIL_CHANGED: Final = (
    ("Your Scorekeeper account has another mail address", "accounts/mail_changed_from.txt"),
    ("Your Scorekeeper account has this mail address now", "accounts/mail_changed_to.txt"),
)


def init_app(app: Flask) -> None:
    """One letter at a time; the thread begins with the first one, in the process that sends it."""
    app.extensions["letters"] = ThreadPoolExecutor(max_workers=1, thread_name_prefix="letters")
    app.extensions["unsent_letters"] = set()


def finish(app: Flask, *, seconds: float) -> None:
    """Send what was promised, for a while, before the process ends; say how many letters are lost."""
    _, lost = wait(set(app.extensions["unsent_letters"]), timeout=seconds)
    if lost:
        app.logger.error("%d letters were not sent, as the server was stopped", len(lost))


def can_be_sent() -> bool:
    """Whether a mail server is configured."""
    return _server() is not None


def send_recovery(mail: str) -> None:
    """A link to a new password, if that address has an account; neither the answer nor its time tells."""
    _later(_recover, Person(mail, ""))


def send_sign_up(person: Person) -> None:
    """A link to a new account; to a new password, if the address has one already."""
    _later(_sign_up, person)


def tell(mail: str, news: News) -> None:
    """Tell the owner of an account what this browser has just done to it, if mail can be sent."""
    if can_be_sent():
        _later(_tell, mail, news, browsers.label(request.user_agent.string))


def tell_of_new_mail(app: Flask, *, old: str, new: str, base: str) -> None:
    """Tell an old and a new mail address at once that an account has changed from one to the other."""
    for mail, (subject, template) in zip((old, new), _MAIL_CHANGED, strict=True):
        _in_its_own_time(app, _send, template, mail, base=base, subject=subject)


def base() -> str:
    """What the addresses in letters begin with: never a name that only the request claims."""
    settings: Settings = current_app.extensions["settings"]
    return addresses.outside("") or f"http://localhost:{settings.port}"


def _later(write: Callable[..., None], *about: object) -> None:
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    unsent: set[Future[None]] = app.extensions["unsent_letters"]
    letter = app.extensions["letters"].submit(
        _in_its_own_time, app, write, *about, base=base(), now=clock.now()
    )
    unsent.add(letter)
    letter.add_done_callback(unsent.discard)


def _in_its_own_time(app: Flask, write: Callable[..., None], *about: object, **more: object) -> None:
    with app.app_context():
        try:
            write(*about, **more)
        except post.NotSent as trouble:
            app.logger.error("A letter was not sent: %s", trouble)
        except Exception:
            app.logger.exception("A letter was not sent")


def _recover(person: Person, *, base: str, now: datetime) -> None:
    link = links.offer_reset(person.mail, now=now, valid_for=RESET_VALID_FOR)
    if link is not None:
        _send("accounts/recovery.txt", person.mail, subject=_RECOVERY, link=f"{base}{_LINKS}{link.token}")


def _sign_up(person: Person, *, base: str, now: datetime) -> None:
    try:
        link = links.offer_account(person, now=now, valid_for=SIGN_UP_VALID_FOR)
    except AccountRefused:
        _recover(person, base=base, now=now)
    else:
        _send("accounts/sign_up.txt", person.mail, subject=_SIGN_UP, link=f"{base}{_LINKS}{link.token}")


def _tell(mail: str, news: News, label: str, *, base: str, now: datetime) -> None:
    subject, sentence = LETTERS[news]
    zone = server_zone()
    when = f"{formats.spoken_day(now, zone)}, {formats.local(now, zone):%H:%M} ({zone})"
    about = {"sentence": sentence, "when": when, "label": label, "base": base}
    _send("accounts/news.txt", mail, subject=subject, **about)


def _send(template: str, mail: str, *, subject: str, **about: object) -> None:
    server = _server()
    if server is not None:
        post.send(server, to=mail, subject=subject, text=render_template(template, **about))


def _server() -> MailServer | None:
    settings: Settings = current_app.extensions["settings"]
    return settings.mail
