"""The scores of a hand in a row of words, as the history and the text of a game have them."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from scorekeeper.language import _, ngettext
from scorekeeper.services.games.queries.history import SheetScore
from scorekeeper.services.games.queries.table import SeatScore
from scorekeeper.web.http.formats import exactly, in_row, isolated


def score_row(
    scores: Sequence[SeatScore | SheetScore | None], names: Sequence[str], went_out: int | None
) -> Markup:
    """Each score with its player, by seat number in `names`; None did not play."""
    given = (one for one in scores if one is not None)
    return in_row(_score(one, isolated(names[one.seat]), out=one.seat == went_out) for one in given)


def _score(score: SeatScore | SheetScore, player: Markup, *, out: bool) -> Markup:
    if out:
        text = _("{player} {points} (went out)")
    elif score.points is None:
        text = _("{player} no score")
    elif score.posted:
        text = _("{player} {points} (gave no score)")
    elif score.charge:
        text = ngettext(
            "{player} {points} (with {charge} for missing cards)",
            "{player} {points} (with {charge} for missing cards)",
            score.charge,
        )
    else:
        text = _("{player} {points}")
    points = "" if score.points is None else exactly(score.points)
    return Markup(text).format(player=player, points=points, charge=score.charge)
