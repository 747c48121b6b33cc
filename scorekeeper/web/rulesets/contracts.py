"""What a contract is called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from markupsafe import escape

from scorekeeper.language import N_, _, ngettext
from scorekeeper.rules.rulesets.ruleset import Contract, SpecialRun
from scorekeeper.web.http.formats import listed, plain_row

# By sets and runs: the contracts that people call by words.
_CALLED: Final = {
    (2, 0): N_("Two sets"),
    (1, 1): N_("One set and one run"),
    (0, 2): N_("Two runs"),
    (3, 0): N_("Three sets"),
    (2, 1): N_("Two sets and one run"),
    (1, 2): N_("One set and two runs"),
    (0, 3): N_("Three runs"),
}
DISCARDS: Final = {
    "must": N_("You must discard to go out"),
    "may": N_("You can go out with or without a discard"),
    "never": N_("You go out without a discard"),
}


def contract_name(contract: Contract | None) -> str:
    """What people call a contract; empty without one."""
    return _named(contract, whole=False) if contract else ""


def contract_words(contract: Contract) -> str:
    """All that a contract asks for: its name, and sentences if it asks for more."""
    words = [_named(contract, whole=True)]
    words += [_("You lay your whole hand down at once")] if contract.at_once else []
    words += [_(DISCARDS[contract.discard])] if contract.discard else []
    return " ".join(map(full_stop, words)) if len(words) > 1 else words[0]


def full_stop(sentence: str) -> str:
    """The sentence with a full stop behind it."""
    # For translators: puts a full stop behind a sentence.
    return _("{sentence}.").format(sentence=sentence)


def _named(contract: Contract, *, whole: bool) -> str:
    called = _CALLED.get((contract.sets, contract.runs))
    if called and not contract.special:
        return _(called)
    if not (contract.sets or contract.runs or contract.special):
        return _("Any sets and runs")
    parts = [escape(part) for part in _parts(contract, whole=whole)]
    return listed(parts).unescape()


def _parts(contract: Contract, *, whole: bool) -> Iterator[str]:
    if contract.sets:
        yield ngettext("{count} set", "{count} sets", contract.sets).format(count=contract.sets)
    if contract.runs:
        yield ngettext("{count} run", "{count} runs", contract.runs).format(count=contract.runs)
    for meld in contract.special:
        run = ngettext("1 run of {count} card", "1 run of {count} cards", meld.cards).format(count=meld.cards)
        details = plain_row(_details(meld)) if whole else ""
        yield _("{run} ({details})").format(run=run, details=details) if details else run


def _details(meld: SpecialRun) -> Iterator[str]:
    if meld.starts:
        starts = listed([escape(card) for card in meld.starts], "or")
        yield _("it starts with {cards}").format(cards=starts)
    if meld.pure:
        yield _("no wild cards")
