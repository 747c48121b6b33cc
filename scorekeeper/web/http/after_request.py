"""What is done to every answer before it is sent: in one step, as Flask looks anew at each hook it has."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response

from scorekeeper.web.accounts import current_account
from scorekeeper.web.http import cache_headers, compress, device, security

_STEPS: Final = (
    current_account.send,
    device.send,
    cache_headers.say,
    security.add_headers,
    compress.compress,
)


def init_app(app: Flask) -> None:
    """Do it with every answer."""
    app.after_request(_send)


def _send(response: Response) -> Response:
    for step in _STEPS:
        response = step(response)
    return response
