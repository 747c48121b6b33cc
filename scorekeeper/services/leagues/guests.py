"""Guests: players who are no members. The season says whether they count like members."""

from scorekeeper.models import PlayerRow
from scorekeeper.models.engine import writing
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.leagues import log, results
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.players import changeable


def set_guest(league_id: int, number: int, guest: bool, *, actor: Actor) -> None:
    """Let a player be a guest or a member: the results of their games follow, but in closed seasons.

    Nothing happens if the player is one already. RuleViolation.
    """
    with writing() as session:
        player = changeable(session, league_id, number)
        if player.guest is guest:
            return
        player.guest = guest
        session.flush()
        results.follow(session, PlayerRow.person == player.id)
        kind = EntryKind.PLAYER_GUEST if guest else EntryKind.PLAYER_MEMBER
        log.append(session, league_id, kind, actor, player=number)
