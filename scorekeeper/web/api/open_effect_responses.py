"""The shapes of what rulings left open in a game, and of what was agreed."""

from __future__ import annotations

from scorekeeper.referee.codes import Remedy
from scorekeeper.rules.rulings import EffectKind
from scorekeeper.web.api.fields import Told
from scorekeeper.web.api.schema_parts import one_of, text, text_or_null, whole, whole_or_null


class DutySchema(Told):
    """What still binds a seat, or the whole table (null), so many times."""

    entry = whole()
    line = whole()
    duty = one_of(*Remedy)
    seat = whole_or_null()
    times = whole()
    clause = text()
    text = text()


class WaitingSchema(Told):
    """What waits for the sheet of the current hand."""

    entry = whole()
    line = whole()
    effect = one_of(*EffectKind)
    seat = whole_or_null()
    points = whole()
    clause = text()
    text = text()


class PrecedentSchema(Told):
    """What was agreed in this game where the rules are silent."""

    entry = whole()
    at = text(format="date-time")
    clause = text_or_null()
    question = text()
    irregularity = text_or_null()
    choice = text_or_null()
    agreed = text()
