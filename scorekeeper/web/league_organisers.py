"""Who runs a league: the list, a link for one more, leaving, and accepting such a link."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request, url_for

from scorekeeper.services.accounts import keeping
from scorekeeper.services.accounts.refusals import AccountRefused
from scorekeeper.services.faults import InvitationInvalid
from scorekeeper.services.leagues import nights
from scorekeeper.services.leagues import organisers as verbs
from scorekeeper.services.reading.leagues.head import league_by_id
from scorekeeper.services.reading.leagues.organisers import organisers as lines
from scorekeeper.web import (
    access,
    account_links,
    account_words,
    accounts,
    accounts_here,
    addresses,
    answers,
    clock,
    leagues_here,
    refusals,
)
from scorekeeper.web.answers import Answer
from scorekeeper.web.forms import accounts as forms
from scorekeeper.web.forms.accounts import AccountForm
from scorekeeper.web.freshness import NEVER_KEPT
from scorekeeper.web.leagues_here import league, organiser_id
from scorekeeper.web.refusals import NONE, Errors

blueprint = Blueprint("league_organisers", __name__)


@blueprint.get("/leagues/<slug>/organisers")
@leagues_here.league_organiser
def organisers(slug: str) -> Answer:
    return _page(NONE)


@blueprint.post("/leagues/<slug>/organisers/invitations")
@leagues_here.league_organiser
def invite(slug: str) -> Response:
    """A fresh link, shown once: only its hash is kept."""
    offer = verbs.invite(league().id, now=clock.now(), account_id=organiser_id())
    path = url_for("league_organisers.offer", token=offer.token)
    html = render_template(
        "league_organisers/invitation.html",
        league=league(),
        offer=offer,
        link=addresses.outside(path) or path,
    )
    response = make_response(html)
    response.headers["Cache-Control"] = NEVER_KEPT
    return response


@blueprint.post("/leagues/<slug>/organisers/<number:account>/removal")
@leagues_here.league_organiser
def removal(slug: str, account: int) -> Answer:
    """Let an account run the league no longer; one's own is leaving it."""
    renewed = {name: bool(request.form.get(name)) for name in ("renew_nights", "renew_link")}
    with refusals.caught() as errors:
        verbs.remove(league().id, account, account_id=organiser_id(), now=clock.now(), **renewed)
        if account == organiser_id():
            return answers.see("league_making.index", said="organiser-left")
        said = "organiser-gone-renewed" if any(renewed.values()) else "organiser-gone"
        return answers.see("league_organisers.organisers", slug=_slug_now(), said=said)
    return _page(errors)


@blueprint.get("/organisers/<token:token>")
@access.anyone
def offer(token: str) -> Answer:
    """A button, nothing more: messengers fetch links before people do."""
    league_id = verbs.find(token, now=clock.now())
    return _expired(404) if league_id is None else _offer(token, league_id, AccountForm(), NONE)


@blueprint.post("/organisers/<token:token>")
@access.organiser_account
def accept(token: str) -> Answer:
    try:
        league_id = verbs.accept(token, account_id=organiser_id(), now=clock.now())
    except InvitationInvalid:
        return _expired(409)
    return _joined(league_id)


@blueprint.post("/organisers/<token:token>/account")
@access.anyone
def accept_anew(token: str) -> Answer:
    """Run the league with a new account, also where nobody else may sign up."""
    league_id = verbs.find(token, now=clock.now())
    if league_id is None:
        return _expired(409)
    form = forms.read(request.form)
    try:
        person = keeping.checked_with_password(form.mail, name=form.name, password=form.password)
        account_links.count_sign_up()
        _, fresh = verbs.accept_anew(
            token,
            person,
            password=form.password,
            label=accounts.label(),
            now=clock.now(),
            instead_of=accounts_here.token(),
        )
    except AccountRefused as refused:
        return _offer(token, league_id, form, account_words.errors(refused))
    except InvitationInvalid:
        return _expired(409)
    accounts_here.welcome(fresh)
    return _joined(league_id)


def _slug_now() -> str:
    """The address of the league, which may just have got another one."""
    return answers.found(league_by_id(league().id)).slug


def _joined(league_id: int) -> Answer:
    joined = answers.found(league_by_id(league_id))
    return answers.see("league_settings.settings", slug=joined.slug, said="organiser-joined")


def _offer(token: str, league_id: int, form: AccountForm, errors: Errors) -> Answer:
    return answers.page(
        "league_organisers/offer.html",
        errors=errors,
        league=league_by_id(league_id),
        token=token,
        form=form,
        account=accounts_here.signed_in(),
    )


def _expired(status: int) -> Answer:
    return answers.page("league_organisers/expired.html", errors=NONE, status=status)


def _page(errors: Errors) -> Answer:
    return answers.page(
        "league_organisers/organisers.html",
        errors=errors,
        status=409 if errors else None,
        league=league(),
        lines=lines(league().id),
        me=organiser_id(),
        nights_ahead=bool(nights.ahead(league().id, now=clock.now())),
        **answers.news(),
    )
