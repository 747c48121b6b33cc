"""What the rules leave open: the table decides, and the game remembers what it agreed."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Remedy, Who
from scorekeeper.referee.graph import Option, Order, Outcome, chosen_by, outcome

_AGREE: Final = Order(Remedy.RULES_SILENT, N_("Agree on what to do."), Who.TABLE)
# Where a ruleset is silent and no advice from the law fits.
OPEN: Final = outcome("open", N_("The rules don’t cover this. Decide together."), _AGREE)


def silent(name: str, clause: str, *options: Option, beside: tuple[str, ...] = ()) -> Outcome:
    """A ruling that finds the rules silent: the silent clause comes first, then those `beside` it."""
    choice = chosen_by(Who.TABLE, *options)
    return replace(OPEN, name=name, clauses=(clause, *beside), choice=choice)
