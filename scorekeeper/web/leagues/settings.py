"""What a league is: its name, who reads it, where it plays and its house rules."""

from flask import Blueprint, request, url_for

from scorekeeper.language import _
from scorekeeper.referee.house_rules import by_name
from scorekeeper.rules.rulesets.chosen import Chosen
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.services.games import rulesets
from scorekeeper.services.leagues import leagues
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.web.games.rule_choice import ticked
from scorekeeper.web.http import addresses, clock, responses
from scorekeeper.web.http.fields import cut
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import actor, league_organiser
from scorekeeper.web.leagues.pages import faults_on, league_page
from scorekeeper.web.rulesets.words import differences

blueprint = Blueprint("league_settings", __name__, url_prefix="/leagues/<slug>/settings")


@blueprint.get("")
@league_organiser
def settings(league: LeagueHead, errors: Errors = NO_ERRORS) -> Answer:
    address = addresses.outside(url_for("leagues.home", slug=league.slug))
    rules = league.ruleset.rules
    return league_page(
        "leagues/admin/settings.html",
        league,
        errors,
        address=address,
        games=[(known.id, _(known.name)) for known in RULESETS.values()],
        different=list(differences(RULESETS[rules.id], rules)),
        by_name=by_name,
    )


@blueprint.post("/name")
@faults_on(settings)
@league_organiser
def rename(league: LeagueHead) -> Answer:
    leagues.rename_league(league.id, cut(request.form.get("name")), actor=actor())
    return _see(league.slug)


@blueprint.post("/visibility")
@faults_on(settings)
@league_organiser
def visibility(league: LeagueHead) -> Answer:
    """Choose who reads it; its address is another one then."""
    return _see(leagues.set_visibility(league.id, cut(request.form.get("visibility")), actor=actor()))


@blueprint.post("/link")
@league_organiser
def link(league: LeagueHead) -> Answer:
    """Another secret link: the old one leads nowhere from now on."""
    return _see(leagues.renew_link(league.id, actor=actor()), said="league-link")


@blueprint.post("/time-zone")
@faults_on(settings)
@league_organiser
def time_zone(league: LeagueHead) -> Answer:
    leagues.set_time_zone(league.id, cut(request.form.get("time_zone")), actor=actor())
    return _see(league.slug)


@blueprint.post("/house-rules")
@faults_on(settings)
@league_organiser
def house(league: LeagueHead) -> Answer:
    """The house rules of the games that start from now on."""
    leagues.set_ruleset(league.id, Chosen(LAW.id, ticked(request.form, among=LAW.variants)), actor=actor())
    return _see(league.slug)


@blueprint.post("/ruleset")
@faults_on(settings, fields={"*": "saved_rules"})
@league_organiser
def ruleset(league: LeagueHead) -> Answer:
    """The rules of games from now on: saved ones by their link or key, or a game by its id."""
    link = cut(request.form.get("saved_rules")).partition("?")[0].rstrip("/")
    name = link.rpartition("/")[2] or cut(request.form.get("ruleset"))
    leagues.set_ruleset(league.id, rulesets.use(name, now=clock.now()).chosen, actor=actor())
    return _see(league.slug)


def _see(slug: str, *, said: str = "league-saved") -> Answer:
    return responses.see("league_settings.settings", slug=slug, said=said)
