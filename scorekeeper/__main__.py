"""`python -m scorekeeper` runs the `scorekeeper` command."""

from __future__ import annotations

from scorekeeper.cli.main import main

main()
