"""Words as they are typed: how many errors lie between two, and which known words somebody may have meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

LETTERS_FOR_ONE_ERROR: Final = 4
_LETTERS_FOR_TWO: Final = 8


class Speller:
    """Mends typing errors: one in a word, two in a long one."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_rest: dict[str, list[str]] = defaultdict(list)
        for word in filter(str.isalpha, words):
            for rest in _rests(word, letters=_forgiven(word, beyond=_LETTERS_FOR_TWO - 2)):
                self._by_rest[rest].append(word)

    def meant(self, typed: str) -> Iterator[str]:
        """The words that this one may be a typing error for."""
        if len(typed) < LETTERS_FOR_ONE_ERROR or not typed.isalpha():
            return
        most = _forgiven(typed)
        likely = {word for rest in _rests(typed, letters=most) for word in self._by_rest.get(rest, ())}
        yield from sorted(word for word in likely if typing_errors(typed, word) <= most)


def _forgiven(word: str, *, beyond: int = _LETTERS_FOR_TWO) -> int:
    return 2 if len(word) >= beyond else 1


def _rests(word: str, *, letters: int) -> set[str]:
    """The word, and what is left of it without so many letters or fewer."""
    rests = {word}
    for _ in range(letters):
        rests |= {rest[:position] + rest[position + 1 :] for rest in rests for position in range(len(rest))}
    return rests


def typing_errors(one: str, other: str) -> int:
    """How many letters are wrong, missing, too many or changed over with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        above, row = row, [i]
        for j, its in enumerate(other, start=1):
            errors = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != its))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == its:
                errors = min(errors, before[j - 2] + 1)
            row.append(errors)
        before = above
    return row[-1]
