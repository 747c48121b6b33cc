"""An index over any documents: which of them answer a query, and how well. One scorer for every search.

A document is texts, each with a weight, and questions that it answers. It answers a query the better, the
likelier the query's words are in it than in all documents together, and the more alike the query is to its
most similar questions, by words and by letters. Other questions, which no document answers, are scored like
one more document: what does not beat that is no answer.

A word counts for itself and for what it means in the book's words. One that is unknown may be of another
language or a typing error; the last one may be half typed.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import accumulate, chain, groupby, pairwise, takewhile
from math import log, sqrt
from typing import Final

from scorekeeper.language import in_each_language
from scorekeeper.rulebook.letters import Letters
from scorekeeper.rulebook.vocabulary import vocabulary
from scorekeeper.rulebook.words import stem, terms, words_in

# What counts beside a telling word: one that says little, what a word means, and two words side by side.
IDLE: Final = 0.8
MEANING: Final = 0.3
PAIR: Final = 0.25
# How soon a document's words count against the usual ones, and what they and letters count beside likeness.
SMOOTHING: Final = 40.0
LIKELIHOOD: Final = 0.33
LETTERS: Final = 0.8
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
_SHORTEST_BEGINNING: Final = 2
_SAME: Final = 0.999
_EDGE: Final = "|"
Features = dict[str, float]
# A place and how much it has of features.
_Row = tuple[int, Iterable[tuple[str, float]]]


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
    """How much of each feature every place has, by feature, in arrays: there are some 100,000 of them."""

    def __init__(self, rows: Iterable[_Row]) -> None:
        self._numbers: dict[str, int] = {}
        of, places, amounts = array("I"), array("I"), array("d")
        for place, features in rows:
            for feature, much in features:
                of.append(self._numbers.setdefault(feature, len(self._numbers)))
                places.append(place)
                amounts.append(much)
        often = Counter(of)
        self._ends = array("I", accumulate((often[number] for number in range(len(often))), initial=0))
        self._places, self._amounts = array("I", places), array("d", amounts)
        free = array("I", self._ends)
        for number, place, much in zip(of, places, amounts, strict=True):
            at = free[number]
            free[number] = at + 1
            self._places[at], self._amounts[at] = place, much

    def of(self, feature: str) -> Iterator[tuple[int, float]]:
        """The places that have the feature, and how much of it each."""
        its = self._slice(feature)
        return zip(self._places[its], self._amounts[its], strict=True)

    def count(self, feature: str) -> int:
        """How many places have the feature."""
        its = self._slice(feature)
        return its.stop - its.start

    def __contains__(self, feature: str) -> bool:
        return feature in self._numbers

    def _slice(self, feature: str) -> slice[int, int, None]:
        number = self._numbers.get(feature, -1)
        return slice(0, 0) if number < 0 else slice(self._ends[number], self._ends[number + 1])


class Index:
    """The documents by their words.

    `unanswered` are questions of other matters. Words are as usual as in `among`, another index, if one is
    given; then few questions are asked here, and letters do not count. Words in `own` mean in these documents
    what they say, whatever the tables make of them. What does not beat no answer by `least` is none; if
    anything does, the best `fewest` answer.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        *,
        unanswered: tuple[str, ...] = (),
        among: Index | None = None,
        own: frozenset[str] = frozenset(),
        least: float = LEAST,
        fewest: int = 1,
    ) -> None:
        self._least = least
        self._fewest = fewest
        self._among = among
        self._nothing = len(documents)
        self._idle = frozenset(map(stem, vocabulary().idle))
        self._meanings = {root: bases for root, bases in _meanings().items() if root not in own}
        told = [(place, text, weight) for place, one in enumerate(documents) for text, weight in one.texts]
        asked = [(place, text) for place, one in enumerate(documents) for text in one.questions]
        asked += [(self._nothing, text) for text in unanswered]
        words_asked = [words_in(text) for _, text in asked]
        self._often = Counter(chain.from_iterable(words_asked))
        forms = {word for _, text, _ in told for word in words_in(text)}
        forms |= {word for word, often in self._often.items() if often >= TRUSTED}
        self._forms = sorted(filter(self._tells, forms))
        self._known = forms.union(*map(words_in, unanswered))
        self._many = len(asked)
        self._questions = _slices(place for place, _text in asked)
        self._letters = Letters(() if among else words_asked)
        counts: list[Features] = [defaultdict(float) for _ in range(len(documents) + 1)]
        self._directions = Postings(self._asked(asked, counts))
        for place, text, weight in told:
            _add(counts[place], self._features(terms(text, longest=None)), weight=weight)
        self._usual: Mapping[str, float] = among._usual if among else _usual(counts)
        self._likelier = Postings(self._likelihoods(counts))
        self._handicaps = [log(SMOOTHING / (sum(count.values()) + SMOOTHING)) for count in counts]

    def best(self, query: str, *, least: float | None = None) -> tuple[Match, ...]:
        """The documents that answer the query, best first; those equally good in their order.

        With `least` they must beat no answer by that much instead.
        """
        words = terms(query, respelled=self._respelled)
        if not any(map(self._tells, words)):
            return ()
        features = self._features(words)
        scores = self._scores(features, words_in(query))
        nothing = scores.pop(self._nothing, 0.0) + self._unknown(features)
        least = max(nothing + (self._least if least is None else least), 0.0)
        order = sorted((-score, place) for place, score in scores.items() if score > 0)
        good = sum(-score > least for score, _place in order)
        return tuple(Match(place, -score) for score, place in order[: good and max(good, self._fewest)])

    def likeness(self, query: str, text: str) -> float:
        """How alike a query and a text are by what tells something, 0 to 1 (the cosine of the angle).

        A word weighs the more, the fewer questions of this index, or of the one it is `among`, have it. To
        share one word that many have is nothing.
        """
        one = self._rare(terms(query, respelled=self._respelled))
        other = self._rare(terms(text, longest=None))
        shared = [one[word] for word in one.keys() & other.keys()]
        if sum(shared) < TELLING:
            return 0.0
        return sum(much * much for much in shared) / (_length(one) * _length(other))

    def _rare(self, words: Iterable[str]) -> Features:
        """How rare each telling word is; one that means just one of the book's words counts as that."""
        asked = self._among or self
        roots = (_root(word) for word in words if self._tells(word))
        meant = {root: self._meanings.get(root, ()) for root in roots}
        told = {bases[0] if len(bases) == 1 else root for root, bases in meant.items()}
        return {one: log(asked._many / max(1, asked._directions.count(one))) for one in told}

    def _asked(self, asked: Iterable[tuple[int, str]], counts: Sequence[Features]) -> Iterator[_Row]:
        """The direction of each question; each document counts what the questions that it answers have."""
        for number, (place, text) in enumerate(asked):
            features = self._features(terms(text, longest=None))
            _add(counts[place], features, weight=1.0)
            yield number, _direction(features)

    def _likelihoods(self, counts: Iterable[Features]) -> Iterator[_Row]:
        """How much likelier each feature is in each document than usual."""
        rarest = min(self._usual.values(), default=1.0)
        for place, count in enumerate(counts):
            usual = {feature: SMOOTHING * self._usual.get(feature, rarest) for feature in count}
            yield place, [(feature, log(1 + much / usual[feature])) for feature, much in count.items()]

    def _unknown(self, features: Features) -> float:
        """How much of a query is in no document and no question; that speaks for no answer."""
        return sum(much * much for one, much in _direction(features) if one not in self._likelier)

    def _scores(self, features: Features, words: Iterable[str]) -> dict[int, float]:
        """How likely the features are in each document, and how alike its questions are, by letters, too."""
        likelier: dict[int, float] = defaultdict(float)
        for feature, much in features.items():
            for place, more in self._likelier.of(feature):
                likelier[place] += much * more
        known = sum(much for feature, much in features.items() if feature in self._likelier)
        scores: dict[int, float] = defaultdict(float)
        for place, more in likelier.items():
            scores[place] = LIKELIHOOD * (more + known * self._handicaps[place]) / sqrt(known)
        for place, best in self._most_alike(self._alike(features)):
            scores[place] += sum(best) + WORD_FOR_WORD * (best[0] > _SAME)
        for place, best in self._most_alike(self._letters.alike(words)):
            scores[place] += LETTERS * sum(best)
        return scores

    def _alike(self, features: Features) -> Sequence[float]:
        """How alike the query is to each question (the cosine of the angle)."""
        alike = [0.0] * self._many
        for feature, much in _direction(features):
            for number, its in self._directions.of(feature):
                alike[number] += much * its
        return alike

    def _most_alike(self, alike: Sequence[float]) -> Iterator[tuple[int, Sequence[float]]]:
        """The documents with questions that are alike at all, and how alike the most similar ones are."""
        for place, its in self._questions.items():
            best = sorted(alike[its], reverse=True)[:QUESTIONS]
            if best and best[0]:
                yield place, best

    def _features(self, words: Iterable[str]) -> Features:
        """What words are compared by, and how much each counts: they, their meanings, two side by side.

        The first and the last word have an edge for a neighbour. Telling words are side by side, too, where
        only others stand between them.
        """
        found: Features = {}
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
        """The words as they were meant: without typing errors, and the last one whole if it is half typed."""
        meant = [word if self._is_known(word) else self._mended(word) for word in words]
        if words and not self._is_known(words[-1]):
            meant[-1] = self._begun(words[-1]) or meant[-1]
        return tuple(meant)

    def _is_known(self, word: str) -> bool:
        if word in self._known or stem(word) in self._known or _from_abroad(word):
            return True
        return self._among is not None and self._among._is_known(word)

    def _mended(self, word: str) -> str:
        close = get_close_matches(word, self._forms, n=1, cutoff=ALIKE) if word.isalpha() else ()
        return close[0] if close else word

    def _begun(self, word: str) -> str:
        """The commonest word that begins so."""
        if len(word) < _SHORTEST_BEGINNING or word.isdigit():
            return ""
        forms = takewhile(lambda form: form.startswith(word), self._forms[bisect_left(self._forms, word) :])
        return max(forms, key=self._often.__getitem__, default="")


def _slices(places: Iterable[int]) -> dict[int, slice[int, int, None]]:
    """Where each place is in a row in which equal ones stand together."""
    found, start = {}, 0
    for place, its in groupby(places):
        end = start + len([*its])
        found[place] = slice(start, end)
        start = end
    return found


def _direction(features: Features) -> list[tuple[str, float]]:
    length = _length(features)
    return [(one, much / length) for one, much in features.items()]


def _length(features: Features) -> float:
    return sqrt(sum(much * much for much in features.values()))


def _add(count: Features, features: Features, *, weight: float) -> None:
    for feature, much in features.items():
        count[feature] += weight * much


def _usual(counts: Sequence[Features]) -> Mapping[str, float]:
    """The share of each feature in all documents together."""
    often: Features = defaultdict(float)
    for count in counts:
        for feature, much in count.items():
            often[feature] += much
    total = sum(often.values())
    return {feature: much / total for feature, much in often.items()}


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
