"""Who is who: the names in an old score book, and the players of the league.

Spellings that differ in case, accents, signs or the order of words are one person without a question. Where a
name may stand for a longer one ("V. Novak", "Bart", "Anna") or be misspelt, the organiser is asked.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from scorekeeper.rules import names

NEW: Final = "new"
LEAVE_OUT: Final = "leave out"
_BETWEEN: Final = re.compile(r"[\s.,;-]+")
_SIGNS: Final = re.compile("['’‘ʼ`´]")
_UMLAUTS: Final = re.compile("(?<=[aou])e")
_SHORTEST: Final = 6
# How alike two spellings are: at least as one letter in six makes them.
_ALIKE: Final = 0.83
_DIGITS: Final = re.compile(r"\d")
# So many letters may stand for a longer name, as one letter may.
_SHORT: Final = 4
# A word that so many share says nothing of who is meant.
_MOST_ALIKE: Final = 50


@dataclass(frozen=True, slots=True)
class WhoIs:
    """A name that may mean one of the `people`, the likeliest first."""

    name: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class People:
    """The person whom each name of a book means, None for one that is left out; and what must be asked."""

    by_name: Mapping[str, str | None]
    questions: tuple[WhoIs, ...]


def people_of(
    games: Iterable[Collection[str]], *, known: Sequence[tuple[str, str]], answers: Mapping[str, str]
) -> People:
    """The people in `games`, each given by its names.

    `known` are names and the person of each, by the name that is shown; `answers` say of a name which person
    it is, `NEW` or `LEAVE_OUT`.
    """
    games = [{*game} for game in games]
    numbers = Counter(name for game in games for name in game)
    persons = _persons(numbers, known=known)
    told = {names.key(name): answer for name, answer in answers.items()}
    met: dict[str, set[str]] = defaultdict(set)
    for game in games:
        together = {persons[name] for name in game}
        for person in together if len(together) <= _MOST_ALIKE else ():
            met[person] |= together
    everybody = sorted({*persons.values(), *(person for _, person in known)})
    strangers = {*everybody} - {person for _, person in known}
    alike: dict[str, list[str]] = defaultdict(list)
    for person in everybody:
        for key in _keys(person):
            alike[key].append(person)
    chosen: dict[str, str | None] = {}
    questions = []
    for person in dict.fromkeys(persons.values()):
        spellings = [person, *(name for name in numbers if persons[name] == person)]
        answer = next((told[key] for key in map(names.key, spellings) if key in told), None)
        chosen[person] = None if answer == LEAVE_OUT else person
        if answer not in (None, NEW, LEAVE_OUT):
            chosen[person] = _persons([answer or ""], known=known, others=persons)[answer or ""]
        elif answer is None and person in strangers:
            near = {other for key in _keys(person) if len(alike[key]) <= _MOST_ALIKE for other in alike[key]}
            likely = [other for other in sorted(near - met[person]) if _may_be(person, other)]
            if likely:
                questions.append(WhoIs(person, tuple(sorted(likely, key=lambda name: name in strangers))))
    return People({name: chosen[persons[name]] for name in numbers}, tuple(questions))


def likely(name: str, people: Iterable[str]) -> list[str]:
    """Those of these people of whom a name may be a shorter, longer or wrong spelling."""
    return [person for person in people if _may_be(name, person) or _may_be(person, name)]


def _persons(
    written: Iterable[str], *, known: Sequence[tuple[str, str]], others: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The person of each name: the league's, or else as the book mostly writes the name."""
    exact = {names.key(name): person for name, person in known}
    alike: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name, person in known:
        alike[spelling(name)].add(person)
    first = {spelling(name): person for name, person in (others or {}).items()}
    numbers = Counter(written) if not isinstance(written, Counter) else written
    for name, _ in numbers.most_common():
        first.setdefault(spelling(name), _in_order(name))
    return {
        name: exact.get(names.key(name))
        or (next(iter(alike[spelling(name)])) if len(alike[spelling(name)]) == 1 else first[spelling(name)])
        for name in numbers
    }


@lru_cache(maxsize=8192)
def spelling(name: str) -> tuple[str, ...]:
    """The words of a name in any order, without accents and signs, and with a u for ü and ue alike."""
    plain = _UMLAUTS.sub("", names.folded(_SIGNS.sub("", name)))
    return tuple(sorted(filter(None, _BETWEEN.split(plain))))


def _keys(name: str) -> set[str]:
    """What two names have in common if one may be the other: how a word begins, or all letters but one."""
    words = spelling(name)
    joined = "".join(words)
    begun = (word[:_SHORT] for word in words)
    return {*words, *begun, joined, *(joined[:n] + joined[n + 1 :] for n in range(len(joined)))}


def _in_order(name: str) -> str:
    """The name with the family's name last, which a comma puts first."""
    family, comma, first = name.partition(",")
    return names.clean(f"{first} {family}" if comma and "," not in first else name)


def _may_be(name: str, other: str) -> bool:
    """Whether a name may be a shorter or wrong spelling of another one."""
    short, full = spelling(name), spelling(other)
    if name == other or short == full:
        return name != other
    if len(short) <= len(full) and len("".join(short)) < len("".join(full)):
        rest = list(full)
        for word in short:
            begins = len(word) == 1 or len(word) >= _SHORT
            match = next((w for w in rest if w == word or (begins and w.startswith(word))), None)
            if match is None:
                break
            rest.remove(match)
        else:
            return any(len(word) > 1 for word in short)
    a, b = "".join(short), "".join(full)
    if min(len(a), len(b)) < _SHORTEST or _DIGITS.findall(a) != _DIGITS.findall(b):
        return False
    return SequenceMatcher(None, a, b).ratio() >= _ALIKE
