"""An index over any documents: which of them answer a query, and how well. One scorer for every search.

A document is texts, each with a weight, and questions that it answers. It answers a query the better, the
likelier the query's words are in it than in all documents together, and the more alike the query is to its
most similar questions (the cosine of the angle), by words and by trigrams: "misdealt" and "misdealing" share
most of their letters. Other questions, which no document answers, are scored like one more document: what
does not beat that is no answer.

A word counts for itself and for what it means in the book's words. One that is unknown may be of another
language or a typing error.

What is kept is small: a server has an index for each game, and the law's has 11,000 questions. Features
are hashed to 32 bits, and an inverted index holds them in three arrays of numbers, 6 bytes for each feature
of each question. What is likely in a document is summed up when it is asked, in some 10 ms.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import accumulate, chain, pairwise
from math import log, sqrt
from typing import Final
from zlib import crc32

from scorekeeper.language import in_each_language
from scorekeeper.rulebook.vocabulary import vocabulary
from scorekeeper.rulebook.words import LONGEST_QUERY, stem, terms, words_in

# What counts beside a telling word: one that says little, what a word means, and two words side by side.
IDLE: Final = 0.8
MEANING: Final = 0.3
PAIR: Final = 0.25
# How soon a document's words count against the usual ones, and what they and trigrams count beside likeness.
SMOOTHING: Final = 40.0
LIKELIHOOD: Final = 0.33
TRIGRAMS: Final = 0.8
# Trigrams that are in more than this share of the questions tell nothing.
COMMON: Final = 0.1
# How many of the most similar questions count, and what the very same one adds.
QUESTIONS: Final = 3
WORD_FOR_WORD: Final = 3.0
# How alike a word is to the one that it is a typing error for.
ALIKE: Final = 0.85
# A word is no typing error if so many questions have it.
TRUSTED: Final = 4
# How rare what two texts share must be: one word that a question in fifty has, or more that are commoner.
TELLING: Final = log(50)
# How far an answer must beat that there is none.
LEAST: Final = 0.1
_SAME: Final = 0.999
_EDGE: Final = "|"
_IN_A_BUCKET: Final = 4
_TAG: Final = 0xFFFF
Features = Mapping[str, float]


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


class Postings:
    """How much of each feature every row has: an inverted index, in buckets by the hashes of features.

    Two bytes say which row a posting is of, two which of the distinct amounts it has, and two what its hash
    has besides its bucket: the whole of it from 65,536 buckets on. There may be 65,536 rows and amounts.
    """

    def __init__(self, rows: Iterable[Features]) -> None:
        self.sums, self._lengths = array("f"), array("f")
        hashes, places, amounts = array("I"), array("H"), array("H")
        distinct: dict[float, int] = {}
        for row, features in enumerate(rows):
            self.sums.append(sum(features.values()))
            self._lengths.append(_length(features))
            for feature, amount in features.items():
                hashes.append(crc32(feature.encode()))
                places.append(row)
                amounts.append(distinct.setdefault(amount, len(distinct)))
        self._distinct = array("f", distinct)
        self._buckets = len(hashes) // _IN_A_BUCKET + 1
        often = array("I", bytes(4 * self._buckets))
        for number in hashes:
            often[number % self._buckets] += 1
        self._ends = array("I", accumulate(often, initial=0))
        self._tags, self._rows, self._amounts = places[:], places[:], amounts[:]
        free = self._ends[:]
        for number, row, amount in zip(hashes, places, amounts, strict=True):
            tag, bucket = divmod(number, self._buckets)
            at = free[bucket]
            free[bucket] += 1
            self._tags[at], self._rows[at], self._amounts[at] = tag & _TAG, row, amount

    def of(self, feature: str) -> list[tuple[int, float]]:
        """The rows that have the feature, and how much of it each."""
        number, bucket = divmod(crc32(feature.encode()), self._buckets)
        wanted, distinct = number & _TAG, self._distinct
        its = slice(self._ends[bucket], self._ends[bucket + 1])
        postings = zip(self._tags[its], self._rows[its], self._amounts[its], strict=True)
        return [(row, distinct[amount]) for tag, row, amount in postings if tag == wanted]

    def alike(self, features: Features) -> Sequence[float]:
        """How alike the features are to those of each row, 0 to 1 (the cosine of the angle)."""
        shared, length = [0.0] * len(self._lengths), _length(features)
        for feature, much in features.items():
            for row, amount in self.of(feature):
                shared[row] += much * amount
        return [much and much / (length * its) for much, its in zip(shared, self._lengths, strict=True)]


class Index:
    """The documents by their words.

    `unanswered` are questions of other matters. Words are as usual as in `among`, another index, if one is
    given; then few questions are asked here, and trigrams do not count. What does not beat no
    answer by `least` is none; if anything does, the best `fewest` answer.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        *,
        unanswered: tuple[str, ...] = (),
        among: Index | None = None,
        least: float = LEAST,
        fewest: int = 1,
    ) -> None:
        self._least = least
        self._fewest = fewest
        self._among = among
        self._idle = frozenset(map(stem, vocabulary().idle))
        self._meanings = _meanings()
        asked = [*(one.questions for one in documents), unanswered]
        self._ends = array("I", accumulate(map(len, asked), initial=0))
        self._documents = array("I", (place for place, its in enumerate(asked) for _question in its))
        often = Counter(chain.from_iterable(map(words_in, chain.from_iterable(asked))))
        forms = {word for one in documents for text, _weight in one.texts for word in words_in(text)}
        forms |= {word for word, count in often.items() if count >= TRUSTED}
        self._forms = sorted(filter(self._tells, forms))
        self._known = forms.union(*map(words_in, unanswered))
        self._asked = Postings(map(self._features_of, chain.from_iterable(asked)))
        self._told = Postings(map(self._told_by, documents))
        sizes = [*self._told.sums, 0.0]
        for place, size in zip(self._documents, self._asked.sums, strict=True):
            sizes[place] += size
        self._total = sum(sizes)
        self._handicaps = [log(SMOOTHING / (size + SMOOTHING)) for size in sizes]
        trigrams = [] if among else [*chain.from_iterable(asked)]
        self._telling = _telling(trigrams)
        self._by_trigrams = Postings(map(self._trigrams, trigrams))

    def best(self, query: str, *, least: float | None = None) -> tuple[Match, ...]:
        """The documents that answer the query, best first; those equally good in their order.

        With `least` they must beat no answer by that much instead.
        """
        words = terms(query, respelled=self._respelled)
        if not any(map(self._tells, words)):
            return ()
        features = self._features(words)
        scores = self._scores(features, query)
        nothing = scores.pop(len(self._handicaps) - 1, 0.0) + self._unknown(features)
        least = max(nothing + (self._least if least is None else least), 0.0)
        order = sorted((-score, place) for place, score in scores.items() if score > 0)
        good = sum(-score > least for score, _place in order)
        return tuple(Match(place, -score) for score, place in order[: good and max(good, self._fewest)])

    def likeness(self, query: str, text: str) -> float:
        """How alike a query and a text are by what tells something, 0 to 1 (the cosine of the angle).

        A word weighs the more, the fewer questions have it. To share one word that many have is nothing.
        """
        one = self._rare(terms(query, respelled=self._respelled))
        other = self._rare(terms(text, longest=None))
        shared = [one[word] for word in one.keys() & other.keys()]
        if sum(shared) < TELLING:
            return 0.0
        return sum(much * much for much in shared) / (_length(one) * _length(other))

    def _rare(self, words: Iterable[str]) -> Features:
        """How rare each telling word is; one that means just one of the book's words counts as that."""
        roots = (_root(word) for word in words if self._tells(word))
        meant = {root: self._meanings.get(root, ()) for root in roots}
        told = {bases[0] if len(bases) == 1 else root for root, bases in meant.items()}
        return {one: log(len(self._documents) / max(1, len(self._asked.of(one)))) for one in told}

    def _features_of(self, text: str) -> Features:
        return self._features(terms(text, longest=None))

    def _told_by(self, document: Document) -> Features:
        """What the texts of a document have."""
        found: dict[str, float] = defaultdict(float)
        for text, weight in document.texts:
            for feature, much in self._features_of(text).items():
                found[feature] += weight * much
        return found

    def _counts(self, feature: str) -> Mapping[int, float]:
        """How much of a feature each document has, with the questions that it answers."""
        counts: dict[int, float] = defaultdict(float, self._told.of(feature))
        for question, much in self._asked.of(feature):
            counts[self._documents[question]] += much
        return counts

    def _usual(self, feature: str) -> float:
        """The share of a feature in all documents together; one that is nowhere is as rare as any."""
        return (sum(self._counts(feature).values()) or PAIR) / self._total

    def _unknown(self, features: Features) -> float:
        """How much of a query is in no document and no question; that speaks for no answer."""
        strange = (much for feature, much in features.items() if not self._counts(feature))
        return sum(much * much for much in strange) / _length(features) ** 2

    def _scores(self, features: Features, query: str) -> dict[int, float]:
        """How likely the features are in each document, and how alike its questions are, by trigrams, too."""
        scores: dict[int, float] = defaultdict(float, self._likely(features))
        for place, best in self._most_alike(self._asked.alike(features)):
            scores[place] += sum(best) + WORD_FOR_WORD * (best[0] > _SAME)
        for place, best in self._most_alike(self._by_trigrams.alike(self._trigrams(query[:LONGEST_QUERY]))):
            scores[place] += TRIGRAMS * sum(best)
        return scores

    def _likely(self, features: Features) -> Mapping[int, float]:
        """How much likelier than usual the features are in each document."""
        known, likelier = 0.0, defaultdict[int, float](float)
        for feature, much in features.items():
            counts = self._counts(feature)
            known += much if counts else 0.0
            usual = SMOOTHING * (self._among or self)._usual(feature)
            for place, count in counts.items():
                likelier[place] += much * log(1 + count / usual)
        return {
            place: LIKELIHOOD * (more + known * self._handicaps[place]) / sqrt(known)
            for place, more in likelier.items()
        }

    def _most_alike(self, alike: Sequence[float]) -> Iterator[tuple[int, Sequence[float]]]:
        """The documents with questions that are alike at all, and how alike the most similar ones are."""
        for place, (start, end) in enumerate(pairwise(self._ends) if alike else ()):
            best = sorted(alike[start:end], reverse=True)[:QUESTIONS]
            if best and best[0]:
                yield place, best

    def _trigrams(self, text: str) -> Features:
        """The telling trigrams of a text's words, and how rare each is."""
        return {one: self._telling[one] for one in _trigrams(text) if one in self._telling}

    def _features(self, words: Iterable[str]) -> Features:
        """What words are compared by, and how much each counts: they, their meanings, two side by side.

        The first and the last word have an edge for a neighbour. Telling words are side by side, too, where
        only others stand between them.
        """
        found: dict[str, float] = {}
        every, telling = [_EDGE], []
        for word in words:
            root = stem(word)
            if root in self._idle:
                found[root] = IDLE
            else:
                root = _root(word)
                bases = self._meanings.get(root, ())
                found |= {root: 1.0} | {base: max(found.get(base, 0.0), MEANING) for base in bases}
                telling.append(bases[0] if len(bases) == 1 else root)
            every.append(root)
        pairs = chain(pairwise([*every, _EDGE]), pairwise(telling))
        return found | {f"{one} {other}": PAIR for one, other in pairs}

    def _tells(self, word: str) -> bool:
        return stem(word) not in self._idle

    def _respelled(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words without typing errors."""
        return tuple(word if self._is_known(word) else self._mended(word) for word in words)

    def _is_known(self, word: str) -> bool:
        if word in self._known or stem(word) in self._known or _from_abroad(word):
            return True
        return self._among is not None and self._among._is_known(word)

    def _mended(self, word: str) -> str:
        close = get_close_matches(word, self._forms, n=1, cutoff=ALIKE) if word.isalpha() else ()
        return close[0] if close else word


def _telling(questions: Sequence[str]) -> Features:
    """How rare each trigram is in questions, without those that tell nothing."""
    often = Counter(chain.from_iterable(map(_trigrams, questions)))
    many = len(questions)
    return {one: log(many / count) for one, count in often.items() if count <= COMMON * many}


def _trigrams(text: str) -> Iterable[str]:
    """The trigrams of a text's words, whose beginnings and ends count as a letter each."""
    edged = (f" {word} " for word in words_in(text))
    return dict.fromkeys(word[start : start + 3] for word in edged for start in range(len(word) - 2))


def _length(features: Features) -> float:
    return sqrt(sum(much * much for much in features.values()))


def _meanings() -> Mapping[str, tuple[str, ...]]:
    """The words of the book that other words mean, all as stems."""
    found: dict[str, tuple[str, ...]] = {}
    for base, others in vocabulary().meant.items():
        for root in map(stem, others.split()):
            if root != stem(base):
                found[root] = tuple(dict.fromkeys((*found.get(root, ()), stem(base))))
    return found


def _root(word: str) -> str:
    """The stem of a word, or of what one of another language means."""
    return stem(_from_abroad(word) or word)


@in_each_language
def _from_abroad(word: str) -> str:
    """What a word of another language means; a table may have just its beginning."""
    abroad = vocabulary().abroad
    beginnings = (f"{word[:length]}*" for length in range(len(word), 1, -1))
    return next((abroad[one] for one in (word, *beginnings) if one in abroad), "")
