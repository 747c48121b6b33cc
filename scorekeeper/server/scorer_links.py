"""A fresh link to a game for the phone that is to write in it, made by whoever has this machine."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.errors import Trouble
from scorekeeper.server.announcement import address_here
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import invitations
from scorekeeper.web.http.addresses import for_phones

_GAME = re.compile(r"(?:.*/games/)?([A-Za-z0-9_-]+)(?:[/?#].*)?")


@dataclass(frozen=True, slots=True)
class ScorerLink:
    """`address` gives the right to write once, until `expires_at`; `code` can be typed instead."""

    address: str
    code: str
    expires_at: datetime


def scorer_link(
    app: Flask, settings: Settings, *, game: str, now: datetime, alone: bool = False
) -> ScorerLink:
    """A link for `game`, an id or the address of one of its pages; Trouble if there is no such game.

    `alone`: first all other rights to write in it end for good, those of programs too.
    """
    found = _GAME.fullmatch(game.strip())
    invite = invitations.invite_alone if alone else invitations.invite
    try:
        with app.app_context():
            made = invite(found[1] if found else game, now=now)
    except UnknownGame as error:
        raise Trouble(f"There is no game {game!r} here: give the address of its page.") from error
    base = for_phones(settings) or address_here(settings)
    return ScorerLink(f"{base}/join/{made.token}", made.code, made.expires_at)
