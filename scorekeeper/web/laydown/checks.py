"""A question about cards, its limits, and the answer of the rules: of melds on the table, or of a heap.

What a heap can lay may take all of a budget of steps, half a second of a processor. A process answers one
such question at a time, so that pages and saves never share it with several, and only so many from one
network. None waits for another: it would hold a thread.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from itertools import chain
from threading import Lock
from typing import Final

from scorekeeper.language import N_, Plural
from scorekeeper.rules.cards import Card
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.heap import MOST, Budget, HeapAnswer, best_laydown, laid_but_one
from scorekeeper.rules.laydown import (
    MOST_LAID,
    LaydownCheck,
    LaydownFaultCode,
    as_many,
    check_laydown,
    is_a,
    melds_in_row,
)
from scorekeeper.rules.melds import MeldKind, MeldRules
from scorekeeper.rules.rulesets.ruleset import Contract, Ruleset
from scorekeeper.web.http import messages
from scorekeeper.web.http.access import count_network
from scorekeeper.web.http.forms import FormError, form_error
from scorekeeper.web.http.messages import Messages
from scorekeeper.web.rulesets.card_names import short

MOST_MELDS: Final = 30
# Heaps that one network may ask about, and within which time.
MOST_HEAPS: Final = 30
HEAPS_WITHIN: Final = timedelta(minutes=1)
# Held while a heap is looked at.
SEARCHING: Final = Lock()

MESSAGES: Final = Messages(
    faults={
        FaultCode.CARD_UNKNOWN: N_("“{card}” can’t be read. Write it like {example}."),
        FaultCode.CARD_WITHOUT_SUIT: N_("“{card}” isn’t complete. Write it like {example}."),
        FaultCode.CARD_TOO_OFTEN: Plural(
            "There’s only {most} {card}. Take one out.",
            "There are only {most} of {card}. Take one out.",
            by="most",
        ),
        FaultCode.JOKER_TOO_OFTEN: Plural(
            "There’s only {most} joker. Take one out.",
            "There are only {most} jokers. Take one out.",
            by="most",
        ),
        FaultCode.CARD_NOT_IN_PACK: N_("There’s no {card} in this game. Take it out."),
        FaultCode.CARDS_TOO_MANY: N_("That’s too many. Take some out: {most} is the most."),
        FaultCode.TOO_MANY_WAYS: N_("There are too many ways to lay these. Ask about fewer."),
        FaultCode.MELDS_TOO_MANY: N_("That’s too many sets and runs. Take some out: {most} is the most."),
        FaultCode.MELD_EMPTY: N_("There’s nothing here. Add some."),
        FaultCode.NO_SUPERFLUOUS_CARDS: N_(
            "No card is extra in these sets and runs. Choose another answer, or leave the cards out."
        ),
    },
    unreadable={"busy": N_("Try again in a moment. Someone else is checking cards right now.")},
)


class Subject(StrEnum):
    """Melds as they lie on the table, or a heap of cards in somebody’s hand."""

    MELDS = "melds"
    HEAP = "heap"


@dataclass(frozen=True, slots=True)
class Laydown:
    """Cards and the rules to check them by; a heap is one meld. Without `hand` no contract is asked for.

    `players` are those of a game. `alone`: one meld is asked about by itself, so that nothing is missing
    from the contract.
    """

    subject: Subject
    melds: tuple[tuple[Card, ...], ...]
    rules: Ruleset
    hand: int | None = None
    players: int | None = None
    alone: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards."""
        return tuple(card for meld in self.melds for card in meld)

    @property
    def contract(self) -> Contract | None:
        """The contract to meet."""
        return None if self.hand is None else self.rules.contract(self.hand)

    @property
    def discard(self) -> str:
        """Whether the last card must, may or can never be discarded when going out."""
        return (self.contract and self.contract.discard) or self.rules.discard_to_go_out


class Busy(Exception):
    """Another heap is looked at; this one may come again in a second."""


@dataclass(frozen=True, slots=True)
class LaydownReport:
    """A question about cards with its answer.

    Where all cards of a heap are laid and the rules demand a discard, or where they are silent on one card
    too many, `kept` is how all but one are laid: None if they cannot be.
    """

    question: Laydown
    answer: LaydownCheck | HeapAnswer
    kept: HeapAnswer | None = None

    @property
    def is_part(self) -> bool:
        """Whether cards stay where the whole hand is to be laid, though not said to be at once."""
        contract = self.question.contract
        return (
            isinstance(self.answer, HeapAnswer)
            and contract is not None
            and contract.discard == "never"
            and not contract.at_once
            and bool(self.answer.melds and self.answer.left)
        )

    @property
    def has_superfluous(self) -> bool:
        """Whether a meld is right without some of its cards (14.1)."""
        melds = self.answer.melds if isinstance(self.answer, LaydownCheck) else ()
        return any(meld.stays and not meld.legal for meld in melds)

    @property
    def legal(self) -> bool:
        """Whether the melds are right and meet the contract, or the heap has such melds."""
        return self.answer.legal if isinstance(self.answer, LaydownCheck) else bool(self.answer.melds)


Check = Callable[[Laydown], LaydownReport | tuple[FormError, ...]]


def check(question: Laydown) -> LaydownReport:
    """The answer of the rules without `laydown_faults`; RuleViolation where a heap has too many ways."""
    rules = MeldRules.of(question.rules)
    if question.subject is Subject.HEAP:
        budget = Budget()
        best = best_laydown(question.cards, question.contract, rules, budget)
        must_discard = bool(best.melds) and not best.left and question.discard == "must"
        may_be_over = bool(question.contract and question.contract.special and rules.clause("one-over"))
        one_stays = must_discard or (may_be_over and not best.melds)
        kept = laid_but_one(question.cards, question.contract, rules, budget) if one_stays else None
        return LaydownReport(question, best, kept)
    answer = check_laydown(question.melds, question.contract, rules)
    if question.alone:
        missing = LaydownFaultCode.CONTRACT_NOT_MET
        answer = answer._replace(faults=tuple(fault for fault in answer.faults if fault.code is not missing))
    return LaydownReport(question, answer)


def check_in_turn(question: Laydown) -> LaydownReport:
    """The answer of the rules for whoever asks by this request: Busy or TooManyAttempts for a heap."""
    if question.subject is not Subject.HEAP:
        return check(question)
    if not SEARCHING.acquire(blocking=False):
        raise Busy
    try:
        count_network("heaps", most=MOST_HEAPS, within=HEAPS_WITHIN)
        return check(question)
    finally:
        SEARCHING.release()


def check_or_refuse(question: Laydown) -> LaydownReport | tuple[FormError, ...]:
    """The answer of the rules for a page, or why there is none."""
    try:
        return check_in_turn(question)
    except Busy:
        return (FormError(messages.unreadable("busy")),)
    except RuleViolation as violation:
        return tuple(map(form_error, violation.faults))


def split_rows(question: Laydown) -> Laydown:
    """Melds that were typed row by row, by the melds in each row, as far as these cards can be checked.

    A long set or run is two where the contract asks for more than were named.
    """
    if any(laydown_faults(question)):
        return question
    tables = MeldRules.of(question.rules)
    rows = [melds_in_row(row, tables) for row in question.melds]
    wanted = question.contract or Contract()
    for kind, count in ((MeldKind.SET, wanted.sets), (MeldKind.RUN, wanted.runs)):
        lacking = count - sum(is_a(kind, meld, tables) for meld in chain.from_iterable(rows))
        for at, row in enumerate(rows):
            rows[at] = tuple(as_many(row, kind, lacking, tables))
            lacking -= len(rows[at]) - len(row)
    return replace(question, melds=tuple(chain.from_iterable(rows)))


def laydown_faults(question: Laydown) -> Iterator[Fault]:
    """Why cards cannot be checked: too many of them, or more of one than the pack has; with pointers."""
    is_heap = question.subject is Subject.HEAP
    most = MOST if is_heap else MOST_LAID
    whole = "/cards" if is_heap else "/melds"
    if len(question.cards) > most:
        yield Fault(FaultCode.CARDS_TOO_MANY, whole, None, (("most", most),))
        return
    if not question.melds or (not is_heap and len(question.melds) > MOST_MELDS):
        code = FaultCode.MELDS_TOO_MANY if question.melds else FaultCode.MELD_EMPTY
        yield Fault(code, whole, None, (("most", MOST_MELDS),))
        return
    seen: Counter[Card] = Counter()
    for index, meld in enumerate(question.melds):
        at = whole if is_heap else f"{whole}/{index}"
        if not meld:
            yield Fault(FaultCode.MELD_EMPTY, at)
        for place, card in enumerate(meld):
            seen[card] += 1
            yield from _too_often(question, card, times=seen[card], pointer=f"{at}/{place}")


def _too_often(question: Laydown, card: Card, *, times: int, pointer: str) -> Iterator[Fault]:
    rules = question.rules
    decks = rules.decks_for(question.players or rules.players.most)
    most = decks * (rules.jokers if card.is_joker else 1)
    if times > most:
        too_often = FaultCode.JOKER_TOO_OFTEN if card.is_joker else FaultCode.CARD_TOO_OFTEN
        code = too_often if most else FaultCode.CARD_NOT_IN_PACK
        yield Fault(
            code, pointer, rules.cites.get("pack"), (("card", short(card, pack=rules.pack)), ("most", most))
        )
