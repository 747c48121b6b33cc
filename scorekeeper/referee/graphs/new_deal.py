"""The new deal that a player with a wrong number of cards can ask for (13.2, 13.2a)."""

from __future__ import annotations

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Option, Order, Outcome, chosen_by, outcome


def may_demand(name: str, *, see: Irregularity | None = None) -> Outcome:
    """A ruling that lets the offender choose; `see` is asked about next if they keep their cards."""
    return outcome(
        name,
        N_("They can ask for a new deal now."),
        Order(
            Remedy.MAY_DEMAND_RE_DEAL,
            N_("{Offender} can ask for this hand to be dealt again, but only before their first draw."),
        ),
        clauses=("13.2",),
        choice=chosen_by(
            Who.OFFENDER,
            Option(OptionCode.DEMAND, N_("Ask for a new deal"), N_("The same dealer deals this hand again.")),
            Option(
                OptionCode.DECLINE,
                N_("Keep these cards"),
                N_("{Offender} has the wrong number of cards. Put that right next."),
                see=see,
            ),
        ),
    )
