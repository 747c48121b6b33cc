"""A translation never breaks a page: it fills in what its English does, and keeps the markup."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from scorekeeper import paths
from scorekeeper.referee.codes import Who

# Elements with their attributes, and commands to type.
MARKUP = re.compile(r"<[^<>]+>|`[^`]*`")
# A ruling calls its players also at the beginning of a sentence, of whom, and to whom.
ROLES = {who.value.replace("-", "_") for who in Who}
POINTS = ("%(points)s point", "%(points)s points")
LINK = 'Questions? <a href="%(address)s">%(shown)s</a>'


class Fields(dict[str, str]):
    """Fills in anything, and keeps its name."""

    def __missing__(self, name: str) -> str:
        self[name] = ""
        return ""


def faults(translation: Catalog) -> Iterator[str]:
    """What is wrong with a translation. What is not translated yet or only guessed stays English."""
    yield from (str(error) for _message, errors in translation.check() for error in errors)
    for message in translation:
        forms = (message.string,) if isinstance(message.string, str) else message.string
        if message.id and any(forms) and not message.fuzzy:
            yield from (f"{message.id!r}: {form!r}" for form in forms if not _fits(form, message))


def _fits(form: str, message: Message) -> bool:
    texts = message.id if isinstance(message.id, tuple) else (message.id,)
    ruled = any(name.startswith("scorekeeper/referee/") for name, _line in message.locations)
    if not form or sorted(MARKUP.findall(form)) != sorted(MARKUP.findall(texts[-1])):
        return False
    try:
        return _fields(form, ruled=ruled) <= set().union(*(_fields(text, ruled=ruled) for text in texts))
    except ValueError:
        return False


def _fields(text: str, *, ruled: bool) -> set[str]:
    fields = Fields()
    text % fields if "%(" in text else text.format_map(fields)
    bases = {name: name.lower().removesuffix("_of").removesuffix("_to") for name in fields}
    return {base if ruled and base in ROLES else name for name, base in bases.items()}


@pytest.mark.parametrize(
    ("english", "said", "found"),
    [
        ("{Offender} chooses", "Die Wahl {offender_of}", 0),
        ("{Offender} chooses", "{Spieler} entscheidet", 1),
        ("{Offender} chooses", "{Offender} {entscheidet", 1),
        ("Type `scorekeeper run`.", "`scorekeeper los`", 1),
        (LINK, '<a href="%(address)s">%(shown)s</a>: zu 100 %%.', 0),
        (LINK, '<a href="%(address)s">%(shown)s</a>: zu 100 %.', 1),
        (LINK, "<a href='%(address)s'>%(shown)s</a>", 1),
        (POINTS, ("Ein Punkt", "%(points)s Punkte"), 0),
        (POINTS, ("Ein Punkt", ""), 1),
        (POINTS, ("Ein Punkt", "%(punkte)s Punkte"), 2),
        (POINTS, ("Punkte",), 1),
        (POINTS, ("", ""), 0),
    ],
)
def test_faults_of_a_translation_are_found(english, said, found):
    translation = Catalog(locale="de")
    translation.add(english, said, locations=[("scorekeeper/referee/graphs/deal.py", 1)])

    assert len(list(faults(translation))) == found


def test_every_translation_is_sound():
    for path in paths.LANGUAGES.glob("*/LC_MESSAGES/*.po"):
        with path.open("rb") as file:
            assert list(faults(read_po(file, locale=path.parts[-3]))) == []
