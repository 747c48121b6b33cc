"""Looking after an installation: schema, backups, restoring, checks."""
