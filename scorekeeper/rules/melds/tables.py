"""The parts of a ruleset that say what a meld is, as tables, and the faults of melds with their clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from scorekeeper.rules.cards import SUITS, Card, wild_cards
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.ruleset import Ruleset

# Places in a run are counted from the low ace, or the tile 1; the ace above the king has the next one.
ROUND: Final = 13
_REACH: Final = {"low": ROUND, "high-or-low": ROUND + 1, "around": 2 * ROUND}
_NO_LIMIT: Final = 10_000


class MeldKind(StrEnum):
    """The two kinds of melds."""

    SET = "set"
    RUN = "run"


class MeldFaultCode(StrEnum):
    """Why cards are no meld, or why a card may not be added to one."""

    TOO_SHORT = "too-short"
    TOO_LONG = "too-long"
    MIXED_RANKS = "mixed-ranks"
    MIXED_SUITS = "mixed-suits"
    GAP = "gap"
    DUPLICATE = "duplicate"
    ROUND_THE_CORNER = "round-the-corner"
    SAME_SUITS = "same-suits"
    TOO_MANY_WILD = "too-many-wild"
    ADJACENT_WILD = "adjacent-wild"
    WILD_RUN = "wild-run"
    WILD_SET = "wild-set"


# The topics of a ruleset's `cites` that tell the clause of a fault; the first one that it has.
_TOPICS: Final = {
    MeldKind.SET: {
        MeldFaultCode.TOO_SHORT: ("shortest-meld", "sets"),
        MeldFaultCode.TOO_LONG: ("longest-set", "sets"),
        MeldFaultCode.MIXED_RANKS: ("sets",),
        MeldFaultCode.SAME_SUITS: ("sets",),
        MeldFaultCode.WILD_SET: ("wild-set",),
    },
    MeldKind.RUN: {
        MeldFaultCode.TOO_SHORT: ("shortest-meld", "runs"),
        MeldFaultCode.TOO_LONG: ("longest-run",),
        MeldFaultCode.MIXED_SUITS: ("runs",),
        MeldFaultCode.GAP: ("runs",),
        MeldFaultCode.DUPLICATE: ("runs",),
        MeldFaultCode.ROUND_THE_CORNER: ("corner",),
        MeldFaultCode.WILD_RUN: ("wild-run",),
    },
}
_WILD_TOPICS: Final = {
    MeldFaultCode.TOO_MANY_WILD: ("most-wild",),
    MeldFaultCode.ADJACENT_WILD: ("adjacent-wild",),
}


class MeldFault(NamedTuple):
    """One thing wrong with a meld: the clause that says so, if one does, and the cards by position."""

    code: MeldFaultCode
    clause: str | None
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What a ruleset says of melds, as tables; make it once for a ruleset by `MeldRules.of`.

    `place` is that of each rank in a run, and places from `reach` on lie round the corner. `row` has the
    cards of a suit by place, `ranks` the cards without suit that wild cards stand for in sets. Cards
    that the pack lacks fit in no meld.
    """

    rules: Ruleset
    wild: frozenset[Card]
    place: dict[str, int]
    row: dict[str, tuple[Card, ...]]
    ranks: dict[str, Card]
    reach: int
    fewest: dict[MeldKind, int]
    most: dict[MeldKind, int]
    cites: dict[str, str]

    @classmethod
    def of(cls, rules: Ruleset) -> MeldRules:
        """The tables of these rules; a ruleset saved by an older release cites what its file does today."""
        ranks = rules.ranks if rules.pack == "tiles" else (rules.ranks[-1], *rules.ranks[:-1])
        different = rules.sets.suits == "different"
        return cls(
            rules=rules,
            wild=wild_cards(rules),
            place={rank: place for place, rank in enumerate(ranks)},
            row={suit: tuple(Card(rank, suit) for rank in ranks) for suit in SUITS},
            ranks={rank: Card(rank) for rank in ranks},
            reach=_REACH[rules.runs.ace],
            fewest={MeldKind.SET: rules.sets.fewest, MeldKind.RUN: rules.runs.fewest},
            most={
                MeldKind.SET: min(rules.sets.most or _NO_LIMIT, len(SUITS) if different else _NO_LIMIT),
                MeldKind.RUN: min(rules.runs.most or ROUND, ROUND),
            },
            cites={**RULESETS.get(rules.id, rules).cites, **rules.cites},
        )

    @property
    def has_wild_sets(self) -> bool:
        """Whether wild cards alone may be a set: if two may lie side by side, or a clause says so (3.7)."""
        return self.rules.wild.adjacent or "wild-set" in self.cites

    @property
    def first_wild(self) -> Card | None:
        """A joker, or the first of the wild cards without one; None if there are none."""
        return min(self.wild, key=lambda card: (not card.is_joker, card), default=None)

    def clause(self, *topics: str) -> str | None:
        """The clause cited for the first of these topics that the ruleset has; None if it is silent."""
        return next((self.cites[topic] for topic in topics if topic in self.cites), None)

    def fault(self, code: MeldFaultCode, kind: MeldKind, cards: Sequence[int]) -> MeldFault:
        """The fault with its clause."""
        topics = _WILD_TOPICS.get(code) or _TOPICS[kind][code]
        return MeldFault(code, self.clause(*topics), tuple(cards))

    def suit_of(self, card: Card) -> str:
        """The suit of a card that has a place in a run; empty for a joker or a card of another pack."""
        return card.suit if card.rank in self.place else ""

    def stands_for(self, card: Card, place: Card) -> bool:
        """Whether a card is a wild one in this place, and does not count as natural there (3.5a)."""
        if card not in self.wild:
            return False
        return not (self.rules.wild.in_place and card.rank == place.rank and place.suit in ("", card.suit))
