"""`python -m bench.words`: how easily the sentences of the product read.

Flesch's reading ease (100 is very easy, 60 plain English, 30 a contract), and the sentences of more than 25
words. A folder as argument lists its hardest sentences with their files. pyphen counts the syllables. The
sentences are those marked for translation, names and numbers in them one short word.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from typing import Final

import pyphen

from tests.support.languages import template

MOST_WORDS: Final = 25
HARDEST: Final = 40
# What is measured: the folders it is written in, and the reading ease wanted.
GROUPS: Final[dict[str, tuple[tuple[str, ...], int]]] = {
    "pages": (("templates", "scorekeeper/web"), 75),
    "referee": (("scorekeeper/referee",), 75),
    "rulebook": (("scorekeeper/rulebook",), 65),
    "commands": (
        tuple(f"scorekeeper/{part}" for part in ("cli", "server", "services", "models", "config")),
        65,
    ),
}
_SYLLABLES: Final = pyphen.Pyphen(lang="en_US")
_ENDING: Final = re.compile(r"(?<=[.?!…])[”’)]*\s+(?=[“(\[{A-Z0-9])")
_TAG: Final = re.compile(r"<[^>]+>")
_FIELD: Final = re.compile(r"\{[^{}]*\}|%\([a-z_]+\)s")
_WORD: Final = re.compile(r"[^\W_]+(?:[’'.,-][^\W_]+)*")
_SAID: Final = re.compile(r"[A-Z“{].*[.?!…][”)]*", re.DOTALL)


def main() -> None:
    """Print a line for each group; with folders as arguments also their hardest sentences."""
    print(f"{'':12}{'ease':>7}{'wanted':>8}{'sentences':>11}{'longest':>9}{'too long':>10}")
    for name, (folders, wanted) in GROUPS.items():
        found = [sentence for _, sentence in sentences_in(folders)]
        counts = [len(_WORD.findall(sentence)) for sentence in found]
        too_long = sum(count > MOST_WORDS for count in counts)
        ease = reading_ease(found)
        print(f"{name:12}{ease:>7.1f}{wanted:>8}{len(found):>11}{max(counts):>9}{too_long:>10}")
    for folder in sys.argv[1:]:
        print(f"\n{folder}")
        for path, sentence in sorted(sentences_in([folder]), key=lambda one: reading_ease([one[1]]))[
            :HARDEST
        ]:
            print(f"{reading_ease([sentence]):6.0f} {path}: {sentence}")


def sentences_in(folders: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every sentence that is written below one of these folders, after its file."""
    for message in template():
        path = next((name for name, _ in message.locations if name.startswith(tuple(folders))), None)
        if path is None:
            continue
        for text in message.id if isinstance(message.id, tuple) else (message.id,):
            for sentence in _ENDING.split(" ".join(_FIELD.sub("Ann", _TAG.sub("", text)).split())):
                if _SAID.fullmatch(sentence) and len(_WORD.findall(sentence)) > 2:
                    yield path, sentence


def reading_ease(sentences: Sequence[str]) -> float:
    """Flesch's reading ease of all sentences together."""
    words = [word for sentence in sentences for word in _WORD.findall(sentence)]
    syllables = sum(1 + len(_SYLLABLES.positions(word)) for word in words)
    return 206.835 - 1.015 * len(words) / len(sentences) - 84.6 * syllables / len(words)


if __name__ == "__main__":
    main()
