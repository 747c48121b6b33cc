"""What all pages share: addresses, cookies, headers, errors, formats. It knows no feature."""

from flask import Flask

from scorekeeper import paths
from scorekeeper.config import Settings
from scorekeeper.web.http import (
    addresses,
    assets,
    clock,
    csrf,
    device,
    errors,
    formats,
    headers,
    languages,
    messages,
)


def init_app(app: Flask, settings: Settings) -> None:
    """Set up what features register with, and what happens with every request."""
    clock.init_app(app)
    languages.init_app(app, folder=paths.LANGUAGES)
    app.add_template_global(device.styles, "display")
    messages.init_app(app)
    addresses.init_app(app)
    formats.init_app(app)
    assets.init_app(app, folder=paths.STATIC)
    # Flask calls after-request hooks in the opposite order: the first registered has the last word.
    headers.init_app(app, settings)
    device.init_app(app)
    csrf.init_app(app)
    errors.init_app(app)
