"""Which clauses answer a query, best first, and which decisions of a table are about it.

Everyday questions are known of the law's clauses alone. A question put to another game is therefore asked of
the law, too: what the law's best clauses are about (`fields` and `near`) is what is asked, and the game's
clauses on it are the answer. Each counts for how much of a clause of the law it shares, by how well that one
answers, and for how well it answers by its own words.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from math import inf
from operator import itemgetter
from typing import TypeVar

from scorekeeper.language import in_each_language
from scorekeeper.rulebook import Book, Clause, Section, book, clause, unanswered
from scorekeeper.rulebook.index import Index, SearchDocument
from scorekeeper.rulebook.openings import opening
from scorekeeper.rulebook.vocabulary import terms, words_in
from scorekeeper.rules.checks import clause_by
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import Incomplete, Ruleset

K = TypeVar("K")
# The weight of a word by the field that holds it.
TEXT, FIND, SECTION = 1.0, 1.4, 0.5
# How far a clause with fewer questions than the law’s must beat that nothing answers; by how much it may miss
# that where nothing else answers.
ELSEWHERE, AT_LAST = 0.0, 0.5
# By how much a clause of the law may miss an answer, and still say what a question to another game is about.
NEARLY = 0.2
# What it counts to hold in place of the law's best clause, and how steeply that falls for a worse one.
IN_PLACE, STEEPLY = 2.0, 4
# How alike a question must be to what a table wrote down.
ALIKE = 0.45
# Continental's own variations, which are nothing to other games.
VARIATIONS = ("16.1", "16.2")
# What a clause's score is at least, beside the best one's, to be shown with it; a topic has fewer words.
BESIDE, TOPIC = 0.6, 3
# The same where the best one says outright what was asked.
SURE = 0.8
# How many clauses are found at least where any answers: what comes second may be what was meant.
FEWEST = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause found; a higher score answers better."""

    number: str
    score: float


def search(query: str, *, ruleset: str = LAW.id) -> tuple[Hit, ...]:
    """The clauses of a ruleset that answer the query, best first; those equally good in their order.

    A number alone is that of a clause or section; several, such as the ranks of cards, ask for nothing.
    """
    words = words_in(query)
    if len(words) > 1 and all(word[0].isdigit() for word in words):
        return ()
    here = book(ruleset)
    query_terms = terms(query)
    numbers = [clause.number for clause in here.clauses if clause.number.lower() in query_terms] or [
        clause.number for clause in here.clauses if clause.number[:-1] in query_terms
    ]
    numbers += [
        clause.number
        for section in here.sections
        for clause in section.clauses
        if f"section{section.number}" in query_terms
    ]
    if numbers:
        return tuple(Hit(number, 1.0) for number in numbers)
    return _hits(query, ruleset)


def _hits(query: str, ruleset: str, *, least: float | None = None) -> tuple[Hit, ...]:
    clauses = book(ruleset).clauses
    return tuple(
        Hit(clauses[match.position].number, match.score) for match in index(ruleset).best(query, least=least)
    )


def clauses_on(query: str, rules: Ruleset) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
    """The clauses of a ruleset that answer a query, best first, and those of the law as advice.

    There is advice where the game has no word on what the law's best clause is about, none of it on what a
    clause of the game says, and where a clause of the law is asked for by its number.
    """
    results = search(query, ruleset=rules.id)
    if rules.is_law:
        least = 0.0
        if results and len(words_in(query)) >= TOPIC:
            is_sure = opening(clause(results[0].number), query)
            least = results[0].score * (SURE if is_sure else BESIDE)
        return tuple(_in_force((hit for hit in results if hit.score >= least), rules)), ()
    in_force = tuple(_in_force(results, rules))
    hits = (clause(hit.number) for hit in search(query) if hit.number not in VARIATIONS)
    # Tiles have no discard to claim.
    law = tuple(hit for hit in hits if rules.pack == "cards" or "may_i" not in _groups(hit.values))
    if query.casefold() in {hit.number.casefold() for hit in (*in_force, *law)}:
        return in_force, law
    instead = _in_place(query, rules)
    score = {hit.number: hit.score for hit in _hits(query, rules.id, least=-inf)}
    if not (in_force or law or instead):
        in_force = tuple(_in_force(_hits(query, rules.id, least=-AT_LAST), rules))
    if not in_force and law and law[0].values and not _alike(law[0], rules):
        shares, most = _alike(law[0], rules, of=_groups), 1
        advice = tuple(hit for hit in law if not _alike(hit, rules))
    else:
        shares, most = ({**score, **instead} if in_force or instead else {}), FEWEST
        advice = () if instead else law
    order = sorted(shares, key=lambda number: score.get(number, 0) + instead.get(number, 0), reverse=True)
    best = (Hit(number, 0.0) for number in order)
    return tuple(_in_force(best, rules))[:most], advice


def _in_place(query: str, rules: Ruleset) -> dict[str, float]:
    """The clauses of a game that hold in place of the law's best ones, and what that counts."""
    shares: dict[str, float] = {}
    hits = _hits(query, LAW.id, least=-NEARLY)
    best = [hit for hit in hits if hit.number not in VARIATIONS][:FEWEST]
    for hit in best:
        weight = IN_PLACE * (hit.score / best[0].score) ** STEEPLY
        for number, share in _alike(clause(hit.number), rules).items():
            shares[number] = max(shares.get(number, 0), weight * share)
    return shares


def _alike(
    law: Clause, rules: Ruleset, *, of: Callable[[Set[str]], Set[str]] = frozenset
) -> dict[str, float]:
    """The clauses of a game on what one of the law is about, and how much of that each is about, up to 1.

    Values of one group, such as `deal`, count as one, and by half if a clause does not word them. On
    incomplete games it is the clause that is in force; a game may cite one of its own on a whole section, or
    beside others on the clause.
    """
    section, _dot, _number = law.number.partition(".")
    if instead := rules.cites.get(section) or clause_by(law.number, rules=rules):
        return {instead: 1.0}
    about = of(law.values)
    shares = {}
    for other in book(rules.id).clauses:
        near, worded = (_groups(about & of(values)) for values in (other.values, frozenset(other.fields)))
        shares[other.number] = (len(near) + len(worded)) / 2 / (len(_groups(about)) or 1)
    if cited := rules.cites.get(law.number):
        shares[cited] = 1.0
    return {number: share for number, share in shares.items() if share}


def _groups(paths: Set[str]) -> Set[str]:
    return {path.partition(".")[0] for path in paths}


def _in_force(hits: Iterable[Hit], rules: Ruleset) -> Iterator[Clause]:
    """The clauses that hold by these rules, each once; on incomplete games sections 8, 15 or P."""
    is_posted = rules.incomplete is Incomplete.POSTED
    numbers = ((rules.is_law and clause_by(hit.number, rules=rules)) or hit.number for hit in hits)
    for number in dict.fromkeys(numbers):
        if not (is_posted and number.startswith("P-")):
            yield clause(number)


def search_texts(query: str, texts: Sequence[tuple[K, tuple[str, ...]]]) -> tuple[K, ...]:
    """What is about the same as the query, best first, each by its key.

    A key has texts that say what it is about, such as what a table wrote down. To share a word that many
    questions have is not enough.
    """
    alike = [(max(index(LAW.id).likeness(query, text) for text in its), key) for key, its in texts]
    best = sorted(alike, key=itemgetter(0), reverse=True)
    return tuple(key for likeness, key in best if likeness >= ALIKE)


@in_each_language
def index(ruleset: str) -> Index:
    """The index of the clauses that hold in a ruleset, made once."""
    here = book(ruleset)
    if ruleset == LAW.id:
        return index_of(here, unanswered=unanswered())
    # What the law does not answer about another game, that game may.
    name, is_tiles = RULESETS[ruleset].name.casefold(), RULESETS[ruleset].pack == "tiles"
    others = tuple(
        question
        for question in map(str.casefold, unanswered())
        if name not in question and not (is_tiles and "tile" in question)
    )
    return Index(_documents(here), unanswered=others, least=ELSEWHERE, fewest=FEWEST)


def index_of(law: Book, *, unanswered: tuple[str, ...]) -> Index:
    """The index of the law's clauses and of questions that none of them answers."""
    return Index(_documents(law), unanswered=unanswered, fewest=FEWEST)


def _documents(here: Book) -> list[SearchDocument]:
    return [_document(section, clause) for section in here.sections for clause in section.clauses]


def _document(section: Section, clause: Clause) -> SearchDocument:
    texts = ((clause.text, TEXT), (clause.find, FIND), (section.name, SECTION), (clause.mark, SECTION))
    return SearchDocument(texts, clause.about)
