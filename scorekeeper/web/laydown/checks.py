"""A question about cards, its limits, and the answer of the rules: of melds on the table, or of a heap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from scorekeeper.language import N_, Plural
from scorekeeper.rules.cards import Card
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.heap import HeapAnswer, best_laydown, most_cards
from scorekeeper.rules.laydown import MOST_LAID, LaydownCheck, LaydownFaultCode, check_laydown
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.rulesets.ruleset import Contract, Ruleset
from scorekeeper.web.http.messages import Messages
from scorekeeper.web.rulesets.card_names import short

MOST_MELDS: Final = 30

MESSAGES: Final = Messages(
    faults={
        FaultCode.CARD_UNKNOWN: N_("Write cards like {example}. “{card}” isn’t one."),
        FaultCode.CARD_WITHOUT_SUIT: N_("Write the suit of “{card}”, too. Cards look like {example}."),
        FaultCode.CARD_TOO_OFTEN: Plural(
            "The pack has only {most} card like {card}. Take one out.",
            "The pack has only {most} cards like {card}. Take one out.",
            by="most",
        ),
        FaultCode.JOKER_TOO_OFTEN: Plural(
            "The pack has only {most} joker. Take one out.",
            "The pack has only {most} jokers. Take one out.",
            by="most",
        ),
        FaultCode.CARD_NOT_IN_PACK: N_("There’s no {card} in this game. Take it out."),
        FaultCode.CARDS_TOO_MANY: N_("That’s too many cards. Take some out: {most} is the most."),
        FaultCode.CARDS_TOO_MANY_FOR_ANY_HAND: N_(
            "That’s too many cards. Choose the hand, for up to {more}, or take some out: {most} is the most."
        ),
        FaultCode.MELDS_TOO_MANY: N_("That’s too many sets and runs. Take some out: {most} is the most."),
        FaultCode.MELD_EMPTY: N_("There are no cards here. Add some."),
        FaultCode.NO_SUPERFLUOUS_CARDS: N_(
            "No card is extra in these sets and runs. Choose another answer, or leave the cards out."
        ),
    },
)


class Subject(StrEnum):
    """Melds as they lie on the table, or a heap of cards in somebody’s hand."""

    MELDS = "melds"
    HEAP = "heap"


@dataclass(frozen=True, slots=True)
class Asked:
    """Cards and the rules to check them by; a heap is one meld. Without `hand` no contract is asked for.

    `players` are those of a game. `alone`: one meld is asked about by itself, so that nothing is missing
    from the contract. `rows` are the melds row by row as they were typed, if they were.
    """

    subject: Subject
    melds: tuple[tuple[Card, ...], ...]
    rules: Ruleset
    hand: int | None = None
    players: int | None = None
    alone: bool = False
    rows: tuple[tuple[tuple[Card, ...], ...], ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards."""
        return tuple(card for meld in self.melds for card in meld)

    @property
    def contract(self) -> Contract | None:
        """The contract to meet."""
        return None if self.hand is None else self.rules.contract(self.hand)


@dataclass(frozen=True, slots=True)
class Checked:
    """A question about cards with its answer."""

    asked: Asked
    found: LaydownCheck | HeapAnswer

    @property
    def has_superfluous(self) -> bool:
        """Whether a meld is right without some of its cards (14.1)."""
        melds = self.found.melds if isinstance(self.found, LaydownCheck) else ()
        return any(meld.stays and not meld.legal for meld in melds)

    @property
    def legal(self) -> bool:
        """Whether the melds are right and meet the contract, or the heap has such melds."""
        return self.found.legal if isinstance(self.found, LaydownCheck) else bool(self.found.melds)


def check(asked: Asked) -> Checked:
    """The answer of the rules; `faults_of` must have found nothing."""
    rules = MeldRules.of(asked.rules)
    if asked.subject is Subject.HEAP:
        return Checked(asked, best_laydown(asked.cards, asked.contract, rules))
    found = check_laydown(asked.melds, asked.contract, rules)
    if asked.alone:
        missing = LaydownFaultCode.CONTRACT_NOT_MET
        found = found._replace(faults=tuple(fault for fault in found.faults if fault.code is not missing))
    return Checked(asked, found)


def laid_but_one(asked: Asked) -> HeapAnswer | None:
    """All cards of a heap laid but one that stays in hand, rather no wild one; None if that cannot be."""
    rules = MeldRules.of(asked.rules)
    for card in sorted(dict.fromkeys(asked.cards), key=rules.wild.__contains__):
        others = list(asked.cards)
        others.remove(card)
        found = best_laydown(others, asked.contract, rules)
        if found.melds and not found.left:
            return replace(found, left=(card,))
    return None


def most_of_a_hand(rules: Ruleset) -> int:
    """The most cards of a heap in that hand of the rules that allows most; 0 without contracts."""
    return max((most_cards(contract, rules) for contract in rules.contracts), default=0)


def faults_of(asked: Asked) -> Iterator[Fault]:
    """Why cards cannot be checked: too many of them, or more of one than the pack has; with pointers."""
    is_heap = asked.subject is Subject.HEAP
    most = most_cards(asked.contract, asked.rules) if is_heap else MOST_LAID
    whole = "/cards" if is_heap else "/melds"
    if len(asked.cards) > most:
        more = most_of_a_hand(asked.rules) if is_heap and asked.hand is None else 0
        code = FaultCode.CARDS_TOO_MANY_FOR_ANY_HAND if more > most else FaultCode.CARDS_TOO_MANY
        yield Fault(code, whole, None, (("most", most), ("more", more)))
        return
    if not asked.melds or (not is_heap and len(asked.melds) > MOST_MELDS):
        code = FaultCode.MELDS_TOO_MANY if asked.melds else FaultCode.MELD_EMPTY
        yield Fault(code, whole, None, (("most", MOST_MELDS),))
        return
    seen: Counter[Card] = Counter()
    for index, meld in enumerate(asked.melds):
        at = whole if is_heap else f"{whole}/{index}"
        if not meld:
            yield Fault(FaultCode.MELD_EMPTY, at)
        for place, card in enumerate(meld):
            seen[card] += 1
            yield from _too_often(asked, card, times=seen[card], pointer=f"{at}/{place}")


def _too_often(asked: Asked, card: Card, *, times: int, pointer: str) -> Iterator[Fault]:
    rules = asked.rules
    decks = rules.decks_for(asked.players or rules.players.most)
    most = decks * (rules.jokers if card.is_joker else 1)
    if times > most:
        too_often = FaultCode.JOKER_TOO_OFTEN if card.is_joker else FaultCode.CARD_TOO_OFTEN
        code = too_often if most else FaultCode.CARD_NOT_IN_PACK
        yield Fault(
            code, pointer, rules.cites.get("pack"), (("card", short(card, pack=rules.pack)), ("most", most))
        )
