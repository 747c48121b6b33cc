"""Who is who: the names in an old score book, and the players of the league.

Spellings that differ in case, accents, signs or the order of words are one person without a question. Where a
name may stand for a longer one ("V. Novak", "Bart", "Anna", "JN") or be misspelt, the organiser is asked.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain, takewhile
from typing import Final

from scorekeeper.rules import names
from scorekeeper.scorebooks import cells

NEW: Final = "new"
LEAVE_OUT: Final = "leave out"
_BETWEEN: Final = re.compile(r"[\s.,;-]+")
_SIGNS: Final = re.compile("['’‘ʼ`´]")
_UMLAUTS: Final = re.compile("(?<=[aou])e")
# Who deals or is a guest may have a mark: "Anna Berger (R)", whatever it says.
_MARK: Final = re.compile(r"\s*[\[(][^\[\]()]{1,12}[\])]$")
_VAN_DER: Final = re.compile(r"\bv[./]? ?d[. ] ?")
_SHORTEST: Final = 6
# How alike two spellings are: at least as one letter in six makes them.
_ALIKE: Final = 0.83
_LEGEND: Final = re.compile(r"\b([^\W\d_]{2,4})\s*[=:]\s*([^\W\d_][^=:,;|]{3,60})")
_DIGITS: Final = re.compile(r"\d")
_NAME: Final = re.compile(r"[^\W\d_][^\d_]*[ ,.][^\d]*[^\W\d_]\.?")
_NAMES: Final = ("first name", "family name", "player")
_HEADS: Final = frozenset((*_NAMES, "date", "game", "table", "hand", "points", "total", "place"))
# So many letters may stand for a longer name, as one letter may.
_SHORT: Final = 4
# Among more pairs of people nobody is asked who is meant.
_MOST_PAIRS: Final = 100_000


@dataclass(frozen=True, slots=True)
class WhoIs:
    """A name that may mean one of the `people`, the likeliest first."""

    name: str
    people: tuple[str, ...]


def people_of(
    games: Iterable[Sequence[Collection[str]]],
    *,
    known: Sequence[tuple[str, str]],
    answers: Mapping[str, str],
) -> tuple[dict[str, str | None], tuple[WhoIs, ...]]:
    """The person whom each name in `games` means, None for one that is left out; and what must be asked.

    Each game is given by the names in its hands: who never meet in one may be the same. `known` are names and
    the person of each, by the name that is shown; `answers` say of a name which person it is, `NEW` or
    `LEAVE_OUT`.
    """
    games = [*games]
    numbers = Counter(chain(*(sorted({*chain(*hands)}) for hands in games)))
    by_key = {names.key(name): answer for name, answer in answers.items()}
    persons = _persons([*(name for name, _ in numbers.most_common()), *by_key.values()], known=known)
    tables = [{persons[name] for name in hand} for hand in chain(*games)]
    leagues = {person for _, person in known}
    everybody = sorted(leagues.union(*tables), key=lambda person: (person not in leagues, person))
    may_ask = len({*everybody} - leagues) * len(everybody) <= _MOST_PAIRS
    met: dict[str, set[str]] = defaultdict(set)
    for table in tables if may_ask else ():
        for person in table:
            met[person] |= table
    chosen: dict[str, str | None] = {}
    questions = []
    for person in dict.fromkeys(persons[name] for name in numbers):
        spellings = [person, *(name for name in numbers if persons[name] == person)]
        answer = next((by_key[key] for key in map(names.key, spellings) if key in by_key), None)
        chosen[person] = None if answer == LEAVE_OUT else person
        alone = _MARK.sub("", person)
        if answer not in (None, NEW, LEAVE_OUT):
            chosen[person] = persons[answer]
        elif answer is None and alone in {*everybody} - met[person]:
            chosen[person] = alone
        elif answer is None and person not in leagues and may_ask:
            others = [other for other in everybody if other not in met[person] and _may_be(person, other)]
            if others:
                questions.append(WhoIs(person, tuple(others)))
    return {name: chosen[persons[name]] for name in numbers}, tuple(questions)


def legend(rows: Iterable[Sequence[str]]) -> dict[str, str]:
    """The names that rows of texts explain initials by: "AD = Agnes Doyle", or "AD" beside "Agnes Doyle"."""
    texts = ([*filter(None, row)] for row in rows)
    lines = ((" = " if len(line) == 2 else ", ").join(line) for line in texts)
    pairs = (match.groups() for line in lines for match in _LEGEND.finditer(line))
    return {short: name for short, name in pairs if short.isupper() and _may_be(short, name)}


def codes_in(rows: Iterable[Sequence[str]], players: Collection[str]) -> dict[str, str]:
    """The names beside which a list of members has codes of most of these players: "AgD", "17", "Agnes"."""
    people: dict[str, set[str]] = defaultdict(set)
    columns: Sequence[int] = ()
    for row in rows:
        places = {cells.meaning_of(cell): place for place, cell in enumerate(row)}
        if known := _HEADS & places.keys():
            columns = [places[kind] for kind in _NAMES if kind in places] if known <= {*_NAMES} else ()
            continue
        name = " ".join(filter(None, (cell for column in columns for cell in row[column : column + 1])))
        texts = [*filter(None, row)]
        # Whatever the headings say, a name beside a number or a short word explains it.
        is_pair = 1 < len(texts) <= _SHORT and len(texts[0]) <= _SHORT and _NAME.fullmatch(texts[1])
        name = texts[1] if is_pair and not columns else name
        for code in row if name else ():
            if code in players and code != name:
                people[code].add(name)
    codes = {code: name for code, (name, *others) in people.items() if not others}
    return codes if len(codes) > len({*players} - codes.keys() - {*codes.values()}) else {}


def likely(name: str, people: Iterable[str]) -> list[str]:
    """Those of these people of whom a name may be a shorter, longer or wrong spelling."""
    return [person for person in people if _may_be(name, person) or _may_be(person, name)]


def _unmarked(written: Collection[str]) -> dict[str, str]:
    """Each name without a mark that others have, too."""
    marks = {name: match[0].strip() for name in written if (match := _MARK.search(name))}
    times = Counter(marks.values())
    return {name: _MARK.sub("", name) if times[marks.get(name, "")] > 1 else name for name in written}


def _persons(written: Iterable[str], *, known: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The person of each name: the league's, or else as the book mostly writes the name."""
    exact = {names.key(name): person for name, person in known}
    alike: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name, person in known:
        alike[spelling(name)].add(person)
    usual = {words: next(iter(people)) for words, people in alike.items() if len(people) == 1}
    persons = {}
    for name, bare in _unmarked([*written]).items():
        person = usual.setdefault(spelling(bare), _in_order(bare))
        persons[name] = exact.get(names.key(bare)) or person
    return persons


@lru_cache(maxsize=8192)
def spelling(name: str) -> tuple[str, ...]:
    """The words of a name in any order, without accents and signs, and with a u for ü and ue alike."""
    plain = _VAN_DER.sub("van der ", _UMLAUTS.sub("", names.folded(_SIGNS.sub("", name))))
    return tuple(sorted(filter(None, _BETWEEN.split(plain))))


def _in_order(name: str) -> str:
    """The name with the family name last, which a comma or capitals put first: "Wolf, Anna", "WOLF Anna"."""
    family, comma, first = name.partition(",")
    words = name.split()
    capitals = [*takewhile(str.isupper, words)]
    others = words[len(capitals) :]
    if not comma and "".join(others[:1])[1:].islower() and any(len(word) > 2 for word in capitals):
        family, comma, first = " ".join(capitals).title(), ",", " ".join(others)
    return names.clean(f"{first} {family}" if comma and "," not in first else name)


def _may_be(name: str, other: str) -> bool:
    """Whether a name may be a shorter or wrong spelling of another one."""
    short, full = spelling(name), spelling(other)
    if name == other or short == full:
        return name != other
    a, b = "".join(short), "".join(full)
    if name.isupper() and len(full) > 1 and sorted(a) == sorted(word[0] for word in full):
        return True
    if len(a) < len(b):
        rest = list(full)
        for word in short:
            begins = len(word) == 1 or len(word) >= _SHORT
            match = next((w for w in rest if w == word or (begins and w.startswith(word))), None)
            if match is None:
                break
            rest.remove(match)
        else:
            return any(len(word) > 1 for word in short)
    first, second = ([word for word in words if len(word) == 1] for words in (short, full))
    if first and second and first != second:
        return False
    shorter, longer = sorted((len(a), len(b)))
    if shorter < max(_SHORTEST, longer * _ALIKE) or _DIGITS.findall(a) != _DIGITS.findall(b):
        return False
    letters = SequenceMatcher(None, a, b)
    return letters.quick_ratio() >= _ALIKE and letters.ratio() >= _ALIKE
