"""Chance: views alone ask for it, and pass on what it gave. Tests stack the deck."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import SystemRandom

from flask import Flask, current_app


def init_app(app: Flask) -> None:
    """Use the randomness of the system, which nobody can foresee."""
    app.extensions["chance"] = SystemRandom()


def shuffled(cards: Sequence[str]) -> Sequence[str]:
    """These cards in an order by chance."""
    chance: SystemRandom = current_app.extensions["chance"]
    return chance.sample(cards, k=len(cards))
