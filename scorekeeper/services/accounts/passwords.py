"""Passwords: how they are kept, and which ones nobody should choose."""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from threading import Lock
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from flask import current_app

from scorekeeper.rules import names
from scorekeeper.services.accounts.faults import AccountFault

# Memory in KiB, passes, lanes.
COST: Final = (19 * 1024, 2, 1)
COST_KEY: Final = "PASSWORD_COST"
FEWEST: Final = 12
MOST: Final = 128
# A password of common words, years and keys in a row is found in fewer guesses.
_ENOUGH_GUESSES: Final = 10**10
# All of a long one takes seconds to look at. If so much of it is hard to guess, the whole is.
_LOOKED_AT: Final = 24
_SHORTEST_NAME: Final = 3
_FEWEST_OTHER_LETTERS: Final = 4
_OURS: Final = ("scorekeeper", "continental", "rummy")
# How people write letters in passwords.
_STAND_INS: Final = dict(
    pair.split() for pair in ("a 4@", "b 8", "e 3", "g 69", "i 1!|", "l 1|", "o 0", "s 5$", "t 7+", "z 2")
)
_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32
# The library keeps the names of one password at a time in its module.
_turn = Lock()


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


def weakness(password: str, *, known: Iterable[str]) -> AccountFault | None:
    """The fault of a password that is too short, too long or too easy to guess; None for a good one.

    `known` are names that others connect with the person.
    """
    canonical = _canonical(password)
    if len(canonical) < FEWEST:
        return AccountFault.PASSWORD_SHORT
    if len(canonical) > MOST:
        return AccountFault.PASSWORD_LONG
    parts = _parts((*_OURS, *known))
    if _is_made_of(parts, canonical):
        return AccountFault.PASSWORD_NAMES
    return AccountFault.PASSWORD_EASY if _guesses(canonical, parts) < _ENOUGH_GUESSES else None


def _parts(known: Iterable[str]) -> list[str]:
    """Every name, and every word of it, the longest first."""
    whole = {names.folded(name) for name in known}
    parts = whole.union(*(re.split(r"[\W\d_]+", name) for name in whole))
    return sorted(
        (part for part in parts if len(part) >= _SHORTEST_NAME), key=lambda part: (-len(part), part)
    )


def _is_made_of(parts: Sequence[str], password: str) -> bool:
    """Whether next to nothing but digits and signs is left of the password without these names."""
    rest, found = re.subn("|".join(map(_spelled, parts)), "", names.folded(password))
    return found > 0 and sum(map(str.isalpha, rest)) < _FEWEST_OTHER_LETTERS


def _spelled(part: str) -> str:
    return "".join(f"[{re.escape(letter + _STAND_INS.get(letter, ''))}]" for letter in part)


def _guesses(password: str, parts: list[str]) -> int:
    """After about how many guesses somebody finds it who knows common passwords, words and these names."""
    # Its lists take 15 MB: they are loaded when somebody first chooses a password.
    from zxcvbn import zxcvbn

    with _turn:
        return int(zxcvbn(password[:_LOOKED_AT], user_inputs=parts)["guesses"])


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
