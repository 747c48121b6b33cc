"""The irregularities, each in the module of its own name: its questions, its rulings, its sentences.

To add one, write its module with a `GRAPH`, and name it in `codes.Irregularity`. What several of them rule
alike is in `shared`. Where incomplete games are plain, those with a graph `PLAIN` are asked and ruled by it:
by P-1, P-2, P-3 and P-5 instead of sections 8 and 15.
"""

from collections.abc import Mapping, Set
from dataclasses import replace
from importlib import import_module
from typing import Final, cast

from scorekeeper.language import Spoken, translated
from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Claims, Count, Graph, Node, OneOf, Outcome
from scorekeeper.referee.graphs.shared import OPEN
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Incomplete, Irregularities, Ruleset

_MODULES: Final = {code: import_module(f"{__name__}.{code.name.lower()}") for code in Irregularity}
GRAPHS: Final[Mapping[Irregularity, Graph]] = Spoken({code: it.GRAPH for code, it in _MODULES.items()})
PLAIN: Final[Mapping[Irregularity, Graph]] = Spoken(
    {code: it.PLAIN for code, it in _MODULES.items() if hasattr(it, "PLAIN")}
)


def graph_of(irregularity: Irregularity, rules: Ruleset) -> Graph:
    """The graph by which an irregularity is asked and ruled by these rules, unless they quote their own.

    It offers no answer that cannot happen by these rules, and asks nothing where they are silent and advice
    from the law does not fit. A clause of the law's for which the rules cite one of their own is that one.
    """
    is_plain = rules.incomplete is Incomplete.PLAIN and irregularity in PLAIN
    graph = PLAIN[irregularity] if is_plain else GRAPHS[irregularity]
    if rules.pack == "tiles":
        headline, example = graph.headline_of_tiles, graph.example_of_tiles
        graph = replace(graph, headline=headline or graph.headline, example=example or graph.example)
    referee = rules.referee if isinstance(rules.referee, Irregularities) else Irregularities()
    if clause := referee.silent.get(irregularity):
        return replace(graph, first=replace(translated(OPEN), clauses=(clause,)))
    none = {name.partition(".")[2] for name in referee.none if name.startswith(f"{irregularity}.")}
    return replace(graph, first=_by(rules, graph.first, none=none))


def _by(rules: Ruleset, node: Node, *, none: Set[str]) -> Node:
    """A node as these rules have it: without answers that are `none`, or what needs a value not there."""
    match node:
        case Outcome(clauses=clauses, orders=orders, notes=notes):
            # What a claim costs is advice where the game has none.
            by = rules if rules.may_i else LAW
            return replace(
                node,
                clauses=tuple(rules.cites.get(number, number) for number in clauses),
                orders=tuple(order for order in orders if _has(by, order.needs)),
                notes=tuple(note for note in notes if _has(by, note.needs)),
            )
        case OneOf(answers=answers):
            left = (
                replace(answer, then=_by(rules, answer.then, none=none))
                for answer in answers
                if answer.value not in none and _has(rules, answer.needs)
            )
            return replace(node, answers=tuple(left))
        case Count() | Claims():
            return replace(node, then=cast(Outcome, _by(rules, node.then, none=none)))
        case _:
            return node


def _has(rules: Ruleset, needed: str) -> bool:
    value: object = rules
    for name in needed.split(".") if needed else ():
        value = value and getattr(value, name)
    return bool(value)
