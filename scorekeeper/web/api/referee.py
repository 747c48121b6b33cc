"""The referee: what can be asked, and the ruling on what happened. Pure: no game is touched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Choice
from scorekeeper.referee.judge import Ruling, judge
from scorekeeper.referee.roles import named_by_facts
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.rulesets import CARDS_DEALT_CHOICES, LAST_HAND
from scorekeeper.web.api import headers, operations
from scorekeeper.web.api.catalogue import catalogue
from scorekeeper.web.api.problems import plain
from scorekeeper.web.api.ruling_requests import DisputeSchema
from scorekeeper.web.api.ruling_responses import IrregularitySchema, RulingSchema
from scorekeeper.web.games import ruling_text
from scorekeeper.web.games.ruling_text import NOBODY, Names

blueprint = operations.Blueprint(
    "api_referee", __name__, url_prefix="/api/v1/referee", description="The referee"
)
Document = dict[str, Any]
_IRREGULARITY: Final = {
    "in": "path",
    "name": "irregularity",
    "required": True,
    "schema": {"type": "string", "enum": list(Irregularity)},
}
_EXAMPLE: Final = {
    "facts": {
        "discarded": "no", "drew": "stock", "in_hand": "no", "cards_seen": "1", "laid_cards": "no",
    },
    "hand": 3,
}  # fmt: skip


@blueprint.operation("", answer=IrregularitySchema(many=True))
def show_referee() -> Any:
    """Every irregularity with its questions, answers, and what follows from each."""
    return list(catalogue())


@blueprint.operation(
    "/<irregularity>",
    method="POST",
    body=DisputeSchema,
    example=_EXAMPLE,
    answer=RulingSchema,
    within=(headers.once(), operations.judges),
    versioned=False,
)
@operations.Blueprint.doc(parameters=[_IRREGULARITY])  # type: ignore[untyped-decorator]
def ask_referee(asked: Document, irregularity: str) -> Any:
    """The ruling on these facts."""
    try:
        wrong = Irregularity(irregularity)
    except ValueError:
        raise plain(404, "unknown-irregularity") from None
    faults = list(_faults(asked))
    try:
        ruling = judge(wrong, asked["facts"], house_rules=asked["house_rules"], hand=asked["hand"])
    except RuleViolation as refused:
        raise RuleViolation(*refused.faults, *faults) from None
    if faults:
        raise RuleViolation(*faults)
    names = {who: (name,) for who, name in named_by_facts(ruling).items()}
    return ruling_document(ruling, names=names)


def ruling_document(ruling: Ruling, *, names: Names = NOBODY) -> Document:
    """A ruling in codes and sentences, with the names that are known."""
    return {
        "irregularity": ruling.irregularity.value,
        "facts": dict(ruling.facts),
        "outcome": ruling.outcome,
        "headline": ruling_text.outcome(ruling, names=names).striptags(),
        "remedies": [
            {
                "remedy": ordered.remedy.value,
                "who": ordered.who.value,
                "points": ordered.points,
                "player": ordered.player,
                "see": ordered.see and ordered.see.value,
                "text": ruling_text.remedy(ruling, ordered, names=names).striptags(),
            }
            for ordered in ruling.remedies
        ],
        "choices": [] if ruling.choice is None else [_offered(ruling, ruling.choice, names=names)],
        "clauses": list(ruling.clauses),
        "interpretation": ruling.interpretation,
        "silent": ruling.silent,
        "notes": list(ruling.notes),
        "house": list(ruling.house),
    }


def _faults(asked: Document) -> Iterator[Fault]:
    if asked["hand"] is not None and not 1 <= asked["hand"] <= LAST_HAND:
        yield Fault(FaultCode.HAND_UNKNOWN, "/hand", "4.1", (("most", LAST_HAND),))
    if asked["house_rules"].cards_dealt not in CARDS_DEALT_CHOICES:
        yield Fault(FaultCode.CARDS_DEALT_UNKNOWN, "/house_rules/cards_dealt", "2.3a")


def _offered(ruling: Ruling, choice: Choice, *, names: Names) -> Document:
    options = []
    for option in choice.options:
        said = ruling_text.option(ruling, option, names=names)
        options.append(
            {
                "option": option.code.value,
                "see": option.see and option.see.value,
                "text": said.name.striptags(),
                "then": said.then.striptags(),
            }
        )
    chooses = ruling_text.chooses(ruling, names=names).striptags()
    return {"who": choice.who.value, "text": chooses, "options": options}
