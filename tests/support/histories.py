"""Histories that the rules accept, made at random."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random

from hypothesis import strategies as st

from scorekeeper.rules.entries import (
    Agreed,
    Arranged,
    Corrected,
    Departed,
    Dropped,
    Entry,
    ErrorKind,
    Event,
    GivenScore,
    HandScored,
    Joined,
    Renamed,
    Resumed,
    Ruled,
    Settled,
    Started,
    Substituted,
    Suspended,
    Undone,
)
from scorekeeper.rules.faults import Violation
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.history import append, fold, start
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import OF_A_SEAT, Duty, Effect, EffectKind
from tests.support.score_notation import NOW

Step = Callable[[Game, Random], Event]


def histories(
    *, steps: int = 14, rules: st.SearchStrategy[Ruleset] | None = None, kinds: Sequence[Step] | None = None
) -> st.SearchStrategy[tuple[Entry, ...]]:
    """Histories of 2 to 12 players; about one event in six is nonsense and refused on the way.

    They are by the referee's law, unless `rules` says otherwise; each step is one of `kinds`.
    """
    return st.builds(
        _play,
        st.integers(2, 12),
        st.integers(0, 11),
        st.lists(
            st.tuples(st.sampled_from(kinds or STEPS), st.randoms(use_true_random=False)), max_size=steps
        ),
        st.just(LAW) if rules is None else rules,
    )


def _play(players, dealer, steps, rules):
    names = tuple(f"P{number}" for number in range(players))
    entry, game = start(Started(names, dealer % players, NOW, rules=rules), now=NOW)
    entries = [entry]
    for index, (step, random) in enumerate(steps):
        event = step(game, random)
        try:
            entry, game = append(entries, event, at=NOW + timedelta(minutes=index))
        except Violation:
            assert fold(entries) == game
        else:
            entries.append(entry)
    return tuple(entries)


def _scores(seats, went_out, random):
    return tuple(
        GivenScore(seat, not_given=True)
        if random.random() < 0.15
        else GivenScore(seat, points=5 * random.randint(1, 20))
        for seat in seats
        if seat != went_out
    )


def _hand(game: Game, random) -> Event:
    seats = sorted(game.playing) or [0]
    went_out = random.choice([None, *seats])
    return HandScored(game.hand.number if game.hand else 7, went_out, _scores(seats, went_out, random))


def _correct(game: Game, random) -> Event:
    if not game.hands:
        return Suspended(agreed=False)
    hand = random.choice(game.hands)
    seats = [score.seat for score in hand.scores]
    went_out = random.choice([None, *seats])
    scores = _scores(seats, went_out, random)
    return Corrected(hand.number, went_out, scores, ErrorKind.SCORESHEET, disputed_before=False, agreed=True)


def _pause(game: Game, random) -> Event:
    if game.status is Status.SUSPENDED:
        absent = tuple(random.sample(game.playing, random.choice((0, 0, 1))))
        names = [game.seats[seat].name for seat in game.playing if seat not in absent]
        turn = random.randrange(len(names) or 1)
        return Resumed(agreed=True, seats=(*names[turn:], *names[:turn]), without=absent)
    return Suspended(agreed=True)


def _ruling(game: Game, random) -> Event:
    """Effects and duties of anybody, players who left among them."""
    seats = range(len(game.seats))
    kinds = random.choices(list(EffectKind), weights=(4, 2, 2, 2, 1), k=random.randint(0, 2))
    effects = tuple(
        Effect(
            kind,
            random.choice(seats) if kind in OF_A_SEAT else None,
            10 * random.randint(1, 3) if kind is EffectKind.CHARGE else 0,
        )
        for kind in kinds
    )
    duties = tuple(
        Duty("draw-without-discarding", random.choice([None, *seats]), random.randint(1, 2))
        for _ in range(random.randint(0, 2))
    )
    hand = game.hand.number if game.hand else None
    return Ruled(hand, "i", (), "o", (("offender", random.choice(seats)),), None, effects, duties)


def _settling(game: Game, random) -> Event:
    lines = [*game.duties, *game.waiting]
    if not lines:
        return Agreed(None, "?", "!")
    line = random.choice(lines)
    return (Settled if line in game.duties else Dropped)(line.entry, line.line)


def _arrangement(game: Game, random) -> Event:
    """Seats in another order; at times somebody is gone, new or renamed."""
    order = random.sample(range(len(game.seats)), k=len(game.seats) - random.randint(0, 1))
    names = {seat.number: seat.name for seat in game.seats}
    if random.random() < 0.5:
        names[random.choice(order)] = f"A{random.randrange(99)}"
        order.insert(random.randrange(len(order) + 1), None)
    told = [names.get(number, f"N{random.randrange(99)}") for number in order]
    first_dealer = random.choice([None, random.randrange(len(order))])
    return Arranged(tuple(order), first_dealer, tuple(told) if None in order else ())


PLAIN_STEPS: tuple[Step, ...] = (
    *[_hand] * 6,
    _correct,
    _pause,
    lambda game, random: Departed((random.randrange(len(game.seats)),)),
    lambda game, random: Joined(f"N{len(game.seats)}", random.choice(game.order), 25 if game.hands else 0),
    _arrangement,
    lambda game, random: Substituted(random.randrange(len(game.seats)), f"S{random.randrange(99)}"),
    lambda game, random: Renamed(random.randrange(len(game.seats)), f"R{random.randrange(99)}"),
    *[lambda game, random: Undone(game.standing_entries[-1])] * 2,
)
# Rulings here are of no irregularity that the referee knows.
STEPS = (*PLAIN_STEPS, *[_ruling] * 3, _settling)


def without_log(game: Game) -> Game:
    """A game apart from how often it was written to."""
    hand = game.hand and replace(game.hand, attempt=0)
    hands = tuple(replace(hand, attempt=0) for hand in game.hands)
    void = tuple(replace(attempt, attempt=0) for attempt in game.void)
    return replace(game, version=0, hand=hand, hands=hands, void=void)


def without_entries(game: Game) -> Game:
    """A game apart from the numbers of its entries."""
    hands = tuple(replace(hand, entry=0) for hand in game.hands)
    void = tuple(replace(attempt, entry=0) for attempt in game.void)
    return without_log(replace(game, hands=hands, void=void, standing_entries=()))
