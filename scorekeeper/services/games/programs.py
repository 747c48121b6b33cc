"""Games started by programs through the API.

The answer to a start holds the API token of the game and the link of its first invitation. Both are derived
from the game, so that the answer can be sent again, and never stored.
"""

from datetime import datetime
from typing import Final

from scorekeeper.models.engine import writing
from scorekeeper.rules.entries import Started
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.services.games import invitations, recording, rights

# A start that is sent again is answered with its first token and link, even if a scorer has ended both since,
# so that a repeated request never grants access again.
FIRST_GENERATION: Final = 1


def start_game(event: Started, *, now: datetime) -> str:
    """Start a game together with its first invitation; the new id, or RuleViolation."""
    with writing():
        game_id = recording.start_game(event, now=now)
        invitations.invite(game_id, now=now, token=first_link_secret(game_id))
    return game_id


def end(game_id: str) -> None:
    """End every token of a game, and the link of its first invitation if nobody used it. UnknownGame."""
    with writing() as session:
        rights.renew_token(game_id)
        invitations.end(session, first_link_secret(game_id))


def revoke_with(game_id: str, right: int, *, device: str, now: datetime) -> None:
    """Revoke a right together with that of programs; errors as of `rights.revoke`."""
    with writing():
        rights.revoke(game_id, right, now=now, device=device)
        end(game_id)


def first_token(game_id: str) -> str:
    """The API token in the answer to the start of a game, valid or not."""
    return rights.api_token(game_id, FIRST_GENERATION)


def first_link_secret(game_id: str) -> str:
    """The secret of the link in the answer to the start of a game."""
    return keyed_text("scorer link", game_id, str(FIRST_GENERATION))
