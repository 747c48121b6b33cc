"""Finds the irregularity that people mean: by its headline, its example and what people say for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from markupsafe import Markup, escape

from scorekeeper.language import ENGLISH, N_, _, in_each_language, speaking
from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Graph, outcomes, searched
from scorekeeper.referee.graphs import GRAPHS, graph_of
from scorekeeper.rulebook import book, unanswered
from scorekeeper.rulebook import search as rulebook
from scorekeeper.rulebook.index import Document, Index
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.web.http.formats import isolated

# The players of the examples; one example has at most two of them.
CAST: Final = ("Ana", "Ben", "Cem", "Dee")
_CAST: Final = re.compile(rf"(?<!\w)({'|'.join(CAST)})(?!\w)")
# An ordinary question is no irregularity: one must beat no answer, if by less than a clause must.
_LEAST: Final = 0.3
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


@dataclass(frozen=True, slots=True)
class Headline:
    """An irregularity in the list.

    `example` has names of the table, where they are known. `position` is the place in the list without a
    search, `kind` the number of its kind, `icon` the name of its picture.
    """

    irregularity: Irregularity
    text: str
    example: Markup
    position: int
    kind: int
    icon: str


@dataclass(frozen=True, slots=True)
class Kind:
    """Irregularities that belong together, in the order of the list without a search."""

    title: str
    headlines: tuple[Headline, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The headlines that answer a search, best first, and the others."""

    hits: tuple[Headline, ...]
    others: tuple[Headline, ...]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """All headlines by their kinds."""
        listed = sorted((*self.hits, *self.others), key=attrgetter("position"))
        return tuple(
            Kind(_(title), tuple(one for one in listed if one.kind == number))
            for number, (title, _icons) in enumerate(KINDS)
        )


def ranked(
    query: str,
    *,
    among: Iterable[Irregularity] = Irregularity,
    names: Sequence[str] = (),
    rules: Ruleset = LAW,
) -> Found:
    """The headlines that fit, best first, and the others, the commonest first.

    Their examples have the `names` of the table, if it has any.
    """
    everything = {
        irregularity: _headline(irregularity, position, names=names, rules=rules)
        for position, irregularity in enumerate(among)
    }
    every = list(Irregularity)
    best = [every[match.position] for match in _index().best(query)]
    hits = tuple(everything.pop(one) for one in best if one in everything)
    return Found(hits, tuple(everything.values()))


@in_each_language
def _index() -> Index:
    """All irregularities by what people say for them; a word is as rare as it is in the rulebook."""
    graphs = [GRAPHS[irregularity] for irregularity in Irregularity]
    documents = [
        Document(
            ((graph.headline, 1.4), (graph.example, 0.5)),
            (graph.headline, *", ".join(searched(graph)).split(", "), *_asked_of(graph)),
        )
        for graph in graphs
    ]
    nothing_wrong = (*unanswered(), *_ordinary_questions())
    return Index(documents, unanswered=nothing_wrong, among=rulebook.index(LAW.id), least=_LEAST)


def _asked_of(graph: Graph) -> Iterator[str]:
    """The questions of the clauses that only this irregularity is ruled by."""
    mine = _ruled_by(graph)
    others = {number for one in GRAPHS.values() if one != graph for number in _ruled_by(one)}
    for one in book().clauses:
        if one.number in mine - others - ORDINARY:
            yield from one.about


def _ruled_by(graph: Graph) -> frozenset[str]:
    return frozenset(number for end in outcomes(graph) for number in end.clauses)


def _ordinary_questions() -> Iterator[str]:
    """The questions that only ordinary clauses answer."""
    clauses = book().clauses
    others = {question for one in clauses if one.number not in ORDINARY for question in one.about}
    for one in clauses:
        if one.number in ORDINARY:
            yield from (question for question in one.about if question not in others)


def _headline(irregularity: Irregularity, position: int, *, names: Sequence[str], rules: Ruleset) -> Headline:
    graph = graph_of(irregularity, rules)
    # Each example begins with another player, so that nobody is the culprit of all.
    first = position % len(names) if names else 0
    with speaking(ENGLISH):
        cast = cast_of(graph_of(irregularity, rules).example)
    example = _with_names(graph.example, [*names[first:], *names[:first]], cast=cast)
    kind, icon = next(
        (number, icons[irregularity]) for number, (_title, icons) in enumerate(KINDS) if irregularity in icons
    )
    return Headline(irregularity, graph.headline, example, position, kind, icon)


def cast_of(example: str) -> frozenset[str]:
    """The players of an example, as far as they stand there without endings."""
    return frozenset(_CAST.findall(example))


def _with_names(example: str, names: Sequence[str], *, cast: frozenset[str]) -> Markup:
    """An example with these names in place of its own, if there are enough and it has the whole `cast`."""
    own = dict.fromkeys(_CAST.findall(example))
    enough = len(names) >= len(own) and own.keys() == cast
    named = dict(zip(own, map(isolated, names if enough else own), strict=False))
    return Markup(_CAST.sub(lambda found: named[found[0]], str(escape(example))))
