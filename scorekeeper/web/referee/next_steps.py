"""The pages that a ruling leads to: the next irregularity, with facts that follow, or a page of the game."""

from collections.abc import Iterator, Mapping
from typing import Final

from flask import url_for

from scorekeeper.language import N_, _
from scorekeeper.referee.codes import Irregularity, OptionCode
from scorekeeper.referee.graph import outcomes
from scorekeeper.referee.graphs import GRAPHS, graph_of
from scorekeeper.referee.judge import Ruling
from scorekeeper.rules.entries import Ruled
from scorekeeper.rules.game import Status
from scorekeeper.services.games.rulings import Bound
from scorekeeper.web.referee.disputes import Values, choice_in
from scorekeeper.web.referee.path import OFFENDER, PageLink, Venue

# A question that a ruling leaves, and where its answers lead.
LeadsOn = tuple[str, tuple[PageLink, ...]]
_KEPT: Final = N_("They keep their cards. Settle the number next.")
_STILL_SHORT: Final = N_("They still have too few cards. Settle that next.")
_MORE_THAN_TWO: Final = N_("Were there more than two discards? Then check the number of cards next.")

# Rulings after which the number of cards may still be wrong, by outcome and choice, with what is known of it.
_IN_PLAY: Final = {"moment": "in-play"}
_SHORT: Final = {**_IN_PLAY, "direction": "too-few"}
_COUNT_NEXT: Final = {
    (Irregularity.WRONG_COUNT, "before-first-draw", OptionCode.DECLINE): (_KEPT, _IN_PLAY),
    (Irregularity.WRONG_COUNT, "not-out", None): (_STILL_SHORT, _SHORT),
    (Irregularity.EXTRA_DISCARD, "either-back", OptionCode.TAKE_BACK): (_MORE_THAN_TWO, _SHORT),
    (Irregularity.EXTRA_DISCARD, "other-back", OptionCode.TAKE_BACK): (_MORE_THAN_TWO, _SHORT),
}
# Rulings after which a recorded hand is corrected, with the answer that its page would ask for again.
_PUT_RIGHT: Final = {
    ("count-again", None): "counted",
    ("by-agreement", OptionCode.AGREE): "typed",
    ("if-agreed", OptionCode.AGREE): "agreed",
    ("mixed", OptionCode.WIDER): "agreed",
    ("settled", None): "agreed",
}


def next_of(event: Ruled) -> Irregularity | None:
    """The irregularity that a recorded ruling orders to settle next, or else the option that was chosen."""
    ends = outcomes(GRAPHS[Irregularity(event.irregularity)])
    for end in (end for end in ends if end.name == event.outcome):
        options = end.choice.options if end.choice else ()
        chosen = (option.see for option in options if option.code == event.choice)
        return next(filter(None, (*(ordered.see for ordered in end.orders), *chosen)), None)
    return None


def known_of(known: Mapping[str, str], *, values: Values) -> dict[str, str]:
    """The facts that are known already of the next irregularity: these, and the same offender."""
    return {**known, **({OFFENDER: values[OFFENDER]} if OFFENDER in values else {})}


def going_on(venue: Venue, known: Mapping[str, str], *, to: Irregularity, values: Values) -> PageLink:
    """A link to the next irregularity, with the facts that are known already and the same offender."""
    return PageLink(graph_of(to, venue.rules).headline, venue.address(to, but=known_of(known, values=values)))


def leads_of(venue: Venue, bound: Bound, *, values: Values, may_write: bool) -> Iterator[LeadsOn]:
    """The questions a ruling leaves, with their links; links to pages that write only if `may_write`."""
    if still := count_after(bound.ruling, choice_in(values)):
        question, known = still
        yield question, (going_on(venue, known, to=Irregularity.WRONG_COUNT, values=values),)
    if may_write:
        yield from _to_sheet(venue, bound, values=values)


def count_after(ruling: Ruling, choice: OptionCode | None) -> tuple[str, Mapping[str, str]] | None:
    """The question whether the number of cards is right after a ruling, with what is known of it already."""
    still = _COUNT_NEXT.get((ruling.irregularity, ruling.outcome, choice))
    return None if still is None else (_(still[0]), still[1])


def _to_sheet(venue: Venue, bound: Bound, *, values: Values) -> Iterator[LeadsOn]:
    ruling, game = bound.ruling, venue.game
    assert game is not None
    if ruling.irregularity is Irregularity.RESUME and ruling.outcome == "allowed":
        if game.status is Status.SUSPENDED:
            link = PageLink(_("Carry on"), url_for("pauses.resumption", game_id=venue.game_id))
            yield _("You can carry on now."), (link,)
    elif ruling.irregularity is Irregularity.SCORING_ERROR:
        answered = _PUT_RIGHT.get((ruling.outcome, choice_in(values)))
        if answered and game.hands:
            links = (_correcting(venue, hand.number, answered) for hand in reversed(game.hands))
            question = _("Which hand do you want to correct?")
            if ruling.outcome == "settled":
                question = _("If all of you agree, your table can still change it. Which hand is it?")
            yield question, tuple(links)


def _correcting(venue: Venue, number: int, answer: str) -> PageLink:
    address = url_for("corrections.correction", game_id=venue.game_id, number=number, answer=answer)
    return PageLink(_("Correct hand {number}").format(number=number), address)
