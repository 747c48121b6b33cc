"""What a contract is called."""

from collections.abc import Iterator
from typing import Final

from markupsafe import escape

from scorekeeper.language import N_, _, ngettext
from scorekeeper.rules.rulesets.ruleset import RANKS, Contract, Ruleset, SpecialRun
from scorekeeper.web.http.formats import listed, plain_row
from scorekeeper.web.rulesets.values import VALUES

# By sets and runs: the contracts that people call by words.
_CALLED: Final = {
    (1, 0): N_("One set"),
    (0, 1): N_("One run"),
    (2, 0): N_("Two sets"),
    (1, 1): N_("One set and one run"),
    (0, 2): N_("Two runs"),
    (3, 0): N_("Three sets"),
    (2, 1): N_("Two sets and one run"),
    (1, 2): N_("One set and two runs"),
    (0, 3): N_("Three runs"),
}


def contract_name(contract: Contract | None, *, whole: bool = False) -> str:
    """What people call a contract, `whole` with how its runs start; empty without one."""
    called = contract and _CALLED.get((contract.sets, contract.runs))
    if contract is None or (called and not contract.special):
        return _(called or "")
    if not contract.is_named:
        return _("Your whole hand at once") if contract.at_once else _("Any sets and runs")
    return listed([escape(part) for part in _parts(contract, whole=whole)]).unescape()


def contract_words(contract: Contract) -> str:
    """All that a contract asks for: its name, and sentences if it asks for more."""
    words = [contract_name(contract, whole=True), *_how(contract)]
    return " ".join(map(full_stop, words)) if len(words) > 1 else words[0]


def hand_words(rules: Ruleset, hand: int) -> str:
    """What the name of this hand's contract does not tell the table that plays it; mostly nothing."""
    contract = rules.contract(hand)
    if contract is None:
        return ""
    words = (*_runs(contract, rules), *_how(contract), *_claims(rules, hand))
    return " ".join(map(full_stop, words))


def full_stop(sentence: str) -> str:
    """The sentence with a full stop behind it."""
    # Translators: puts a full stop behind a sentence.
    return _("{sentence}.").format(sentence=sentence)


def _runs(contract: Contract, rules: Ruleset) -> Iterator[str]:
    """Which cards its runs of a size of their own go through."""
    for meld in contract.special:
        if spans := _spans(meld, rules.pack):
            yield _("The run goes from {cards}").format(cards=spans)
        if meld.pure:
            yield _("The run has no wild cards")


def _how(contract: Contract) -> Iterator[str]:
    if contract.at_once and contract.is_named:
        yield _("You lay your whole hand down at once")
    if contract.discard:
        sentences = VALUES["discard_to_go_out"].choices
        yield _(sentences[contract.discard])


def _claims(rules: Ruleset, hand: int) -> Iterator[str]:
    """The claims of a hand that has a limit of its own."""
    if rules.may_i is None or str(hand) not in rules.may_i.limits:
        return
    most = rules.may_i.limits[str(hand)]
    text = ngettext("You can say “{word}” {count} time", "You can say “{word}” {count} times", most)
    if most < 2:
        text = _("You can say “{word}” once") if most else _("Nobody can say “{word}”")
    yield text.format(word=_(rules.may_i.word), count=most)


def _parts(contract: Contract, *, whole: bool) -> Iterator[str]:
    if contract.sets:
        yield ngettext("{count} set", "{count} sets", contract.sets).format(count=contract.sets)
    if contract.runs:
        yield ngettext("{count} run", "{count} runs", contract.runs).format(count=contract.runs)
    alone = not (contract.sets or contract.runs) and len(contract.special) == 1
    for meld in contract.special:
        text = ngettext("1 run of {count} card", "1 run of {count} cards", meld.cards)
        if alone:
            text = ngettext("One run of {count} card", "One run of {count} cards", meld.cards)
        run = text.format(count=meld.cards)
        details = plain_row(_details(meld)) if whole else ""
        yield _("{run} ({details})").format(run=run, details=details) if details else run


def _details(meld: SpecialRun) -> Iterator[str]:
    if meld.starts:
        starts = listed([escape(card) for card in meld.starts], "or")
        yield _("it starts with {cards}").format(cards=starts)
    if meld.pure:
        yield _("no wild cards")


def _spans(meld: SpecialRun, pack: str) -> str:
    """From where to where a run of its size goes: "A to J or 4 to A"."""
    ranks = RANKS[pack] if pack == "tiles" else ("A", *RANKS[pack])
    starts = [first for first in meld.starts if first in ranks]
    last = {first: min(ranks.index(first) + meld.cards, len(ranks)) - 1 for first in starts}
    pairs = [_("{first} to {last}").format(first=first, last=ranks[place]) for first, place in last.items()]
    return listed([escape(pair) for pair in pairs], "or").unescape()
