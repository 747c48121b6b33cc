"""How this browser draws pages: a cookie with the styles that were chosen, which are classes of each page."""

from typing import Final

from scorekeeper.web.http import device

COOKIE: Final = "display"
STYLES: Final = ("four-suits", "more-contrast")


def styles() -> tuple[str, ...]:
    """What this browser has chosen; what the cookie says besides is ignored."""
    words = (device.read_cookie(COOKIE) or "").split(".")
    return tuple(style for style in STYLES if style in words)
