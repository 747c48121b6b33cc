"""The pages of leagues: seasons, players, nights, and running them."""

from dataclasses import dataclass
from typing import Final

from flask import Flask, render_template, url_for
from markupsafe import Markup

from scorekeeper.language import N_, _
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.names import folded
from scorekeeper.rules.results import Late
from scorekeeper.services.leagues.games import NotInLeague
from scorekeeper.services.leagues.queries.games import GameInLeague, league_of
from scorekeeper.services.leagues.queries.leagues import runs
from scorekeeper.services.leagues.queries.players import members
from scorekeeper.services.leagues.seasons import UnknownSeason
from scorekeeper.web.accounts import current_account
from scorekeeper.web.games.games import show_affiliations
from scorekeeper.web.http import errors, headers
from scorekeeper.web.http.messages import register_messages
from scorekeeper.web.leagues import (
    exports,
    game_admin,
    imports,
    leagues,
    messages,
    nights,
    organisers,
    players,
    seasons,
    settings,
)

_PAGES: Final = (leagues, seasons, players, exports, nights, settings, organisers, game_admin, imports)

_LATECOMERS: Final = {
    Late.NONE: N_("In this league, a game doesn’t count if someone joins it late."),
    Late.WHOLE: N_("In this league, a game that someone joins late counts for those who played all of it."),
    Late.ALL: N_("In this league, a game that someone joins late counts for everyone."),
}


def init_app(app: Flask) -> None:
    """Register the pages of leagues."""
    register_messages(app, messages.MESSAGES)
    headers.keep_secret(app, "/nights/", "/organisers/")
    headers.keep_unlisted(app, "/nights/", "/organisers/")
    show_affiliations(app, _league_of)
    for unknown in (UnknownSeason, NotInLeague):
        app.register_error_handler(unknown, errors.show_not_found)
    for blueprint in (*(page.blueprint for page in _PAGES), seasons.admin, players.admin, nights.admin):
        app.register_blueprint(blueprint)


@dataclass(frozen=True, slots=True)
class LeagueAffiliation:
    """The league of a game, in HTML for the table page of that game, and whether the account runs it."""

    game_id: str
    league: GameInLeague
    runs: bool

    @property
    def at_night(self) -> bool:
        return self.league.night is not None

    @property
    def members(self) -> tuple[tuple[str, str], ...]:
        """Each name that the fields of this phone offer, and how it is typed without accents."""
        if not (self.runs or self.at_night or self.league.visibility is Visibility.PUBLIC):
            return ()
        return tuple(
            (person.name, folded(person.name))
            for person in members(self.league.league_id)
            if not person.retired
        )

    @property
    def latecomers(self) -> str:
        """What the league says of a game that somebody joins late."""
        return _(_LATECOMERS[self.league.late])

    def section(self, *, may_write: bool, only_totals: bool) -> Markup:
        """The name of the league, whether the game counts in it, and links; empty if it is private."""
        if not (may_write or self.runs) and self.league.visibility is Visibility.PRIVATE:
            return Markup("")
        context = {"game_id": self.game_id, "league": self.league, "runs": self.runs}
        context |= {"may_write": may_write, "only_totals": only_totals}
        return Markup(render_template("leagues/_league_of_game.html", **context))

    def again_address(self) -> str | None:
        token = self.league.night_token
        return None if token is None else url_for("nights.new", token=token, again=self.game_id)

    def play_again(self, *, label: str) -> Markup:
        """The link that starts another game with these players, if it can on the same league night."""
        context = {"game_id": self.game_id, "league": self.league, "address": self.again_address()}
        return Markup(render_template("leagues/_play_again.html", label=label, **context))


def _league_of(game_id: str) -> LeagueAffiliation | None:
    league = league_of(game_id)
    if league is None:
        return None
    account = current_account.signed_in()
    return LeagueAffiliation(
        game_id, league, account is not None and runs(account.account_id, league.league_id)
    )
