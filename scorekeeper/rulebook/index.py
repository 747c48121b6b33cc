"""An index over any documents: which of them answer a query, and how well. One scorer for every search.

A document is texts, each with a weight, and questions that it answers. It answers a query the better, the
likelier the query's words are in it than in all documents together, and the more alike the query is to its
most similar questions, by words and by letters. Other questions, which no document answers, are scored like
one more document: what does not beat that is no answer.

A word counts for itself and for what it means in the book's words; one after "forgot" or "without", for what
did not happen, too: to forget the discard is not to forget the draw. A word that is unknown may be two that
stand side by side in a question, a typing error, or of another language; the last one may be half typed. Two
words that never stand side by side may be one.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, groupby, pairwise, takewhile
from math import log, sqrt
from typing import Final

from scorekeeper.language import in_each_language
from scorekeeper.rulebook.letters import Letters
from scorekeeper.rulebook.spelling import Speller, typing_errors
from scorekeeper.rulebook.vocabulary import vocabulary
from scorekeeper.rulebook.words import LONGEST_QUERY, stem, terms, words_in

# What counts beside a telling word: one that says little, what a word means, two words side by side, and what
# did not happen.
IDLE: Final = 0.8
MEANING: Final = 0.3
PAIR: Final = 0.25
LACKED: Final = 0.65
# How soon a document's words count against the usual ones, and what they and letters count beside likeness.
SMOOTHING: Final = 40.0
LIKELIHOOD: Final = 0.33
LETTERS: Final = 0.8
# How many of the most similar questions count, and what the very same one adds.
QUESTIONS: Final = 3
WORD_FOR_WORD: Final = 3.0
# A word is no typing error if one question of so many has it.
TRUSTED: Final = 2100
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
        found: dict[str, tuple[array[int], array[float]]] = defaultdict(lambda: (array("I"), array("d")))
        for place, features in rows:
            for feature, much in features:
                places, amounts = found[feature]
                places.append(place)
                amounts.append(much)
        self._numbers = {feature: number for number, feature in enumerate(found)}
        self._ends = array("I", accumulate((len(places) for places, _ in found.values()), initial=0))
        self._places = array("I", chain.from_iterable(places for places, _ in found.values()))
        self._amounts = array("d", chain.from_iterable(amounts for _, amounts in found.values()))

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
    """The documents by their words: `forms` are those that are written in them and tell something.

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
        self._lacks = frozenset(map(stem, vocabulary().lacks))
        self._meanings = {root: bases for root, bases in _meanings().items() if root not in own}
        told = [(place, text, weight) for place, one in enumerate(documents) for text, weight in one.texts]
        asked = [(place, text) for place, one in enumerate(documents) for text in one.questions]
        asked += [(self._nothing, text) for text in unanswered]
        words_asked = [words_in(text) for _, text in asked]
        self._often = Counter(word for words in words_asked for word in set(words))
        plain = {word for _, text, _ in told for word in words_in(text)}
        known = plain.union(word for word, often in self._often.items() if often * TRUSTED >= len(asked))
        self.forms = sorted(word for word in known if self._tells(word))
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
        query = self._spaced(query)
        words = terms(query, respelled=self._respelled, longest=None)
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
        one = self._rare(terms(self._spaced(query), respelled=self._respelled, longest=None))
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
        lacking = False
        for word in words:
            root = stem(word)
            if root in self._idle:
                found[root] = IDLE
                lacking |= root in self._lacks
            else:
                root = _root(word)
                bases = self._meanings.get(root, ())
                found |= {root: 1.0} | {base: max(found.get(base, 0.0), MEANING) for base in bases}
                telling.append(bases[0] if len(bases) == 1 else root)
                if root in self._lacks:
                    lacking = True
                elif lacking and not root.isdigit():
                    found[f"without {telling[-1]}"] = LACKED
                    lacking = False
            every.append(root)
        pairs = chain(pairwise([*every, _EDGE]), pairwise(telling))
        return found | {f"{one} {other}": PAIR for one, other in pairs}

    def _tells(self, word: str) -> bool:
        return stem(word) not in self._idle

    def _spaced(self, query: str) -> str:
        """The words of a query as the book writes them: "discardpile" as two, "dis card" as one."""
        spaced: list[str] = []
        words = words_in(query[:LONGEST_QUERY])
        for place, word in enumerate(words, start=1):
            before = spaced[-1] if spaced else ""
            if self._is_one_word(before, word):
                spaced[-1] += word
            else:
                spaced += self._parts(word, is_last=place == len(words))
        return " ".join(spaced)

    def _is_one_word(self, one: str, other: str) -> bool:
        """Whether two words are one of the book, and never stand side by side in it."""
        whole = one + other
        if not one or not whole.isalpha() or f"{one} {other}" in vocabulary().phrases:
            return False
        return self._is_form(whole) and not self._often_side_by_side(one, other)

    def _is_form(self, word: str) -> bool:
        at = bisect_left(self.forms, word)
        return self.forms[at : at + 1] == [word] or bool(self._among and self._among._is_form(word))

    def _parts(self, word: str, *, is_last: bool = False) -> tuple[str, ...]:
        """The words that one was made of: a phrase, else two that are side by side in most questions."""
        cuts = [(word[:at], word[at:]) for at in range(1, len(word))] if word.isalpha() else []
        phrase = next((cut for cut in cuts if " ".join(cut) in vocabulary().phrases), None)
        if phrase or self._is_known(word) or (is_last and self._begun(word)):
            return phrase or (word,)
        telling = (cut for cut in cuts if all(map(self._tells, cut)))
        often, parts = max(((self._often_side_by_side(*cut), cut) for cut in telling), default=(0, ("", "")))
        return (*self._parts(parts[0]), *self._parts(parts[1], is_last=is_last)) if often else (word,)

    def _often_side_by_side(self, one: str, other: str) -> int:
        """How many questions have these words side by side."""
        pair = f"{_root(one)} {_root(other)}"
        return self._directions.count(pair) + (self._among._directions.count(pair) if self._among else 0)

    def _respelled(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words as they were meant: typing errors mended, those of other languages in this one."""
        return tuple(
            word
            if self._is_known(word)
            else (self._begun(word) if place == len(words) else "")
            or _from_abroad(word)
            or self._mended(word)
            for place, word in enumerate(words, start=1)
        )

    def _is_known(self, word: str) -> bool:
        return bool(_from_abroad(word) or {word, stem(word)} & self._known) or bool(
            self._among and self._among._is_known(word)
        )

    @cached_property
    def _known(self) -> frozenset[str]:
        """Every word that may stand in a query as it is, and every stem; `_among` has those of the tables."""
        tables = vocabulary()
        others = () if self._among else (*_tables(), *tables.everyday, *tables.phrases.values())
        words = {*self.forms, *others}
        return frozenset(words | set(map(stem, words)))

    def _begun(self, word: str) -> str:
        """The commonest word that begins so."""
        if len(word) < _SHORTEST_BEGINNING or word.isdigit():
            return ""
        forms = takewhile(lambda form: form.startswith(word), self.forms[bisect_left(self.forms, word) :])
        return max(forms, key=self._often.__getitem__, default="")

    def _mended(self, word: str) -> str:
        """The word that this one is a typing error for: the nearest, the commonest of several."""
        found = {*self._speller.meant(word), *(self._among._speller.meant(word) if self._among else ())}
        return min(found, key=lambda one: (typing_errors(word, one), -self._often[one], one), default=word)

    @cached_property
    def _speller(self) -> Speller:
        return Speller({*self.forms, *(() if self._among else _tables())})


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


def _tables() -> set[str]:
    """The words of the tables that may be meant by a typing error."""
    tables = vocabulary()
    lists = (*tables.meant.values(), *tables.phrases)
    return {*tables.idle, *tables.irregular, *(word for words in lists for word in words.split())}


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
