"""Keeping a server alive on one data folder: its lock, its port, its addresses."""
