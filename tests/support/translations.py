"""Faults of a translation that would break pages in its language, or lose a part of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from gettext import c2py

from babel.messages.catalog import Catalog, Message

from scorekeeper.referee.codes import Who
from scorekeeper.web.referee.search import cast_of

# Elements with their attributes, and commands to type.
_MARKUP = re.compile(r"<[^<>]+>|`[^`]*`")
_VALUE = re.compile(r"\{[^{}]*\}|%\([a-z_]+\)s")
_GRAPHS = "scorekeeper/referee/graphs/"
# A player of a ruling may be called otherwise in a translation: at the beginning, of whom, to whom.
_ROLES = {
    f"{{{form}}}": f"{{{role}}}"
    for role in (who.value.replace("-", "_") for who in Who)
    for form in (role.capitalize(), f"{role}_of", f"{role}_to")
}
# Numbers that show how many of them a plural form is for.
_NUMBERS = range(1000)


def faults(translation: Catalog, *, template: Catalog) -> Iterator[str]:
    """Each fault, after its sentence. What is not translated yet or only guessed stays English."""
    numbers = Counter(map(c2py(translation.plural_expr), _NUMBERS))
    sizes = [numbers[form] for form in range(translation.num_plurals)]
    for message in template:
        found = translation.get(message.id, message.context)
        forms = _texts(found.string) if message.id and found and not found.fuzzy else ()
        if any(forms):
            yield from (f"{message.id!r}: {fault}" for fault in _of_message(message, forms, sizes=sizes))


def _of_message(message: Message, forms: tuple[str, ...], *, sizes: Sequence[int]) -> Iterator[str]:
    english = _texts(message.id)
    in_graph = any(name.startswith(_GRAPHS) for name, _line in message.locations)
    ruled = in_graph or any(form in english[0] for form in _ROLES)
    one, several = (_values(text, ruled=ruled) for text in (english[0], english[-1]))
    counts = len(english) > 1
    if len(forms) != (len(sizes) if counts else 1):
        yield f"it has {len(forms)} forms"
        return
    for place, form in enumerate(forms):
        values = _values(form, ruled=ruled)
        # Words say a form that is for one number alone.
        spared = (several - one) or (several if len(several) == 1 else set())
        needed = several - spared if counts and sizes[place] == 1 else several
        yield from (f"{value} is missing" for value in sorted(needed - values))
        yield from (f"{value} is not known" for value in sorted(values - several - one))
        yield from _of_text(form, english[-1])
    if in_graph and cast_of(english[0]) != cast_of(forms[0]):
        yield "the players of an example stay as they are, without endings"


def _of_text(text: str, english: str) -> Iterator[str]:
    if Counter(_MARKUP.findall(text)) != Counter(_MARKUP.findall(english)):
        yield "its elements or commands are others"
    rest = _VALUE.sub("", text.replace("%%", ""))
    if set(rest) & set("{}") or ("%" in rest and "%(" in english):
        yield "a lone {, } or %"
    if _ends(text) != _ends(english):
        yield "it is empty, or there are other spaces at its ends"


def _ends(text: str) -> tuple[bool, bool, bool]:
    return bool(text), text[:1].isspace(), text[-1:].isspace()


def _texts(said: str | tuple[str, ...]) -> tuple[str, ...]:
    return said if isinstance(said, tuple) else (said,)


def _values(text: str, *, ruled: bool) -> set[str]:
    """The placeholders of a text; in a ruling a player may come first or later, as the language wants."""
    return {_ROLES.get(one, one) if ruled else one for one in _VALUE.findall(text)}
