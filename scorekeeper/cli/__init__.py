"""The `scorekeeper` command: one module for each group of commands."""
