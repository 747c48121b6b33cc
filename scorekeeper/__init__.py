"""Scorekeeper: score-keeper and referee for Continental Rummy at a real table."""

__version__ = "0.1.0"
