"""Bringing a league in: a file is read, every game in it played through, then all is written at once."""
