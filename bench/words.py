"""`python -m bench.words`: how easily the sentences of the product read.

Flesch's reading ease (100 is very easy, 60 plain English, 30 a contract), and the sentences of more than 25
words. A folder as argument lists its hardest sentences with their files. pyphen counts the syllables.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pyphen
from jinja2 import Environment

from scorekeeper import paths
from scorekeeper.rulebook.parsing import read_section

PACKAGE: Final = Path(paths.__file__).parent
MOST_WORDS: Final = 25
HARDEST: Final = 40
# What is measured, with the reading ease wanted; None: the folder is only listed.
GROUPS: Final[dict[str, tuple[tuple[Path, ...], int]]] = {
    "pages": ((paths.TEMPLATES, PACKAGE / "web"), 75),
    "referee": ((PACKAGE / "referee",), 75),
    "rulebook": ((PACKAGE / "rulebook",), 65),
    "commands": ((PACKAGE / "cli", PACKAGE / "server", PACKAGE / "services", PACKAGE / "models"), 65),
}
_SYLLABLES: Final = pyphen.Pyphen(lang="en_US")
_INLINE: Final = frozenset(
    {"a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "small", "span", "strong", "time"}
)
_SPOKEN: Final = frozenset({"aria-label", "alt", "title", "placeholder", "data-done", "data-failed"})
_ENDING: Final = re.compile(r"(?<=[.?!…])[”’)]*\s+(?=[“(\[{A-Z0-9])")
_TAG: Final = re.compile(r"<[^>]+>")
_FIELD: Final = re.compile(r"\{[^{}]*\}")
_WORD: Final = re.compile(r"[^\W_]+(?:[’'.,-][^\W_]+)*")
_SAID: Final = re.compile(r"[A-Z“{].*[.?!…][”)]*", re.DOTALL)


def main() -> None:
    """Print a line for each group; with folders as arguments also their hardest sentences."""
    print(f"{'':12}{'ease':>7}{'wanted':>8}{'sentences':>11}{'longest':>9}{'too long':>10}")
    for name, (folders, wanted) in GROUPS.items():
        found = [sentence for folder in folders for _, sentence in sentences_below(folder)]
        counts = [len(_WORD.findall(sentence)) for sentence in found]
        too_long = sum(count > MOST_WORDS for count in counts)
        ease = reading_ease(found)
        print(f"{name:12}{ease:>7.1f}{wanted:>8}{len(found):>11}{max(counts):>9}{too_long:>10}")
    for folder in map(Path, sys.argv[1:]):
        print(f"\n{folder}")
        for path, sentence in sorted(sentences_below(folder), key=lambda one: reading_ease([one[1]]))[
            :HARDEST
        ]:
            print(f"{reading_ease([sentence]):6.0f} {path.name}: {sentence}")


def sentences_below(path: Path) -> Iterator[tuple[Path, str]]:
    """Every sentence that the files below a folder say to people, names and numbers as one short word."""
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    for file in files:
        for text in _texts_of(file):
            for sentence in _ENDING.split(" ".join(_FIELD.sub("Ann", _TAG.sub("", text)).split())):
                if _SAID.fullmatch(sentence) and len(_WORD.findall(sentence)) > 2:
                    yield file, sentence


def reading_ease(sentences: Sequence[str]) -> float:
    """Flesch's reading ease of all sentences together."""
    words = [word for sentence in sentences for word in _WORD.findall(sentence)]
    syllables = sum(1 + len(_SYLLABLES.positions(word)) for word in words)
    return 206.835 - 1.015 * len(words) / len(sentences) - 84.6 * syllables / len(words)


def _texts_of(path: Path) -> Iterator[str]:
    match path.suffix:
        case ".py":
            return _of_python(path)
        case ".txt" if path.parent.name == "sections":
            return _of_section(path)
        case ".html" | ".txt":
            return _of_template(path)
    return iter(())


def _of_python(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value


def _of_template(path: Path) -> Iterator[str]:
    collector = _Collector()
    inside = ""
    for _, kind, value in Environment(autoescape=False).lex(path.read_text(encoding="utf-8")):
        if kind == "data":
            collector.feed(value)
        elif kind == "variable_begin":
            collector.feed("Ann")
        elif kind == "block_begin":
            inside = kind
        elif inside and kind == "name":
            if value in ("else", "elif", "endif", "set", "macro", "block"):
                collector.stop()
            inside = ""
    collector.stop()
    return iter(collector.texts)


class _Collector(HTMLParser):
    """Collects the text of block elements, each whole, and what attributes say."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _INLINE:
            self.stop()
        self.texts += [value for name, value in attrs if value and name in _SPOKEN]

    def handle_endtag(self, tag: str) -> None:
        if tag not in _INLINE:
            self.stop()

    def handle_data(self, data: str) -> None:
        self._text += data

    def stop(self) -> None:
        """End the text of an element."""
        self.texts.append(self._text)
        self._text = ""


def _of_section(path: Path) -> Iterator[str]:
    for clause in read_section(path.read_text(encoding="utf-8")).clauses:
        yield clause.text
        yield from (example.text for example in clause.examples)


if __name__ == "__main__":
    main()
