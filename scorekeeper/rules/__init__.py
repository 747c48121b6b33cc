"""The game: its rules as pure functions over frozen values. No clock, no chance, no database."""
