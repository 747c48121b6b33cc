"""What is printed once the server answers: where to find it, here and on phones, and the QR code."""

from __future__ import annotations

import io

import segno

from scorekeeper.config import Settings
from scorekeeper.web.http.addresses import for_phones

# The blocks of the code are its light parts.
_WHITE_ON_BLACK = "\x1b[38;5;231;48;5;16m"
_PLAIN = "\x1b[0m"


def local_address(settings: Settings) -> str:
    """The address for a browser on this machine."""
    listens_here = settings.host in ("0.0.0.0", "::", "127.0.0.1", "::1", "localhost")
    return f"http://{'localhost' if listens_here else settings.host}:{settings.port}"


def announcement(settings: Settings, *, blocks: bool, colours: bool, first_account: str | None = None) -> str:
    """The whole text; the QR code only if `blocks` can be printed, black on white if `colours` can.

    `first_account` is the address where the first account is made, or the command for it; None once there
    is one.
    """
    phones = for_phones(settings)
    lines = [
        "",
        f"  On this machine:  {local_address(settings)}",
        f"  On phones:        {phones or 'no network was found that they could use'}",
        f"  The scores lie in {settings.data}",
        "",
        *(qr_lines(phones, colours=colours) if phones and blocks else ()),
        *(_first_account_lines(first_account) if first_account else ()),
        "Scorekeeper is running. Ctrl+C stops it.",
    ]
    return "\n".join(lines)


def _first_account_lines(way: str) -> tuple[str, ...]:
    where = (
        "The first one is made here, once, within a day:"
        if "://" in way
        else "This command prints a link to the first one:"
    )
    return (f"  To organise a league you need an account. {where}", f"  {way}", "")


def qr_lines(address: str, *, colours: bool) -> list[str]:
    """The QR code of an address as lines for a terminal, whose own colours do not matter if `colours`."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return [f"{_WHITE_ON_BLACK}{line}{_PLAIN}" for line in lines] if colours else lines
