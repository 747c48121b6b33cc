"""Passwords: how they are kept, and which ones nobody should choose."""

from __future__ import annotations

import base64
import unicodedata
from functools import lru_cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from flask import current_app

from scorekeeper.services.accounts.refusals import Why

# Memory in KiB, passes, lanes.
COST: Final = (19 * 1024, 2, 1)
COST_KEY: Final = "PASSWORD_COST"
FEWEST: Final = 10
MOST: Final = 200
_FEWEST_DIFFERENT: Final = 5
_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32
_FIRST_TRIED: Final = (
    "0123456789 1234567890 0987654321 12345678910 1234512345 1q2w3e4r5t 1qaz2wsx3edc qwertyuiop qwertzuiop "
    "azertyuiop qwerty12345 password12 password123 password1234 passwort123 passw0rd123 scorekeeper "
    "continental continentalrummy"
)


def hashed(password: str) -> str:
    """What is stored of a password."""
    return _hasher().hash(_canonical(password))


def fits(stored: str | None, password: str) -> bool:
    """Whether it is the password; where none is stored, the answer takes as long."""
    try:
        return _hasher().verify(stored or stand_in(), _canonical(password))
    except (VerificationError, InvalidHashError):
        return False


def stand_in() -> str:
    """What is checked where nothing is stored: it costs the same, and no password fits it."""
    memory, passes, lanes = _cost()
    return f"$argon2id$v=19$m={memory},t={passes},p={lanes}${_zeros(_SALT_BYTES)}${_zeros(_HASH_BYTES)}"


def is_outdated(stored: str) -> bool:
    """Whether it was stored at another cost than today's."""
    return _hasher().check_needs_rehash(stored)


def weakness(password: str, *, known: tuple[str, ...]) -> Why | None:
    """Why nobody should choose this password; `known` is what everybody knows of the person."""
    canonical = _canonical(password)
    if len(canonical) < FEWEST:
        return Why.PASSWORD_SHORT
    if len(canonical) > MOST:
        return Why.PASSWORD_LONG
    plain = canonical.casefold()
    easy = plain in _FIRST_TRIED.split() or len(set(plain)) < _FEWEST_DIFFERENT
    return Why.PASSWORD_EASY if easy or plain in {text.casefold() for text in known} else None


def _canonical(password: str) -> str:
    # The same letters typed on another keyboard; a lone surrogate cannot be encoded.
    return unicodedata.normalize("NFKC", password).encode("utf-8", "replace").decode()


def _cost() -> tuple[int, int, int]:
    cost: tuple[int, int, int] = current_app.config.get(COST_KEY, COST)
    return cost


def _hasher() -> PasswordHasher:
    return _hasher_of(_cost())


@lru_cache
def _hasher_of(cost: tuple[int, int, int]) -> PasswordHasher:
    memory, passes, lanes = cost
    return PasswordHasher(
        memory_cost=memory,
        time_cost=passes,
        parallelism=lanes,
        salt_len=_SALT_BYTES,
        hash_len=_HASH_BYTES,
    )


def _zeros(number: int) -> str:
    return base64.b64encode(bytes(number)).decode().rstrip("=")
