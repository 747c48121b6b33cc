"""Services that every feature shares: idempotency, limits, signing, mail."""
