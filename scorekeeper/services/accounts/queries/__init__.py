"""Queries for the pages of an account."""
