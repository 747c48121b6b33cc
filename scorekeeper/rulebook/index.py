"""An index over any documents: which of them answer a query, and how well. One scorer for every search.

A document is texts, each with a weight, and questions that it answers. It fits a query by the share of it
that it covers, where a rare word counts more than a common one, also if no document has it, and by how alike
the query is to one of its questions. What fits too little is no answer.

The last word may be half typed. A word that no document has may be a typing error, or of another language.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, takewhile
from math import log
from typing import Final, TypeVar

from scorekeeper.rulebook.spelling import Speller, typing_errors
from scorekeeper.rulebook.vocabulary import vocabulary
from scorekeeper.rulebook.words import phrases_in, stem, terms, words_in

MOST_TERMS: Final = 16
# How alike a word of the query and one of a document are; of one that is half typed, the more the better.
MEANT, AKIN, BEGUN = 0.9, 0.6, 0.5
_SHORTEST_BEGINNING: Final = 2
# How soon more of the same word adds little, and how much a long document takes from it.
_SATURATION: Final = 1.2
_LENGTH_COUNTS: Final = 0.3
# The weight of a word that says nothing, the least of any other, and that of one that no document has; the
# rarest word has 1.
_IDLE, _TELLING = 0.06, 0.1
_UNKNOWN: Final = 1.2
# What the words of a question count beside those of a text with the weight 1.
_ASKED: Final = 1.4
# What adds to the score of the texts: likeness to a question, the same words side by side, no other words.
_QUESTION: Final = 0.8
_POWER: Final = 2
_ORDER: Final = 0.2
_WORD_FOR_WORD: Final = 0.3
# What share of a fit is covering; how well a document must fit, and score beside the best.
_COVERING: Final = 0.7
LEAST: Final = 0.67
_SHARE: Final = 0.45
K = TypeVar("K")
Scores = dict[int, float]


@dataclass(frozen=True, slots=True)
class Document:
    """Something to be found: texts with their weights, and whole questions."""

    texts: tuple[tuple[str, float], ...]
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A document, by its position, and how well it answers; a higher score answers better."""

    position: int
    score: float


@dataclass(frozen=True, slots=True)
class _Term:
    """A word of a query: its weight, and which words of the documents are like it, and how much."""

    weight: float
    like: Mapping[str, float]


class Index:
    """The documents by their words: `strength` leads from a stem to their positions, `forms` are as written.

    Words are as rare as in `among`, another index, if one is given. Those in `own` mean in these documents
    what they say, whatever the tables make of them. A document that fits less than `least` is no answer.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        *,
        among: Index | None = None,
        own: frozenset[str] = frozenset(),
        least: float = LEAST,
    ) -> None:
        self._least = least
        self._among = among
        self._idle = frozenset(map(stem, vocabulary().idle))
        self._bases = {root: bases for root, bases in _bases().items() if root not in own}
        self._akin = _akin()
        self.strength = self._strengths(documents)
        self._rarest: float = among._rarest if among else log(2 * (len(documents) + 1))
        self._rarity: Mapping[str, float] = among._rarity if among else self._rarities(len(documents))
        asked = [(place, terms(text)) for place, one in enumerate(documents) for text in one.questions]
        self._holders = [place for place, _words in asked]
        self._lengths: list[float] = []
        self._asked: dict[str, list[int]] = defaultdict(list)
        self._same: dict[frozenset[str], list[int]] = defaultdict(list)
        self._pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, (place, words) in enumerate(asked):
            roots = frozenset(map(stem, words))
            self._same[roots].append(place)
            self._lengths.append(sum(map(self._weight, roots)))
            for root in roots.union(map(self._plain, roots)):
                self._asked[root].append(number)
            for pair in self._neighbours(words):
                self._pairs[pair].append(number)
        texts = (text for one in documents for text in (*(text for text, _ in one.texts), *one.questions))
        more: Iterable[str] = () if among else _synonyms()
        forms = {word for text in texts for word in words_in(text)}.union(more)
        self.forms = sorted(filter(self._tells, forms))

    def best(self, query: str) -> tuple[Match, ...]:
        """The documents that answer the query, best first; those equally good in their order."""
        words = terms(query, respelled=self._respelled)[:MOST_TERMS]
        asked = [self._term(word, is_last=word == words[-1]) for word in words]
        telling = [term for term in asked if term.weight > _IDLE]
        total = sum(term.weight for term in telling) or 1
        strong, covered = self._covered(telling)
        alike, ordered = self._alike(asked), self._ordered(words)
        same = self._same.get(frozenset(map(stem, words)), ())
        scores = {
            place: strong[place] / total
            + _QUESTION * alike[place] ** _POWER
            + _ORDER * ordered[place]
            + _WORD_FOR_WORD * (place in same)
            for place in {*covered, *same}
            if place in same
            or _COVERING * covered[place] / total + (1 - _COVERING) * alike[place] >= self._least
        }
        least = _SHARE * max(scores.values(), default=0)
        good = sorted((-score, place) for place, score in scores.items() if score >= least)
        return tuple(Match(place, -score) for score, place in good)

    def _covered(self, telling: Iterable[_Term]) -> tuple[Scores, Scores]:
        """How strongly each document has the words, and the weight of those that it has at all."""
        strong: Scores = defaultdict(float)
        covered: Scores = defaultdict(float)
        for term in telling:
            found = [
                (place, likeness * strength, likeness)
                for root, likeness in term.like.items()
                for place, strength in self.strength.get(root, {}).items()
            ]
            for place, strength in _largest((place, strength) for place, strength, _ in found):
                strong[place] += term.weight * strength
            for place, likeness in _largest((place, likeness) for place, _, likeness in found):
                covered[place] += term.weight * likeness
        return strong, covered

    def _alike(self, asked: Sequence[_Term]) -> Scores:
        """How alike the query is to the most similar question of each document (Dice's coefficient)."""
        shared: Scores = defaultdict(float)
        for term in asked:
            found = (
                (number, likeness)
                for root, likeness in term.like.items()
                for number in self._asked.get(root, ())
            )
            for number, likeness in _largest(found):
                shared[number] += term.weight * likeness
        whole = sum(term.weight for term in asked)
        alike = (
            (self._holders[number], 2 * weight / (whole + self._lengths[number]))
            for number, weight in shared.items()
        )
        return defaultdict(float, _largest(alike))

    def _ordered(self, words: Sequence[str]) -> Scores:
        """What share of the query's words side by side are so in one question of each document."""
        pairs = self._neighbours(words)
        counts = Counter(number for pair in pairs for number in self._pairs.get(pair, ()))
        shares = ((self._holders[number], count / len(pairs)) for number, count in counts.items())
        return defaultdict(float, _largest(shares))

    def _neighbours(self, words: Iterable[str]) -> set[tuple[str, str]]:
        return set(pairwise(self._plain(stem(word)) for word in words if self._tells(word)))

    def _plain(self, root: str) -> str:
        """What a word means, if that is one thing."""
        bases = self._bases.get(root, ())
        return bases[0] if len(bases) == 1 else root

    def _strengths(self, documents: Sequence[Document]) -> dict[str, dict[int, float]]:
        counts = [self._counted(document) for document in documents]
        usual = sum(sum(one.values()) for one in counts) / max(1, len(counts))
        strengths: dict[str, dict[int, float]] = defaultdict(dict)
        for place, count in enumerate(counts):
            damping = _SATURATION * (1 - _LENGTH_COUNTS + _LENGTH_COUNTS * sum(count.values()) / usual)
            for root, often in count.items():
                strengths[root][place] = often / (often + damping)
        return dict(strengths)

    def _counted(self, document: Document) -> Mapping[str, float]:
        """How much a document has of each word, and of what it means."""
        count: dict[str, float] = defaultdict(float)
        for text, weight in document.texts:
            words = words_in(text)
            for word in filter(self._tells, (*words, *phrases_in(words))):
                count[stem(word)] += weight
        for question in document.questions:
            for word in filter(self._tells, terms(question)):
                count[stem(word)] += _ASKED
        for root, weight in list(count.items()):
            count[self._plain(root)] = max(count[self._plain(root)], MEANT * weight)
        return count

    def _tells(self, word: str) -> bool:
        return stem(word) not in self._idle

    def _rarities(self, documents: int) -> Mapping[str, float]:
        return {root: log((documents + 1) / (len(where) - 0.5)) for root, where in self.strength.items()}

    def _weight(self, root: str) -> float:
        """How much a word counts in a query; no more than the commonest that it means."""
        if root in self._idle:
            return _IDLE
        known = [self._rarity[one] for one in (root, *self._bases.get(root, ())) if one in self._rarity]
        return max(_TELLING, min(known, default=_UNKNOWN * self._rarest) / self._rarest)

    def _term(self, word: str, *, is_last: bool) -> _Term:
        """A word of a query: as it is, else half typed."""
        root = stem(word)
        if root in self._idle:
            return _Term(_IDLE, {root: 1.0})
        like = self._like(root) or (self._begun(word) if is_last else {})
        known = [self._weight(one) for one, likeness in like.items() if likeness > AKIN]
        return _Term(min(known, default=self._weight(root)), like)

    def _respelled(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words as they were meant: those of other languages in this one, typing errors mended."""
        return tuple(
            word
            if self._is_known(word) or (place == len(words) and self._begun(word))
            else _from_abroad(word) or self._mended(word) or word
            for place, word in enumerate(words, start=1)
        )

    def _is_known(self, word: str) -> bool:
        root = stem(word)
        return bool(not self._tells(word) or self._like(root) or {word, root} & vocabulary().everyday)

    def _mended(self, word: str) -> str:
        """The word that this one is a typing error for: the nearest, the commonest of several."""
        found = {*self._speller.meant(word), *(self._among._speller.meant(word) if self._among else ())}
        return min(found, key=lambda one: (typing_errors(word, one), -self._often(one), one), default="")

    def _often(self, word: str) -> int:
        return len(self.strength.get(stem(word), ()))

    def _like(self, root: str) -> Mapping[str, float]:
        """The words of the documents that mean what a word does."""
        like = dict.fromkeys(self._akin.get(root, ()), AKIN)
        like |= dict.fromkeys(self._bases.get(root, ()), MEANT) | {root: 1.0}
        return {one: likeness for one, likeness in like.items() if one in self.strength}

    def _begun(self, word: str) -> Mapping[str, float]:
        if len(word) < _SHORTEST_BEGINNING or word.isdigit() or {word, stem(word)} & vocabulary().everyday:
            return {}
        forms = takewhile(lambda form: form.startswith(word), self.forms[bisect_left(self.forms, word) :])
        return self._likest((form, BEGUN + (1 - BEGUN) * len(word) / len(form)) for form in forms)

    @cached_property
    def _speller(self) -> Speller:
        spoken = {word for phrase in vocabulary().phrases for word in phrase.split()}
        return Speller({*self.forms, *vocabulary().idle, *spoken})

    def _likest(self, forms: Iterable[tuple[str, float]]) -> Mapping[str, float]:
        found = (
            (root, likeness * much)
            for form, likeness in forms
            for root, much in self._like(stem(form)).items()
        )
        return dict(_largest(found))


def _largest(found: Iterable[tuple[K, float]]) -> Iterable[tuple[K, float]]:
    """Each key with the largest of its values."""
    largest: dict[K, float] = {}
    for key, value in found:
        if value > largest.get(key, 0.0):
            largest[key] = value
    return largest.items()


def _synonyms() -> Iterator[str]:
    return (other for others in vocabulary().meant.values() for other in others.split())


def _bases() -> Mapping[str, tuple[str, ...]]:
    """The words of the book that other words mean, all as stems."""
    found: dict[str, tuple[str, ...]] = {}
    for base, others in vocabulary().meant.items():
        for root in map(stem, others.split()):
            found[root] = (*found.get(root, ()), stem(base))
    return found


def _akin() -> Mapping[str, tuple[str, ...]]:
    """Words that may well be meant by others, all as stems."""
    found: dict[str, tuple[str, ...]] = {}
    for pair in vocabulary().akin:
        one, other = map(stem, pair)
        found[one] = (*found.get(one, ()), other)
        found[other] = (*found.get(other, ()), one)
    return found


def _from_abroad(word: str) -> str:
    """What a word of another language means; a table may have just its beginning."""
    abroad = vocabulary().abroad
    beginnings = (f"{word[:length]}*" for length in range(len(word), 1, -1))
    return next((abroad[one] for one in (word, *beginnings) if one in abroad), "")
