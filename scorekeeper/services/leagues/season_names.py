"""What a season of one's own cannot be called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode

# Browsers take the dots for a way up; the form for a new season stands at the last one.
_NO_ADDRESS: Final = frozenset({".", "..", "new"})
_OF_SEASONS: Final = {
    FaultCode.NAME_EMPTY: FaultCode.SEASON_NAMELESS,
    FaultCode.NAME_TWICE: FaultCode.SEASON_KNOWN,
}


def name_faults(name: str, *, taken: Sequence[str]) -> Iterator[Fault]:
    """Everything that forbids a name beside those of the other seasons that organisers have set."""
    yield from address_faults(name)
    for fault in names.faults_in([name], pointer="/name", others=taken):
        yield replace(fault, code=_OF_SEASONS.get(fault.code, fault.code))


def address_faults(name: str) -> tuple[Fault, ...]:
    """What forbids a season's name as the end of its address."""
    unfit = "/" in name or name in _NO_ADDRESS or name.endswith(".csv")
    return (Fault(FaultCode.SEASON_NAME_SLASH, "/name"),) if unfit else ()
