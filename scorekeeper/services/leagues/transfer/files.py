"""A file as somebody hands it over: which of the two kinds it is, and what it would do."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from scorekeeper.services.leagues.transfer import league_plan, scorebook_plan
from scorekeeper.services.leagues.transfer.accept import Planner
from scorekeeper.services.leagues.transfer.faults import Bad, Why
from scorekeeper.services.leagues.transfer.json_stream import Step, no_step
from scorekeeper.services.leagues.transfer.plan import Plan, nothing

# About 7,000 games: the rows of so many take 200 MB until they are written.
LARGEST = 16 * 1024 * 1024


def planner(
    content: bytes,
    *,
    into: int | None,
    account_id: int | None,
    now: datetime,
    trusted: bool = False,
    step: Step = no_step,
) -> Planner:
    """How a file is planned: a league's JSON for its own league, anything else as a score book for `into`.

    `trusted` and `step` as in `league_files.plan`.
    """

    def plan(connection: Connection) -> Plan:
        text = _text(content)
        if text is None:
            return nothing(connection, Bad(Why.NOT_TEXT))
        if text.lstrip()[:1] == "{":
            return league_plan.plan(
                connection,
                text,
                into=into,
                account_id=account_id,
                now=now,
                trusted=trusted,
                step=step,
            )
        if into is None:
            return nothing(connection, Bad(Why.NO_LEAGUE))
        return scorebook_plan.plan(connection, text, into=into, now=now, step=step)

    return plan


def _text(content: bytes) -> str | None:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text or not text.strip() else text
