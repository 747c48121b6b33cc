"""Games played against the database, in the notation of a score sheet."""

from datetime import UTC, datetime

from scorekeeper.rules.entries import Corrected, ErrorKind, HandScored, Started
from scorekeeper.rules.game import Game
from scorekeeper.services.common.signing import digest
from scorekeeper.services.games import invitations, recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.games.queries.scorers import DeviceRight, scorers_page
from tests.support.score_notation import given

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
ANAS = digest("the phone of Ana")
BENS = digest("the phone of Ben")
SHEETS = ("25 out 45 110", "out 15 30 60", "5 10 out 90", "20 20 20 out", "out 35 5 10", "70 out 15 15")
LAST_SHEET = "40 5 out 25"


def started(names: str = "Ana Ben Cem Dee", *, device: str | None = ANAS, **setup: object) -> str:
    """The id of a new game."""
    event = Started(tuple(names.split()), 0, NOW, "Europe/Prague", **setup)
    return recording.start_game(event, now=NOW, origin=Origin(device))


def let_in(game_id: str, device: str, *, now: datetime = NOW) -> None:
    """Give a device the right to write, by a link."""
    invitations.accept(invitations.invite(game_id, now=now).token, device, now=now)


def scorers(game_id: str, device: str | None = None) -> tuple[DeviceRight, ...]:
    """The valid rights of a game, oldest first."""
    return scorers_page(game_id, device=device).standing


def sheet(line: str, *, hand: int = 1) -> HandScored:
    """`out` went out, `-` gives no score, a number is points, `.` does not play; by seat number."""
    tokens = {seat: token for seat, token in enumerate(line.split()) if token != "."}
    went_out = next((seat for seat, token in tokens.items() if token == "out"), None)
    return HandScored(hand, went_out, tuple(given(seat, token) for seat, token in tokens.items()))


def played(game_id: str, *lines: str) -> Game:
    """The game after so many more hands."""
    for line in lines:
        hand = recording.current(game_id).hand
        recording.record(game_id, sheet(line, hand=hand.number), now=NOW, origin=Origin(ANAS))
    return recording.current(game_id)


def corrected(line: str, *, hand: int = 1, reason: str = "") -> Corrected:
    """A correction that section 15 allows."""
    right = sheet(line, hand=hand)
    return Corrected(
        hand,
        right.went_out,
        right.scores,
        ErrorKind.SCORESHEET,
        disputed_before=False,
        agreed=True,
        reason=reason,
    )
