"""Cards on the table that should not lie there (section 14)."""

from dataclasses import replace
from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Graph, Option, Order, Reply, one_of, outcome, see, yes_no
from scorekeeper.referee.graphs.shared import silent

_RETURN: Final = Order(
    Remedy.RETURN_SUPERFLUOUS, N_("The cards that don’t belong there go back to {offender}’s hand.")
)
_STAY: Final = Order(
    Remedy.ADDED_CARDS_STAY, N_("Cards that were added to that set or run stay there."), Who.TABLE
)
_PLAY_ON: Final = Order(Remedy.PLAY_ON, N_("Carry on as if nothing had happened."), Who.TABLE)
_WRONG_MELD: Final = silent(
    "wrong-meld",
    "14.4",
    Option(
        OptionCode.ALL_BACK,
        N_("Take it all back"),
        N_("Every card {offender} laid down in that turn goes back to their hand."),
    ),
    Option(
        OptionCode.PUT_RIGHT,
        N_("Put it right"),
        N_("{Offender} lays the same cards down correctly in this turn, or takes them back."),
    ),
    Option(
        OptionCode.MELD_STAYS,
        N_("Leave it there"),
        N_("It’s too late to change. Carry on with what’s on the table."),
    ),
)
_MAY_NOT_YET: Final = (
    Option(
        OptionCode.ALL_BACK,
        N_("Take it all back"),
        N_("Every card {offender} laid down too early goes back to their hand."),
    ),
    Option(
        OptionCode.MELD_STAYS,
        N_("Leave it there"),
        N_("It’s too late to change. Carry on with what’s on the table."),
    ),
)
_NOT_ALLOWED_NOW: Final = one_of(
    "why",
    N_("Why was it too early?"),
    Reply(
        "not-gone-down",
        N_("They haven’t gone down, and added cards to a set or run"),
        silent("not-gone-down", "14.4a", *_MAY_NOT_YET, beside=("5.6",)),
    ),
    Reply(
        "after-claim",
        N_("They got a card out of turn, and didn’t wait for their own turn"),
        silent("after-claim", "14.4a", *_MAY_NOT_YET, beside=("5.3",)),
        needs="may_i",
    ),
    Reply(
        "out-of-turn",
        N_("It wasn’t their turn"),
        outcome(
            "out-of-turn",
            N_("They played out of turn. Settle that first."),
            see(Irregularity.OUT_OF_TURN, N_("{Offender} played out of turn. Settle that next.")),
            clauses=("9.1", "9.3"),
        ),
    ),
)

GRAPH: Final = Graph(
    Irregularity.ILLEGAL_LAYDOWN,
    headline=N_("Wrong cards on the table"),
    headline_of_tiles=N_("Wrong tiles on the table"),
    example=N_("There’s a club in Dee’s run of hearts."),
    example_of_tiles=N_("There’s a blue tile in Dee’s red run."),
    search_words=N_(
        "wrong meld, invalid meld, illegal meld, not a run, not a set, not a valid run, invalid run, "
        "invalid set, illegal run, wrong run, wrong set, wrong contract, contract not met, went down "
        "without the contract, went down wrong, went down too early, laid down too early, laid too early, "
        "laid off too early, laid off before going down, added before going down, laid down when not "
        "allowed, extra card in a set, wrong card in a run, wrong card in a set, wrong suit in a run, "
        "superfluous card, card does not belong, three sets in hand 1, more than the contract, something "
        "wrong was laid down, mistake in a meld, wrong trio, wrong straight, too many jokers in a meld, "
        "laid off and was not down"
    ),
    first=one_of(
        "fault",
        N_("What’s wrong?"),
        Reply(
            "superfluous-cards",
            N_("Some cards don’t belong in a set or run"),
            yes_no(
                "others_added",
                N_("Has anyone added cards to that set or run?"),
                yes=(
                    N_("Yes, someone added cards"),
                    outcome(
                        "superfluous-added",
                        N_("The extra cards go back. Added cards stay."),
                        _RETURN,
                        _STAY,
                        _PLAY_ON,
                        clauses=("14.1", "14.2", "14.3"),
                    ),
                ),
                no=(
                    N_("No, nobody added cards"),
                    outcome(
                        "superfluous",
                        N_("The extra cards go back. Carry on."),
                        _RETURN,
                        _PLAY_ON,
                        clauses=("14.1", "14.3"),
                    ),
                ),
            ),
        ),
        Reply("wrong-meld", N_("A whole set or run is wrong"), _WRONG_MELD),
        Reply(
            "contract-not-met",
            N_("They’re not what this hand asks for"),
            replace(_WRONG_MELD, name="contract-not-met"),
            needs="contracts",
        ),
        Reply("not-allowed-now", N_("They laid cards down too early"), _NOT_ALLOWED_NOW),
    ),
    who={Who.OFFENDER: N_("Who laid them down?")},
)
