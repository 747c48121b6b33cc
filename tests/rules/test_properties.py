"""What holds for every history that the rules accept."""

from itertools import pairwise

from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from scorekeeper.rules.entries import Arranged, HandScored, Renamed, Undone
from scorekeeper.rules.fold import Replay, games, taken_back
from scorekeeper.rules.game import Statistics, Status
from scorekeeper.rules.history import append, fold, go_on
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulings import EffectKind
from scorekeeper.rules.score_forms import sum_of_two_highest
from scorekeeper.rules.scoring import count_of
from tests.support.examples import examples
from tests.support.histories import PLAIN_STEPS, histories, without_entries, without_log
from tests.support.score_notation import NOW, Table


def _standing(entries):
    """The entries not taken back, without the undoing ones."""
    gone = taken_back(entries)
    return [e for e in entries if e.number not in gone and not isinstance(e.event, Undone)]


@settings(max_examples=examples(150))
@forall(histories())
def test_undoing_everything_leads_back_through_every_earlier_game(entries):
    history = list(entries)
    while len(standing := _standing(history)) > 1:
        entry, game = append(history, Undone(standing[-1].number), at=NOW)
        history.append(entry)
        assert without_log(game) == without_log(fold(standing[:-1]))
    assert fold(history).hands == ()


@settings(max_examples=examples(100))
@forall(histories())
def test_going_on_tells_what_the_whole_history_tells(entries):
    replay = Replay(entries[:1])
    for number, entry in enumerate(entries[1:], start=2):
        assert go_on(replay, entry.event, at=entry.at, game=replay.game()) == (entry, fold(entries[:number]))


@settings(max_examples=examples(100))
@forall(st.integers(2, 12), st.randoms(use_true_random=False), histories(kinds=PLAIN_STEPS))
def test_a_table_arranged_before_hand_1_plays_on_as_if_it_had_started_so_8_7a(players, random, played):
    setup = played[0].event
    table = Table(" ".join(f"Q{number}" for number in range(players)), dealer=random.randrange(players))
    order = random.sample([*range(players), *[None] * 12], k=len(setup.players))
    table.do(Arranged(tuple(order), setup.first_dealer, setup.players))
    standing = _standing(played)
    for entry in standing[1:]:
        table.do(entry.event, at=entry.at)

    assert without_entries(table.game) == without_entries(fold(standing))


def _without_renames(entries):
    renames = {entry.number for entry in entries if isinstance(entry.event, Renamed)}
    for entry in entries:
        undoes_one = isinstance(entry.event, Undone) and entry.event.entry in renames
        if entry.number not in renames and not undoes_one:
            yield entry


@settings(max_examples=examples(150))
@forall(histories())
def test_a_sheet_is_of_its_attempt_only_while_the_same_people_sit_in_the_same_seats(entries):
    seen = {}
    for game in games(_without_renames(entries)):
        if game.hand is not None:
            people = tuple((number, game.seats[number].name) for number in game.playing)
            key = (game.hand.number, game.hand.attempt)
            assert seen.setdefault(key, people) == people


@settings(max_examples=examples(150))
@forall(histories())
def test_the_games_along_a_history_are_its_folds(entries):
    assert list(games(entries)) == [fold(entries[: end + 1]) for end in range(len(entries))]


@settings(max_examples=examples(150))
@forall(histories())
def test_posted_scores_follow_8_5_and_void_hands_8_6(entries):
    game = fold(entries)
    for hand in game.hands:
        said = {score.seat: count_of(score.line, rules=LAW) for score in hand.scores}
        given_points = [points for points in said.values() if points is not None]
        for score in hand.scores:
            assert score.posted == (said[score.seat] is None)
            assert score.points == (sum_of_two_highest(given_points) if score.posted else said[score.seat])
    for attempt in game.void:
        assert sum(count_of(score, rules=LAW) is not None for score in attempt.lines) < 2


@settings(max_examples=examples(150))
@forall(histories())
def test_every_charge_given_up_or_added_once_12_5(entries):
    """Along any history, the charges that wait for a hand are those of its sheet."""
    before = None
    for game, entry in zip(games(entries), entries, strict=True):
        if isinstance(entry.event, HandScored):
            waited = {score.seat: 0 for score in entry.event.scores}
            for line in before.waiting:
                if line.effect.kind is EffectKind.CHARGE:
                    waited[line.effect.seat] += line.effect.points
            assert {score.seat: score.charge for score in entry.event.scores} == waited
            assert (game.duties, game.waiting) == ((), ())
        before = game


@settings(max_examples=examples(150))
@forall(histories())
def test_only_who_is_playing_is_bound_or_waited_for(entries):
    for game in games(entries):
        bound = {line.duty.seat for line in game.duties} | {line.effect.seat for line in game.waiting}
        assert bound <= {None, *game.playing}
        assert all(line.duty.times > 0 for line in game.duties)
        if game.status is Status.FINISHED:
            assert bound == set()


@settings(max_examples=examples(150))
@forall(histories())
def test_totals_follow_8_3_and_what_counts_8_4_and_8_7a(entries):
    game = fold(entries)
    totals = {seat.number: (seat.start_score or 0) for seat in game.seats}
    for hand in game.hands:
        for score in hand.scores:
            totals[score.seat] += score.points
    ended_early = game.status is Status.FINISHED and len(game.hands) < 7
    whole = [totals[s.number] for s in game.seats if s.left_after is None and s.start_score is None]
    expected = None if ended_early else sum_of_two_highest(whole)
    left = {seat.number for seat in game.seats if seat.left_after is not None}
    for line in game.standings:
        posts = line.seat in left and expected is not None
        assert (line.total, line.posted) == ((expected if posts else totals[line.seat]), posts)
    joined = any(seat.start_score is not None for seat in game.seats)
    if game.status is not Status.FINISHED:
        assert game.statistics is Statistics.PENDING
    else:
        void = ended_early or joined or (left and expected is None)
        assert game.statistics is (Statistics.DISCARDED if void else Statistics.COUNTED)


@settings(max_examples=examples(150))
@forall(histories())
def test_ranks_count_who_is_ahead_and_equal_totals_share_them_1_3a(entries):
    game = fold(entries)
    if game.status is Status.FINISHED and game.statistics is Statistics.DISCARDED:
        return
    if all(line.posted or game.seats[line.seat].left_after is None for line in game.standings):
        for line in game.standings:
            assert line.rank == 1 + sum(other.total < line.total for other in game.standings)


@settings(max_examples=examples(150))
@forall(histories())
def test_the_deal_passes_to_the_next_seat_still_in_the_game_2_2a(entries):
    game = fold(entries)
    seats = [(hand.dealer, hand.starter, {score.seat for score in hand.scores}) for hand in game.hands]
    if game.hand is not None:
        seats.append((game.hand.dealer, game.hand.starter, set(game.playing)))
    for dealer, starter, playing in seats:
        assert dealer in playing
        assert starter == _next(game, dealer, playing)
    for (before, _, _), (after, _, playing) in pairwise(seats):
        assert after == _next(game, before, playing | {before}, skip=playing)


def _next(game, seat, playing, *, skip=None):
    allowed = playing if skip is None else skip
    place = game.order.index(seat)
    turn = (*game.order[place + 1 :], *game.order[: place + 1])
    return next(number for number in turn if number in allowed)
