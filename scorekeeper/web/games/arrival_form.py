"""A late arrival: a name, a place, and the start score that the table sets (8.7a)."""

from __future__ import annotations

from dataclasses import dataclass

from wtforms import Form, StringField

from scorekeeper.rules.entries import Joined
from scorekeeper.rules.game import Game
from scorekeeper.rules.scoring import POINTS_STEP
from scorekeeper.web.http.fields import NotANumber, whole
from scorekeeper.web.http.refusals import Errors, malformed

OTHER = "other"


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Start scores that tables choose besides 0: the highest total, or the average."""

    highest: int
    average: int


class ArrivalForm(Form):  # type: ignore[misc]
    """`start` is one of the suggested scores, or "other" with the number in `start_score`."""

    name = StringField()
    after = StringField()
    start = StringField()
    start_score = StringField()

    def refusals(self) -> Errors:
        """The fields that could not be read, with a sentence each."""
        wrong = {}
        for field, code in ((self.after, "place"), (self._score_field(), None)):
            try:
                whole(field.data or "")
            except NotANumber as unread:
                wrong[field.name] = code or str(unread)
        return malformed(wrong)

    def event(self) -> Joined:
        """The arrival; only after `refusals` found nothing."""
        return Joined(
            self.name.data or "",
            after=whole(self.after.data or ""),
            start_score=whole(self._score_field().data or ""),
        )

    def _score_field(self) -> StringField:
        return self.start_score if self.start.data in (None, "", OTHER) else self.start


def suggestions(game: Game) -> Suggestions:
    """From the totals of those still playing; the average is rounded up to a score that can be."""
    totals = [line.total for line in game.standings if line.seat in game.playing] or [0]
    average = -(-sum(totals) // len(totals))
    return Suggestions(max(totals), -(-average // POINTS_STEP) * POINTS_STEP)
