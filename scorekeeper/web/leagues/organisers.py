"""Who runs a league: the list, a link for one more, leaving, and accepting such a link."""

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.accounts import registration
from scorekeeper.services.common.faults import InvitationInvalid
from scorekeeper.services.leagues import night_addresses
from scorekeeper.services.leagues import organisers as organiser_service
from scorekeeper.services.leagues.queries.leagues import LeagueHead, league_by_id, organiser_lines
from scorekeeper.web.accounts import current_account, links
from scorekeeper.web.accounts.current_account import sign_in_required
from scorekeeper.web.accounts.forms import SignUpForm
from scorekeeper.web.http import addresses, clock, responses
from scorekeeper.web.http.access import anyone
from scorekeeper.web.leagues.access import actor, league_organiser, league_page
from scorekeeper.web.leagues.forms import OrganiserRemovalForm

blueprint = Blueprint("league_organisers", __name__)


@blueprint.get("/leagues/<slug>/organisers")
@league_organiser
def organisers(league: LeagueHead) -> ResponseReturnValue:
    return _page(league, OrganiserRemovalForm(None))


def _page(league: LeagueHead, form: OrganiserRemovalForm) -> ResponseReturnValue:
    return league_page(
        "leagues/admin/organisers.html",
        league,
        form=form,
        status=409 if form.errors else None,
        lines=organiser_lines(league.id),
        me=current_account.required().account_id,
        days=organiser_service.VALID_FOR.days,
        nights_ahead=bool(night_addresses.ahead(league.id, now=clock.now())),
    )


@blueprint.post("/leagues/<slug>/organisers/invitations")
@league_organiser
def invite(league: LeagueHead) -> ResponseReturnValue:
    """A fresh link, shown once: only its hash is kept."""
    offer = organiser_service.invite(league.id, actor=actor())
    path = url_for("league_organisers.offer", token=offer.token)
    link = addresses.outside(path) or path
    return league_page("leagues/admin/invitation.html", league, offer=offer, link=link)


@blueprint.post("/leagues/<slug>/organisers/<number:account>/removal")
@league_organiser
def removal(league: LeagueHead, account: int) -> ResponseReturnValue:
    """Take the right to run the league from an account; with one's own account, leave it."""
    form = OrganiserRemovalForm()
    renewals = {"renew_nights": form.renew_nights.data, "renew_link": form.renew_link.data}
    with form.catching_faults():
        organiser_service.remove(league.id, account, actor=actor(), **renewals)
        if account == current_account.required().account_id:
            return responses.see("leagues.index", news="organiser-left")
        news = "organiser-gone-renewed" if any(renewals.values()) else "organiser-gone"
        # The link of the league may have been renewed just now.
        slug = responses.or_404(league_by_id(league.id)).slug
        return responses.see("league_organisers.organisers", slug=slug, news=news)
    return _page(league, form)


@blueprint.get("/organisers/<token:token>")
@anyone
def offer(token: str) -> ResponseReturnValue:
    """A button, nothing more: messengers fetch links before people do."""
    league_id = organiser_service.find(token, now=clock.now())
    return _expired(404) if league_id is None else _offer_page(token, league_id, SignUpForm())


@blueprint.post("/organisers/<token:token>")
@sign_in_required
def accept(token: str) -> ResponseReturnValue:
    try:
        league_id = organiser_service.accept(token, actor=actor())
    except InvitationInvalid:
        return _expired(409)
    return _joined(league_id)


@blueprint.post("/organisers/<token:token>/account")
@anyone
def accept_anew(token: str) -> ResponseReturnValue:
    """Run the league with a new account, also where nobody else may sign up."""
    league_id = organiser_service.find(token, now=clock.now())
    if league_id is None:
        return _expired(409)
    form = SignUpForm()
    with form.catching_faults():
        password = form.password.data
        person = registration.checked(form.mail.data, name=form.name.data, password=password)
        links.count_sign_up()
        try:
            _, fresh = organiser_service.accept_anew(
                token, person, password=password, browser=current_account.signing_in()
            )
        except InvitationInvalid:
            return _expired(409)
        current_account.welcome(fresh)
        return _joined(league_id)
    return _offer_page(token, league_id, form)


def _joined(league_id: int) -> ResponseReturnValue:
    joined = responses.or_404(league_by_id(league_id))
    return responses.see("leagues.home", slug=joined.slug, news="organiser-joined")


def _offer_page(token: str, league_id: int, form: SignUpForm) -> ResponseReturnValue:
    return responses.page(
        "leagues/admin/offer.html",
        league=league_by_id(league_id),
        token=token,
        form=form,
        account=current_account.signed_in(),
    )


def _expired(status: int) -> ResponseReturnValue:
    days = organiser_service.VALID_FOR.days
    return responses.page("leagues/admin/invitation_expired.html", status=status, days=days)
