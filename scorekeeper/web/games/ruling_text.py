"""Rulings in sentences, with the players' names where they are known.

Sentences are markup, with each name set apart; `.striptags()` makes them plain text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Remedy, Who
from scorekeeper.referee.graph import Option
from scorekeeper.referee.judge import Ordered, Ruling
from scorekeeper.rules.rulings import Duty, Effect, EffectKind

Names = Mapping[Who, Sequence[str]]
NOBODY: Final[Names] = {}


@dataclass(frozen=True, slots=True)
class OptionText:
    """The name of an option, and what happens if it is chosen."""

    name: Markup
    then: Markup


def outcome(ruling: Ruling, *, names: Names = NOBODY) -> Markup:
    """The ruling in one line. Its outcome must still exist."""
    found = sentences.outcome(ruling.irregularity, ruling.outcome)
    assert found is not None
    return _filled_in(found.text, ruling, names=names)


def remedy(ruling: Ruling, ordered: Ordered, *, names: Names = NOBODY) -> Markup:
    """The sentence of a remedy, with what follows from it later."""
    order = sentences.order(ruling.irregularity, ruling.outcome, ordered.remedy)
    several = order.text_for_several and dict(ruling.facts).get("by") != 1
    return _filled_in(order.text_for_several if several else order.text, ruling, names=names)


def chooses(ruling: Ruling, *, names: Names = NOBODY) -> Markup:
    """The sentence that says who chooses; only for a ruling with a choice."""
    assert ruling.choice is not None
    return _filled_in(sentences.CHOOSES[ruling.choice.who], ruling, names=names)


def option(ruling: Ruling, offered: Option, *, names: Names = NOBODY) -> OptionText:
    """The words of one option of a ruling."""
    return OptionText(
        _filled_in(offered.name, ruling, names=names), _filled_in(offered.then, ruling, names=names)
    )


def duty(binding: Duty, *, name: str | None = None) -> Markup:
    """A duty that still binds the player called `name`; None if it binds the whole table."""
    texts = sentences.DUTIES if binding.times == 1 else sentences.DUTIES_OF_SEVERAL_TURNS
    template = Markup(texts[Remedy(binding.code)])
    return template.format(name=isolated(name or ""), times=binding.times)


def effect(
    texts: Mapping[EffectKind, str], change: Effect, *, name: str | None = None, hand: int = 0
) -> Markup:
    """An effect on the player called `name`, in the words of EFFECTS, APPLIED or WAITING."""
    return Markup(texts[change.kind]).format(name=isolated(name or ""), points=change.points, hand=hand)


def isolated(name: str) -> Markup:
    """A name in its own direction of writing."""
    return Markup("<bdi>{}</bdi>").format(name)


def listed(names: Sequence[str]) -> Markup:
    """Names as they are read out."""
    *others, last = map(isolated, names)
    return Markup(sentences.TWO_NAMES).format(Markup(", ").join(others), last) if others else last


def _filled_in(template: str, ruling: Ruling, *, names: Names) -> Markup:
    points = next((ordered.points for ordered in ruling.remedies if ordered.points is not None), 0)
    values: dict[str, object] = {"points": points, "by": dict(ruling.facts).get("by", 0)}
    for who in Who:
        named = listed(names[who]) if names.get(who) else None
        lower = named or escape(sentences.unnamed(ruling.irregularity, who))
        key = who.value.replace("-", "_")
        values[key] = lower
        values[key.capitalize()] = _capitalized(names[who]) if named else lower[:1].upper() + lower[1:]
    return Markup(template).format_map(values)


def _capitalized(names: Sequence[str]) -> Markup:
    """Names at the beginning of a sentence; what is no name but a position at the table gets a capital."""
    first, *others = names
    return listed([first[:1].upper() + first[1:] if first in sentences.POSITIONS else first, *others])
