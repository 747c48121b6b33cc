"""House rules: change any rules in a form, save them under a name, and share them by link, code and file."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import islice
from typing import Final

from flask import Blueprint, Response, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.language import N_, _
from scorekeeper.rules.checks import MOST_RECORDED
from scorekeeper.rules.faults import RuleViolation
from scorekeeper.rules.rulesets.checks import warnings
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.in_force import NotOfShape
from scorekeeper.services.common.faults import WrittenByNewer
from scorekeeper.services.games import rulesets
from scorekeeper.services.games.rulesets import BaseRules
from scorekeeper.web.accounts import current_account
from scorekeeper.web.http import addresses, clock, device, responses
from scorekeeper.web.http.access import anyone, count_network
from scorekeeper.web.http.forms import Form
from scorekeeper.web.http.parsing import cut
from scorekeeper.web.rulesets.forms import ChangesForm, HouseRulesForm, RulesFileForm
from scorekeeper.web.rulesets.words import difference_sentences, warning

blueprint = Blueprint("rulesets", __name__, url_prefix="/rulesets")
MOST_SAVED: Final = 300
ONE_HOUR: Final = timedelta(hours=1)
_CLOSED: Final = 403
# The cookie with the keys of saved rules that this phone wrote or started a game by, the latest first.
_COOKIE: Final = "rules"
_MOST_KEYS: Final = 8
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_NEWER_FILE: Final = N_("This server doesn’t know “{field}”. If a newer one wrote the file, upgrade first.")


@blueprint.route("/<ruleset>/changes", methods=["GET", "POST"])
@anyone
def changes(ruleset: str) -> ResponseReturnValue:
    """The form with the variants and changes that the address names, or as sent with what is different now;
    its button saves the rules under their name.
    """
    base = base_or_404(ruleset)
    if request.method != "POST":
        address = ChangesForm(request.args)
        return _page(ruleset, HouseRulesForm.of(base, address.variant.data, address.changes.data, fixed=()))
    form = HouseRulesForm.sent(base, fixed=())
    if form.errors or not form.save.data:
        return _page(ruleset, form)
    variants, changes = form.applied, form.changes
    save = partial(rulesets.save, form.name.data, base, variants=variants, changes=changes, now=clock.now())
    return _saved(save, form, partial(_page, ruleset, form))


@blueprint.route("/file", methods=["GET", "POST"])
@anyone
def upload() -> ResponseReturnValue:
    """Save the rules of a file that somebody has downloaded, so that they have a page here."""
    form = RulesFileForm()
    content = form.file.data
    page = partial(responses.page, "rulesets/file.html", form=form, players=waiting_players())
    if request.method != "POST":
        return page()
    try:
        return _saved(partial(rulesets.from_file, content, now=clock.now()), form, page)
    except WrittenByNewer as newer:
        form.file.errors = [_(_NEWER_FILE).format(field=newer.field)]
    except (rulesets.NotADocument, NotOfShape):
        form.add_error("file", "rules-file" if content else "file")
    return page()


@blueprint.get("/<ruleset>")
@anyone
def saved(ruleset: str) -> ResponseReturnValue:
    """Saved rules by their key: how they differ from the game they were made of, and how to share them."""
    base = base_or_404(ruleset)
    link = addresses.outside(url_for("rulesets.saved", ruleset=ruleset))
    return responses.page(
        "rulesets/saved.html",
        ruleset=ruleset,
        name=rules_name(base),
        origin=RULESETS[base.chosen.ruleset],
        different=list(difference_sentences(RULESETS[base.chosen.ruleset], base.rules)),
        warned=map(warning, warnings(base.rules)),
        players=waiting_players(),
        link=link,
        **responses.news(),
    )


@blueprint.get("/<ruleset>/file")
@anyone
def file(ruleset: str) -> Response:
    """The document of the rules, as a file to keep or to send; of a game's own rules, one without changes."""
    base = base_or_404(ruleset)
    unchanged = {"ruleset": ruleset, "variants": [], "changes": {}}
    document = base.saved or {"format": rulesets.FORMAT, "name": base.rules.name, **unchanged}
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return responses.download([text], mimetype="application/json", name="rules.json")


def base_or_404(ruleset: str) -> BaseRules:
    """The rules with this id or key; 404 if there are none."""
    try:
        return rulesets.use(ruleset, now=clock.now())
    except RuleViolation:
        abort(404)


def waiting_players() -> tuple[str, ...]:
    """Names that a form of a new game has already, and that wait there until its rules are written."""
    names = map(cut, request.args.getlist("player")[:MOST_RECORDED])
    return tuple(filter(None, names))


def recent_keys() -> tuple[str, ...]:
    """The keys of saved rules that the browser keeps; there may be no such rules any more."""
    keys = (device.read_cookie(_COOKIE) or "").split(".")
    return tuple(islice(dict.fromkeys(filter(_KEY.fullmatch, keys)), _MOST_KEYS))


def remember_key(response: Response, key: str) -> Response:
    """The answer, with which the browser keeps this key as the latest."""
    keys = islice(dict.fromkeys((key, *recent_keys())), _MOST_KEYS)
    device.write_cookie(response, _COOKIE, ".".join(keys), seconds=device.LIFETIME)
    return response


def _saved(save: Callable[[], str], form: Form, page: responses.Page) -> ResponseReturnValue:
    """Where the rules are that `save` gives a key; the page again, if they cannot be."""
    if not current_account.may_start():
        form.add_error("", "rules-closed")
        return page(status=_CLOSED)
    count_network("saved rules", most=MOST_SAVED, within=ONE_HOUR)
    with form.catching_faults():
        key = save()
        seen = responses.see("rulesets.saved", ruleset=key, news="rules-saved", player=waiting_players())
        return remember_key(seen, key)
    return page()


def rules_name(base: BaseRules) -> str:
    """What the table calls the rules."""
    return str(base.saved["name"]) if base.saved else _(base.rules.name)


def _page(ruleset: str, form: HouseRulesForm, *, status: int | None = None) -> ResponseReturnValue:
    """The form with what it changes."""
    form.check()
    return responses.page(
        "rulesets/changes.html",
        status=status,
        ruleset=ruleset,
        base_name=rules_name(form.base),
        form=form,
        players=waiting_players(),
        may_save=current_account.may_start(),
    )
