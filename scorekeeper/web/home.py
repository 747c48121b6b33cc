"""The first page with this phone's games, the statistics of its players, help, and what is stored."""

from datetime import timedelta
from typing import Final

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import config
from scorekeeper.language import Plural
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.services.accounts import sessions
from scorekeeper.services.common import idempotency, limits
from scorekeeper.services.games import invitations, trash
from scorekeeper.services.games.queries.home import GameSummary, home_page
from scorekeeper.services.games.queries.players import players_page
from scorekeeper.services.leagues import organisers
from scorekeeper.services.leagues.transfer import uploads
from scorekeeper.web.accounts import current_account
from scorekeeper.web.games import access
from scorekeeper.web.games.games import affiliation_of
from scorekeeper.web.http import addresses, clock, device, responses
from scorekeeper.web.http import languages as http_languages
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.forms import Form, TextField
from scorekeeper.web.leagues.players import draw_curve

blueprint = Blueprint("home", __name__)
_NOBODY = ""
# The file is made anew for each request, so its date of expiry always lies this far ahead.
_VOUCHED_FOR: Final = timedelta(days=90)
# As many as one looks at in the list of all players.
_FORM_IN_LIST: Final = 5
# The whole phrase, because other languages bend the noun.
_FOR_DAYS: Final = Plural("for {number} day", "for {number} days")
_FOR_MINUTES: Final = Plural("for {number} minute", "for {number} minutes")
_AFTER_DAYS: Final = Plural("after {number} day", "after {number} days")


class DisplayForm(Form):
    """What one button of the page sends: the language of this browser, or a style that is switched."""

    language = TextField()
    style = TextField()


@blueprint.get("/")
@anyone
def index() -> str:
    page = home_page(device.known() or _NOBODY, now=clock.now())
    return render_template(
        "home/index.html",
        page=page,
        kept_days=trash.KEPT_FOR.days,
        may_start=current_account.may_start(),
        again=_again_address(page.previous) if page.previous else None,
        starters=access.starters(),
        **responses.news(),
    )


def _again_address(game: GameSummary) -> str | None:
    """Where the players of a game start another one, on their league night if they were at one."""
    affiliation = affiliation_of(game.id)
    address = affiliation.again_address() if affiliation else None
    if address is not None and current_account.may_start(at_night=True):
        return address
    return url_for("games.new", again=game.id) if current_account.may_start() else None


@blueprint.get("/players")
@anyone
def players() -> str:
    """Everybody in the counted games of this phone."""
    phone = device.known() or _NOBODY
    page = players_page(phone)
    return render_template(
        "home/players.html",
        page=page,
        home=None if page.people else home_page(phone),
        most_form=_FORM_IN_LIST,
    )


@blueprint.get("/players/<string(length=16):name_id>")
@anyone
def player(name_id: str) -> str:
    """One of them, by the id of the name; 404 for a name that is in none of these games."""
    page = players_page(device.known() or _NOBODY)
    person = responses.or_404(page.people.get(name_id))
    compared = (game.result for game in person.games if game.compared)
    return render_template(
        "home/player.html",
        page=page,
        player=person,
        curve=draw_curve(compared, wins=page.rules.wins if page.rules else Wins.LOWEST),
    )


@blueprint.get("/help")
@anyone
def help() -> str:  # noqa: A001
    return render_template("home/help.html", address=addresses.outside("/"))


@blueprint.get("/outbox")
@anyone
def outbox() -> str:
    """A page whose script sends what waits on another phone, of which it reads the file."""
    return render_template("home/outbox.html")


@blueprint.get("/privacy")
@anyone
def privacy() -> str:
    """How long everything is stored: each length is the one that the program uses."""
    settings = config.current()
    kept = {
        "answers": idempotency.REMEMBERED_FOR,
        "deleted": trash.KEPT_FOR,
        "device": timedelta(seconds=device.LIFETIME),
        "browser": sessions.KNOWN_FOR,
        "chosen": http_languages.REMEMBERED_FOR,
        "organiser": organisers.VALID_FOR,
        "upload": uploads.UPLOAD_LASTS,
    }
    ended = {"counted": limits.COUNTED_FOR, "empty": trash.EMPTY_FOR, "sign_in": sessions.LASTS}
    return render_template(
        "home/privacy.html",
        **{name: _spoken(length.days, _FOR_DAYS) for name, length in kept.items()},
        **{name: _spoken(length.days, _AFTER_DAYS) for name, length in ended.items()},
        invitation=_spoken(invitations.VALID_FOR // timedelta(minutes=1), _FOR_MINUTES),
        contact=settings.contact,
        backups=settings.backups,
        own_backups=settings.database_file is not None,
        mail_host=settings.mail.host if settings.mail else None,
    )


@blueprint.route("/display", methods=["GET", "POST"])
@anyone
def display() -> ResponseReturnValue:
    """How this browser shows cards and pages, and in which language: each has its own name."""
    form, length = DisplayForm(), http_languages.REMEMBERED_FOR
    languages = {code: http_languages.locale_of(code) for code in http_languages.installed(current_app)}
    if form.style.data in device.STYLES:
        switched = {form.style.data}.symmetric_difference(device.styles())
        answer, cookie = responses.see("home.display"), device.DISPLAY_COOKIE
        value = ".".join(sorted(switched))
    elif form.language.data in languages:
        answer, cookie, value = responses.see("home.index"), http_languages.COOKIE, form.language.data
    else:
        if request.method == "POST":
            form.add_error("", "choice")
        return responses.page("home/display.html", form=form, choices=languages)
    device.write_cookie(answer, cookie, value, seconds=int(length.total_seconds()), hidden=False)
    return answer


@blueprint.get("/.well-known/security.txt")
@anyone
def security_txt() -> Response:
    """The contact for reports of weaknesses (RFC 9116); 404 if this server has none."""
    settings = config.current()
    if settings.contact is None:
        abort(404)
    expires = clock.now() + _VOUCHED_FOR
    text = f"Contact: {settings.contact}\nExpires: {expires:%Y-%m-%dT%H:%M:%SZ}\nPreferred-Languages: en\n"
    return Response(text, mimetype="text/plain")


def _spoken(number: int, phrase: Plural) -> str:
    return phrase.of(number).format(number=number)
