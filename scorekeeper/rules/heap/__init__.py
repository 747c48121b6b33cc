"""What a heap of cards can lay, and what is missing (4.1, 4.4a, 7.1)."""

from scorekeeper.rules.heap.answers import MOST, HeapAnswer, Missing, best_laydown, most_cards
from scorekeeper.rules.heap.counted import LaidMeld

__all__ = ["MOST", "HeapAnswer", "LaidMeld", "Missing", "best_laydown", "most_cards"]
