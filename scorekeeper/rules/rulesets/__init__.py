"""Rulesets: each game of the sources as a file of values, and what a table changes in one."""
