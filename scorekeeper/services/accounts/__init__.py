"""Accounts of organisers: how they are made, signed in to, and got back. Scorers and watchers need none."""
