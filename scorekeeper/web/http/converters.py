"""The parts of an address that vary: anything of another shape is no address of ours (404)."""

from __future__ import annotations

import re

from flask import Flask
from werkzeug.routing import BaseConverter, IntegerConverter


class GameConverter(BaseConverter):
    """The unguessable id of a game."""

    regex = "[A-Za-z0-9_-]{16,32}"


class TokenConverter(BaseConverter):
    """The secret of an invitation."""

    regex = "[A-Za-z0-9_-]{16,100}"


class NumberConverter(IntegerConverter):
    """A number from 0 that any database can hold, written in the one way: digits of ours, none too many."""

    regex = "0|[1-9][0-9]{0,8}"


def is_game_id(text: str) -> bool:
    """Whether a text that did not come as an address has the shape of a game's id."""
    return re.fullmatch(GameConverter.regex, text) is not None


def init_app(app: Flask) -> None:
    """Make them known."""
    app.url_map.converters.update(game=GameConverter, token=TokenConverter, number=NumberConverter)
