"""The error for what only the operator of the server can mend: disk, database, port, settings, arguments."""


class OperatorError(Exception):
    """What the operator must mend outside the program; nothing was changed. The message is one sentence."""
