"""Looking after an installation: schema, backups, restoring, checks, removal of expired rows."""
