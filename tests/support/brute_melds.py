"""Melds and heaps by plain enumeration, written from the rulebook apart from the solver (3, 4.1, 4.4).

A meld is right if one of its readings is. A reading gives every card a place: a rank in a set, one card in a
run. In its place each card is natural or wild. A heap is split in every way there is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from scorekeeper.rules.cards import SUITS, Card, wild_cards
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset, SpecialRun

# The cards laid of a heap, bit n for its n-th card, and what they are worth at the opening.
_Choices = dict[int, int]


class Reading(NamedTuple):
    """One way to read a meld: its cards in order, the place of each one, and which are natural there."""

    kind: str
    cards: tuple[Card, ...]
    places: tuple[Card, ...]
    natural: tuple[bool, ...]


class Left(NamedTuple):
    """What stays in the hand: points, and how many cards."""

    points: int
    cards: int


class BruteForce:
    """Melds and best lay-downs by one ruleset. A card whose points nobody knows counts 0."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._wild = wild_cards(rules)
        classes = rules.classes if rules.points else {}
        self._points = {rank: (rules.points or {})[key] for key, ranks in classes.items() for rank in ranks}
        self._windows = {size: tuple(self._runs_of(size)) for size in range(1, len(rules.ranks) + 1)}

    def is_meld(self, cards: Sequence[Card]) -> bool:
        """Whether the cards, as laid, are a right set or run."""
        return any(True for _ in self.right_readings(cards))

    def right_readings(self, cards: Sequence[Card]) -> Iterator[Reading]:
        """All right readings of cards as laid. Only if they follow no order are they put into order."""
        cards = tuple(cards)
        yield from filter(self._is_right_set, self._set_readings(cards))
        as_laid = self._follow_an_order(enumerate(cards))
        readings = self._run_readings_as_laid(cards) if as_laid else self._run_readings(cards)
        yield from filter(self._is_right_run, readings)

    def _follow_an_order(self, laid: Iterable[tuple[int, Card]]) -> bool:
        """Whether the natural cards rise or fall as laid, also over a corner, which may then be the fault."""
        ranks = (*self.rules.ranks, JOKER)
        natural = [(at, card) for at, card in laid if card not in self._wild]
        first = {(ranks.index(card.rank) - at) % len(self.rules.ranks) for at, card in natural}
        last = {(ranks.index(card.rank) + at) % len(self.rules.ranks) for at, card in natural}
        return len({card.suit for _, card in natural}) <= 1 and (len(first) <= 1 or len(last) <= 1)

    def fewest_points(self, cards: Sequence[Card], contract: Contract | None) -> Left | None:
        """The least that can stay in the hand after the contract is laid; None if it cannot be."""
        choices = self._ways_to_lay(cards, contract)
        opening = self.rules.opening or 0 if self._points else 0
        enough = (chosen for chosen, worth in choices.items() if worth >= opening)
        left = (self._left(cards, chosen) for chosen in enough)
        return min((each for each in left if self._may_stay(each, contract)), default=None)

    def _set_readings(self, cards: tuple[Card, ...]) -> Iterator[Reading]:
        """Ways to read the cards as wild cards alone (3.7), or as cards of one rank (3.1)."""
        if self._wild.issuperset(cards):
            yield Reading("set", cards, cards, (False,) * len(cards))
        for rank in self.rules.ranks:
            readings = self._read("set", cards, (Card(rank),) * len(cards))
            yield from (reading for reading in readings if any(reading.natural))

    def _is_right_set(self, reading: Reading) -> bool:
        """Size, suits and number of wild cards are right; wild cards may be alone (3.7).

        Where no two may lie side by side, a natural card has to lie between any two of a row (C6-7), unless a
        clause allows sets of wild cards.
        """
        sets, size = self.rules.sets, len(reading.cards)
        if not sets.fewest <= size <= (sets.most or size):
            return False
        if sets.suits == "different":
            suits = [card.suit for card, own in zip(reading.cards, reading.natural, strict=True) if own]
            if size > len(SUITS) or len(suits) > len(set(suits)):
                return False
        own = reading.natural.count(True)
        apart = self.rules.wild.adjacent or size - own <= own + 1
        return (apart and self._few_wild(reading)) if own else (apart or "wild-set" in self.rules.cites)

    def _run_readings_as_laid(self, cards: tuple[Card, ...]) -> Iterator[Reading]:
        """Ways to read the cards as a run from left to right, rising or falling (3.2, 3.8)."""
        for window in self._windows.get(len(cards), ()):
            yield from self._read("run", cards, window)
            yield from self._read("run", cards, window[::-1])

    def _run_readings(self, cards: tuple[Card, ...]) -> Iterator[Reading]:
        """Ways to put the cards into the order of a run, rising."""
        natural = [card for card in cards if card not in self._wild]
        if len(set(natural)) < len(natural) or len({card.suit for card in natural}) > 1:
            return
        for window in self._windows.get(len(cards), ()):
            if set(window).issuperset(natural):
                for order in self._orders(tuple(sorted(cards)), window):
                    yield from self._read("run", order, window)

    def _is_right_run(self, reading: Reading) -> bool:
        runs, size = self.rules.runs, len(reading.cards)
        return runs.fewest <= size <= (runs.most or size) and self._right_wild_in_run(reading)

    def _right_wild_in_run(self, reading: Reading) -> bool:
        """Not wild cards alone (3.7), not too many (3.6), no two neighbours if that is forbidden (3.6b)."""
        beside = any(not one and not other for one, other in pairwise(reading.natural))
        return any(reading.natural) and self._few_wild(reading) and (self.rules.wild.adjacent or not beside)

    def _few_wild(self, reading: Reading) -> bool:
        """Wild cards never outnumber the natural ones where the rules say so (3.6)."""
        return self.rules.wild.most != "half" or reading.natural.count(False) <= reading.natural.count(True)

    def _runs_of(self, size: int) -> Iterator[tuple[Card, ...]]:
        """The cards of every run of this size, rising; no rank is in it twice (3.3, 3.3a, 3.4)."""
        ranks = self.rules.ranks
        if "A" in ranks:
            ranks = ("A", *(rank for rank in ranks if rank != "A"))
        beyond = {"low": 0, "high-or-low": 1, "around": size - 1}[self.rules.runs.ace]
        row = (*ranks, *ranks[:beyond])
        starts = range(min(len(ranks), len(row) - size + 1))
        for suit in SUITS:
            for start in starts:
                yield tuple(Card(rank, suit) for rank in row[start : start + size])

    def _orders(self, cards: tuple[Card, ...], places: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
        """Every order of the cards in which each one can be in its place."""
        if not cards:
            yield ()
        for card in sorted(set(cards)):
            if self._ways_in(card, places[0]):
                at = cards.index(card)
                for rest in self._orders(cards[:at] + cards[at + 1 :], places[1:]):
                    yield card, *rest

    def _read(self, kind: str, cards: tuple[Card, ...], places: tuple[Card, ...]) -> Iterator[Reading]:
        """Every way in which the cards can be in these places, each as a natural card or as a wild one."""
        ways = []
        for card, place in zip(cards, places, strict=True):
            ways.append(self._ways_in(card, place))
            if not ways[-1]:
                return
        for natural in product(*ways):
            yield Reading(kind, cards, places, natural)

    def _ways_in(self, card: Card, place: Card) -> tuple[bool, ...]:
        """Natural (True) in its own place, a wild card only by 3.5a; wild (False) anywhere."""
        is_wild = card in self._wild
        own = card.rank == place.rank and place.suit in ("", card.suit)
        return (True,) * (own and (not is_wild or self.rules.wild.in_place)) + (False,) * is_wild

    def _ways_to_lay(self, cards: Sequence[Card], contract: Contract | None) -> _Choices:
        """Every choice of cards that makes the contract; any melds, if it asks for none."""
        sets = self._melds(cards, self._worth_as_set)
        runs = self._melds(cards, self._worth_as_run)
        if contract is None or not (contract.sets or contract.runs or contract.special):
            return self._ways_to_lay_any(_better(sets, runs), contract)
        special = [
            self._melds(cards, lambda meld, run=run: self._special(meld, run)) for run in contract.special
        ]
        laid = {0: 0}
        for melds in [sets] * contract.sets + [runs] * contract.runs + special:
            laid = _with_one_more(laid, melds)
        return laid

    def _ways_to_lay_any(self, melds: _Choices, contract: Contract | None) -> _Choices:
        """Every choice of cards that makes melds: as many as a turn allows, or any if all is laid at once."""
        at_once = contract is not None and contract.at_once
        most = None if at_once else self.rules.turn.melds
        laid: _Choices = {0: 0}
        reached: _Choices = {}
        number = 0
        while laid and number != most:
            laid, number = _with_one_more(laid, melds), number + 1
            reached = _better(reached, laid)
        return reached

    def _melds(self, cards: Sequence[Card], worth: Callable[[tuple[Card, ...]], int | None]) -> _Choices:
        """Every choice of cards that is a meld of one kind."""
        choices = range(1, 1 << len(cards))
        melds = {n: tuple(sorted(card for at, card in enumerate(cards) if n >> at & 1)) for n in choices}
        return {n: found for n, meld in melds.items() if (found := worth(meld)) is not None}

    def _worth_as_set(self, cards: tuple[Card, ...]) -> int | None:
        if len({card.rank for card in cards if card not in self._wild}) > 1:
            return None
        return self._worth(filter(self._is_right_set, self._set_readings(cards)))

    def _worth_as_run(self, cards: tuple[Card, ...]) -> int | None:
        return self._worth(filter(self._is_right_run, self._run_readings(cards)))

    def _worth(self, readings: Iterator[Reading]) -> int | None:
        return max(
            (sum(self._points.get(card.rank, 0) for card in each.places) for each in readings), default=None
        )

    def _special(self, cards: tuple[Card, ...], run: SpecialRun) -> int | None:
        """A run of exactly the size and start that a contract names; `pure` has no wild card."""
        if len(cards) != run.cards:
            return None
        return self._worth(
            reading
            for reading in self._run_readings(cards)
            if self._right_wild_in_run(reading)
            and (not run.starts or reading.places[0].rank in run.starts)
            and (not run.pure or all(reading.natural))
        )

    def _left(self, cards: Sequence[Card], chosen: int) -> Left:
        stay = [card for at, card in enumerate(cards) if not chosen >> at & 1]
        return Left(sum(self._points.get(card.rank, 0) for card in stay), len(stay))

    def _may_stay(self, left: Left, contract: Contract | None) -> bool:
        """Where all is laid at once, nothing is left but the discard, if there may or must be one."""
        if contract is None or not contract.at_once:
            return True
        allowed = {"never": (0,), "may": (0, 1), "must": (1,)}
        return left.cards in allowed[contract.discard or self.rules.discard_to_go_out]


def _with_one_more(laid: _Choices, melds: _Choices) -> _Choices:
    """All choices of cards with one meld more; of equal choices the one that is worth most."""
    more: _Choices = {}
    for used, worth in laid.items():
        for meld, own in melds.items():
            if not used & meld:
                more[used | meld] = max(worth + own, more.get(used | meld, 0))
    return more


def _better(one: _Choices, other: _Choices) -> _Choices:
    return {chosen: max(one.get(chosen, 0), other.get(chosen, 0)) for chosen in {**one, **other}}
