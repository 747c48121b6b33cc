"""How this browser draws pages: a cookie with the styles that were chosen, which are classes of each page."""

from typing import Final

from flask import Flask

from scorekeeper.web.http import device

COOKIE: Final = "display"
STYLES: Final = ("four-suits", "more-contrast")


def init_app(app: Flask) -> None:
    """Give templates `display()`."""
    app.add_template_global(styles, "display")


def styles() -> tuple[str, ...]:
    """What this browser has chosen; what the cookie says besides is ignored."""
    words = (device.read_cookie(COOKIE) or "").split(".")
    return tuple(style for style in STYLES if style in words)
