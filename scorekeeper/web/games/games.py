"""One game: starting it, its table page, undoing, deleting and restoring."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import lru_cache
from itertools import groupby
from typing import Final, Protocol
from zlib import crc32

from flask import Blueprint, Flask, Response, current_app, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.config import Starters
from scorekeeper.language import _, current
from scorekeeper.rules import names
from scorekeeper.rules.entries import Corrected, HandScored
from scorekeeper.rules.game import Status
from scorekeeper.rules.incomplete import is_year_over
from scorekeeper.rules.rulesets.ruleset import Incomplete
from scorekeeper.services.games import recording, rights, trash
from scorekeeper.services.games.queries.head import GameHead, PageState, page_state
from scorekeeper.services.games.queries.history import Change, EntryEffects, HistoryPage, history_page
from scorekeeper.services.games.queries.players import names_before
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.services.games.queries.table import TablePage, table_page
from scorekeeper.web.accounts import current_account
from scorekeeper.web.games import access, new_games
from scorekeeper.web.games.forms import NewGameForm, UndoForm
from scorekeeper.web.games.new_games import EQUAL_CARDS, Suggestion
from scorekeeper.web.games.rule_choice import RuleChoice
from scorekeeper.web.http import clock, device, formats, responses
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.assets import static_tree
from scorekeeper.web.http.parsing import cut, parse_whole
from scorekeeper.web.rulesets.rulesets import waiting_players

blueprint = Blueprint("games", __name__, url_prefix="/games")
MOST_SUGGESTED: Final = 24
_DIGEST_LENGTH: Final = 8
_MOST_WATCHED: Final = 200
# More changes than a winner and two scores are left to the history.
_MOST_CHANGES: Final = 3


class Affiliation(Protocol):
    """What a game belongs to, in HTML for its table page; its `repr` tells all that may change there."""

    @property
    def at_night(self) -> bool:
        """Whether the game was started on a league night, where no account is needed."""

    @property
    def members(self) -> Sequence[tuple[str, str]]:
        """The names to offer where a player is named, and how each is typed without accents."""

    @property
    def latecomers(self) -> str:
        """What it says of a game that somebody joins late."""

    def section(self, *, may_write: bool, only_totals: bool) -> Markup:
        """The part of the table page about the league; empty if this phone may not see it.

        Nothing can be corrected in a game of which only totals are known.
        """

    def again_address(self) -> str | None:
        """Where another game with these players starts on the same night; None if it cannot."""

    def play_again(self, *, label: str) -> Markup:
        """The links that start another game with these players; `label` is what the first one says."""


def show_affiliations(app: Flask, find: Callable[[str], Affiliation | None]) -> None:
    """Let the pages of games, which know nothing of leagues, ask `find` what a game belongs to."""
    app.extensions["game-affiliations"] = find


def affiliation_of(game_id: str) -> Affiliation | None:
    """What a game belongs to; None for a game on its own."""
    find: Callable[[str], Affiliation | None] = current_app.extensions["game-affiliations"]
    return find(game_id)


@blueprint.route("/new", methods=["GET", "POST"])
@anyone
def new() -> ResponseReturnValue:
    """Start the game of the form, or show it after one of its small buttons.

    It is empty, has the seats and rules of the game `?again=`, or is for the rules `?ruleset=`. `?player=`
    are names that waited while the rules were written.
    """
    if request.method == "POST":
        form = NewGameForm()
        new_games.press(form)
        return new_games.start_or_show(form, start=recording.start_game, page=_new_page)
    if not current_account.may_start():
        return new_games.closed_page()
    form = new_games.form_again(request.args.get("again", ""))
    if ruleset := cut(request.args.get("ruleset")):
        form.player.put(form.player.data or waiting_players())
        form.take(RuleChoice(ruleset))
    form.add_faults(form.rule_faults)
    return _new_page(form)


@blueprint.get("/<game:game_id>")
@access.watcher
def table(game_id: str) -> Response:
    """The table page, without one (304) for phones that have the newest: they ask every few seconds."""
    phone = device.known()
    state = responses.or_404(page_state(game_id, device=phone or ""))
    tag = tag_of(state, affiliation_of(game_id))
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    elif state.may_write or state.take_back_until or "said" in request.args:
        response = make_response(table_html(responses.or_404(table_page(game_id, device=phone)), tag=tag))
    else:
        response = make_response(current_app.extensions["watched_pages"](game_id, tag))
    # The link that plays again may depend on who is signed in, so such a page must not be kept.
    if not state.may_write or access.starters() is Starters.EVERYONE:
        response.set_etag(tag, weak=True)
    return response


@blueprint.get("/<game:game_id>/history")
@access.watcher
def history(game_id: str) -> ResponseReturnValue:
    """The history by days, as the clock of the game has them."""
    page = responses.or_404(history_page(game_id))
    zone = page.head.time_zone
    today = formats.local(clock.now(), zone).date()
    return render_template("games/history.html", head=page.head, days=_by_day(page), today=today)


@blueprint.post("/<game:game_id>/undos")
@access.scorer
def undos(game_id: str) -> ResponseReturnValue:
    """Undo the named entry; StateViolation if another has become the last one.

    A phone that cannot name it, as it has heard no answer, means that of the form before: 404 if it was never
    recorded.
    """
    entry, before = UndoForm().entry.data, access.origin().previous_form
    if not entry and before:
        entry = responses.or_404(recording.entry_of(game_id, before))
    undone = next((line.event for line in recording.entries(game_id) if line.number == entry), None)
    recording.undo(game_id, entry, now=clock.now(), origin=access.origin())
    if isinstance(undone, HandScored):
        return responses.see("hands.score", game_id=game_id, number=undone.hand, news="hand-undone")
    if isinstance(undone, Corrected):
        return responses.see("games.table", game_id=game_id, news="uncorrected", hand=undone.hand)
    return responses.see("games.table", game_id=game_id, news="undone")


@blueprint.route("/<game:game_id>/deletion", methods=["GET", "POST"])
@access.scorer
def deletion(game_id: str) -> ResponseReturnValue:
    """Delete it; a phone that takes back a start, of which it heard nothing, means no game that is played."""
    if request.method == "POST":
        trash.delete(game_id, now=clock.now(), untouched=bool(access.origin().previous_form))
        return responses.see("home.index", news="deleted")
    return render_template(
        "games/deletion.html",
        table=responses.or_404(table_page(game_id)),
        stays=trash.must_stay(game_id),
        kept_days=trash.KEPT_FOR.days,
    )


@blueprint.post("/<game:game_id>/restoration")
@access.scorer
def restoration(game_id: str) -> ResponseReturnValue:
    trash.restore(game_id, now=clock.now())
    return responses.see("games.table", game_id=game_id, news="restored")


def _by_day(page: HistoryPage) -> list[tuple[date, list[EntryEffects]]]:
    """Each day with its entries, both from the newest on."""
    zone = page.head.time_zone
    days = groupby(reversed(page.entries), key=lambda line: formats.local(line.entry.at, zone).date())
    return [(day, list(lines)) for day, lines in days]


def _new_page(form: NewGameForm, *, status: int | None = None) -> ResponseReturnValue:
    phone = device.ensured()
    seats = {names.key(player): seat for seat, player in enumerate(form.player.data, start=1)}
    previous = form.previous.data
    known = names_before(phone)[:MOST_SUGGESTED]
    suggested = [Suggestion(name, seats.get(names.key(name), 0)) for name in known]
    return responses.page(
        "games/new.html",
        status=status,
        form=form,
        # Who plays again sits there already.
        suggestions=[suggestion for suggestion in suggested if not (previous and suggestion.seat)],
        agreed=precedents_for(phone, previous, clauses=[EQUAL_CARDS]),
        leaves_league=bool(previous) and affiliation_of(previous) is not None,
    )


def tag_of(state: PageState, affiliation: Affiliation | None) -> str:
    """The tag of the table page: all that it depends on.

    It is made before the game is read, so a page may be newer than its tag, and never older.
    """
    now = clock.now()
    is_year_over, may_return = now >= state.year_end, rights.is_open(state.take_back_until, now=now)
    flags = f"{state.may_write:d}{is_year_over:d}{may_return:d}"
    digest = static_tree(current_app).digest[:_DIGEST_LENGTH]
    league = f"{crc32(repr(affiliation).encode()):x}" if affiliation else ""
    return ".".join((digest, *map(str, state.version), flags, league, current().code, *device.styles()))


def watched_pages() -> Callable[[str, str], str]:
    """A cache of what phones that only watch see of a game, by its id and the tag of the page.

    After each hand all of them ask at once; a club's evening would render the same page ten times.
    """
    return lru_cache(maxsize=_MOST_WATCHED)(
        lambda game_id, tag: table_html(responses.or_404(table_page(game_id)), tag=tag)
    )


def table_html(page: TablePage, *, tag: str, ahead: str = "", undone: int | None = None) -> str:
    """The table page in HTML; with `ahead` one for a phone that goes on without a network: as it will stand
    before a later "hand", at the "end" of the game, or where nobody knows how it goes on ("far"). `undone` is
    the entry without which it stands so.
    """
    head, now = page.head, clock.now()
    affiliation = affiliation_of(head.id)
    at_night = affiliation is not None and affiliation.at_night
    return render_template(
        "games/table.html",
        table=page,
        take_back_until=page.take_back_until if rights.is_open(page.take_back_until, now=now) else None,
        etag=f'W/"{tag}"',
        ahead=ahead,
        undone=undone,
        changes=_corrected(page),
        year_over=_can_only_end(head, at=now),
        affiliation=affiliation,
        may_start=page.may_write and current_account.may_start(at_night=at_night),
        **responses.news(_link_to_recorded(head.id), rules=head.rules),
    )


def _corrected(page: TablePage) -> tuple[Change, ...]:
    """What the newest entry changed, if it is a correction, and no other news that the address speaks of."""
    last, news = page.undoable, request.args.get("said", "correction-")
    if not (news.startswith("correction-") and last and isinstance(last.event, Corrected)):
        return ()
    if request.args.get("hand", last.event.hand, type=parse_whole) != last.event.hand:
        return ()
    changes = responses.or_404(history_page(page.head.id)).entries[last.number - 1].changes
    return changes if len(changes) <= _MOST_CHANGES else ()


def _can_only_end(head: GameHead, *, at: datetime) -> bool:
    """Whether a break outlasted the year of the game (8.2a)."""
    return (
        head.status is Status.SUSPENDED
        and head.rules.incomplete is Incomplete.POSTED
        and is_year_over(head.started_at, at=at, time_zone=head.time_zone)
    )


def _link_to_recorded(game_id: str) -> tuple[str, str] | None:
    """After something was sent twice, a link to what is recorded: to correct a hand, to see a ruling."""
    news = request.args.get("said")
    hand, entry = (request.args.get(name, 0, type=parse_whole) for name in ("hand", "entry"))
    if news == "hand-again" and hand > 0:
        return url_for("corrections.correction", game_id=game_id, number=hand), _("Correct it")
    if news == "ruled-before" and entry > 0:
        return url_for("rulings.recorded", game_id=game_id, entry=entry), _("See the ruling")
    return None
