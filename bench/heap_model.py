"""The question of a heap as a plain model for OR-tools CP-SAT: what is laid so that the least stays in hand.

It says what each meld is and leaves the search to the solver. It knows contracts of sets and runs, and aces
that are low, or high as well; no opening points, no special runs. Only `make bench` installs OR-tools.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ortools.sat.python import cp_model

from scorekeeper.rules.cards import SUITS, Card, wild_cards
from scorekeeper.rules.rulesets.ruleset import Contract, Ruleset

# Points go before the number of cards, which is below this.
_POINT = 1_000

# For each card, how many of it one meld holds: the sum of these.
_Used = dict[Card, list[cp_model.IntVar]]


class HeapModel:
    """Asks CP-SAT about heaps by one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._wild = wild_cards(rules)
        self._points = {
            rank: (rules.points or {})[key] for key, ranks in rules.classes.items() for rank in ranks
        }
        ranks = ("A", *rules.ranks[:-1]) if "A" in rules.ranks else rules.ranks
        self._row = (*ranks, "A") if rules.runs.ace == "high-or-low" else ranks
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1

    def fewest_points(self, heap: Sequence[Card], contract: Contract) -> tuple[int, int] | None:
        """Points that stay at least and, of equal ones, cards; None if the contract cannot be met."""
        model, held = cp_model.CpModel(), Counter(heap)
        melds = [self._set(model, held) for _ in range(contract.sets)]
        melds += [self._run(model, held) for _ in range(contract.runs)]
        laid = {card: sum(sum(meld.get(card, ())) for meld in melds) for card in held}
        for card in held:
            model.add(laid[card] <= held[card])
        worth = {card: _POINT * self._points.get(card.rank, 0) + 1 for card in held}
        model.maximize(sum(worth[card] * laid[card] for card in held))
        status = self._solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise RuntimeError(f"CP-SAT says {self._solver.status_name(status)}")
        left = sum(worth[card] * held[card] for card in held) - round(self._solver.objective_value)
        return divmod(left, _POINT)

    def _set(self, model: cp_model.CpModel, held: Counter[Card]) -> _Used:
        """Cards of one rank with wild ones, or wild cards alone, which is the rank "" (3.1, 3.6, 3.7)."""
        sets = self.rules.sets
        ranks = {rank: model.new_bool_var(f"is {rank}") for rank in (*self.rules.ranks, "")}
        model.add_exactly_one(ranks.values())
        natural = {card: model.new_int_var(0, held[card], f"{card}") for card in held if self._natural(card)}
        wild = self._wild_cards(model, held)
        for card, number in natural.items():
            model.add(number <= held[card] * ranks[card.rank])
        size = sum(natural.values()) + sum(wild.values())
        model.add(size >= sets.fewest)
        if sets.most:
            model.add(size <= sets.most)
        if sets.suits == "different":
            model.add(size <= len(SUITS))
            for suit in SUITS:
                model.add(sum(natural[card] for card in natural if card.suit == suit) <= 1)
        if self.rules.wild.most == "half":
            few = model.add(sum(wild.values()) <= sum(natural.values()))
            few.only_enforce_if(ranks[""].negated())
        return {card: [used[card] for used in (natural, wild) if card in used] for card in held}

    def _run(self, model: cp_model.CpModel, held: Counter[Card]) -> _Used:
        """Places in one row from a single start, each with its natural card or a wild one (3.2 to 3.8)."""
        wild = self._wild_cards(model, held)
        used = {card: [wild[card]] if card in wild else [] for card in held}
        starts: list[cp_model.IntVar] = []
        naturals: list[cp_model.IntVar] = []
        wilds: list[cp_model.IntVar] = []
        for suit in SUITS:
            row = [Card(rank, suit) for rank in self._row]
            start, own, other = (
                [model.new_bool_var(f"{what} {place} {suit}") for place in range(len(row))]
                for what in ("start", "natural", "wild")
            )
            for card, here in zip(row, own, strict=True):
                if held[card] and self._natural(card):
                    used[card].append(here)
                else:
                    model.add(here == 0)
            filled = [one + two for one, two in zip(own, other, strict=True)]
            for before, first, here in zip([0, *filled], start, filled, strict=False):
                model.add(here <= 1)
                model.add(first <= here)
                model.add(here <= before + first)
            if not self.rules.wild.adjacent:
                for one, two in pairwise(other):
                    model.add(one + two <= 1)
            starts, naturals, wilds = starts + start, naturals + own, wilds + other
        self._right_run(model, starts, naturals, wilds, wild)
        return used

    def _right_run(
        self,
        model: cp_model.CpModel,
        starts: list[cp_model.IntVar],
        naturals: list[cp_model.IntVar],
        wilds: list[cp_model.IntVar],
        wild: dict[Card, cp_model.IntVar],
    ) -> None:
        model.add_exactly_one(starts)
        model.add(sum(wilds) == sum(wild.values()))
        model.add(sum(naturals) >= 1)
        model.add(sum(naturals) + sum(wilds) >= self.rules.runs.fewest)
        model.add(sum(naturals) + sum(wilds) <= (self.rules.runs.most or len(self.rules.ranks)))
        if self.rules.wild.most == "half":
            model.add(sum(wilds) <= sum(naturals))

    def _natural(self, card: Card) -> bool:
        """Whether a card can count as natural in its place (3.5a)."""
        return not card.is_joker and (card not in self._wild or self.rules.wild.in_place)

    def _wild_cards(self, model: cp_model.CpModel, held: Counter[Card]) -> dict[Card, cp_model.IntVar]:
        """How many of each wild card stand for others."""
        return {card: model.new_int_var(0, held[card], f"{card} wild") for card in held if card in self._wild}
