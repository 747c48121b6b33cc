"""What several rulings share: silent rules, cards that were seen (10.1 to 10.3a), a new deal (13.2)."""

from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Option, Order, Outcome, RulingChoice, chosen_by, outcome, see

_AGREE: Final = Order(Remedy.RULES_SILENT, N_("Agree on what to do."), Who.TABLE)
# Said where the line above, or the order before, has the number.
WRONG_NUMBER: Final = see(
    Irregularity.WRONG_COUNT, N_("Next, see what {offender} does about the wrong number of cards.")
)
# Where a ruleset is silent and no advice from the law fits.
OPEN: Final = outcome("open", N_("The rules don’t cover this."), _AGREE)


def silent(name: str, clause: str, *options: Option, beside: tuple[str, ...] = ()) -> Outcome:
    """A ruling that finds the rules silent: the silent clause comes first, then those `beside` it."""
    choice = chosen_by(Who.TABLE, *options)
    return replace(OPEN, name=name, clauses=(clause, *beside), choice=choice)


@dataclass(frozen=True, slots=True)
class Draw:
    """How the next player draws: what is ordered, what that player chooses, and the clauses about it."""

    order: Order
    choice: RulingChoice
    clauses: tuple[str, ...]


TAKE_OR_BURY: Final = Draw(
    Order(
        Remedy.NEXT_TAKES_OR_BURIES,
        N_(
            "{Next} takes that card, or has it put face down in the middle of the stock. Then play carries "
            "on as usual."
        ),
        Who.NEXT,
    ),
    chosen_by(
        Who.NEXT,
        Option(OptionCode.TAKE, N_("Take the card"), N_("That’s their draw for this turn.")),
        Option(
            OptionCode.BURY,
            N_("Bury the card"),
            N_("It goes face down in the middle of the stock. Then {next} draws as usual."),
        ),
    ),
    clauses=("10.1", "10.2"),
)
THREE_WAYS: Final = Draw(
    Order(
        Remedy.THREE_WAY_DRAW,
        N_(
            "{Next} draws one of three: the top face-up card on the stock, the top face-down card in the "
            "stock, or the previous player’s discard. Each player after them chooses the same way, as long "
            "as there are face-up cards on the stock. You can’t bury those cards."
        ),
        Who.NEXT,
    ),
    chosen_by(
        Who.NEXT,
        Option(OptionCode.EXPOSED, N_("The top face-up card"), N_("It’s on top of the stock.")),
        Option(
            OptionCode.FACE_DOWN,
            N_("The top face-down card"),
            N_("It’s under the face-up cards. They stay on top."),
        ),
        Option(OptionCode.DISCARD, N_("The last discard"), N_("The player before them put it there.")),
    ),
    clauses=("10.1", "10.3", "10.3a"),
)


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
                N_("{Offender} has the wrong number of cards. Settle that next."),
                see=see,
            ),
        ),
    )
