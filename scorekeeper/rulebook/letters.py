"""How alike questions are by the letters of their words: "misdealt" and "misdealing" share most of theirs.

That finds what no table of words has: other forms of a word, words written as one, and typing errors.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import log, sqrt
from typing import Final

# How many letters are compared together, where a word's beginning and its end count as one letter each.
TOGETHER: Final = 3
# Letters that are in more than this share of the questions tell nothing.
COMMON: Final = 0.1


class Letters:
    """Questions, each given as its words, by the letters that stand together in a word.

    Letters tell the more, the rarer they are in these questions.
    """

    def __init__(self, questions: Sequence[Sequence[str]]) -> None:
        by_word = {word: _together(word) for word in set(chain.from_iterable(questions))}

        def letters() -> Iterator[Mapping[str, None]]:
            for one in questions:
                yield dict.fromkeys(chain.from_iterable(map(by_word.__getitem__, one)))

        self._telling = _telling(letters(), questions=len(questions))
        self._holders: dict[str, array[int]] = defaultdict(lambda: array("I"))
        self._lengths = array("d")
        for number, its in enumerate(letters()):
            telling = [one for one in its if one in self._telling]
            self._lengths.append(self._length(telling))
            for one in telling:
                self._holders[one].append(number)

    def alike(self, words: Iterable[str]) -> Sequence[float]:
        """How alike these words are to each question (the cosine of the angle)."""
        letters = dict.fromkeys(chain.from_iterable(map(_together, words)))
        telling = [one for one in letters if one in self._telling]
        shared = [0.0] * len(self._lengths)
        for one in telling:
            much = self._telling[one]
            for number in self._holders.get(one, ()):
                shared[number] += much
        length = self._length(telling)
        return [much and much / (length * its) for much, its in zip(shared, self._lengths, strict=True)]

    def _length(self, telling: Iterable[str]) -> float:
        return sqrt(sum(map(self._telling.__getitem__, telling)))


def _telling(letters: Iterable[Mapping[str, None]], *, questions: int) -> Mapping[str, float]:
    """How much letters tell that are common to two questions: the square of how rare they are."""
    often = Counter(chain.from_iterable(letters))
    return {one: log(questions / many) ** 2 for one, many in often.items() if many <= COMMON * questions}


def _together(word: str) -> tuple[str, ...]:
    edged = f" {word} "
    return tuple(edged[start : start + TOGETHER] for start in range(len(edged) - TOGETHER + 1))
