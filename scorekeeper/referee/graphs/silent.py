"""What the rules leave open: the table decides, and the game remembers what it agreed."""

from __future__ import annotations

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Remedy, Who
from scorekeeper.referee.graph import Option, Order, Outcome, chosen_by, outcome

_AGREE: Final = Order(Remedy.RULES_SILENT, N_("Agree on what to do."), Who.TABLE)


def silent(name: str, clause: str, *options: Option, beside: tuple[str, ...] = ()) -> Outcome:
    """A ruling that finds the rules silent: the silent clause comes first, then those `beside` it."""
    return outcome(
        name,
        N_("The rules don’t cover this. Decide together."),
        _AGREE,
        clauses=(clause, *beside),
        choice=chosen_by(Who.TABLE, *options),
    )
