"""Proves that whatever becomes of a game of a league and of its players, its results follow from both."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Corrected, Departed, ErrorKind, Joined, Renamed, Undone
from scorekeeper.rules.faults import Violation
from scorekeeper.rules.game import Game
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.services.games import projection, recording, trash
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import persons, results, seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.seasons import season_standings
from tests.support.club import START, Club, account
from tests.support.play import sheet

pytestmark = pytest.mark.long

NAMES = ["Ana", "Ben", "Cem", "Dee", "Eva", "Fay"]
STEPS = 60
RANKINGS = (Ranking(), Ranking(Method.PLACES, place_points={3: (3, 2, 1)}), Ranking(Method.PLACES))


class Play:
    """A league with one game, to which things happen at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.club = Club(account())
        self.id = self.club.begin(" ".join(NAMES[: self.random.choice((3, 4))]))
        self.at = START

    @property
    def by(self) -> Actor:
        return Actor(self.club.account_id, self.at)

    @property
    def game(self) -> Game:
        return recording.current(self.id)

    def step(self) -> None:
        self.at += timedelta(minutes=1)
        verb: Callable[[], object] = self.random.choice(
            [
                *(
                    *[self.hand] * 8,
                    *[self.undo] * 3,
                    *[self.rename] * 4,
                    self.correct,
                    self.leave,
                    self.join,
                ),
                *(self.merge, self.part, self.strike, self.bring_back, self.rank, self.bin),
            ]
        )
        with suppress(Violation):
            verb()

    def _line(self) -> str:
        seats = [seat.left_after is None for seat in self.game.seats]
        told = ["." if not plays else str(5 * self.random.randint(1, 4)) for plays in seats]
        told[self.random.choice(self.game.playing or (0,))] = "out"
        return " ".join(told)

    def _record(self, event: object) -> None:
        recording.record(self.id, event, now=self.at)

    def hand(self) -> None:
        if self.game.hand:
            self._record(sheet(self._line(), hand=self.game.hand.number))

    def correct(self) -> None:
        if self.game.hands:
            right = sheet(self._line(), hand=self.random.randint(1, len(self.game.hands)))
            told = (right.hand, right.went_out, right.scores, ErrorKind.SCORESHEET)
            self._record(Corrected(*told, disputed_before=False, agreed=True))

    def undo(self) -> None:
        self._record(Undone(self.game.standing_entries[-1]))

    def rename(self) -> None:
        self._record(Renamed(self.random.randrange(len(self.game.seats)), self.random.choice(NAMES)))

    def leave(self) -> None:
        self._record(Departed((self.random.choice(self.game.playing or (0,)),)))

    def join(self) -> None:
        self._record(Joined(self.random.choice(NAMES), after=0, start_score=25))

    def merge(self) -> None:
        one, other = self.random.sample(range(1, len(NAMES) + 1), 2)
        persons.merge(self.club.league_id, one, into=other, actor=self.by)

    def part(self) -> None:
        number = self.random.randint(1, len(NAMES))
        persons.part(self.club.league_id, number, actor=self.by)

    def strike(self) -> None:
        league_games.strike(self.club.league_id, self.id, "trial", actor=self.by)

    def bring_back(self) -> None:
        league_games.bring_back(self.club.league_id, self.id, actor=self.by)

    def rank(self) -> None:
        ranking = self.random.choice(RANKINGS)
        seasons.set_ranking(self.club.league_id, "2026", ranking, actor=self.by)

    def bin(self) -> None:
        trash.delete(self.id, now=self.at)
        trash.restore(self.id, now=self.at)

    def is_sound(self) -> bool:
        game = self.game
        with reading() as session:
            stored = results.stored(session, self.id)
            assert stored == results.expected(session, self.id, game=game)
        assert projection.differences(self.id) == ()
        assert len({seat.name for seat in game.seats}) == len(game.seats)
        found = season_standings(self.club.league_id, "2026")
        return len(found.lines) == len(stored)


@pytest.mark.parametrize("seed", range(8))
def test_results_follow_from_the_game_and_its_players(seed):
    play = Play(seed)
    for _ in range(len(LAW.contracts) if seed % 2 else 0):
        play.hand()

    for _ in range(STEPS):
        play.step()
        assert play.is_sound()
