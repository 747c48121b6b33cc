"""Exact shares and averages in writing: 1½ games won, 62.5%, 101.33 points."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

_SIGNS: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
}


def share(number: Fraction | int) -> str:
    """A number with its exact part: 3, 1½, ⅓, 2 7/12."""
    whole, part = divmod(Fraction(number), 1)
    if not part:
        return str(whole)
    sign = _SIGNS.get(part)
    if sign is None:
        return f"{whole} {part}" if whole else str(part)
    return f"{whole or ''}{sign}"


def fixed(number: Fraction | int, places: int = 1) -> str:
    """A number with so many decimals, so that numbers below each other compare; halves are rounded up."""
    scaled = (Fraction(number) * 10**places * 2 + 1) // 2
    digits = f"{scaled:0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}"


def percent(part: Fraction) -> str:
    """A share of one as a percentage with one decimal."""
    return f"{fixed(part * 100)}%"
