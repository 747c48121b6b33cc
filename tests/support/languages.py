"""`python -m tests.support.languages`: every marked sentence, as a template for translators."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from scorekeeper.language import ENGLISH, Sentence, speaking
from scorekeeper.rulebook import book, questions
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.web.rulesets.card_names import COUNTED_OF_TILES, OF_TILES
from scorekeeper.web.rulesets.values import GROUPS

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "build" / "scorekeeper.pot"
KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None, "_l": None, "Plural": (1, 2)}
# The tables of words that the search knows, which no page shows.
WORDS = "scorekeeper/rulebook/vocabulary.toml"
SOURCES = [("scorekeeper/**.py", "python"), ("templates/**", "jinja2")]


@cache
def template() -> Catalog:
    """Every sentence that is marked in the code or a template, and those of data."""
    catalog = Catalog(project="scorekeeper", charset="utf-8")
    for name, line, message, comments, context in extract_from_dir(
        ROOT, SOURCES, {"**": {"trimmed": "true"}}, KEYWORDS, ("Translators:",), strip_comment_tags=True
    ):
        catalog.add(message, locations=[(name, line)], auto_comments=comments, context=context)
    for table in tomllib.loads((ROOT / WORDS).read_text("utf-8")).values():
        catalog.add(table["words"], locations=[(WORDS, 1)], auto_comments=[table["translators"]])
    with speaking(ENGLISH):
        for text in filter(None, _data()):
            catalog.add(text)
    return catalog


def write_catalogue(folder: Path, locale: str, translations: dict[str, str]) -> None:
    """Compile a translation into a folder of languages."""
    catalog = Catalog(locale=locale)
    for english, said in translations.items():
        catalog.add(english, said)
    file = folder / locale / "LC_MESSAGES" / "scorekeeper.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as written:
        write_mo(written, catalog)


def _data() -> Iterator[str | tuple[str, str]]:
    """The sentences of the rulebook, the questions about it, rulesets, their values and tiles."""
    for rules in RULESETS.values():
        yield from _sentences(book(rules.id))
        yield from (rules.name, rules.source, *(one.name for one in rules.variants.values()))
        yield rules.may_i.word if rules.may_i else ""
    yield from questions().values()
    yield from _sentences(tuple(GROUPS.values()))
    yield from OF_TILES.values()
    yield from COUNTED_OF_TILES.values()


def _sentences(value: object) -> Iterator[Sentence]:
    if isinstance(value, Sentence):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _sentences(one)
    elif isinstance(value, dict):
        yield from value.values()
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _sentences(getattr(value, name))


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    with TEMPLATE.open("wb") as file:
        write_po(file, template(), width=100)
    print(f"{len(template())} sentences in {TEMPLATE}")
