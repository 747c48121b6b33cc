"""Leagues: what games are worth together. Pure, like all rules."""
