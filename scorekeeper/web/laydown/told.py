"""The answer of a check in words, and its cards as drawn: what each stands for, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from markupsafe import Markup

from scorekeeper.language import N_, Plural, Sentence, _, ngettext, pgettext
from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.checks import clause_by
from scorekeeper.rules.heap import HeapAnswer, LaidMeld, Missing
from scorekeeper.rules.laydown import LaydownCheck, LaydownFault, LaydownFaultCode
from scorekeeper.rules.melds import (
    MeldCheck,
    MeldFault,
    MeldFaultCode,
    MeldKind,
    MeldRules,
    Reading,
    SwapFaultCode,
    TableMeld,
    cards_to_lay_off,
    cards_to_swap,
    check_meld,
    swap_wild,
)
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset
from scorekeeper.web.http.formats import listed
from scorekeeper.web.laydown.checks import Asked, Checked, card_to_keep
from scorekeeper.web.rulesets.card_names import in_sentence, rank_name, ranks_name, short, sign, spoken
from scorekeeper.web.rulesets.contracts import contract_in_sentence, contract_name, contract_words
from scorekeeper.web.rulesets.tiles import worded

BACK: Final = "back"
WRONG: Final = "wrong"
SUPERFLUOUS: Final = "superfluous-cards"
WRONG_MELD: Final = "wrong-meld"
# What right melds lack that others may bring.
_NOT_ENOUGH: Final = (LaydownFaultCode.CONTRACT_NOT_MET, LaydownFaultCode.OPENING_NOT_MET)

_RUNS: Final = {
    "cards": {
        "S": N_("Run of spades"),
        "H": N_("Run of hearts"),
        "D": N_("Run of diamonds"),
        "C": N_("Run of clubs"),
    },
    "tiles": {"S": N_("Black run"), "H": N_("Red run"), "D": N_("Blue run"), "C": N_("Orange run")},
}
_SHORT_OF_RUN: Final = {
    "cards": {
        "S": N_("One card short of a run of spades: {cards}."),
        "H": N_("One card short of a run of hearts: {cards}."),
        "D": N_("One card short of a run of diamonds: {cards}."),
        "C": N_("One card short of a run of clubs: {cards}."),
    },
    "tiles": {
        "S": N_("One tile short of a black run: {cards}."),
        "H": N_("One tile short of a red run: {cards}."),
        "D": N_("One tile short of a blue run: {cards}."),
        "C": N_("One tile short of an orange run: {cards}."),
    },
}
_SHORT_OF_SET: Final = {
    "cards": N_("One card short of a set: {cards}."),
    "tiles": N_("One tile short of a set: {cards}."),
}
_NOT: Final = {MeldKind.SET: N_("Not a set"), MeldKind.RUN: N_("Not a run"), None: N_("Not a set or run")}
_AS: Final = {MeldKind.SET: N_("As a set:"), MeldKind.RUN: N_("As a run:")}
_NOT_OF_RANK: Final = {
    "A": Plural("{cards} isn’t an ace.", "{cards} aren’t aces.", by="count"),
    "8": Plural("{cards} isn’t an 8.", "{cards} aren’t 8s.", by="count"),
    "11": Plural("{cards} isn’t an 11.", "{cards} aren’t 11s.", by="count"),
    "J": Plural("{cards} isn’t a jack.", "{cards} aren’t jacks.", by="count"),
    "Q": Plural("{cards} isn’t a queen.", "{cards} aren’t queens.", by="count"),
    "K": Plural("{cards} isn’t a king.", "{cards} aren’t kings.", by="count"),
}
_NOT_OF_OTHER_RANK: Final = Plural("{cards} isn’t a {rank}.", "{cards} aren’t {rank}s.", by="count")
_NOT_OF_SUIT: Final = {
    "cards": {
        "S": Plural("{cards} isn’t a spade.", "{cards} aren’t spades.", by="count"),
        "H": Plural("{cards} isn’t a heart.", "{cards} aren’t hearts.", by="count"),
        "D": Plural("{cards} isn’t a diamond.", "{cards} aren’t diamonds.", by="count"),
        "C": Plural("{cards} isn’t a club.", "{cards} aren’t clubs.", by="count"),
    },
    "tiles": {
        "S": Plural("{cards} isn’t black.", "{cards} aren’t black.", by="count"),
        "H": Plural("{cards} isn’t red.", "{cards} aren’t red.", by="count"),
        "D": Plural("{cards} isn’t blue.", "{cards} aren’t blue.", by="count"),
        "C": Plural("{cards} isn’t orange.", "{cards} aren’t orange.", by="count"),
    },
}
_FAULTS: Final[dict[MeldFaultCode, Sentence | Plural]] = {
    MeldFaultCode.GAP: N_("Cards are missing between {cards}."),
    MeldFaultCode.DUPLICATE: Plural("{cards} is there twice.", "{cards} are there twice.", by="count"),
    MeldFaultCode.ROUND_THE_CORNER: N_("A run can’t go round the corner: {cards}."),
    MeldFaultCode.SAME_SUITS: Plural(
        "Each suit can be there once. {cards} is one too many.",
        "Each suit can be there once. {cards} are too many.",
        by="count",
    ),
    MeldFaultCode.TOO_MANY_WILD: N_("There are more wild cards than natural ones."),
    MeldFaultCode.ADJACENT_WILD: N_("Wild cards can’t lie side by side."),
    MeldFaultCode.WILD_RUN: N_("A run can’t be all wild cards."),
    MeldFaultCode.WILD_SET: N_("A set of wild cards has only wild cards."),
}
_GAP_OF_ONE: Final = N_("A card is missing between {cards}.")
_TOO_SHORT: Final = {
    MeldKind.SET: Plural("A set needs {size} card or more.", "A set needs {size} cards or more."),
    MeldKind.RUN: Plural("A run needs {size} card or more.", "A run needs {size} cards or more."),
}
_TOO_LONG: Final = {
    MeldKind.SET: Plural("A set has at most {size} card.", "A set has at most {size} cards."),
    MeldKind.RUN: Plural("A run has at most {size} card.", "A run has at most {size} cards."),
}
_SWAP: Final = N_("You can swap {cards} for a wild card.")
_SWAP_AND_PLAY: Final = N_("You can swap {cards} for a wild card that you play at once.")
_NO_SWAP: Final = {
    "cards": Plural("The wild card stays.", "The wild cards stay."),
    "tiles": Plural("The wild tile stays.", "The wild tiles stay."),
}
_FORBIDDEN: Final = (SwapFaultCode.NO_SWAP, SwapFaultCode.WILD_IN_SET)


# A card whose name begins a sentence.
_CARD_FIRST: Final = re.compile(r'((?:^|\. )<span dir="ltr">)(\w)')
_GO_BACK: Final = Plural(
    "{cards} goes back to the hand. The rest stays.", "{cards} go back to the hand. The rest stays."
)
_JOKERS_GO_BACK: Final = Plural(
    "One joker goes back to the hand. The rest stays.", "{count} jokers go back to the hand. The rest stays."
)
_WRONG_BACK: Final = Plural("Wrong. {cards} goes back to the hand.", "Wrong. {cards} go back to the hand.")
_WRONG_JOKERS_BACK: Final = Plural(
    "Wrong. One joker goes back to the hand.", "Wrong. {count} jokers go back to the hand."
)


# Whether a contract is asked for.
_YES: Final = {
    True: Plural(
        "Yes, you can go down. You keep {count} card.", "Yes, you can go down. You keep {count} cards."
    ),
    False: Plural("Yes. You keep {count} card.", "Yes. You keep {count} cards."),
}


# Whether several cards are left.
_COUNT: Final = {
    True: Plural(
        "They count {points} point. No other way leaves fewer.",
        "They count {points} points. No other way leaves fewer.",
    ),
    False: Plural(
        "It counts {points} point. No other way leaves fewer.",
        "It counts {points} points. No other way leaves fewer.",
    ),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence and the clause that it rests on, if there is one."""

    text: str | Markup
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card to be drawn: `stands_for` in short, `mark` for what is wrong, `spoken` for who listens."""

    card: Card
    sign: str
    spoken: str
    stands_for: str = ""
    mark: str = ""
    caption: str = ""

    @property
    def is_joker(self) -> bool:
        return self.card.is_joker

    @property
    def rank(self) -> str:
        return self.card.rank

    @property
    def suit(self) -> str:
        return self.card.suit

    @property
    def code(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class DrawnMeld:
    """One meld with its cards, what is to be said of it, and what fits next; `is_right` None: not judged."""

    title: str
    cards: tuple[DrawnCard, ...]
    lines: tuple[Line, ...] = ()
    is_right: bool | None = True
    next_cards: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """An answer for people. `is_right` None: neither right nor wrong, or right, but not the whole contract.

    `fault` is the referee's answer to what is wrong with the cards, if it is something for the referee.
    """

    verdict: str | Markup
    is_right: bool | None
    melds: tuple[DrawnMeld, ...]
    lines: tuple[Line, ...] = ()
    fault: str | None = None
    icon: str = "check"


def told(checked: Checked, *, next_cards: bool = False) -> Told:
    """The answer in words, in the reader's language.

    With `next_cards` each right meld says what may be laid off on it and swapped for its wild cards.
    """
    if isinstance(checked.found, LaydownCheck):
        return _of_melds(checked.asked, checked.found, next_cards=next_cards)
    return _of_heap(checked.asked, checked.found)


def drawn(card: Card, rules: Ruleset) -> DrawnCard:
    """A card by itself."""
    return DrawnCard(
        card, sign(card.suit, pack=rules.pack) if card.suit else "", spoken(card, pack=rules.pack)
    )


def _of_melds(asked: Asked, found: LaydownCheck, *, next_cards: bool) -> Told:
    at_once = asked.contract is not None and asked.contract.at_once
    melds = tuple(
        _checked_meld(cards, meld, asked.rules, next_cards=next_cards and not at_once)
        for cards, meld in zip(asked.melds, found.melds, strict=True)
    )
    lines = tuple(_of_contract(asked, found))
    if found.legal:
        return Told(_right(asked, found), True, melds, lines)
    wrong = [index for index, meld in enumerate(found.melds) if not meld.legal]
    if not wrong:
        return _of_other_contract(asked, found, melds, lines)
    if not all(found.melds[index].stays for index in wrong):
        return Told(_wrong(found, wrong), False, melds, lines, WRONG_MELD)
    if any(fault.code not in _NOT_ENOUGH for fault in found.faults):
        return _of_other_contract(asked, found, melds, lines)
    back = tuple(
        asked.melds[index][at]
        for index in wrong
        for at in range(len(asked.melds[index]))
        if at not in found.melds[index].stays
    )
    jokers = _are_some_jokers(back, asked.cards)
    verdict = _with_cards(_WRONG_JOKERS_BACK if jokers else _WRONG_BACK, back, asked.rules)
    return Told(verdict, False, melds, lines, SUPERFLUOUS)


def _right(asked: Asked, found: LaydownCheck) -> str:
    if asked.contract is None:
        kinds = [meld.kind for meld in found.melds]
        called = contract_name(Contract(kinds.count(MeldKind.SET), kinds.count(MeldKind.RUN)))
        return _("Right. {melds}.").format(melds=called)
    return _("Right. {contract}, as hand {number} asks for.").format(
        contract=contract_name(asked.contract), number=asked.hand
    )


def _of_other_contract(
    asked: Asked, found: LaydownCheck, melds: tuple[DrawnMeld, ...], lines: tuple[Line, ...]
) -> Told:
    """Right melds that are not the contract."""
    if all(fault.code in _NOT_ENOUGH for fault in found.faults):
        verdict = _("These cards are right, but it takes more to go down.")
        return Told(verdict, None, melds, lines, WRONG_MELD)
    if asked.contract is None:
        return Told(_("Wrong. That’s too many sets and runs."), False, melds, lines, WRONG_MELD)
    verdict = _("Wrong. Hand {number} asks for something else.").format(number=asked.hand)
    return Told(verdict, False, melds, lines, WRONG_MELD)


def _wrong(found: LaydownCheck, wrong: Sequence[int]) -> str:
    if len(found.melds) == 1:
        return {
            MeldKind.SET: _("Wrong. That’s not a set."),
            MeldKind.RUN: _("Wrong. That’s not a run."),
            None: _("Wrong. That’s neither a set nor a run."),
        }[found.melds[0].kind]
    return ngettext(
        "Wrong. {count} set or run isn’t right.", "Wrong. {count} sets or runs aren’t right.", len(wrong)
    ).format(count=len(wrong))


def _of_contract(asked: Asked, found: LaydownCheck) -> Iterator[Line]:
    """The faults of the melds together, in words."""
    for fault in found.faults:
        yield Line(_contract_fault(asked, fault), fault.clause)


def _contract_fault(asked: Asked, fault: LaydownFault) -> str:
    hand, melds = asked.hand, contract_in_sentence(Contract(fault.sets, fault.runs))
    match fault.code:
        case LaydownFaultCode.CONTRACT_NOT_MET:
            text = _("Hand {number} asks for more. Still missing: {melds}.")
            return text.format(number=hand, melds=melds)
        case LaydownFaultCode.TOO_MANY_MELDS if hand:
            return _("Hand {number} doesn’t ask for this: {melds}.").format(number=hand, melds=melds)
        case LaydownFaultCode.TOO_MANY_MELDS:
            most = asked.rules.turn.melds or 0
            text = ngettext(
                "You can lay down only {count} set or run in a turn.",
                "You can lay down only {count} sets and runs in a turn.",
                most,
            )
            return text.format(count=most)
        case LaydownFaultCode.WRONG_SPECIAL:
            contract = asked.contract or Contract()
            return _("Hand {number} asks for this: {contract}.").format(
                number=hand, contract=contract_words(contract)
            )
        case LaydownFaultCode.OPENING_NOT_MET:
            text = _("They make {points} points. The first sets and runs you lay must make {opening}.")
            return text.format(points=fault.points, opening=asked.rules.opening)
        case _:
            return _("In hand {number} you lay your whole hand down at once.").format(number=hand)


def _checked_meld(
    cards: tuple[Card, ...], found: MeldCheck, rules: Ruleset, *, next_cards: bool
) -> DrawnMeld:
    tables = MeldRules.of(rules)
    if found.legal:
        shown = tuple(_as_read(cards, found, rules))
        more = tuple(_next_cards(cards, found, tables)) if next_cards else ()
        return DrawnMeld(_title(found, rules), shown, tuple(_ambiguous(found, rules)), next_cards=more)
    lines = tuple(_faults(cards, found, rules))
    if not found.stays:
        wrong = {at for fault in found.faults for at in _marked(fault)}
        shown = tuple(
            _marked_card(card, WRONG if at in wrong else "", rules) for at, card in enumerate(cards)
        )
        return DrawnMeld(_(_NOT[found.kind]), shown, lines, is_right=False)
    stays = tuple(cards[at] for at in found.stays)
    part = check_meld(stays, tables)
    staying = dict(zip(found.stays, _as_read(stays, part, rules), strict=True))
    shown = tuple(staying.get(at) or _marked_card(card, BACK, rules) for at, card in enumerate(cards))
    return DrawnMeld(_title(part, rules), shown, lines, is_right=False)


def _marked(fault: MeldFault) -> tuple[int, ...]:
    """The cards to mark: a meld that is too short has no wrong card in it."""
    return () if fault.code is MeldFaultCode.TOO_SHORT else fault.cards


def _title(found: MeldCheck, rules: Ruleset) -> str:
    reading = found.readings[0] if found.readings else None
    if reading is None or reading.kind is MeldKind.SET:
        return _("Set")
    return _(_RUNS[rules.pack][reading.of])


def _as_read(cards: Sequence[Card], found: MeldCheck, rules: Ruleset) -> Iterator[DrawnCard]:
    """The cards of a right meld, each wild one with what it stands for, or may stand for in a run."""
    read = _open_readings(found)
    for at, card in enumerate(cards):
        values = dict.fromkeys(place for reading in read for wild, place in reading.stands_for if wild == at)
        yield _reading_as(card, tuple(values), rules)


def _open_readings(found: MeldCheck) -> tuple[Reading, ...]:
    """The readings that are open while nothing was said: of a set only the first one counts."""
    return found.readings if found.kind is MeldKind.RUN else found.readings[:1]


def _reading_as(card: Card, values: Sequence[Card], rules: Ruleset) -> DrawnCard:
    plain = drawn(card, rules)
    if not values:
        return plain
    said = _("{card}, stands for {other}").format(card=plain.spoken, other=_either(values, rules).striptags())
    signs = " / ".join(
        value.rank + (sign(value.suit, pack=rules.pack) if value.suit else "") for value in values
    )
    return DrawnCard(card, plain.sign, said, stands_for=signs)


def _marked_card(card: Card, mark: str, rules: Ruleset) -> DrawnCard:
    plain = drawn(card, rules)
    if mark == BACK:
        said = _("{card}, goes back").format(card=plain.spoken)
        return DrawnCard(card, plain.sign, said, mark=mark, caption=pgettext("a card to the hand", "back"))
    if mark == WRONG:
        return DrawnCard(card, plain.sign, _("{card}, wrong here").format(card=plain.spoken), mark=mark)
    return plain


def _ambiguous(found: MeldCheck, rules: Ruleset) -> Iterator[Line]:
    """What a meld with several readings leaves open."""
    first, *others = found.readings
    if not others:
        return
    if first.kind is MeldKind.SET:
        ranks = ranks_name(next(reading.of for reading in others if reading.of))
        text = _("Unless its player says it’s a set of {ranks}, it’s a set of wild cards.")
        yield Line(text.format(ranks=ranks), clause_by("3.7a", rules=rules))
    else:
        text = _("A wild card stands for the card of its place. Tap the cards in the order they lie.")
        yield Line(text, clause_by("3.8", rules=rules))


def _next_cards(cards: tuple[Card, ...], found: MeldCheck, tables: MeldRules) -> Iterator[Line]:
    """What may be laid off on a right meld, and swapped for its wild cards.

    Nothing is said of a run while it is open which places its wild cards have.
    """
    melds = [TableMeld(cards, reading) for reading in _open_readings(found)]
    fitting, *others = {cards_to_lay_off(meld, tables) for meld in melds}
    if not others:
        yield _to_lay_off(fitting, melds[0], tables)
        yield from _to_swap(melds[0], tables)


def _to_lay_off(cards: tuple[Card, ...], meld: TableMeld, tables: MeldRules) -> Line:
    kind = meld.reading.kind
    if cards:
        named = _any_of(cards, meld.reading.of, tables, any_wild=set() < tables.wild <= set(cards))
        return Line(Markup.escape(_("You can add {cards}.")).format(cards=named), tables.clause("lay-off"))
    if len(meld.cards) < tables.most[kind]:
        return Line(_("No other card fits here."))
    full = tables.fault(MeldFaultCode.TOO_LONG, kind, ())
    return Line(_fault(full, kind, meld.cards, tables.rules), full.clause)


def _to_swap(meld: TableMeld, tables: MeldRules) -> Iterator[Line]:
    swaps = cards_to_swap(meld, tables)
    if swaps:
        cards = tuple(dict.fromkeys(chain.from_iterable(swaps.values())))
        sentence = _SWAP if tables.rules.wild.swap == "hand" else _SWAP_AND_PLAY
        named = _any_of(cards, meld.reading.of, tables, any_wild=False)
        text = Markup.escape(worded(sentence, tables.rules)).format(cards=named)
        yield Line(text, tables.clause("swap"))
    elif wild := meld.reading.stands_for:
        (fault,) = swap_wild((), wild[0][0], meld, (), tables).faults
        if fault.code in _FORBIDDEN:
            yield Line(_NO_SWAP[tables.rules.pack].of(len(wild)), fault.clause)


def _faults(cards: Sequence[Card], found: MeldCheck, rules: Ruleset) -> Iterator[Line]:
    kinds = [found.kind] if found.kind else list(MeldKind)
    for kind in kinds:
        tried = found if found.kind else check_meld(cards, MeldRules.of(rules), kind=kind)
        for fault in tried.faults:
            text = _fault(fault, kind, cards, rules)
            yield Line(text if found.kind else Markup("{} {}").format(_(_AS[kind]), text), fault.clause)
    if found.stays:
        back = tuple(card for at, card in enumerate(cards) if at not in found.stays)
        sentence = _JOKERS_GO_BACK if _are_some_jokers(back, cards) else _GO_BACK
        yield Line(_with_cards(sentence, back, rules), clause_by("14.1", rules=rules))


def _are_some_jokers(back: Sequence[Card], cards: Sequence[Card]) -> bool:
    """Whether these are jokers of which there are several."""
    return {*back} == {Card(JOKER)} and cards.count(Card(JOKER)) > 1


def _fault(fault: MeldFault, kind: MeldKind, cards: Sequence[Card], rules: Ruleset) -> str | Markup:
    tables = MeldRules.of(rules)
    if fault.code is MeldFaultCode.TOO_SHORT:
        size = tables.fewest[kind]
        return _TOO_SHORT[kind].of(size).format(size=size)
    if fault.code is MeldFaultCode.TOO_LONG:
        size = tables.most[kind]
        return _TOO_LONG[kind].of(size).format(size=size)
    named = tuple(cards[at] for at in fault.cards)
    if fault.code in {MeldFaultCode.MIXED_RANKS, MeldFaultCode.MIXED_SUITS}:
        others = (card for at, card in enumerate(cards) if at not in fault.cards)
        model = min(others, key=lambda card: (card in tables.wild, card.is_joker))
        if fault.code is MeldFaultCode.MIXED_SUITS:
            return _with_cards(_NOT_OF_SUIT[rules.pack][model.suit], named, rules)
        sentence = _NOT_OF_RANK.get(model.rank, _NOT_OF_OTHER_RANK)
        return _with_cards(sentence, named, rules, rank=model.rank)
    if fault.code is MeldFaultCode.GAP and _is_one_missing(named, tables):
        return _with_cards(_GAP_OF_ONE, named, rules)
    return _with_cards(_FAULTS[fault.code], named, rules)


def _is_one_missing(ends: Sequence[Card], tables: MeldRules) -> bool:
    """Whether exactly one card fits between the cards at a gap; an ace may lie above the king."""
    low, *others = sorted(tables.place[card.rank] for card in ends)
    around = len(tables.place)
    return len(others) == 1 and (
        others[0] - low == 2 or (low == 0 and others[0] == around - 2 and tables.reach > around)
    )


def _with_cards(
    sentence: Sentence | Plural, cards: tuple[Card, ...], rules: Ruleset, *, rank: str = ""
) -> Markup:
    text = sentence.of(len(cards)) if isinstance(sentence, Plural) else _(sentence)
    told = Markup.escape(text).format(cards=in_sentence(cards, pack=rules.pack), count=len(cards), rank=rank)
    return Markup(_CARD_FIRST.sub(lambda found: found[1] + found[2].upper(), told))


def _either(cards: Sequence[Card], rules: Ruleset) -> Markup:
    return in_sentence(tuple(cards), pack=rules.pack, style="or")


def _of_heap(asked: Asked, found: HeapAnswer) -> Told:
    rules = asked.rules
    order = (*rules.ranks, JOKER)
    left = sorted(found.left, key=lambda card: (order.index(card.rank), SUITS.find(card.suit)))
    held = DrawnMeld(_("Stays in your hand"), tuple(drawn(card, rules) for card in left), is_right=None)
    melds = tuple(_laid(meld, rules) for meld in found.melds)
    if not melds:
        return _cannot_go_down(asked, found, held)
    if not found.left:
        return _of_every_card(asked, melds)
    verdict = _YES[asked.contract is not None].of(len(found.left)).format(count=len(found.left))
    lines: tuple[Line, ...] = ()
    if rules.points is not None:
        text = _COUNT[len(found.left) > 1].of(found.points)
        lines = (Line(text.format(points=found.points), rules.cites.get("count")),)
    return Told(verdict, True, (*melds, held), lines)


def _cannot_go_down(asked: Asked, found: HeapAnswer, held: DrawnMeld) -> Told:
    if asked.contract is None:
        return Told(_("No, you can’t lay anything down yet."), None, (held,), icon="held")
    lines = tuple(_missing(found, asked.rules)) or (Line(_("One card more wouldn’t be enough.")),)
    return Told(_("No, you can’t go down yet."), None, (held,), lines, icon="held")


def _laid(meld: LaidMeld, rules: Ruleset) -> DrawnMeld:
    found = check_meld(meld.cards, MeldRules.of(rules))
    stands_for = dict(meld.stands_for)
    cards = tuple(
        _reading_as(card, (stands_for[at],) if at in stands_for else (), rules)
        for at, card in enumerate(meld.cards)
    )
    return DrawnMeld(_title(found, rules), cards)


def _of_every_card(asked: Asked, melds: tuple[DrawnMeld, ...]) -> Told:
    """All cards make melds; where the rules demand a discard, a card must be left for it."""
    contract, rules = asked.contract, asked.rules
    discard = (contract and contract.discard) or rules.discard_to_go_out
    if discard != "must":
        return Told(_("Yes. You can lay down every card."), True, melds)
    last = clause_by("5.8a", rules=rules)
    if card := card_to_keep(asked):
        verdict = _YES[contract is not None].of(1).format(count=1)
        keep = N_("Keep one of them, such as {cards}. To go out, you discard your last card.")
        return Told(verdict, True, melds, (Line(_with_cards(keep, (card,), rules), last),))
    draw = _("Lay these down after you draw, and discard the card you drew.")
    late = _("If you’ve drawn already, you can’t lay them all down: you need a card to discard.")
    lines = (Line(draw, clause_by("5.8", rules=rules)), Line(late, last))
    return Told(_("Yes, if you draw first."), True, melds, lines)


def _missing(found: HeapAnswer, rules: Ruleset) -> Iterator[Line]:
    for one in found.missing:
        yield Line(_short_of(one, rules))


def _short_of(missing: Missing, rules: Ruleset) -> Markup:
    """What one more card would complete, and which cards would do; wild ones by their common name."""
    tables = MeldRules.of(rules)
    cards = _any_of(missing.cards, "", tables, any_wild=tables.first_wild in missing.cards)
    is_set = missing.kind is MeldKind.SET
    text = _SHORT_OF_SET[rules.pack] if is_set else _SHORT_OF_RUN[rules.pack][missing.of]
    return Markup.escape(_(text)).format(cards=cards)


def _any_of(cards: Sequence[Card], rank: str, tables: MeldRules, *, any_wild: bool) -> Markup:
    """Cards of which one is meant: all of this rank as "another 7", all wild ones as "a wild card"."""
    alike = {Card(rank, suit) for suit in SUITS}
    common = alike if alike <= set(cards) else set()
    single = [card for card in cards if card not in common and not (any_wild and card in tables.wild)]
    named = [Markup.escape(_("another {rank}").format(rank=rank_name(rank)))] if common else []
    named += [Markup(short(card, pack=tables.rules.pack)) for card in single]
    if any_wild:
        named.append(Markup.escape(worded(N_("a wild card"), tables.rules)))
    return listed(named, "or")
