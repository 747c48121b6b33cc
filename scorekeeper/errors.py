"""What can stand in the way of the program: never the rules of the game, always the world around it."""

from __future__ import annotations


class Trouble(Exception):
    """Something outside is not as it must be, and nothing was changed. The message is one whole sentence."""
