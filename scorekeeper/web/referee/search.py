"""Finds the irregularity that people mean: by its headline, its example and what people say for it."""

from collections.abc import Iterable, Iterator
from typing import Final

from scorekeeper.language import N_, _, in_each_language
from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Graph, OneOf, outcomes, searched
from scorekeeper.referee.graphs import GRAPHS, graph_of
from scorekeeper.rulebook import book, unanswered
from scorekeeper.rulebook import search as rulebook
from scorekeeper.rulebook.index import Index, SearchDocument
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset

# An ordinary question is no irregularity: one must beat no answer, if by less than a clause must.
_LEAST: Final = 0.3
# How far a matter that the rules leave open must beat that a question names none.
_NAMED: Final = 1.8
# The clauses that tell how play goes: what only they answer is asked where nothing went wrong.
ORDINARY: Final = frozenset({"2.2", "2.3", "2.4", "2.5", "5.1", "5.6", "5.8", "5.8a"})
# What the list without a search puts together, each irregularity with the name of its icon.
KINDS: Final = (
    (
        N_("During a turn"),
        {
            Irregularity.OUT_OF_TURN: "turn",
            Irregularity.ILLEGAL_DRAW: "cards",
            Irregularity.WRONG_COUNT: "count",
            Irregularity.MAY_I: "ask",
            Irregularity.PREMATURE_DISCARD: "discard",
            Irregularity.NO_DISCARD: "held",
            Irregularity.EXTRA_DISCARD: "twice",
            Irregularity.TAKE_BACK: "undo",
        },
    ),
    (
        N_("On the table"),
        {
            Irregularity.ILLEGAL_LAYDOWN: "meld",
            Irregularity.WILD_SWAP: "joker",
            Irregularity.DEAL: "deal",
            Irregularity.STOCK_OUT: "spent",
            Irregularity.SILENT_MATTER: "talk",
        },
    ),
    (
        N_("Scores and players"),
        {
            Irregularity.SCORING_ERROR: "pen",
            Irregularity.MISSING_SCORE: "help",
            Irregularity.PLAYER_LEFT: "leave",
            Irregularity.RESUME: "history",
        },
    ),
)


def kinds(among: Iterable[Irregularity], *, rules: Ruleset) -> list[tuple[str, list[tuple[Graph, str]]]]:
    """The titles of the kinds of irregularities, each with the graphs by these rules and their icons."""
    graphs = {code: graph_of(code, rules) for code in among}
    return [
        (_(title), [(graphs[code], icon) for code, icon in icons.items() if code in graphs])
        for title, icons in KINDS
    ]


def irregularities_about(
    query: str, *, among: Iterable[Irregularity] = Irregularity
) -> tuple[Irregularity, ...]:
    """The irregularities that a query is about, best first."""
    every, offered = list(Irregularity), {*among}
    best = (every[match.position] for match in _index().best(query))
    return tuple(irregularity for irregularity in best if irregularity in offered)


@in_each_language
def _index() -> Index:
    """All irregularities by what people say for them; a word is as rare as it is in the rulebook."""
    graphs = [GRAPHS[irregularity] for irregularity in Irregularity]
    documents = [
        SearchDocument(
            ((graph.headline, 1.4), (graph.example, 0.5)),
            (graph.headline, *", ".join(searched(graph)).split(", "), *_asked_of(graph)),
        )
        for graph in graphs
    ]
    nothing_wrong = (*unanswered(), *_ordinary_questions())
    return Index(documents, unanswered=nothing_wrong, background=rulebook.index(LAW.id), least=_LEAST)


def matter_of(query: str) -> str | None:
    """The code of the matter that the rules leave open and that a question names, if it names one."""
    codes, matters = _matters()
    best = matters.best(query)
    return codes[best[0].position] if best else None


@in_each_language
def _matters() -> tuple[tuple[str, ...], Index]:
    first = GRAPHS[Irregularity.SILENT_MATTER].first
    answers = first.answers if isinstance(first, OneOf) else ()
    documents = [
        SearchDocument(((answer.text, 1.0),), (answer.text, *answer.search_words.split(", ")))
        for answer in answers
    ]
    codes = tuple(answer.value for answer in answers)
    return codes, Index(documents, background=rulebook.index(LAW.id), least=_NAMED)


def _asked_of(graph: Graph) -> Iterator[str]:
    """The questions of the clauses that only this irregularity is ruled by."""
    mine = _ruled_by(graph)
    others = {number for other in GRAPHS.values() if other != graph for number in _ruled_by(other)}
    for other in book().clauses:
        if other.number in mine - others - ORDINARY:
            yield from other.about


def _ruled_by(graph: Graph) -> frozenset[str]:
    return frozenset(number for end in outcomes(graph) for number in end.clauses)


def _ordinary_questions() -> Iterator[str]:
    """The questions that only ordinary clauses answer."""
    clauses = book().clauses
    others = {question for clause in clauses if clause.number not in ORDINARY for question in clause.about}
    for clause in clauses:
        if clause.number in ORDINARY:
            yield from (question for question in clause.about if question not in others)
