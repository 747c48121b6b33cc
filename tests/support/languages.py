"""`make languages`: every marked sentence as a template for translators, and two pseudo-languages to look at.

The pseudo-languages need no translator. In `en-XA` each sentence is bracketed, accented and longer by two
fifths: what shows without brackets has escaped, and what is cut off has no room. `ar-XB` runs from right to
left.
"""

from __future__ import annotations

import ast
import io
import os
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from scorekeeper import paths
from scorekeeper.language import Language, Sentence
from scorekeeper.rulebook.parsing import Section, read_questions, read_section
from scorekeeper.web.http.languages import of_catalogue
from tests.support import translators_notes as notes
from tests.support.translations import faults

ROOT = Path(__file__).parents[2]
MADE = ROOT / "build" / "languages"
LONG, MIRRORED = "en-XA", "ar-XB"
# The word tables of the search, which are never shown: they hold for the pseudo-languages as they are.
TABLES = "scorekeeper/rulebook/vocabulary.py"
KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None, "Plural": (1, 2)}
_SOURCES = (".py", ".txt", ".toml", ".html")
Extracted = tuple[int, str | None, str | tuple[str, ...], list[str]]
_KEPT = re.compile(r"(\{[^{}]*\}|%\([a-z_]+\)s|<[^<>]+>|`[^`]*`)")
# Words of nine letters, as long ones are in most languages.
_PADDING = "~~~~~~~~~ " * 100
_ACUTE = "\u0301"
_RIGHT_TO_LEFT, _POP = "\u202e", "\u202c"


def main() -> None:
    """Write the template and the pseudo-languages, bring translations up to date, and compile them."""
    MADE.mkdir(parents=True, exist_ok=True)
    _write(template(), MADE / "scorekeeper.pot")
    for code, change in PSEUDO.items():
        made = pseudo(code, change)
        _write(made, MADE / f"{code}.po")
        (MADE / f"{code}.mo").write_bytes(compiled(made))
    for path in sorted(paths.LANGUAGES.glob("*.po")):
        with path.open("rb") as file:
            translation = read_po(file, locale=path.stem.replace("-", "_"))
        translation.update(template())
        _write(translation, path)
        if found := list(faults(translation, template=template())):
            raise SystemExit("\n".join([f"{path.name} is not compiled:", *found]))
        path.with_suffix(".mo").write_bytes(compiled(translation))
    print(f"{len(template())} sentences in {MADE / 'scorekeeper.pot'}")


@cache
def template() -> Catalog:
    """Every sentence that is marked anywhere, with where it stands."""
    catalog = Catalog(project="scorekeeper", charset="utf-8", header_comment=notes.TERMS)
    for folder, methods in EXTRACTORS.items():
        for found in extract_from_dir(
            ROOT / folder,
            method_map=list(methods.items()),
            options_map={"**.html": {"trimmed": "true"}, "**.txt": {"trimmed": "true"}},
            keywords=KEYWORDS,
            comment_tags=("For translators:",),
            strip_comment_tags=True,
        ):
            name, line, message, comments, context = found
            catalog.add(
                message, locations=[(f"{folder}/{name}", line)], auto_comments=comments, context=context
            )
    for message in catalog:
        message.auto_comments += notes.of(message)
    return catalog


def pseudo(code: str, change: Callable[[str], str]) -> Catalog:
    """A translation made by a function."""
    catalog = Catalog(locale="en", charset="utf-8", fuzzy=False)
    for message in template():
        if message.id and not _is_table(message):
            said = tuple(map(change, message.id)) if isinstance(message.id, tuple) else change(message.id)
            catalog.add(message.id, said, context=message.context)
    return catalog


@cache
def pseudo_languages() -> tuple[Language, ...]:
    """The pseudo-languages, ready to be installed."""
    return tuple(of_catalogue(code, catalogue) for code, catalogue in pseudo_catalogues().items())


def pseudo_catalogues() -> dict[str, bytes]:
    """The pseudo-languages as the program reads them, by code; they are kept until a source changes."""
    digest = _digest()
    MADE.mkdir(parents=True, exist_ok=True)
    return {code: _kept(code, change, digest=digest) for code, change in PSEUDO.items()}


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as the program reads it."""
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def lengthened(text: str) -> str:
    """A sentence in brackets, accented, and longer by two fifths; placeholders and markup stay."""
    letters = len(_KEPT.sub("", text))
    return f"⟦{_outside(text, accented)} {_PADDING[: letters * 2 // 5].strip()}⟧"


def mirrored(text: str) -> str:
    """A sentence as if written from right to left."""
    return _outside(text, lambda part: f"{_RIGHT_TO_LEFT}{part}{_POP}" if part.strip() else part)


def accented(text: str) -> str:
    """A text with an accent on every letter; without them it is as it was."""
    return "".join(
        unicodedata.normalize("NFC", char + _ACUTE) if char.isascii() and char.isalpha() else char
        for char in text
    )


PSEUDO: dict[str, Callable[[str], str]] = {LONG: lengthened, MIRRORED: mirrored}


def clauses(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Extracted]:
    """Extract what people read of a section of the rulebook, or of the clauses of a ruleset."""
    section = read_section(file.read().decode())
    searched = {clause.find for clause in section.clauses}
    for line, text in zip(count(1), _sentences(section), strict=False):
        yield line, None, text, [notes.SEARCHED] if text in searched else []


def questions(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Extracted]:
    """Extract the questions that people ask, those of a clause together."""
    for line, text in enumerate(read_questions(file.read().decode()).values(), start=1):
        yield line, None, text, [notes.ASKED]


def values(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Extracted]:
    """Extract what people read of the values of a ruleset."""
    told = tomllib.loads(file.read().decode())
    read = [told["name"], told["source"], *(variant["name"] for variant in told.get("variants", {}).values())]
    if word := told.get("may_i", {}).get("word"):
        read.append(word)
    for line, text in enumerate(read, start=1):
        yield line, None, text, []


def commands(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Extracted]:
    """Extract the marked sentences of a module of commands, and the docstrings that are their help."""
    source = file.read()
    yield from extract_python(io.BytesIO(source), keywords, comment_tags, options)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and any(map(_makes_command, node.decorator_list)):
            yield node.lineno, None, ast.get_docstring(node) or "", []


def pages(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Extracted]:
    """Extract the marked sentences of a template, whose comments Jinja finds by their first word only."""
    for line, function, message, comments in babel_extract(file, keywords, ["For"], options):
        yield line, function, message, [comment.removeprefix("translators: ") for comment in comments]


EXTRACTORS: dict[str, dict[str, Any]] = {
    "scorekeeper": {
        "cli/**.py": commands,
        "**.py": "python",
        "rulebook/sections/**.txt": clauses,
        "rulebook/asked.txt": questions,
        "rules/rulesets/**.txt": clauses,
        "rules/rulesets/**.toml": values,
    },
    "templates": {"**.html": pages, "**.txt": pages},
}


def _kept(code: str, change: Callable[[str], str], *, digest: str) -> bytes:
    kept = MADE / f"{code}.{digest}.mo"
    if not kept.is_file():
        for older in set(MADE.glob(f"{code}.*.mo")) - {kept}:
            older.unlink(missing_ok=True)
        # Other processes of the tests may write it at the same time.
        draft = kept.with_suffix(f".{os.getpid()}")
        draft.write_bytes(compiled(pseudo(code, change)))
        draft.replace(kept)
    return kept.read_bytes()


def _digest() -> str:
    """A digest of all files that hold sentences, and of the modules that find and change them."""
    digest = sha256()
    folders = (ROOT / folder for folder in EXTRACTORS)
    sources = [path for folder in folders for path in folder.rglob("*") if path.suffix in _SOURCES]
    for path in (*sorted(sources), Path(__file__), Path(notes.__file__)):
        digest.update(f"{path.relative_to(ROOT)} {path.stat().st_size} ".encode() + path.read_bytes())
    return digest.hexdigest()


def _sentences(value: Section | object) -> Iterator[Sentence]:
    if isinstance(value, Sentence):
        if value:
            yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _sentences(one)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _sentences(getattr(value, name))


def _makes_command(decorator: ast.expr) -> bool:
    return (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Attribute)
        and decorator.func.attr in ("command", "group")
    )


def _outside(text: str, change: Callable[[str], str]) -> str:
    """Change what is neither placeholder nor markup."""
    return "".join(part if index % 2 else change(part) for index, part in enumerate(_KEPT.split(text)))


def _is_table(message: Message) -> bool:
    return any(name == TABLES for name, _line in message.locations)


def _write(catalog: Catalog, path: Path) -> None:
    with path.open("wb") as file:
        write_po(file, catalog, width=100, omit_header=False)


if __name__ == "__main__":
    main()
