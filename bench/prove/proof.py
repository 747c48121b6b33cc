"""The result of a proof: a summary line, and a sentence for every broken promise."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proof:
    """`did` says in numbers what was tried; `broken` holds a sentence for each promise that was not kept."""

    part: str
    did: str
    broken: tuple[str, ...]

    @property
    def line(self) -> str:
        """The summary."""
        verdict = "kept" if not self.broken else f"BROKEN {len(self.broken)} times"
        return f"{self.part}: {self.did}: {verdict}"


def counted(counts: Iterable[tuple[str, int]]) -> str:
    """`server 120, backup 70`."""
    return ", ".join(f"{name} {count:,}" for name, count in counts)


def at_least_one(whole: int, share: float) -> int:
    """How many of `whole` a share is."""
    return max(1, round(whole * share))
