"""Accounts of organisers: making them, signing in, recovering them. Scorers and watchers need none."""
