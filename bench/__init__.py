"""Benchmarks that print ratios: `make bench`. Never run by the tests."""
