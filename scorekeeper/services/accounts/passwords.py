"""Passwords: how they are hashed, and which ones are too easy to guess."""

import re
import secrets
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from threading import Lock
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from flask import current_app

from scorekeeper.rules import names
from scorekeeper.rules.faults import FaultCode

# Memory in KiB, passes, lanes.
COST: Final = (19 * 1024, 2, 1)
COST_KEY: Final = "PASSWORD_COST"
FEWEST: Final = 12
MOST: Final = 128
# A password of common words, years and keys in a row is found in fewer guesses.
_ENOUGH_GUESSES: Final = 10**10
# A whole long password takes seconds to examine. If its beginning is hard to guess, all of it is.
_EXAMINED: Final = 24
_SHORTEST_NAME: Final = 3
_OURS: Final = ("scorekeeper", "continental", "rummy")
# The library keeps the names of one password at a time in its module.
_turn = Lock()


def hashed(password: str) -> str:
    """The hash of a password, as it is stored."""
    return _hasher().hash(_canonical(password))


def fits(password_hash: str | None, password: str) -> bool:
    """Whether the password has this hash; without one the answer takes as long and is False."""
    try:
        return _hasher().verify(password_hash or stand_in(), _canonical(password))
    except (VerificationError, InvalidHashError):
        return False


def stand_in() -> str:
    """A hash that no password fits, checked where none is stored; checking it takes as long as any other."""
    return _stand_in_of(_cost())


def is_outdated(password_hash: str) -> bool:
    """Whether a hash was made at another cost than today's."""
    return _hasher().check_needs_rehash(password_hash)


def weakness(password: str, *, names_near: Iterable[str]) -> FaultCode | None:
    """The fault of a password that is too short, too long or too easy to guess; None for a good one.

    `names_near` are names that others connect with the person.
    """
    canonical = _canonical(password)
    if len(canonical) < FEWEST:
        return FaultCode.PASSWORD_SHORT
    if len(canonical) > MOST:
        return FaultCode.PASSWORD_LONG
    is_easy = _guesses(canonical, _words((*_OURS, *names_near))) < _ENOUGH_GUESSES
    return FaultCode.PASSWORD_EASY if is_easy else None


def _words(all_names: Iterable[str]) -> list[str]:
    """Every name, and every word of it."""
    whole = {names.folded(name) for name in all_names}
    words = whole.union(*(re.split(r"[\W\d_]+", name) for name in whole))
    return sorted(word for word in words if len(word) >= _SHORTEST_NAME)


def _guesses(password: str, words: list[str]) -> int:
    """Estimate how many guesses find a password, for a guesser who knows common passwords and these words."""
    # Its lists take 15 MB: they are loaded when somebody first chooses a password.
    from zxcvbn import zxcvbn

    with _turn:
        return int(zxcvbn(names.folded(password)[:_EXAMINED], user_inputs=words)["guesses"])


def _canonical(password: str) -> str:
    # Keyboards encode one letter in several ways; a lone surrogate cannot be encoded.
    return unicodedata.normalize("NFKC", password).encode("utf-8", "replace").decode()


def _cost() -> tuple[int, int, int]:
    cost: tuple[int, int, int] = current_app.config.get(COST_KEY, COST)
    return cost


def _hasher() -> PasswordHasher:
    memory, passes, lanes = _cost()
    return PasswordHasher(time_cost=passes, memory_cost=memory, parallelism=lanes)


@lru_cache
def _stand_in_of(_today: tuple[int, int, int]) -> str:
    return _hasher().hash(secrets.token_urlsafe())
