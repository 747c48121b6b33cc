"""The error for faults outside the program: disk, database, port, settings, arguments of a command."""

from __future__ import annotations


class Trouble(Exception):
    """Something outside the program is wrong, and nothing was changed. The message is one whole sentence."""
