"""What a heap of cards can lay, and what is missing (4.1, 4.4a, 7.1)."""

from scorekeeper.rules.heap.answers import MOST, HeapAnswer, Missing, best_laydown, laid_but_one
from scorekeeper.rules.heap.melds import MOST_STEPS, Budget, LaidMeld
