"""What is done to every answer before it is sent: in one step, as Flask looks anew at each hook it has."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response

from scorekeeper.web import accounts_here, compress, device, freshness, security

_STEPS: Final = (accounts_here.send, device.send, freshness.say, security.add_headers, compress.compress)


def init_app(app: Flask) -> None:
    """Do it with every answer."""
    app.after_request(_send)


def _send(response: Response) -> Response:
    for step in _STEPS:
        response = step(response)
    return response
