"""`python -m scorekeeper` runs the `scorekeeper` command."""

from scorekeeper.cli.main import main

main()
