"""Totals, posted totals, ranks and winners of one game (clauses 1.1, 1.3a, 8.3, 8.4, 8.7a, P-2)."""

from collections.abc import Sequence

from scorekeeper.rules.game import Game, Hand, Seat, Standing, Statistics
from scorekeeper.rules.rulesets.ruleset import Incomplete, Ruleset, Wins
from scorekeeper.rules.score_forms import Exact, sum_of, sum_of_two_highest


def own_total(seat: Seat, *, hands: Sequence[Hand]) -> Exact:
    """The sum of a seat's own scores, with the start score of a late joiner (8.7a), or its given total."""
    points = (score.points for hand in hands for score in hand.scores if score.seat == seat.number)
    return sum_of((seat.start_score or 0, seat.given_total or 0, *points))


def posted_total(seat: Seat, *, seats: Sequence[Seat], hands: Sequence[Hand]) -> Exact | None:
    """The total posted for a player who left (8.3); None without two complete totals (8.4).

    While the game runs, complete totals are those of the players who can still finish it.
    """
    complete = [
        own_total(other, hands=hands) for other in seats if is_complete(other) and other.number != seat.number
    ]
    return sum_of_two_highest(complete)


def is_complete(seat: Seat) -> bool:
    """Whether this seat plays every hand: it neither left nor joined late."""
    return seat.left_after is None and seat.start_score is None


def standings(
    seats: Sequence[Seat], *, order: Sequence[int], hands: Sequence[Hand], rules: Ruleset, stopped: bool
) -> tuple[Standing, ...]:
    """All seats, best first, equal ones in seating order with one rank (1.3a).

    Who left and posts nothing (8.4, P-2) keeps their own total and ranks behind all who played longer.
    `stopped`: the game ended as fewer than two were left, so that nobody posts a total.
    """
    posts = rules.incomplete is Incomplete.POSTED and not stopped
    sign = 1 if rules.wins is Wins.LOWEST else -1
    lines = [_line(seats[number], seats=seats, hands=hands, posts=posts, sign=sign) for number in order]
    keys = sorted(key for key, _ in lines)
    return tuple(
        Standing(plain.seat, plain.total, plain.posted, rank=1 + keys.index(key))
        for key, plain in sorted(lines, key=lambda line: line[0])
    )


def winners(
    seats: Sequence[Seat], *, standing: Sequence[Standing], hands: Sequence[Hand], posted_stop: bool
) -> tuple[int, ...]:
    """The seats that have won a finished game: the best of those who stayed or post a total.

    Nobody without a hand or a total, or if a game that posts totals was stopped (8.4, `posted_stop`).
    """
    stayed = [line for line in standing if line.posted or seats[line.seat].left_after is None]
    is_untold = not hands and all(seat.given_total is None for seat in seats)
    if is_untold or posted_stop or not stayed:
        return ()
    return tuple(line.seat for line in stayed if line.rank == stayed[0].rank)


def leaders(game: Game) -> tuple[Standing, ...]:
    """Whose total is the best of those still playing, in seating order; nobody before the first hand."""
    lines = [line for line in game.standings if line.seat in game.playing and game.hands]
    return tuple(line for line in lines if line.total == lines[0].total)


def highest_complete(game: Game) -> tuple[Standing, ...]:
    """The two highest complete totals, whose sum a player who left posts (8.3); fewer without two."""
    complete = [line for line in game.standings if is_complete(game.seats[line.seat])]
    return tuple(sorted(complete, key=lambda line: line.total, reverse=True)[:2])


def statistics(
    seats: Sequence[Seat], *, standing: Sequence[Standing], rules: Ruleset, finished: bool, stopped: bool
) -> Statistics:
    """Whether the game counts: not if a total cannot be posted (8.4) or somebody joined late (8.7a, P-4)."""
    if not finished:
        return Statistics.PENDING
    posted = {line.seat for line in standing if line.posted}
    unposted = rules.incomplete is Incomplete.POSTED and any(
        seat.left_after is not None and seat.number not in posted for seat in seats
    )
    joined = any(seat.start_score is not None for seat in seats)
    return Statistics.DISCARDED if stopped or unposted or joined else Statistics.COUNTED


def _line(
    seat: Seat, *, seats: Sequence[Seat], hands: Sequence[Hand], posts: bool, sign: int
) -> tuple[tuple[int, Exact], Standing]:
    posted = None
    if posts and seat.left_after is not None:
        posted = posted_total(seat, seats=seats, hands=hands)
    total = own_total(seat, hands=hands) if posted is None else posted
    hands_missed = 0
    if seat.left_after is not None and posted is None:
        hands_missed = len(hands) - (seat.left_after - seat.first_hand + 1)
    return (hands_missed, sign * total), Standing(seat.number, total, posted is not None, rank=0)
