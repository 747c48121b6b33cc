"""The pages of a game that a scorer's phone keeps, to go on where nothing answers.

Those of a game that may start are drawn for each phone that may start it.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from flask import Blueprint, Response, abort, jsonify, make_response, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.rules.checks import FEWEST_RECORDED
from scorekeeper.rules.entries import Started
from scorekeeper.rules.faults import RuleViolation, StateViolation
from scorekeeper.rules.game import Status
from scorekeeper.rules.rulesets.in_force import NotOfShape
from scorekeeper.services.games.queries.ahead import NAMES, Ahead, hands_ahead, new_game_ahead, undone_ahead
from scorekeeper.services.games.queries.hands import ScoringPage
from scorekeeper.services.games.queries.head import GameHead, page_state
from scorekeeper.services.games.queries.table import TablePage, table_page
from scorekeeper.web.accounts import current_account
from scorekeeper.web.games import access, rule_choice
from scorekeeper.web.games.forms import ArrivalForm, DeparturesForm
from scorekeeper.web.games.games import affiliation_of, table_html, tag_of
from scorekeeper.web.games.hands import fresh_page
from scorekeeper.web.games.rule_choice import RuleChoice
from scorekeeper.web.games.seats import arrivals_page, departures_page
from scorekeeper.web.http import clock, device, responses
from scorekeeper.web.http.access import anyone

blueprint = Blueprint("ahead", __name__)
# The id of a game that is still to be started: longer than any other one. static/js/new-game.js has the same.
NEW: Final = "game-that-is-still-to-be-started"
_OTHERS = ("seats.departures", "seats.arrivals", "pauses.suspension", "pauses.resumption")


@blueprint.get("/games/<game:game_id>/ahead")
@access.scorer
def pages(game_id: str) -> Response:
    """The pages of a game in HTML by their address, without them (304) for phones that have the newest.

    The table's own address with `?hand=` is that of the table as it will stand before this hand. With
    `?undone=` pages are as they will be once this entry is undone, which the table offers.
    """
    tag = tag_of(responses.or_404(page_state(game_id, device=device.known() or "")), affiliation_of(game_id))
    if request.if_none_match.contains_weak(tag):
        return Response(status=304)
    response = jsonify({address: html for address, html in _drawn(game_id, tag=tag) if html})
    response.set_etag(tag, weak=True)
    return response


@blueprint.get("/games/new/ahead", defaults={"game_id": NEW})
@anyone
def new_pages(game_id: str) -> Response:
    """The pages of games that may start by the rules of the form of a new one, by their number of players.

    There are none for a number with which they do not go together. As of `new_game_ahead`.
    """
    if not current_account.may_start():
        abort(403)
    choice = rule_choice.choice_in(request.args)
    games = {}
    for players in range(FEWEST_RECORDED, len(NAMES) + 1):
        with suppress(NotOfShape, RuleViolation):
            games[players] = dict(_drawn_new(game_id, players, choice=choice))
    return jsonify(games)


def _drawn_new(game_id: str, players: int, *, choice: RuleChoice) -> Iterator[tuple[str, str]]:
    now = clock.now()
    event = choice.started(Started(NAMES[:players], 0, now), now=now)
    table, (first, *ahead) = new_game_ahead(game_id, event, now=now)
    yield from _tables(table, ahead, tag=game_id)
    yield _scoring(first[1])
    yield from _forms(table, ahead)


def _drawn(game_id: str, *, tag: str) -> Iterator[tuple[str, str | None]]:
    """Tables first: text is compressed well that is much like the text a moment before."""
    table, ahead = responses.or_404(table_page(game_id, device=device.known())), hands_ahead(game_id)
    newest = [
        url_for("corrections.correction", game_id=game_id, number=hand.number) for hand in table.hands[-1:]
    ]
    yield from _tables(table, ahead, tag=tag)
    if table.undoable:
        with suppress(StateViolation):
            yield from _drawn_undone(game_id, table.undoable.number, ahead, tag=tag)
    yield (home := url_for("home.index")), responses.html_at(home)
    for other in (*(url_for(endpoint, game_id=game_id) for endpoint in _OTHERS), *newest):
        yield other, responses.html_at(other)
    if table.head.hand:
        yield (now := _hand_address(table.head)), responses.html_at(now)
    yield from _forms(table, ahead)


def _drawn_undone(game_id: str, undone: int, drawn: Ahead, *, tag: str) -> Iterator[tuple[str, str]]:
    before, ahead = undone_ahead(game_id, undone, now=clock.now())
    is_playing = before.head.status is Status.PLAYING
    yield from _tables(before, ahead[is_playing:], tag=tag, undone=undone)
    # A hand to come is mostly as it is drawn without an undo.
    settings = [_setting(page) for _game, page in drawn]
    for _game, page in ahead:
        if _setting(page) not in settings:
            yield _scoring(page, undone=undone)


def _setting(page: ScoringPage) -> tuple[object, ...]:
    return page.head.hand, page.head.rules, page.numbers


def _tables(
    table: TablePage, ahead: Ahead, *, tag: str, undone: int | None = None
) -> Iterator[tuple[str, str]]:
    def address(hand: int | None = None) -> str:
        return url_for("games.table", game_id=table.head.id, undone=undone, hand=hand)

    yield address(), table_html(table, tag=tag, undone=undone)
    heads = [page.head for _game, page in ahead]
    for head in heads:
        later = replace(table, head=head)
        yield address(_number(head)), table_html(later, tag=tag, ahead="hand", undone=undone)
    if table.head.hand:
        last = heads[-1] if heads else table.head
        after = "end" if last.last_hand == _number(last) else "far"
        yield address(_number(last) + 1), table_html(table, tag=tag, ahead=after)


def _forms(table: TablePage, ahead: Ahead) -> Iterator[tuple[str, str]]:
    game_id = table.head.id
    for _game, page in ahead:
        yield _scoring(page)
    # Nobody leaves or joins before a hand is played, which may be before this phone is heard again.
    for game, _page in ahead[: table.is_untouched]:
        leaving = departures_page(game, game_id=game_id, form=DeparturesForm(None))
        joining = arrivals_page(game, game_id=game_id, form=ArrivalForm(None, after=game.playing[-1]))
        yield url_for("seats.departures", game_id=game_id), _html(leaving)
        yield url_for("seats.arrivals", game_id=game_id), _html(joining)


def _scoring(page: ScoringPage, *, undone: int | None = None) -> tuple[str, str]:
    return _hand_address(page.head, undone=undone), _html(fresh_page(page))


def _html(page: ResponseReturnValue) -> str:
    return make_response(page).get_data(as_text=True)


def _number(head: GameHead) -> int:
    return responses.or_404(head.hand).number


def _hand_address(head: GameHead, *, undone: int | None = None) -> str:
    return url_for("hands.score", game_id=head.id, number=_number(head), undone=undone)
