"""Erasing a player: the name and the free texts about the games go; the numbers stay."""

from __future__ import annotations

from typing import Final

from scorekeeper.models.engine import empty_log, writing
from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.leagues import log, name_changes
from scorekeeper.services.leagues.people import key_of_erased
from scorekeeper.services.leagues.players import change, changeable, group_of, number_of
from scorekeeper.services.leagues.transfer import uploads

ERASED: Final = "Erased player {}"


def erase(league_id: int, number: int, *, typed: str, actor: Actor) -> None:
    """Erase a person with all that are one with it. Nothing brings it back. RuleViolation.

    `typed` must be the name, whatever its case.
    """
    with writing() as connection:
        player = changeable(connection, league_id, number)
        if not names.same(typed, player.name):
            raise RuleViolation(Fault(FaultCode.ERASURE_UNCONFIRMED, "/name"))
        group = group_of(connection, player.id)
        name_changes.forget_texts(connection, group)
        for known in group:
            own = number_of(connection, known)
            change(
                connection,
                known,
                name=ERASED.format(own),
                name_key=key_of_erased(own),
                account_id=None,
                retired_at=actor.now,
                erased_at=actor.now,
            )
        uploads.forget_all(connection, league_id)
        name_changes.refresh(connection, group)
        log.append(connection, league_id, EntryKind.PLAYER_ERASED, actor, player=number)
    empty_log()
