"""Scorekeeper: score-keeper and referee for Continental Rummy at a real table."""

__version__ = "1.0.0.dev0"
