"""Proofs in large numbers that the product stands firm: `make prove`. The tests run a small share of each."""
