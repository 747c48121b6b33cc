"""What the pages of a game show of the league that the game belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, render_template
from markupsafe import Markup

from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.services.leagues.queries.game import GameInLeague, league_of
from scorekeeper.web.games import affiliations


@dataclass(frozen=True, slots=True)
class LeagueAffiliation:
    """The league of a game, for the table page of that game."""

    league: GameInLeague

    @property
    def at_night(self) -> bool:
        return self.league.night is not None

    def section(self, *, may_write: bool) -> Markup:
        """What the league is called, whether the game counts in it, and links; empty if it is private."""
        if not may_write and self.league.visibility is Visibility.PRIVATE:
            return Markup("")
        return Markup(
            render_template("leagues/_league_of_game.html", league=self.league, may_write=may_write)
        )

    def play_again(self, game_id: str) -> Markup:
        """The link that starts another game with the same seats, if it can on the same league night."""
        return Markup(render_template("leagues/_play_again.html", league=self.league, game_id=game_id))


def init_app(app: Flask) -> None:
    """Show on the pages of a game to which league it belongs."""
    affiliations.register(app, _find)


def _find(game_id: str) -> LeagueAffiliation | None:
    league = league_of(game_id)
    return None if league is None else LeagueAffiliation(league)
