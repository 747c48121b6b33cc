"""A table that asks the referee, with effects and duties for its rulings."""

from scorekeeper.rules.entries import Ruled
from scorekeeper.rules.rulings import Duty, Effect, EffectKind
from tests.support.score_notation import Table

FACTS = (("moment", "other-went-out"), ("direction", "too-few"), ("by", 2))
NO_LAYING_DOWN = Duty("no-laying-down", 1)
SHORT = Duty("draw-without-discarding", 1, times=2)
FOR_ALL = Duty("three-way-draw")
ENDS = Effect(EffectKind.HAND_ENDS)
NEW_DEAL = Effect(EffectKind.NEW_DEAL)


def charge(seat=1, points=20):
    return Effect(EffectKind.CHARGE, seat, points)


def no_score(seat=2):
    return Effect(EffectKind.NO_SCORE, seat)


def leaves(seat):
    return Effect(EffectKind.LEAVES, seat)


class Court(Table):
    """A table that asks the referee."""

    def ruling(self, *effects, duties=(), **fields):
        fields.setdefault("hand", self.game.hand.number if self.game.hand else None)
        return Ruled(
            irregularity="wrong-count", facts=FACTS, outcome="x", effects=effects, duties=duties, **fields
        )

    def rule(self, *effects, duties=(), **fields):
        return self.do(self.ruling(*effects, duties=duties, **fields))

    @property
    def last(self):
        return self.entries[-1]
