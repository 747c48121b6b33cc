"""What browsers and proxies may keep: a page only for its own phone, and never without asking for it anew.

Answers that may be kept for longer, or by everybody, say so themselves.
"""

from __future__ import annotations

from typing import Final

from flask import Response, request

ASKED_ANEW: Final = "private, no-cache"
NEVER_KEPT: Final = "no-store"
# Whoever has such an address, or its page, can write in a game, run a league, or sees who was signed in here.
_SECRET: Final = ("/join/", "/organisers/", "/account")


def say(response: Response) -> Response:
    """Say it with every answer that does not say anything else."""
    rule = NEVER_KEPT if request.path.startswith(_SECRET) else ASKED_ANEW
    response.headers.setdefault("Cache-Control", rule)
    return response
