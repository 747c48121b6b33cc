"""What a heap of cards can lay: the lay-down that leaves the fewest points in hand, or what is missing.

It is exact: the points left over are the fewest of all legal ways to lay what the hand asks for (4.1, 4.4a).
Laying off on one's own melds only makes them longer, so it is the same as laying longer melds at once. The
discard is not thought of, but where a hand is laid all at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.heap.anyhow import AnySearch
from scorekeeper.rules.heap.contracts import ContractSearch
from scorekeeper.rules.heap.counted import Heap, LaidMeld
from scorekeeper.rules.heap.lacking import Lacking, LackSearch
from scorekeeper.rules.melds import MeldKind, MeldRules
from scorekeeper.rules.rulesets.ruleset import Contract, Ruleset

# Cards that are answered within moments: for a contract, and where any melds or others than sets and runs of
# any size will do.
MOST: Final = 30
MOST_OTHERWISE: Final = 20


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


def best_laydown(cards: Sequence[Card], contract: Contract | None, rules: MeldRules) -> HeapAnswer:
    """The lay-down of these cards for a contract, or of any melds without one, that leaves fewest points.

    Of those that leave as many points it is one that leaves the fewest cards. Where a hand is laid all at
    once, all cards are laid but the discard.
    """
    return _answer(cards, contract, rules) or _nothing(cards, contract, rules)


def most_cards(contract: Contract | None, ruleset: Ruleset) -> int:
    """The most cards of a heap that are answered within moments."""
    return MOST if contract and _is_plain(contract, ruleset) else MOST_OTHERWISE


def _answer(cards: Sequence[Card], contract: Contract | None, rules: MeldRules) -> HeapAnswer | None:
    """The answer if something can be laid."""
    heap = Heap(cards, rules)
    if contract is None or not contract.at_once:
        return _laid(heap, contract)
    discard = contract.discard or rules.rules.discard_to_go_out
    if discard != "must":
        answer = _laid(heap, contract)
        if answer and not answer.left:
            return answer
    for card in reversed(dict.fromkeys(heap.cards)) if discard != "never" else ():
        rest = list(heap.cards)
        rest.remove(card)
        answer = _laid(Heap(rest, rules), contract)
        if answer and not answer.left:
            return HeapAnswer(answer.melds, (card,), heap.points_of([card]))
    return None


def _laid(heap: Heap, contract: Contract | None) -> HeapAnswer | None:
    if contract and _is_plain(contract, heap.ruleset):
        melds = ContractSearch(heap, contract.sets, contract.runs).solve()
    else:
        melds = AnySearch(heap, contract).solve()
    if melds is None:
        return None
    left = Counter(heap.cards) - Counter(card for meld in melds for card in meld.cards)
    held = tuple(card for card in dict.fromkeys(heap.cards) for _ in range(left[card]))
    return HeapAnswer(tuple(melds), held, heap.points_of(held))


def _is_plain(contract: Contract, ruleset: Ruleset) -> bool:
    """Whether it is a contract of sets of any size and runs that do not go round the corner."""
    return (
        bool(contract.sets or contract.runs)
        and not contract.special
        and ruleset.sets.most is None
        and ruleset.sets.suits == "any"
        and ruleset.runs.ace != "around"
        and (ruleset.opening is None or ruleset.points is None)
    )


def _nothing(cards: Sequence[Card], contract: Contract | None, rules: MeldRules) -> HeapAnswer:
    heap = Heap(cards, rules)
    if contract and not contract.at_once and _is_plain(contract, heap.ruleset):
        lacking = LackSearch(heap, contract.sets, contract.runs).lacking()
    else:
        lacking = _lacking(cards, contract, rules)
    missing = tuple(Missing(*name, tuple(lacking[name])) for name in sorted(lacking))
    return HeapAnswer((), tuple(heap.cards), heap.points_of(heap.cards), missing)


def _lacking(cards: Sequence[Card], contract: Contract | None, rules: MeldRules) -> Lacking:
    """The single cards that would do, by the meld that each would be in: each is tried."""
    by_meld: Lacking = defaultdict(list)
    if contract and len(cards) + 1 < _fewest(contract, rules):
        return by_meld
    wild = rules.first_wild
    with_wild = _meld_with(wild, cards, contract, rules) if wild else None
    # Without limits for them, a wild card does wherever any card would.
    if (
        wild
        and not with_wild
        and _answer([*cards, wild], contract, MeldRules.of(rules.rules.with_any_wild_cards)) is None
    ):
        return by_meld
    for card in (Card(rank, suit) for suit in SUITS for rank in rules.place):
        meld = None if with_wild and card in rules.wild else _meld_with(card, cards, contract, rules)
        if meld:
            by_meld[meld].append(card)
    if wild and with_wild:
        for meld in {*by_meld, with_wild}:
            by_meld[meld].append(wild)
    return by_meld


def _fewest(contract: Contract, rules: MeldRules) -> int:
    """The fewest cards that meet a contract."""
    melds = contract.sets * rules.fewest[MeldKind.SET] + contract.runs * rules.fewest[MeldKind.RUN]
    return melds + sum(special.cards for special in contract.special)


def _meld_with(
    card: Card, cards: Sequence[Card], contract: Contract | None, rules: MeldRules
) -> tuple[MeldKind, str] | None:
    """The meld that has this card in a lay-down with it: its kind, and its rank or suit."""
    answer = _answer([*cards, card], contract, rules)
    for meld in answer.melds if answer else ():
        if card in meld.cards:
            stands_for = dict(meld.stands_for)
            natural = [stands_for.get(at, one) for at, one in enumerate(meld.cards)]
            same = {one.rank for one in natural}
            if meld.kind is MeldKind.RUN:
                return meld.kind, natural[0].suit
            return meld.kind, natural[0].rank if len(same) == 1 and not natural[0].is_joker else ""
    return None
