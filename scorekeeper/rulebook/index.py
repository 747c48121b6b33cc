"""An index over any documents: which of them answer a query, and how well. One scorer for every search.

In: documents, each of weighted texts and of questions that it answers, and questions that none answers.
Out, of `Index.best`: documents by their position, best first, or none; of `likeness`, 0 to 1 for two texts.

A text becomes features: stems; synonyms of the book's own words, at a lower weight; bigrams of neighbours,
and of content words with only stop words between them. Stop words count a little less than others. Typing
errors are corrected before that, to the known word nearest by `difflib`'s ratio, which does here for an edit
distance.

A score is a sum of three:
- the likelihood of the query in the document's language model, smoothed by all documents (Dirichlet): term
  frequency against collection frequency, with a penalty for the document's length;
- the cosines of the query and the nearest three of the document's questions, by features, and more if one
  is the query itself;
- the same by trigrams, weighed by inverse document frequency: "misdealt" and "misdealing" share most.
The unanswered questions are scored like one more document. What does not beat it is no answer.

An inverted index holds the features, hashed to 32 bits, in three arrays of numbers: 6 bytes for each feature
of each question, as a server has an index for each game and the law's has 11,000 questions. A query costs
some 10 ms; an index is made once for each language.

It can be wrong where two features have one hash (a posting too many), where a rare word is taken for a typing
error, and where a question is new: then only the likelihood answers. Example: of "who shufels" the content
word is corrected to "shuffles", "who" is a stop word, and 2.2d comes first, whose questions ask the same.
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
from scorekeeper.rulebook.vocabulary import LONGEST_QUERY, stem, terms, vocabulary, words_in

# What counts beside a content word: a stop word, a synonym, and two words side by side.
STOP_WORD: Final = 0.8
SYNONYM: Final = 0.3
BIGRAM: Final = 0.25
# How soon a document's words count against the usual ones, and what they and trigrams count beside likeness.
SMOOTHING: Final = 40.0
LIKELIHOOD: Final = 0.33
TRIGRAMS: Final = 0.8
# Trigrams that are in more than this share of the questions do not count.
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
class SearchDocument:
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
        frequencies = array("I", bytes(4 * self._buckets))
        for number in hashes:
            frequencies[number % self._buckets] += 1
        self._ends = array("I", accumulate(frequencies, initial=0))
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

    def cosines(self, features: Features) -> Sequence[float]:
        """How alike the features are to those of each row, 0 to 1 (the cosine of the angle)."""
        shared, length = [0.0] * len(self._lengths), _length(features)
        for feature, much in features.items():
            for row, amount in self.of(feature):
                shared[row] += much * amount
        return [much and much / (length * its) for much, its in zip(shared, self._lengths, strict=True)]


class Index:
    """The documents by their words.

    `unanswered` are questions of other matters. With a `background`, another index, collection frequencies
    are its; then few questions are known here, and trigrams do not count. What does not beat no answer by
    `least` is none; if anything does, the best `fewest` answer.
    """

    def __init__(
        self,
        documents: Sequence[SearchDocument],
        *,
        unanswered: tuple[str, ...] = (),
        background: Index | None = None,
        least: float = LEAST,
        fewest: int = 1,
    ) -> None:
        self._least = least
        self._fewest = fewest
        self._background = background
        self._stop_words = frozenset(map(stem, vocabulary().stop_words))
        self._synonyms = _synonyms()
        lists = [*(document.questions for document in documents), unanswered]
        questions = [*chain.from_iterable(lists)]
        self._ends = array("I", accumulate(map(len, lists), initial=0))
        self._documents = array("I", (place for place, group in enumerate(lists) for _question in group))
        frequencies = Counter(chain.from_iterable(map(words_in, questions)))
        texts = (text for document in documents for text, _weight in document.texts)
        forms = {*chain.from_iterable(map(words_in, texts))}
        forms |= {word for word, count in frequencies.items() if count >= TRUSTED}
        self._forms = sorted(filter(self._is_content_word, forms))
        self._known = forms.union(*map(words_in, unanswered))
        self._questions = Postings(map(self._features_of, questions))
        self._texts = Postings(map(self._text_features, documents))
        sizes = [*self._texts.sums, 0.0]
        for place, size in zip(self._documents, self._questions.sums, strict=True):
            sizes[place] += size
        self._total = sum(sizes)
        self._length_penalties = [log(SMOOTHING / (size + SMOOTHING)) for size in sizes]
        trigrams = [] if background else questions
        self._trigram_weights = _trigram_weights(trigrams)
        self._by_trigrams = Postings(map(self._trigrams, trigrams))

    def best(self, query: str, *, least: float | None = None) -> tuple[Match, ...]:
        """The documents that answer the query, best first; those equally good in their order.

        With `least` they must beat no answer by that much instead.
        """
        words = terms(query, spelling=self._spelling)
        if not any(map(self._is_content_word, words)):
            return ()
        features = self._features(words)
        scores = self._scores(features, query)
        nothing = scores.pop(len(self._length_penalties) - 1, 0.0) + self._unknown(features)
        least = max(nothing + (self._least if least is None else least), 0.0)
        order = sorted((-score, place) for place, score in scores.items() if score > 0)
        good = sum(-score > least for score, _place in order)
        return tuple(Match(place, -score) for score, place in order[: good and max(good, self._fewest)])

    def likeness(self, query: str, text: str) -> float:
        """How alike a query and a text are by what tells something, 0 to 1 (the cosine of the angle).

        A word weighs the more, the fewer questions have it. To share one word that many have is nothing.
        """
        weights = self._inverse_frequencies(terms(query, spelling=self._spelling))
        text_weights = self._inverse_frequencies(terms(text, longest=None))
        shared = [weights[word] for word in weights.keys() & text_weights.keys()]
        if sum(shared) < TELLING:
            return 0.0
        return sum(much * much for much in shared) / (_length(weights) * _length(text_weights))

    def _inverse_frequencies(self, words: Iterable[str]) -> Features:
        """How rare each telling word is; one that means just one of the book's words counts as that."""
        roots = (_root(word) for word in words if self._is_content_word(word))
        meanings = {root: self._synonyms.get(root, ()) for root in roots}
        words = {synonyms[0] if len(synonyms) == 1 else root for root, synonyms in meanings.items()}
        return {word: log(len(self._documents) / max(1, len(self._questions.of(word)))) for word in words}

    def _features_of(self, text: str) -> Features:
        return self._features(terms(text, longest=None))

    def _text_features(self, document: SearchDocument) -> Features:
        """What the texts of a document have."""
        features: dict[str, float] = defaultdict(float)
        for text, weight in document.texts:
            for feature, much in self._features_of(text).items():
                features[feature] += weight * much
        return features

    def _term_frequencies(self, feature: str) -> Mapping[int, float]:
        """How much of a feature each document has, with the questions that it answers."""
        counts: dict[int, float] = defaultdict(float, self._texts.of(feature))
        for question, much in self._questions.of(feature):
            counts[self._documents[question]] += much
        return counts

    def _collection_frequency(self, feature: str) -> float:
        """The share of a feature in all documents together; one that is nowhere is as rare as any."""
        return (sum(self._term_frequencies(feature).values()) or BIGRAM) / self._total

    def _unknown(self, features: Features) -> float:
        """How much of a query is in no document and no question; that speaks for no answer."""
        strange = (much for feature, much in features.items() if not self._term_frequencies(feature))
        return sum(much * much for much in strange) / _length(features) ** 2

    def _scores(self, features: Features, query: str) -> dict[int, float]:
        """How likely the features are in each document, and how alike its questions are, by trigrams, too."""
        scores: dict[int, float] = defaultdict(float, self._likelihoods(features))
        for place, best in self._nearest(self._questions.cosines(features)):
            scores[place] += sum(best) + WORD_FOR_WORD * (best[0] > _SAME)
        for place, best in self._nearest(self._by_trigrams.cosines(self._trigrams(query[:LONGEST_QUERY]))):
            scores[place] += TRIGRAMS * sum(best)
        return scores

    def _likelihoods(self, features: Features) -> Mapping[int, float]:
        """How much likelier than usual the features are in each document."""
        known, likelier = 0.0, defaultdict[int, float](float)
        for feature, much in features.items():
            counts = self._term_frequencies(feature)
            known += much if counts else 0.0
            usual = SMOOTHING * (self._background or self)._collection_frequency(feature)
            for place, count in counts.items():
                likelier[place] += much * log(1 + count / usual)
        return {
            place: LIKELIHOOD * (more + known * self._length_penalties[place]) / sqrt(known)
            for place, more in likelier.items()
        }

    def _nearest(self, alike: Sequence[float]) -> Iterator[tuple[int, Sequence[float]]]:
        """The documents with questions that are alike at all, and how alike the most similar ones are."""
        for place, (start, end) in enumerate(pairwise(self._ends) if alike else ()):
            best = sorted(alike[start:end], reverse=True)[:QUESTIONS]
            if best and best[0]:
                yield place, best

    def _trigrams(self, text: str) -> Features:
        """The telling trigrams of a text's words, and how rare each is."""
        weights = self._trigram_weights
        return {trigram: weights[trigram] for trigram in _trigrams(text) if trigram in weights}

    def _features(self, words: Iterable[str]) -> Features:
        """What words are compared by, and how much each counts: they, their meanings, two side by side.

        The first and the last word have an edge for a neighbour. Telling words are side by side, too, where
        only others stand between them.
        """
        features: dict[str, float] = {}
        every, telling = [_EDGE], []
        for word in words:
            root = stem(word)
            if root in self._stop_words:
                features[root] = STOP_WORD
            else:
                root = _root(word)
                synonyms = self._synonyms.get(root, ())
                features |= {root: 1.0} | {base: max(features.get(base, 0.0), SYNONYM) for base in synonyms}
                telling.append(synonyms[0] if len(synonyms) == 1 else root)
            every.append(root)
        pairs = chain(pairwise([*every, _EDGE]), pairwise(telling))
        return features | {f"{left} {right}": BIGRAM for left, right in pairs}

    def _is_content_word(self, word: str) -> bool:
        return stem(word) not in self._stop_words

    def _spelling(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words without typing errors."""
        return tuple(word if self._is_known(word) else self._corrected(word) for word in words)

    def _is_known(self, word: str) -> bool:
        if word in self._known or stem(word) in self._known or _translation(word):
            return True
        return self._background is not None and self._background._is_known(word)

    def _corrected(self, word: str) -> str:
        close = get_close_matches(word, self._forms, n=1, cutoff=ALIKE) if word.isalpha() else ()
        return close[0] if close else word


def _trigram_weights(questions: Sequence[str]) -> Features:
    """How rare each trigram is in questions, without those that tell nothing."""
    frequencies = Counter(chain.from_iterable(map(_trigrams, questions)))
    many = len(questions)
    return {trigram: log(many / count) for trigram, count in frequencies.items() if count <= COMMON * many}


def _trigrams(text: str) -> Iterable[str]:
    """The trigrams of a text's words, whose beginnings and ends count as a letter each."""
    edged = (f" {word} " for word in words_in(text))
    return dict.fromkeys(word[start : start + 3] for word in edged for start in range(len(word) - 2))


def _length(features: Features) -> float:
    return sqrt(sum(much * much for much in features.values()))


def _synonyms() -> Mapping[str, tuple[str, ...]]:
    """The words of the book by their synonyms, all as stems."""
    synonyms: dict[str, tuple[str, ...]] = {}
    for base, others in vocabulary().synonyms.items():
        for root in map(stem, others.split()):
            if root != stem(base):
                synonyms[root] = tuple(dict.fromkeys((*synonyms.get(root, ()), stem(base))))
    return synonyms


def _root(word: str) -> str:
    """The stem of a word, or of what one of another language means."""
    return stem(_translation(word) or word)


@in_each_language
def _translation(word: str) -> str:
    """What a word of another language means; a table may have just its beginning."""
    words = vocabulary().foreign_words
    beginnings = (f"{word[:length]}*" for length in range(len(word), 1, -1))
    return next((words[form] for form in (word, *beginnings) if form in words), "")
