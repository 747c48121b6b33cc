"""The text printed once the server answers: its addresses for this machine and for phones, a QR code, and
how to make the first account.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from datetime import datetime
from typing import Final

import segno
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import paths
from scorekeeper.config import Settings
from scorekeeper.language import _
from scorekeeper.services.accounts import links
from scorekeeper.web.accounts.mail import link_address
from scorekeeper.web.http.addresses import for_phones

FIRST_BY_COMMAND: Final = f"{paths.COMMAND} user add MAIL NAME"
# The terminal draws the light modules of the code as blocks.
_WHITE_ON_BLACK = "\x1b[38;5;231;48;5;16m"
_PLAIN = "\x1b[0m"
_log = logging.getLogger(__name__)


def local_address(settings: Settings) -> str:
    """The address for a browser on this machine."""
    listens_here = settings.host in ("0.0.0.0", "::", "127.0.0.1", "::1", "localhost")
    return f"http://{'localhost' if listens_here else settings.host}:{settings.port}"


def address_for_links(settings: Settings) -> str:
    """The beginning of links that are handed to people: phones should reach it, if any network is known."""
    return for_phones(settings) or local_address(settings)


def first_account(app: Flask, settings: Settings, *, now: datetime, by_link: bool) -> str | None:
    """How to make the first account: the address of a one-time link, or a command; None once there is one.

    The link is a right, and output that goes to a file or a log is kept. So only a terminal gets the link.
    """
    try:
        with app.app_context():
            link = links.offer_first(now=now)
    except SQLAlchemyError:
        _log.exception("No link to the first account could be made; the next start makes one")
        return None
    if link is None:
        return None
    return link_address(address_for_links(settings), link.token) if by_link else FIRST_BY_COMMAND


def announcement(settings: Settings, *, blocks: bool, colours: bool, first_account: str | None = None) -> str:
    """The whole text, with a QR code if the terminal prints `blocks`, black on white if it prints `colours`.

    `first_account` is the address or the command that makes the first account; None once there is one.
    """
    phones = for_phones(settings)
    lines = [
        "",
        *_in_columns(
            (_("On this computer:"), local_address(settings)),
            (_("On phones:"), phones or _("no network found")),
            (_("Your scores:"), str(settings.data)),
        ),
        "",
        *(
            (f"  {_('Scan this code with a phone:')}", *qr_lines(phones, colours=colours))
            if phones and blocks
            else ()
        ),
        *(_first_account_lines(first_account) if first_account else ()),
        _("Scorekeeper is running. To stop it, press Ctrl+C."),
    ]
    return "\n".join(lines)


def _first_account_lines(how: str) -> tuple[str, ...]:
    if "://" in how:
        sentence = _("To run a league, you need an account. This link makes the first one, within a day:")
    else:
        sentence = _("To run a league, you need an account. To make the first one, type:")
    return f"  {sentence}", f"  {how}", ""


def _in_columns(*rows: tuple[str, str]) -> Iterator[str]:
    width = max(len(label) for label, _value in rows)
    yield from (f"  {label:{width}} {value}" for label, value in rows)


def qr_lines(address: str, *, colours: bool) -> list[str]:
    """The QR code of an address as lines for a terminal, black on white with `colours`."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return [f"{_WHITE_ON_BLACK}{line}{_PLAIN}" for line in lines] if colours else lines
