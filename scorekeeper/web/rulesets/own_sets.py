"""The saved rules that this phone wrote or started a game by: their keys in a cookie, the latest first."""

import re
from itertools import islice
from typing import Final

from flask import Response

from scorekeeper.web.http import device

COOKIE: Final = "rules"
MOST_KEPT: Final = 8
_BETWEEN: Final = "."
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


def keys() -> tuple[str, ...]:
    """The keys as the browser sent them; there may be no such rules any more."""
    sent = (device.read_cookie(COOKIE) or "").split(_BETWEEN)
    return tuple(islice(dict.fromkeys(filter(_KEY.fullmatch, sent)), MOST_KEPT))


def remember(response: Response, key: str) -> Response:
    """The answer, with which the browser keeps this key as the latest."""
    latest = islice(dict.fromkeys((key, *keys())), MOST_KEPT)
    device.write_cookie(response, COOKIE, _BETWEEN.join(latest), seconds=device.LIFETIME)
    return response
