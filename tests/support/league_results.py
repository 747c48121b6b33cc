"""Results and tallies made at random, and by hand in few words."""

from collections import Counter

from hypothesis import strategies as st

from scorekeeper.rules.results import Result

GAMES_OF_A_PLAYER = st.lists(
    st.integers(2, 12).flatmap(
        lambda seats: st.builds(
            lambda totals, outs: of_totals(totals, outs)[0],
            st.lists(st.integers(0, 60).map(lambda fives: 5 * fives), min_size=seats, max_size=seats),
            st.integers(0, 7),
        )
    ),
    min_size=1,
    max_size=12,
)


ANY_SIZE = st.integers(2, 12)


def tables(*, seats=ANY_SIZE) -> st.SearchStrategy[tuple[Result, ...]]:
    """All results of one game with few different totals, so that many are equal."""
    return seats.flatmap(
        lambda number: st.lists(
            st.integers(0, 4).map(lambda fifties: 50 * fifties), min_size=number, max_size=number
        ).map(lambda totals: of_totals(totals, 1))
    )


def of_totals(totals: list[int], outs: int) -> tuple[Result, ...]:
    """The results of one game by its totals, in seating order."""
    shared = Counter(totals)
    return tuple(
        Result(
            seat=seat,
            total=total,
            posted=False,
            rank=1 + sum(other < total for other in totals),
            sharers=shared[total],
            seats=len(totals),
            points=total,
            hands=7,
            outs=outs,
        )
        for seat, total in enumerate(totals)
    )


def result(total: int, *, rank: int = 1, sharers: int = 1, seats: int = 4, posted: bool = False) -> Result:
    """One line of a game of seven hands."""
    return Result(0, total, posted, rank, sharers, seats, points=total, hands=7, outs=1)
