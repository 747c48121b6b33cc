"""A name that cannot come back to a table of a league is refused with a reason, and nothing else offered."""

from scorekeeper.services.leagues import games
from scorekeeper.services.leagues.log import Actor
from tests.support.club import Club, account
from tests.support.phones import text_of
from tests.support.play import ANAS, let_in


def test_an_undoing_that_would_seat_somebody_twice_says_why(app, scorer, game, clock):
    scorer.post(f"/games/{game}/seats", {"seat": 1, "name-1": "Eve"})
    scorer.post(f"/games/{game}/seats", {"seat": 0, "name-0": "Ben"})
    with app.app_context():
        club, now = Club(account()), clock()
        let_in(game, ANAS, now=now)
        games.join(club.league_id, game, dict.fromkeys(range(4)), device=ANAS, actor=Actor(1, now))
    scorer.undo(game)

    answer = scorer.undo(game)

    assert answer.status_code == 409
    assert "Ben would sit at this table twice" in text_of(answer)
