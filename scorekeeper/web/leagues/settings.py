"""What a league is: its name, who reads it, where it plays and its house rules."""

from typing import Any

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.referee.house_rules import by_name
from scorekeeper.rules.rulesets.files import LAW, RULESETS, Chosen
from scorekeeper.services.games import rulesets
from scorekeeper.services.leagues import leagues
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.web.games.rule_choice import VariantsForm
from scorekeeper.web.http import addresses, clock, responses
from scorekeeper.web.http.forms import Form
from scorekeeper.web.leagues.access import actor, league_organiser, league_page
from scorekeeper.web.leagues.forms import LeagueNameForm, LeagueRulesForm, TimeZoneForm, VisibilityForm
from scorekeeper.web.rulesets.words import difference_sentences

blueprint = Blueprint("league_settings", __name__, url_prefix="/leagues/<slug>/settings")


@blueprint.get("")
@league_organiser
def settings(league: LeagueHead) -> ResponseReturnValue:
    return _page(league)


@blueprint.post("/name")
@league_organiser
def rename(league: LeagueHead) -> ResponseReturnValue:
    form = LeagueNameForm()
    if form.validate_on_submit():
        with form.catching_faults():
            leagues.rename_league(league.id, form.name.data, actor=actor())
            return _see(league.slug)
    return _page(league, name_form=form)


@blueprint.post("/visibility")
@league_organiser
def visibility(league: LeagueHead) -> ResponseReturnValue:
    """Choose who reads it; its address is another one then."""
    form = VisibilityForm()
    if form.validate_on_submit():
        with form.catching_faults():
            return _see(leagues.set_visibility(league.id, form.visibility.data, actor=actor()))
    return _page(league, visibility_form=form)


@blueprint.post("/link")
@league_organiser
def link(league: LeagueHead) -> ResponseReturnValue:
    """Another secret link: the old one leads nowhere from now on."""
    return _see(leagues.renew_link(league.id, actor=actor()), news="league-link")


@blueprint.post("/time-zone")
@league_organiser
def time_zone(league: LeagueHead) -> ResponseReturnValue:
    form = TimeZoneForm()
    if form.validate_on_submit():
        with form.catching_faults():
            leagues.set_time_zone(league.id, form.time_zone.data, actor=actor())
            return _see(league.slug)
    return _page(league, zone_form=form)


@blueprint.post("/house-rules")
@league_organiser
def house(league: LeagueHead) -> ResponseReturnValue:
    """The house rules of the games that start from now on."""
    form = LeagueRulesForm()
    with form.catching_faults():
        variants = VariantsForm().ticked(among=LAW.variants)
        leagues.set_ruleset(league.id, Chosen(LAW.id, variants), actor=actor())
        return _see(league.slug)
    return _page(league, rules_form=form)


@blueprint.post("/ruleset")
@league_organiser
def ruleset(league: LeagueHead) -> ResponseReturnValue:
    """The rules of games from now on: saved ones by their link or key, or a game by its id."""
    form = LeagueRulesForm()
    if form.validate_on_submit():
        with form.catching_faults():
            chosen = rulesets.use(form.rules_name, now=clock.now()).chosen
            leagues.set_ruleset(league.id, chosen, actor=actor())
            return _see(league.slug)
    return _page(league, rules_form=form)


def _page(league: LeagueHead, **refused: Form) -> ResponseReturnValue:
    """The page of all settings, with the form that was refused."""
    rules = league.ruleset.rules
    forms: dict[str, Any] = {
        "name_form": LeagueNameForm(None, obj=league),
        "visibility_form": VisibilityForm(None, obj=league),
        "rules_form": LeagueRulesForm(None, ruleset=rules.id),
        "house_form": VariantsForm(None, variant=by_name(rules)),
        "zone_form": TimeZoneForm(None, obj=league),
    }
    return league_page(
        "leagues/admin/settings.html",
        league,
        address=addresses.outside(url_for("leagues.home", slug=league.slug)),
        different=list(difference_sentences(RULESETS[rules.id], rules)),
        **(forms | refused),
    )


def _see(slug: str, *, news: str = "league-saved") -> ResponseReturnValue:
    return responses.see("league_settings.settings", slug=slug, news=news)
