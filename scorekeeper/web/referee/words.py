"""The referee's codes in words: a whole sentence for each, with the players' names where they are known.

Sentences are markup, with each name set apart; `.striptags()` makes them plain text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.judge import Ordered, Ruling
from scorekeeper.rules.rulings import Duty, Effect
from scorekeeper.web.referee import words_asked as asked
from scorekeeper.web.referee import words_chosen as chosen
from scorekeeper.web.referee import words_kept as kept
from scorekeeper.web.referee import words_ruled as ruled

Names = Mapping[Who, Sequence[str]]
NOBODY: Final[Names] = {}
_SINGLE: Final = "1"


@dataclass(frozen=True, slots=True)
class OptionWords:
    """What may be chosen, and what then happens."""

    name: Markup
    then: Markup


@dataclass(frozen=True, slots=True)
class NoteWords:
    """A question that the rules leave open, and what a table can sensibly agree."""

    question: str
    choices: tuple[str, ...]


def headline(irregularity: Irregularity) -> str:
    """What went wrong, in a few words."""
    return asked.HEADLINES[irregularity]


def example(irregularity: Irregularity) -> str:
    """One thing that happened at a table."""
    return asked.EXAMPLES[irregularity]


def question(irregularity: Irregularity, fact: str) -> str:
    """The question that a fact answers."""
    return asked.QUESTIONS[irregularity, fact]


def hint(irregularity: Irregularity, fact: str) -> str:
    """What to know before answering; empty where nothing needs saying."""
    return asked.HINTS.get((irregularity, fact), "")


def answer(irregularity: Irregularity, fact: str, value: str | int) -> str:
    """An answer, as it stands on its button and in the path so far."""
    said = asked.ANSWERS.get((irregularity, fact, str(value)))
    if said is not None:
        return said
    if fact == "by":
        return asked.ONE_CARD if str(value) == _SINGLE else asked.CARDS.format(cards=value)
    return asked.YES if value == "yes" else asked.NO


def who_question(irregularity: Irregularity, who: Who) -> str:
    """How to ask for the player of a role."""
    return asked.WHO[irregularity, who]


def outcome(ruling: Ruling, *, names: Names = NOBODY) -> Markup:
    """The ruling in one line."""
    return _said(ruled.OUTCOMES[ruling.irregularity, ruling.outcome], ruling, names=names)


def remedy(ruling: Ruling, ordered: Ordered, *, names: Names = NOBODY) -> Markup:
    """What is ordered, with what follows from it later."""
    return _said(_of_remedy(ruling, ordered.remedy), ruling, names=names)


def chooses(ruling: Ruling, *, names: Names = NOBODY) -> Markup:
    """Who chooses; only of a ruling with a choice."""
    assert ruling.choice is not None
    return _said(chosen.CHOOSES[ruling.choice.who], ruling, names=names)


def option(ruling: Ruling, code: OptionCode, *, names: Names = NOBODY) -> OptionWords:
    """One thing that may be chosen."""
    name, then = chosen.option_texts(ruling.irregularity, code)
    return OptionWords(_said(name, ruling, names=names), _said(then, ruling, names=names))


def reasons(ruling: Ruling) -> tuple[str, ...]:
    """Why something is refused, each reason by itself."""
    refused = (kept.REASONS.get((ruling.irregularity, fact)) for fact, value in ruling.facts if value == "no")
    return tuple(reason for reason in refused if reason is not None)


def note(irregularity: Irregularity, clause: str) -> NoteWords:
    """What a silent clause close by leaves open."""
    return NoteWords(*kept.NOTES[irregularity, clause])


def house(rule: str, irregularity: Irregularity) -> str:
    """A house rule that changed the ruling or its text."""
    return kept.HOUSE_HERE.get((rule, irregularity), kept.HOUSE[rule])


def duty(binding: Duty, *, name: str | None = None) -> Markup:
    """What still binds; `name` is the player's, None of a duty of the whole table."""
    template = kept.DUTIES[Remedy(binding.code)]
    if binding.times > 1:
        template = kept.DUTIES_OF_SEVERAL_TURNS[Remedy(binding.code)]
    return _filled(template, {"name": isolated(name or ""), "times": binding.times})


def effect(change: Effect, *, name: str | None = None, hand: int) -> Markup:
    """What a button says that applies an effect."""
    return _of_effect(kept.EFFECTS[change.kind], change, name=name, hand=hand)


def applied(change: Effect, *, name: str | None = None) -> Markup:
    """An effect that was applied."""
    return _of_effect(kept.APPLIED[change.kind], change, name=name)


def waiting(change: Effect, *, name: str | None = None) -> Markup:
    """An effect that waits for the sheet."""
    return _of_effect(kept.WAITING[change.kind], change, name=name)


def isolated(name: str) -> Markup:
    """A name in its own direction of writing."""
    return Markup("<bdi>{}</bdi>").format(name)


def listed(names: Sequence[str]) -> Markup:
    """Names as they are read out."""
    *others, last = map(isolated, names)
    return _two(Markup(", ").join(others), last) if others else last


def _two(one: Markup, other: Markup) -> Markup:
    return Markup(ruled.TWO).format(one, other)


def _of_remedy(ruling: Ruling, code: Remedy) -> str:
    if code in ruled.COUNTED:
        once, more = ruled.COUNTED[code]
        return once if dict(ruling.facts).get("by") == 1 else more
    particular = ruled.PARTICULAR.get((ruling.irregularity, ruling.outcome, code))
    return particular or ruled.REMEDIES[code]


def _of_effect(template: str, change: Effect, *, name: str | None, hand: int = 0) -> Markup:
    return _filled(template, {"name": isolated(name or ""), "points": change.points, "hand": hand})


def _said(template: str, ruling: Ruling, *, names: Names) -> Markup:
    points = next((ordered.points for ordered in ruling.remedies if ordered.points is not None), 0)
    values: dict[str, object] = {"points": points, "by": dict(ruling.facts).get("by", 0)}
    for who in Who:
        named = listed(names[who]) if names.get(who) else None
        lower = named or escape(_unnamed(ruling.irregularity, who))
        key = who.value.replace("-", "_")
        values[key] = lower
        values[key.capitalize()] = _begun(names[who]) if named else Markup(lower[:1].upper() + lower[1:])
    return _filled(template, values)


def _begun(names: Sequence[str]) -> Markup:
    """Names at the beginning of a sentence; what is no name, but a place at the table, gets a capital."""
    first, *others = names
    return listed([first[:1].upper() + first[1:] if first in asked.PLACES else first, *others])


def _unnamed(irregularity: Irregularity, who: Who) -> str:
    return ruled.UNNAMED_HERE.get((irregularity, who), ruled.UNNAMED[who])


def _filled(template: str, values: Mapping[str, object]) -> Markup:
    return Markup(template).format_map(values)
