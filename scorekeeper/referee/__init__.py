"""The judge. Pure: an irregularity and its facts go in, one ruling with its clauses comes out."""
