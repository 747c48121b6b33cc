"""The verbs of leagues."""
