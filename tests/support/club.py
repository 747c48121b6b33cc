"""A club with a league, whose games are written in the notation of a score sheet.

club = Club(account_id)
game = club.play("Ana Ben Cem Dee", *GAME, day=3)
"""

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from scorekeeper.models import PlayerRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.entries import Started
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.services.accounts import registration
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues import games, leagues, persons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.leagues import LeagueHead, league_head
from tests.support.play import ANAS, sheet

START = datetime(2026, 1, 1, 19, 0, tzinfo=UTC)
HAND = timedelta(minutes=15)
# Totals 25, 150, 315 and 770 in seating order.
GAME = (*("out 25 45 110",) * 6, "25 out 45 110")


def account(mail: str = "olga@example.org", name: str = "Olga") -> int:
    """An account without a password; its id."""
    with writing() as session:
        return registration.add(session, Person(mail, name), password_hash=None, now=START)


class Club:
    """A league that one account runs; day 1 is the first of January 2026."""

    def __init__(
        self, account_id: int, name: str = "Thursday Club", *, visibility: str = "public", zone: str = "UTC"
    ) -> None:
        self.account_id = account_id
        self.slug = leagues.found_league(
            name, visibility=visibility, time_zone=zone, actor=Actor(account_id, START)
        )
        self.league_id = self.head.id

    @property
    def head(self) -> LeagueHead:
        found = league_head(self.slug)
        assert found is not None
        return found

    def begin(
        self,
        names: str,
        *,
        day: int = 1,
        night_id: int | None = None,
        device: str = ANAS,
        chosen: Chosen | None = None,
    ) -> str:
        """The id of a new game of the league, by its default unless otherwise `chosen`; names by seats."""
        at = START + timedelta(days=day - 1)
        chosen = chosen or self.head.ruleset
        event = Started(
            tuple(names.split()), 0, at, "UTC", chosen.rules, chosen.variants, dict(chosen.changes)
        )
        return games.start_game(event, self.league_id, night_id=night_id, now=at, origin=Origin(device))

    def go_on(self, game_id: str, *hands: str) -> str:
        """Record further hands, one for each line, and return the game."""
        for line in hands:
            game = recording.current(game_id)
            assert game.hand is not None
            at = game.setup.started_at + HAND * game.hand.number
            recording.record(game_id, sheet(line, hand=game.hand.number), now=at, origin=Origin(ANAS))
        return game_id

    def play(self, names: str, *hands: str, day: int = 1, chosen: Chosen | None = None) -> str:
        """The id of a game with so many hands; by default a whole one of four."""
        return self.go_on(self.begin(names, day=day, chosen=chosen), *(hands or GAME))

    def merge(self, number: int, *, into: int) -> None:
        persons.merge(self.league_id, number, into=into, actor=Actor(self.account_id, START))

    def part(self, number: int) -> None:
        persons.part(self.league_id, number, actor=Actor(self.account_id, START))

    def player(self, name: str) -> int:
        """The id of a player by the name as stored."""
        found = select(PlayerRow.id).where(PlayerRow.league_id == self.league_id, PlayerRow.name == name)
        with reading() as session:
            return session.execute(found).scalar_one()
