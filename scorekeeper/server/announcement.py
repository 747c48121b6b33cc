"""The text printed once the server answers: its addresses, a QR code, and how to make the first account."""

import io
import logging
import sys
from datetime import UTC, datetime
from typing import Final

import segno
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import paths
from scorekeeper.config import Settings
from scorekeeper.language import _
from scorekeeper.services.accounts import registration
from scorekeeper.web.accounts.mail import link_address
from scorekeeper.web.http.addresses import for_phones

# The terminal draws the light modules of the code as blocks.
_WHITE_ON_BLACK: Final = "\x1b[38;5;231;48;5;16m{}\x1b[0m"
_log = logging.getLogger(__name__)


def local_address(settings: Settings) -> str:
    """The address for a browser on this machine."""
    listens_here = settings.host in ("0.0.0.0", "::", "127.0.0.1", "::1", "localhost")
    return f"http://{'localhost' if listens_here else settings.host}:{settings.port}"


def address_for_links(settings: Settings) -> str:
    """The beginning of links that are handed to people: phones should reach it, if any network is known."""
    return for_phones(settings) or local_address(settings)


def announcement(app: Flask, settings: Settings, *, terminal: bool) -> str:
    """The whole text; for a `terminal` with the link to the first account, and a QR code black on white."""
    phones = for_phones(settings)
    rows = {
        _("On this computer:"): local_address(settings),
        _("On phones:"): phones or _("no network found"),
        _("Your scores:"): settings.place,
    }
    width = max(map(len, rows))
    text = ["", *(f"  {label:{width}} {value}" for label, value in rows.items()), ""]
    if phones and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8":
        text += [f"  {_('Scan this code with a phone:')}", *qr_lines(phones, colours=terminal)]
    text += _first_account(app, settings, terminal=terminal)
    return "\n".join([*text, _("Scorekeeper is running. To stop it, press Ctrl+C.")])


def _first_account(app: Flask, settings: Settings, *, terminal: bool) -> tuple[str, ...]:
    """How to make the first account, until there is one. The link is a right, so only a terminal gets it."""
    try:
        with app.app_context():
            link = registration.offer_first(now=datetime.now(UTC))
    except SQLAlchemyError:
        _log.exception("No link to the first account could be made; the next start makes one")
        return ()
    if link is None:
        return ()
    if terminal:
        sentence = _("To run a league, you need an account. This link makes the first one, within a day:")
        return f"  {sentence}", f"  {link_address(address_for_links(settings), link.token)}", ""
    sentence = _("To run a league, you need an account. To make the first one, type:")
    return f"  {sentence}", f"  {paths.COMMAND} user add MAIL NAME", ""


def qr_lines(address: str, *, colours: bool) -> list[str]:
    """The QR code of an address as lines for a terminal, black on white with `colours`."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, border=2, compact=True)
    return [_WHITE_ON_BLACK.format(line) if colours else line for line in drawn.getvalue().splitlines()]
