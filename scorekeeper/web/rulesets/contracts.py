"""What a contract is called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from markupsafe import Markup, escape

from scorekeeper.language import N_, _, ngettext
from scorekeeper.rules.rulesets.ruleset import Contract
from scorekeeper.web.http.formats import listed

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


def contract_name(contract: Contract | None) -> str:
    """What people call a contract; empty without one."""
    if contract is None:
        return ""
    called = _CALLED.get((contract.sets, contract.runs))
    if called and not contract.special:
        return _(called)
    return str(listed([escape(part) for part in _parts(contract)])) or _("Any melds")


def _parts(contract: Contract) -> Iterator[Markup | str]:
    if contract.sets:
        yield ngettext("{count} set", "{count} sets", contract.sets).format(count=contract.sets)
    if contract.runs:
        yield ngettext("{count} run", "{count} runs", contract.runs).format(count=contract.runs)
    for meld in contract.special:
        yield ngettext("a run of {count} card", "a run of {count} cards", meld.cards).format(count=meld.cards)
