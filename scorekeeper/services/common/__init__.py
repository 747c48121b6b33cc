"""Services that every feature shares: idempotency, limits, one-time links, signing, mail."""
