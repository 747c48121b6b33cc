"""Who sits where, as one choice for each place: `place-0`, `place-1`, ... holding seat numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.web.http.fields import whole_or


def read(form: Mapping[str, str], *, places: int) -> tuple[int, ...]:
    """The seat number chosen for each place; -1 where none was."""
    return tuple(whole_or(form.get(f"place-{place}"), default=-1) for place in range(places))


def unchosen(order: Sequence[int], *, seats: Sequence[int]) -> dict[str, str]:
    """The places without a known seat, as malformed fields."""
    return {f"place-{place}": "place" for place, seat in enumerate(order) if seat not in seats}
