"""What a heap of cards can lay: the lay-down that leaves the fewest points in hand, or what is missing.

It is exact: the points left over are the fewest of all legal ways to lay what the hand asks for (4.1, 4.4a).
Laying off on one's own melds only makes them longer, so it is the same as laying longer melds at once. The
discard is not thought of, but where a hand is laid all at once.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.heap.melds import Aim, Budget, Heap, LaidMeld
from scorekeeper.rules.heap.search import Search, Stay
from scorekeeper.rules.melds import MeldKind, MeldRules
from scorekeeper.rules.rulesets.ruleset import Contract

# The most cards of a heap.
MOST: Final = 20

# Cards that may stay where a hand is laid all at once, by what the rules say of the discard.
_STAY: Final = {"never": Stay(0, 0), "may": Stay(0, 1), "must": Stay(1, 1)}
# The cards of which one more would do, by the meld that each would be in.
_Lacking: TypeAlias = dict[tuple[MeldKind, str], list[Card]]


@dataclass(frozen=True, slots=True)
class Missing:
    """The cards of which one more would do, for a set of this rank or a run of this suit.

    The last one is a joker, or the first of the wild cards where there is none, if any wild card would do.
    `of` is empty for a set of wild cards.
    """

    kind: MeldKind
    of: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HeapAnswer:
    """The melds of a best lay-down, the cards that stay in hand, and their points (7.1).

    Without melds nothing can be laid. Then all cards are left, and `missing` tells each single card that
    would change that; it is empty if none does. Of several best lay-downs it is always
    the same one, in whatever order the cards are given.
    """

    melds: tuple[LaidMeld, ...]
    left: tuple[Card, ...]
    points: int
    missing: tuple[Missing, ...] = ()


def best_laydown(
    cards: Sequence[Card], contract: Contract | None, rules: MeldRules, budget: Budget
) -> HeapAnswer:
    """The lay-down of these cards for a contract, or of any melds without one, that leaves fewest points.

    Of those that leave as many points it is one that leaves the fewest cards. Where a hand is laid all at
    once, all cards are laid but the discard. RuleViolation where that takes more than the budget.
    """
    search = _search(cards, contract, rules, budget)
    answer = _answer(search)
    if answer:
        return answer
    with_another = _search(cards, contract, rules, budget, lent=1)
    heap, lacking = (
        search.heap,
        _lacking(search if with_another.stay == search.stay else with_another, contract),
    )
    missing = tuple(Missing(*name, tuple(lacking[name])) for name in sorted(lacking))
    return HeapAnswer((), tuple(heap.cards), heap.points_of(heap.cards), missing)


def laid_but_one(
    cards: Sequence[Card], contract: Contract | None, rules: MeldRules, budget: Budget
) -> HeapAnswer | None:
    """All cards laid but the one that stays in hand and counts least; None if that cannot be."""
    return _answer(Search(Heap(cards, rules), Aim(contract, rules.rules), budget, stay=_STAY["must"]))


def _search(
    cards: Sequence[Card], contract: Contract | None, rules: MeldRules, budget: Budget, *, lent: int = 0
) -> Search:
    """The search for what these cards lay, where `lent` cards more are to be tried with them."""
    stay = None
    if contract and contract.at_once:
        stay = _STAY[contract.discard or rules.rules.discard_to_go_out]
        if not contract.is_named and len(cards) + lent <= rules.rules.deal.fewest:
            # Before a draw no card is left for a discard: all that were dealt are laid.
            stay = _STAY["never"]
    return Search(Heap(cards, rules), Aim(contract, rules.rules), budget, stay=stay)


def _answer(search: Search) -> HeapAnswer | None:
    """The answer if something can be laid."""
    melds = search.solve()
    if melds is None:
        return None
    heap = search.heap
    left = Counter(heap.cards) - Counter(card for meld in melds for card in meld.cards)
    held = tuple(card for card in dict.fromkeys(heap.cards) for _ in range(left[card]))
    return HeapAnswer(tuple(melds), held, heap.points_of(held))


def _lacking(search: Search, contract: Contract | None) -> _Lacking:
    """The single cards that would do, by the meld that each would be in."""
    by_meld: _Lacking = defaultdict(list)
    if len(search.heap.cards) + 1 < search.aim.fewest_cards:
        return by_meld
    rules = search.heap.rules
    wild = rules.first_wild
    with_wild = _meld_with(wild, search, contract) if wild else None
    for card in (Card(rank, suit) for suit in SUITS for rank in rules.place):
        if card not in rules.wild:
            meld = search.lacking(card)
        else:
            meld = None if with_wild else _meld_with(card, search, contract)
        if meld:
            by_meld[meld].append(card)
    if wild and with_wild:
        for meld in {*by_meld, with_wild}:
            by_meld[meld].append(wild)
    return by_meld


def _meld_with(card: Card, search: Search, contract: Contract | None) -> tuple[MeldKind, str] | None:
    """The meld that one more wild card would be in: its kind, and its rank or suit."""
    answer = _answer(_search([*search.heap.cards, card], contract, search.heap.rules, search.budget))
    for meld in answer.melds if answer else ():
        if card in meld.cards:
            stands_for = dict(meld.stands_for)
            natural = [stands_for.get(at, shown) for at, shown in enumerate(meld.cards)]
            same = {shown.rank for shown in natural}
            if meld.kind is MeldKind.RUN:
                return meld.kind, natural[0].suit
            return meld.kind, natural[0].rank if len(same) == 1 and not natural[0].is_joker else ""
    return None
