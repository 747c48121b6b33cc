"""The verdict on all cards of a question: melds laid together against a contract, or what a heap can lay."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from markupsafe import Markup

from scorekeeper.language import N_, Plural, _, ngettext
from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.checks import clause_by
from scorekeeper.rules.heap import HeapAnswer, Missing
from scorekeeper.rules.laydown import LaydownCheck, LaydownFault, LaydownFaultCode
from scorekeeper.rules.melds import MeldFaultCode, MeldKind, MeldRules
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset
from scorekeeper.web.laydown.checks import Laydown, LaydownReport
from scorekeeper.web.laydown.melds import (
    BACK,
    DrawnMeld,
    Remark,
    any_of,
    draw_card,
    draw_checked_meld,
    draw_meld,
    is_left_open,
    is_silent,
    opening,
    with_cards,
)
from scorekeeper.web.rulesets.card_names import worded, worded_plural
from scorekeeper.web.rulesets.contracts import contract_name

SUPERFLUOUS: Final = "superfluous-cards"
WRONG_MELD: Final = "wrong-meld"
NOT_MET: Final = "contract-not-met"
# What right melds lack that others may bring.
_NOT_ENOUGH: Final = (LaydownFaultCode.CONTRACT_NOT_MET, LaydownFaultCode.OPENING_NOT_MET)
_WRONG_BACK: Final = Plural("Wrong. {cards} goes back to the hand.", "Wrong. {cards} go back to the hand.")
# Whether a contract is asked for.
_YES: Final = {
    True: Plural(
        "Yes, you can go down. You keep {count} card.", "Yes, you can go down. You keep {count} cards."
    ),
    False: Plural("Yes. You keep {count} card.", "Yes. You keep {count} cards."),
}
_COUNT: Final = Plural(
    "What you keep counts {points} point. No other way leaves fewer.",
    "What you keep counts {points} points. No other way leaves fewer.",
)
_SHORT_OF: Final = {
    MeldKind.SET: N_("One card short of a set: {cards}."),
    MeldKind.RUN: N_("One card short of a run: {cards}."),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer for people. `is_right` None: neither right nor wrong, or right, but not the whole contract.

    `fault` is the referee's answer to what is wrong with the cards, if it is something for the referee.
    """

    sentence: str | Markup
    is_right: bool | None
    melds: tuple[DrawnMeld, ...]
    lines: tuple[Remark, ...] = ()
    fault: str | None = None
    icon: str = "check"


def verdict_on(
    report: LaydownReport, *, next_cards: bool = False, ruled_superfluous: bool = False
) -> Verdict:
    """The answer in words, in the reader's language.

    With `next_cards` each right meld says what may be laid off on it and swapped for its wild cards. Where
    the hand asks for other melds no part of a wrong one stays, unless cards were ruled superfluous.
    """
    question, answer = report.question, report.answer
    if isinstance(answer, LaydownCheck):
        verdict = _of_melds(question, answer, next_cards, ruled_superfluous)
    else:
        verdict = _of_heap(report, answer)
    clauses = {line.clause for line in chain(verdict.lines, *(meld.lines for meld in verdict.melds))}
    silent = tuple(opening(number) for number in left_open(report) if number not in clauses)
    return replace(verdict, lines=(*verdict.lines, *silent))


def left_open(report: LaydownReport) -> tuple[str, ...]:
    """The clauses that say that the game's rules are silent on such cards, unless the table has set a rule:
    what a set or a run is, with an ace beside other ranks where it stands, on one card or meld too many, and
    on a part of a hand.
    """
    question = report.question
    codes = [MeldFaultCode.TOO_SHORT, MeldFaultCode.ROUND_THE_CORNER]
    ranks = [{card.rank for card in meld if not card.is_joker} for meld in question.melds]
    if not any("A" in values and len(values) > 1 for values in ranks):
        codes.pop()
    tables = MeldRules.of(question.rules)
    faults = [tables.fault(code, MeldKind.RUN, ()) for code in codes]
    silent = [fault.clause for fault in faults if is_left_open(fault, MeldKind.RUN, question.rules)]
    if report.kept and not report.legal:
        silent.append(tables.clause("one-over"))
    if isinstance(report.answer, LaydownCheck):
        silent.extend(fault.clause for fault in report.answer.faults if is_silent(fault))
    if report.is_part:
        silent.append(tables.clause("part"))
    return tuple(dict.fromkeys(filter(None, silent)))


def _of_melds(question: Laydown, answer: LaydownCheck, next_cards: bool, ruled_superfluous: bool) -> Verdict:
    tables = MeldRules.of(question.rules)
    at_once = question.contract is not None and question.contract.at_once
    is_short = any(fault.code in _NOT_ENOUGH for fault in answer.faults)
    is_foreign = any(fault.code not in _NOT_ENOUGH and not is_silent(fault) for fault in answer.faults)
    may_stay = ruled_superfluous or not is_foreign
    melds = tuple(
        draw_checked_meld(cards, meld, tables, next_cards=next_cards and not at_once, may_stay=may_stay)
        for cards, meld in zip(question.melds, answer.melds, strict=True)
    )
    lines = tuple(
        Remark(_contract_fault(question, fault), fault.clause)
        for fault in answer.faults
        if not is_silent(fault)
    )
    wrong = [meld for meld, shown in zip(answer.melds, melds, strict=True) if shown.is_right is False]
    if wrong and may_stay and all(meld.stays for meld in wrong):
        back = tuple(card.card for meld in melds for card in meld.cards if card.mark == BACK)
        if ruled_superfluous or not is_short:
            lines = (*lines, Remark(_("The rest stays.")))
        elif question.rules.is_law:
            lines = (*lines, Remark(_("If nothing else was laid down, it’s up to your table."), "14.4"))
        return Verdict(with_cards(_WRONG_BACK, back, tables), False, melds, lines, SUPERFLUOUS)
    if wrong:
        return Verdict(_wrong(answer, len(wrong)), False, melds, lines, WRONG_MELD)
    if is_foreign and not question.alone:
        fault = NOT_MET if question.contract else WRONG_MELD
        return Verdict(_of_other_contract(question), False, melds, lines, fault)
    if any(meld.is_right is None for meld in melds):
        return Verdict(_("The rules leave this open."), None, melds, lines, icon="ask")
    if is_short:
        enough = worded(N_("These cards are right, but it takes more to go down."), question.rules)
        return Verdict(enough, None, melds, lines, NOT_MET)
    if any(map(is_silent, answer.faults)):
        return Verdict(_("The rules leave this open."), None, melds, lines, icon="ask")
    return Verdict(_right(question, answer), True, melds, lines)


def _kinds(kinds: Iterable[MeldKind | None]) -> Contract:
    """As many sets and runs, as a contract that can be named."""
    count = Counter(kinds)
    return Contract(count[MeldKind.SET], count[MeldKind.RUN])


def _right(question: Laydown, answer: LaydownCheck) -> str:
    if question.contract is None or question.alone:
        name = contract_name(_kinds(meld.kind for meld in answer.melds))
        return _("Right. {melds}.").format(melds=name)
    return _("Right. {contract}, as hand {number} asks for.").format(
        contract=contract_name(question.contract), number=question.hand
    )


def _of_other_contract(question: Laydown) -> str:
    if question.contract is None:
        return _("Wrong. That’s too many sets and runs.")
    return _("Wrong. Hand {number} asks for something else.").format(number=question.hand)


def _wrong(answer: LaydownCheck, count: int) -> str:
    if len(answer.melds) == 1:
        return {
            MeldKind.SET: _("Wrong. That’s not a set."),
            MeldKind.RUN: _("Wrong. That’s not a run."),
            None: _("Wrong. That’s neither a set nor a run."),
        }[answer.melds[0].kind]
    return ngettext(
        "Wrong. One of the {melds} sets and runs isn’t right.",
        "Wrong. {count} of the {melds} sets and runs aren’t right.",
        count,
    ).format(count=count, melds=len(answer.melds))


def _contract_fault(question: Laydown, fault: LaydownFault) -> str:
    hand, melds = question.hand, contract_name(Contract(fault.sets, fault.runs))
    melds = melds[:1].lower() + melds[1:]
    match fault.code:
        case LaydownFaultCode.CONTRACT_NOT_MET:
            text = _("Hand {number} asks for more. Still missing: {melds}.")
            return text.format(number=hand, melds=melds)
        case LaydownFaultCode.TOO_MANY_MELDS if question.contract and question.contract.is_named:
            return _("Hand {number} doesn’t ask for this: {melds}.").format(number=hand, melds=melds)
        case LaydownFaultCode.TOO_MANY_MELDS:
            most = question.rules.turn.melds or 0
            text = ngettext(
                "You can lay down only {count} set or run in a turn.",
                "You can lay down only {count} sets and runs in a turn.",
                most,
            )
            return text.format(count=most)
        case LaydownFaultCode.WRONG_SPECIAL:
            contract = contract_name(question.contract, whole=True)
            return _("Hand {number} asks for this: {contract}.").format(number=hand, contract=contract)
        case LaydownFaultCode.OPENING_NOT_MET:
            text = _("They make {points} points. The first sets and runs you lay must make {opening}.")
            return text.format(points=fault.points, opening=question.rules.opening)
        case _:
            return _("In hand {number} you lay your whole hand down at once.").format(number=hand)


def _of_heap(report: LaydownReport, answer: HeapAnswer) -> Verdict:
    question = report.question
    rules, tables = question.rules, MeldRules.of(question.rules)
    held = _held(answer.left, rules)
    if kept := not answer.melds and report.kept:
        melds = (*(draw_meld(meld, tables) for meld in kept.melds), _held(kept.left, rules))
        return Verdict(_("The rules leave this open."), None, melds, icon="ask")
    if not answer.melds:
        return _cannot_go_down(question, answer.missing, held)
    if not answer.left:
        return _of_every_card(report, answer)
    melds = tuple(draw_meld(meld, tables) for meld in answer.melds)
    if report.is_part and tables.clause("part"):
        return Verdict(_("The rules leave this open."), None, (*melds, held), icon="ask")
    count = len(answer.left)
    sentence = worded_plural(_YES[question.contract is not None], rules).of(count).format(count=count)
    return Verdict(sentence, True, (*melds, held), tuple(_of_cards_left(question, answer)))


def _of_cards_left(question: Laydown, answer: HeapAnswer) -> Iterator[Remark]:
    """How the last card goes out, if it may be discarded; and what the cards left count."""
    rules = question.rules
    if len(answer.left) == 1 and question.contract and question.discard != "never":
        yield Remark(_("Discard it, and you go out."), clause_by("5.8a", rules=rules))
    if rules.points is not None:
        text = _COUNT.of(answer.points).format(points=answer.points)
        yield Remark(text, rules.cites.get("count"))


def _held(cards: Sequence[Card], rules: Ruleset) -> DrawnMeld:
    """The cards that stay in the hand, by rank."""
    order = (*rules.ranks, JOKER)
    by_rank = sorted(cards, key=lambda card: (order.index(card.rank), SUITS.find(card.suit)))
    shown = tuple(draw_card(card, pack=rules.pack) for card in by_rank)
    return DrawnMeld(worded(N_("Stays in your hand"), rules), shown, is_right=None)


def _cannot_go_down(question: Laydown, missing: Sequence[Missing], held: DrawnMeld) -> Verdict:
    if question.contract is None:
        text = _("The first sets and runs you lay must make {opening} points.")
        first = Remark(text.format(opening=question.rules.opening), question.rules.cites.get("opening"))
        remarks = (first,) if question.rules.opening else ()
        return Verdict(_("No, you can’t lay anything down yet."), None, (held,), remarks, icon="held")
    tables = MeldRules.of(question.rules)
    lines = [Remark(_short_of(gap, tables)) for gap in missing]
    if not lines:
        lines = [Remark(_("One card more wouldn’t be enough."))]
    return Verdict(_("No, you can’t go down yet."), None, (held,), tuple(lines), icon="held")


def _short_of(missing: Missing, tables: MeldRules) -> Markup:
    """What one more card would complete, and which cards would do; wild ones by their common name."""
    cards = any_of(missing.cards, tables, any_wild=tables.first_wild in missing.cards)
    return Markup.escape(worded(_SHORT_OF[missing.kind], tables.rules)).format(cards=cards)


def _of_every_card(report: LaydownReport, answer: HeapAnswer) -> Verdict:
    """All cards make melds; where the rules demand a discard, a card must be left for it."""
    question, kept = report.question, report.kept
    contract, tables = question.contract, MeldRules.of(question.rules)
    last = clause_by("5.8a", rules=question.rules)
    melds = tuple(draw_meld(meld, tables) for meld in (kept or answer).melds)
    if question.discard != "must":
        return Verdict(worded(N_("Yes. You can lay down every card."), question.rules), True, melds)
    if kept:
        line = Remark(_("Discard it, and you go out."), last)
        sentence = _YES[contract is not None].of(1).format(count=1)
        return Verdict(sentence, True, (*melds, _held(kept.left, question.rules)), (line,))
    draw = _("Lay these down after you draw, and discard the card you drew.")
    late = _("If you’ve drawn already, you can’t lay them all down: you need a card to discard.")
    lines = (Remark(draw, clause_by("5.8", rules=question.rules)), Remark(late, last))
    return Verdict(_("Yes, if you draw first."), True, melds, lines)
