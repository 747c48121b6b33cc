"""One set or run in words, and its cards as drawn: what each stands for, what is wrong, what fits next."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from markupsafe import Markup

from scorekeeper.language import N_, Plural, Sentence, _
from scorekeeper.rulebook import Mark, clause
from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.checks import clause_by
from scorekeeper.rules.heap import LaidMeld
from scorekeeper.rules.laydown import LaydownFault
from scorekeeper.rules.melds import (
    MeldCheck,
    MeldFault,
    MeldFaultCode,
    MeldKind,
    MeldRules,
    Reading,
    TableMeld,
    cards_to_lay_off,
    cards_to_swap,
    check_meld,
    forbidding_topics,
)
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.web.http.formats import listed
from scorekeeper.web.rulesets.card_names import (
    Pack,
    in_sentence,
    rank_name,
    ranks_name,
    sign,
    signed,
    spoken,
    worded,
    worded_plural,
)

BACK: Final = "back"
WRONG: Final = "wrong"

_RUNS: Final = {
    "cards": {
        "S": N_("Run of spades"),
        "H": N_("Run of hearts"),
        "D": N_("Run of diamonds"),
        "C": N_("Run of clubs"),
    },
    "tiles": {"S": N_("Black run"), "H": N_("Red run"), "D": N_("Blue run"), "C": N_("Orange run")},
}
_NOT: Final = {MeldKind.SET: N_("Not a set"), MeldKind.RUN: N_("Not a run"), None: N_("Not a set or run")}
_PERHAPS: Final = {MeldKind.SET: N_("Perhaps a set"), MeldKind.RUN: N_("Perhaps a run")}
# The value of sets or runs that a table sets where its rules leave a fault open.
_SETTLED_BY: Final = {MeldFaultCode.ROUND_THE_CORNER: "ace", MeldFaultCode.TOO_SHORT: "fewest"}
_AS: Final = {MeldKind.SET: N_("As a set:"), MeldKind.RUN: N_("As a run:")}
_FAULTS: Final[dict[MeldFaultCode, Sentence | Plural]] = {
    MeldFaultCode.MIXED_RANKS: Plural(
        "{cards} doesn’t go with {ranks}.", "{cards} don’t go with {ranks}.", by="count"
    ),
    MeldFaultCode.MIXED_SUITS: Plural("{cards} has another suit.", "{cards} have another suit.", by="count"),
    MeldFaultCode.GAP: N_("There’s a gap between {cards}."),
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
_TOO_SHORT: Final = {
    MeldKind.SET: Plural("A set needs {size} card or more.", "A set needs {size} cards or more."),
    MeldKind.RUN: Plural("A run needs {size} card or more.", "A run needs {size} cards or more."),
}
_TOO_LONG: Final = {
    MeldKind.SET: Plural("A set has at most {size} card.", "A set has at most {size} cards."),
    MeldKind.RUN: Plural("A run has at most {size} card.", "A run has at most {size} cards."),
}
_GO_BACK: Final = Plural("{cards} goes back to the hand.", "{cards} go back to the hand.")
_SWAP: Final = N_("You can swap {cards} for a wild card.")
_SWAP_AND_PLAY: Final = N_("You can swap {cards} for a wild card that you play at once.")
_NO_SWAP: Final = Plural("The wild card stays.", "The wild cards stay.")
# A card whose name begins a sentence.
_CARD_FIRST: Final = re.compile(r'((?:^|\. )<span dir="ltr">)(\w)')


@dataclass(frozen=True, slots=True)
class Remark:
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


@dataclass(frozen=True, slots=True)
class DrawnMeld:
    """One meld with its cards, what is to be said of it, and what fits next; `is_right` None: not judged."""

    title: str
    cards: tuple[DrawnCard, ...]
    lines: tuple[Remark, ...] = ()
    is_right: bool | None = True
    next_cards: tuple[Remark, ...] = ()


def draw_card(card: Card, *, pack: Pack) -> DrawnCard:
    """A card by itself."""
    return DrawnCard(card, sign(card.suit, pack=pack) if card.suit else "", spoken(card, pack=pack))


def draw_meld(meld: LaidMeld, tables: MeldRules) -> DrawnMeld:
    """A meld that a heap can lay."""
    reading = check_meld(meld.cards, tables).readings[0]
    return DrawnMeld(_title(reading, tables), tuple(_as_read(meld.cards, [meld.stands_for], tables)))


def draw_checked_meld(
    cards: tuple[Card, ...], check: MeldCheck, tables: MeldRules, *, next_cards: bool, may_stay: bool
) -> DrawnMeld:
    """A meld as it was found; with `next_cards` a right one says what may be laid off on it, and swapped.

    Without `may_stay` no part of a wrong one stays, as the hand asks for something else.
    """
    if check.legal:
        more = tuple(_next_cards(cards, check, tables)) if next_cards else ()
        lines = tuple(_left_open(cards, check, tables))
        return DrawnMeld(
            _title(check.readings[0], tables), _right_part(cards, check, tables), lines, next_cards=more
        )
    if perhaps := _left_open_of(cards, check, tables):
        return perhaps
    check = check if may_stay else check._replace(stays=())
    lines = tuple(_faults(cards, check, tables))
    if not check.stays:
        # A meld that is too short has no wrong card in it.
        named = (fault.cards for fault in check.faults if fault.code is not MeldFaultCode.TOO_SHORT)
        wrong = {*chain.from_iterable(named)}
        shown = tuple(_marked(card, WRONG if at in wrong else "", tables) for at, card in enumerate(cards))
        return DrawnMeld(_(_NOT[check.kind]), shown, lines, is_right=False)
    stays = tuple(cards[at] for at in check.stays)
    part = check_meld(stays, tables)
    staying = dict(zip(check.stays, _right_part(stays, part, tables), strict=True))
    shown = tuple(staying.get(at) or _marked(card, BACK, tables) for at, card in enumerate(cards))
    return DrawnMeld(_title(part.readings[0], tables), shown, lines, is_right=False)


def _left_open_of(cards: Sequence[Card], check: MeldCheck, tables: MeldRules) -> DrawnMeld | None:
    """Cards that may be a meld, as the rules leave open all that speaks against it."""
    for kind in [check.kind] if check.kind else MeldKind:
        faults = check_meld(cards, tables, kind=kind).faults
        if faults and all(is_left_open(fault, kind, tables.rules) for fault in faults):
            lines = tuple(opening(number) for number in dict.fromkeys(str(fault.clause) for fault in faults))
            shown = tuple(draw_card(card, pack=tables.rules.pack) for card in cards)
            return DrawnMeld(_(_PERHAPS[kind]), shown, lines, is_right=None)
    return None


def is_left_open(fault: MeldFault, kind: MeldKind, rules: Ruleset) -> bool:
    """Whether the clause of a fault says that the game's rules are silent, and the table has set no rule."""
    value = _SETTLED_BY.get(fault.code)
    if value is None or not is_silent(fault):
        return False
    here, file = (
        ruleset.sets if kind is MeldKind.SET else ruleset.runs
        for ruleset in (rules, RULESETS.get(rules.id, rules))
    )
    return bool(getattr(here, value) == getattr(file, value))


def is_silent(fault: MeldFault | LaydownFault) -> bool:
    """Whether the clause of a fault says that the game's rules are silent."""
    return fault.clause is not None and clause(fault.clause).mark is Mark.SILENT


def opening(number: str) -> Remark:
    """The first sentence of a clause."""
    return Remark(clause(number).opening, number)


def _title(reading: Reading, tables: MeldRules) -> str:
    return _("Set") if reading.kind is MeldKind.SET else _(_RUNS[tables.rules.pack][reading.of])


def _right_part(cards: tuple[Card, ...], check: MeldCheck, tables: MeldRules) -> tuple[DrawnCard, ...]:
    return tuple(_as_read(cards, [reading.stands_for for reading in _open_readings(check)], tables))


def _open_readings(check: MeldCheck) -> tuple[Reading, ...]:
    """The readings that are open while nothing was said: of a set only the first one counts."""
    return check.readings if check.kind is MeldKind.RUN else check.readings[:1]


def _as_read(
    cards: Sequence[Card], readings: Sequence[tuple[tuple[int, Card], ...]], tables: MeldRules
) -> Iterator[DrawnCard]:
    """The cards of a right meld, each wild one with what it stands for, or may stand for in a run."""
    pack = tables.rules.pack
    for at, card in enumerate(cards):
        plain = draw_card(card, pack=pack)
        values = tuple(
            dict.fromkeys(value for stands_for in readings for wild, value in stands_for if wild == at)
        )
        if not values:
            yield plain
            continue
        either = in_sentence(values, pack=pack, style="or").striptags()
        name = _("{card}, stands for {other}").format(card=plain.spoken, other=either)
        signs = " / ".join(value.rank + draw_card(value, pack=pack).sign for value in values)
        yield replace(plain, spoken=name, stands_for=signs)


def _marked(card: Card, mark: str, tables: MeldRules) -> DrawnCard:
    plain = draw_card(card, pack=tables.rules.pack)
    if not mark:
        return plain
    text = _("{card}, goes back") if mark == BACK else _("{card}, wrong here")
    return replace(plain, spoken=text.format(card=plain.spoken), mark=mark)


def _left_open(cards: tuple[Card, ...], check: MeldCheck, tables: MeldRules) -> Iterator[Remark]:
    """What a meld with several readings leaves open, and the order of a run that was named in an odd one."""
    first, *others = check.readings
    if not others:
        if first.stands_for and list(first.places) not in (sorted(first.places), sorted(first.places)[::-1]):
            in_order = tuple(card for _place, card in sorted(zip(first.places, cards, strict=True)))
            order = with_cards(N_("It’s right if it lies in this order: {cards}."), in_order, tables)
            yield Remark(order, clause_by("3.8", rules=tables.rules))
    elif ranks := [reading.of for reading in others if reading.kind is MeldKind.SET and reading.of]:
        text = _("Unless its player says it’s a set of {ranks}, it’s a set of wild cards.")
        yield Remark(text.format(ranks=ranks_name(ranks[0])), clause_by("3.7a", rules=tables.rules))
    else:
        text = _("A wild card stands for the card of its place. Tap the cards in the order they lie.")
        yield Remark(text, clause_by("3.8", rules=tables.rules))


def _next_cards(cards: tuple[Card, ...], check: MeldCheck, tables: MeldRules) -> Iterator[Remark]:
    """What may be laid off on a right meld, and swapped; nothing while the places of wild cards are open."""
    melds = [TableMeld(cards, reading) for reading in _open_readings(check)]
    fitting, *others = {cards_to_lay_off(meld, tables) for meld in melds}
    if not others:
        yield _to_lay_off(fitting, melds[0], tables)
        yield from _to_swap(melds[0], tables)


def _to_lay_off(cards: tuple[Card, ...], meld: TableMeld, tables: MeldRules) -> Remark:
    if cards:
        named = any_of(cards, tables, rank=meld.reading.of, any_wild=set() < tables.wild <= set(cards))
        return Remark(Markup.escape(_("You can add {cards}.")).format(cards=named), tables.clause("lay-off"))
    return Remark(worded(N_("No other card fits here."), tables.rules))


def _to_swap(meld: TableMeld, tables: MeldRules) -> Iterator[Remark]:
    if swaps := cards_to_swap(meld, tables):
        cards = tuple(dict.fromkeys(chain.from_iterable(swaps.values())))
        sentence = _SWAP if tables.rules.wild.swap == "hand" else _SWAP_AND_PLAY
        named = any_of(cards, tables, rank=meld.reading.of)
        text = Markup.escape(worded(sentence, tables.rules)).format(cards=named)
        yield Remark(text, tables.clause("swap"))
    elif (wild := meld.reading.stands_for) and (topics := forbidding_topics(meld, tables)):
        yield Remark(worded_plural(_NO_SWAP, tables.rules).of(len(wild)), tables.clause(*topics))


def _faults(cards: tuple[Card, ...], check: MeldCheck, tables: MeldRules) -> Iterator[Remark]:
    for kind in [check.kind] if check.kind else MeldKind:
        tried = check if check.kind else check_meld(cards, tables, kind=kind)
        for fault in tried.faults:
            text = _fault(fault, kind, cards, tables)
            yield Remark(text if check.kind else Markup("{} {}").format(_(_AS[kind]), text), fault.clause)
    if check.stays:
        back = tuple(card for at, card in enumerate(cards) if at not in check.stays)
        yield Remark(with_cards(_GO_BACK, back, tables), clause_by("14.1", rules=tables.rules))


def _fault(fault: MeldFault, kind: MeldKind, cards: tuple[Card, ...], tables: MeldRules) -> str | Markup:
    if fault.code is MeldFaultCode.TOO_SHORT:
        size = tables.fewest[kind]
        return worded_plural(_TOO_SHORT[kind], tables.rules).of(size).format(size=size)
    if fault.code is MeldFaultCode.TOO_LONG:
        size = tables.most[kind]
        return worded_plural(_TOO_LONG[kind], tables.rules).of(size).format(size=size)
    others = [card for at, card in enumerate(cards) if at not in fault.cards]
    ranks = ranks_name(min(others, key=tables.wild.__contains__).rank) if others else ""
    return with_cards(_FAULTS[fault.code], tuple(cards[at] for at in fault.cards), tables, ranks=ranks)


def with_cards(
    sentence: Sentence | Plural, cards: tuple[Card, ...], tables: MeldRules, **values: str
) -> Markup:
    """The sentence with the names of the cards, in the reader's language."""
    rules, count = tables.rules, len(cards)
    if isinstance(sentence, Plural):
        text = worded_plural(sentence, rules).of(count)
    else:
        text = worded(sentence, rules)
    names = in_sentence(cards, pack=rules.pack)
    named = Markup.escape(text).format(cards=names, count=count, **values)
    return Markup(_CARD_FIRST.sub(lambda match: match[1] + match[2].upper(), named))


def any_of(cards: Sequence[Card], tables: MeldRules, *, rank: str = "", any_wild: bool = False) -> Markup:
    """Cards of which one is meant: all of this rank as "another 7", all wild ones as "a wild card"."""
    alike = {Card(rank, suit) for suit in SUITS}
    common = alike if alike <= set(cards) else set()
    single = [card for card in cards if card not in common and not (any_wild and card in tables.wild)]
    named = [Markup.escape(_("another {rank}").format(rank=rank_name(rank)))] if common else []
    named += [signed(card, pack=tables.rules.pack) for card in single]
    if any_wild:
        named.append(Markup.escape(worded(N_("a wild card"), tables.rules)))
    return listed(named, "or")
