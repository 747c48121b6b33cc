"""Making, using and removing passkeys: signing in without a password."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, abort, request

from scorekeeper.services.accounts import passkeys, signing
from scorekeeper.services.accounts.passkeys import Site
from scorekeeper.services.accounts.refusals import AccountRefused
from scorekeeper.web import (
    access,
    account_mail,
    account_words,
    accounts,
    accounts_here,
    answers,
    clock,
    device,
    passkeys_here,
    tries,
    ways,
)
from scorekeeper.web.account_words import News
from scorekeeper.web.answers import Answer
from scorekeeper.web.forms.accounts import AccountForm

blueprint = Blueprint("passkeys", __name__)
_LONGEST_READ: Final = 20_000


@blueprint.post("/account/passkeys")
@access.organiser_account
def make() -> Answer:
    me = accounts.here()
    try:
        passkeys.make(
            me,
            _answer(),
            site=_site(),
            device=device.ensured(),
            label=accounts.label(),
            now=clock.now(),
        )
    except AccountRefused as refused:
        return accounts.account_page(account_words.errors(refused))
    account_mail.tell(me.mail, News.PASSKEY_ADDED)
    return answers.see("accounts.account", said="passkey-added")


@blueprint.post("/account/passkeys/<number:number>/removal")
@access.organiser_account
def remove(number: int) -> Answer:
    me = accounts.here()
    try:
        if passkeys.remove(me.account_id, passkey=number):
            account_mail.tell(me.mail, News.PASSKEY_REMOVED)
    except AccountRefused as refused:
        return accounts.account_page(account_words.errors(refused))
    return answers.see("accounts.account", said="passkey-removed")


@blueprint.post("/account/sign-in/passkey")
@access.anyone
def use() -> Answer:
    """Sign in by a passkey. Nobody guesses one, so tries are not counted, and nobody's tries keep it out."""
    way = ways.local(request.form.get("next", ""))
    here = _site()
    try:
        with tries.logged():
            fresh = passkeys.sign_in(
                _answer(),
                site=here,
                device=device.ensured(),
                label=accounts.label(),
                now=clock.now(),
                instead_of=accounts_here.token(),
            )
    except AccountRefused as refused:
        return accounts.sign_in_page(AccountForm(way=way), account_words.errors(refused))
    me = signing.who(fresh, now=clock.now())
    if me is not None and accounts.known_here(me.mail) is None:
        account_mail.tell(me.mail, News.NEW_BROWSER)
    return accounts.entered(fresh, way)


def _answer() -> passkeys.Answer:
    given = (request.form.get(name, "")[:_LONGEST_READ] for name in ("challenge", "credential"))
    return passkeys.Answer(*given)


def _site() -> Site:
    here = passkeys_here.site()
    if here is None:
        abort(404)
    return here
