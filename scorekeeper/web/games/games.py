"""One game: starting it, its table page, undoing, deleting and restoring."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from flask import Blueprint, Response, make_response, render_template, request, url_for

from scorekeeper.config import Starters
from scorekeeper.rules.entries import HandScored, Started
from scorekeeper.rules.faults import StateViolation
from scorekeeper.rules.game import Status
from scorekeeper.rules.incomplete import year_end
from scorekeeper.rules.rulesets import RULESETS, is_outside
from scorekeeper.services.common import idempotency
from scorekeeper.services.common.faults import TooManyAttempts
from scorekeeper.services.games import recording, rights, trash
from scorekeeper.services.games.queries.head import head_of, page_state
from scorekeeper.services.games.queries.history import history_page
from scorekeeper.services.games.queries.players import names_before
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.services.games.queries.table import TablePage, table_page
from scorekeeper.web.games import access, new_game_form, page_cache
from scorekeeper.web.games.affiliations import affiliation_of
from scorekeeper.web.http import addresses, clock, device, form_errors, responses
from scorekeeper.web.http.access import anyone, count_network
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.http.fields import NotAMoment, whole_or
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.headers import accepts_gzip, compressed
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("games", __name__, url_prefix="/games")
MOST_KNOWN: Final = 24
# The clause of two equal cards in the draw for the first dealer, about which the rules are silent.
EQUAL_CARDS: Final = "2.2b"
MOST_GAMES: Final = 300
ONE_HOUR: Final = timedelta(hours=1)
CLOSED: Final = 403


@blueprint.get("/new")
@anyone
def new() -> Answer:
    """An empty form, or one with the seats of the game `?again=`, whose dealer is drawn again (2.2)."""
    if not access.may_start():
        return closed_page()
    again = request.args.get("again", "")
    seats = table_page(again) if is_game_id(again) else None
    form = new_game_form.NewGame()
    if seats is not None:
        names = tuple(seat.name for seat in seats.seats if seat.left_after is None)
        names = names or tuple(seat.name for seat in seats.seats)
        form = new_game_form.NewGame(names, house=seats.head.house_rules, previous=seats.head.id)
    return _new_page(form, errors=NO_ERRORS)


@blueprint.post("/new")
@anyone
def start() -> Answer:
    """Start the game, or show the form after one of its small buttons."""
    form = new_game_form.pressed(new_game_form.read(request.form), form=request.form)
    if not request.form.get("start"):
        return _new_page(
            form, errors=form_errors.by_field(new_game_form.name_faults(form), fields=new_game_form.FIELDS)
        )
    now = clock.now()
    try:
        with form_errors.caught(fields=new_game_form.FIELDS) as errors:
            game_id = _started(new_game_form.event(form, now=now), now=now, previous=previous_of(form))
            return responses.see("games.table", game_id=game_id)
    except NotAMoment:
        errors = form_errors.malformed({"started_at": "date"})
    except access.StartsClosed:
        return _new_page(
            form, errors=form_errors.malformed({form_errors.WHOLE: "starts-closed"}), status=CLOSED
        )
    except TooManyAttempts as tried:
        errors = form_errors.malformed({form_errors.WHOLE: "games"})
        slowed = make_response(_new_page(form, errors=errors, status=429))
        slowed.headers["Retry-After"] = str(tried.seconds)
        return slowed
    return _new_page(form, errors=errors)


@blueprint.get("/<game:game_id>")
@access.watcher
def table(game_id: str) -> Response:
    """The table page; browsers that have the newest one already were answered before Flask."""
    phone = device.known()
    state = responses.found(page_state(game_id, device=phone))
    shareable = "said" not in request.args and accepts_gzip()
    if shareable and not state.may_write and state.taken_at is None:
        kept = page_cache.kept(game_id, tag=page_cache.tag_of(state.version, may_write=False))
        if kept is not None:
            return kept
    page = responses.found(table_page(game_id, device=phone))
    html, tag = _table_html(page)
    if shareable and not page.may_write and page.take_back_until is None:
        page_cache.page_cache().keep(game_id, tag=tag, page=compressed(html))
    # The link that plays again may depend on who is signed in, so such a page must not be kept.
    if page.may_write and access.starters() is not Starters.EVERYONE:
        return make_response(html)
    return page_cache.tagged(make_response(html), tag=tag)


@blueprint.get("/<game:game_id>/history")
@access.watcher
def history(game_id: str) -> Answer:
    return render_template("games/history.html", page=responses.found(history_page(game_id)))


@blueprint.post("/<game:game_id>/undos")
@access.scorer
def undos(game_id: str) -> Answer:
    """Undo the named entry; if another has become the last one, show that one."""
    entry = whole_or(request.form.get("entry"), default=0)
    undone = next((line.event for line in recording.entries(game_id) if line.number == entry), None)
    try:
        recording.undo(game_id, entry, now=clock.now(), device=device.known())
    except StateViolation as refused:
        errors = form_errors.by_field(refused.faults, fields={})
        table = responses.found(table_page(game_id))
        return responses.page("games/undo.html", errors=errors, status=409, table=table, entry=entry)
    if isinstance(undone, HandScored):
        return responses.see("hands.score", game_id=game_id, number=undone.hand, said="hand-undone")
    return responses.see("games.table", game_id=game_id, said="undone")


@blueprint.get("/<game:game_id>/deletion")
@access.scorer
def deletion(game_id: str) -> Answer:
    return render_template(
        "games/deletion.html", table=responses.found(table_page(game_id)), stays=trash.must_stay(game_id)
    )


@blueprint.post("/<game:game_id>/deletion")
@access.scorer
def delete(game_id: str) -> Answer:
    trash.delete(game_id, now=clock.now())
    return responses.see("home.index", said="deleted")


@blueprint.post("/<game:game_id>/restoration")
@access.scorer
def restoration(game_id: str) -> Answer:
    with form_errors.caught(fields={}) as errors:
        trash.restore(game_id, now=clock.now())
        return responses.see("games.table", game_id=game_id, said="restored")
    return responses.page("layout/refused.html", errors=errors, back=None)


def closed_page() -> Answer:
    """The page for browsers that may not start games: who may, and the way to sign in."""
    return responses.page(
        "games/closed.html",
        errors=NO_ERRORS,
        status=CLOSED,
        starters=access.starters(),
        here=addresses.current_path(),
    )


def previous_of(form: new_game_form.NewGame) -> str | None:
    """The game whose seats play again, if there is such a game."""
    found = head_of(form.previous) if is_game_id(form.previous) else None
    return None if found is None else found.id


def _started(event: Started, *, now: datetime, previous: str | None) -> str:
    """The id of the new game; if this very form was sent before, of the game that it started then."""
    phone = device.ensured()

    def start_it() -> idempotency.Answer:
        access.require_start()
        count_network("new game", most=MOST_GAMES, within=ONE_HOUR)
        return idempotency.Answer(303, recording.start_game(event, now=now, device=phone, previous=previous))

    # Each form that is shown has its own token, so a form sent twice is recognised.
    sent = "&".join(f"{name}={value}" for name, value in request.form.items(multi=True))
    return idempotency.once(start_it, route="games.start", caller=phone, key=sent, body=b"", now=now).body


def _new_page(form: new_game_form.NewGame, *, errors: Errors, status: int | None = None) -> Answer:
    phone = device.ensured()
    new = new_game_form.with_suggestions(form, before=names_before(phone)[:MOST_KNOWN])
    agreed = precedents_for(phone, form.previous, clauses=[EQUAL_CARDS])
    leaves_league = is_game_id(form.previous) and affiliation_of(form.previous) is not None
    return responses.page(
        "games/new.html", errors=errors, status=status, new=new, agreed=agreed, leaves_league=leaves_league
    )


def _table_html(page: TablePage) -> tuple[str, str]:
    """The page and its tag, both from one reading of the game."""
    head = page.head
    ends = year_end(head.started_at, time_zone=head.time_zone)
    year_over = clock.now() >= ends
    # A suspended game can only be ended once its year is over (8.2a), and its page then says so.
    suspended = head.status is Status.SUSPENDED
    returns = page.take_back_until if rights.is_open(page.take_back_until, now=clock.now()) else None
    changes = [moment for moment in (ends if suspended and not year_over else None, returns) if moment]
    tag = page_cache.tag_of(
        (head.version, head.rights_version),
        may_write=page.may_write,
        since=ends if suspended and year_over else None,
        until=min(changes, default=None),
    )
    players = _players_at_start(page)
    affiliation = affiliation_of(head.id)
    at_night = affiliation is not None and affiliation.at_night
    html = render_template(
        "games/table.html",
        table=page,
        may_write=page.may_write,
        take_back_until=returns,
        etag=f"W/{tag}",
        ending=page.ending,
        outside=is_outside(RULESETS[head.ruleset], players=players),
        started_with=players,
        replay=_tells_replay(page),
        year_over=year_over,
        here=url_for("games.table", game_id=head.id),
        affiliation=affiliation,
        may_start=page.may_write and access.may_start(at_night=at_night),
        **responses.news(_way_to_correct(head.id)),
    )
    return html, tag


def _way_to_correct(game_id: str) -> tuple[str, str] | None:
    """After a hand was sent twice, a link to the page that corrects it."""
    hand = whole_or(request.args.get("hand"), default=0)
    if hand <= 0:
        return None
    return url_for("corrections.correction", game_id=game_id, number=hand), "Correct it"


def _players_at_start(page: TablePage) -> int:
    return sum(seat.start_score is None for seat in page.seats)


def _tells_replay(page: TablePage) -> bool:
    """Whether the page must say that its hand is played again (8.6), which the news may say already."""
    hand = page.head.hand
    again = hand is not None and hand.number in page.void
    return again and request.args.get("said") != "hand-replay"
