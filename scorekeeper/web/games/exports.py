"""Exports of a game: a page to share, one to print, plain text, CSV and JSON."""

import json as documents
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from flask import Blueprint, Response, render_template, url_for

from scorekeeper.language import ENGLISH, speaking
from scorekeeper.rules.game import Score
from scorekeeper.rules.rulesets.ruleset import ScoreForm
from scorekeeper.rules.score_forms import Exact, sum_of
from scorekeeper.services.games.queries.table import HandScores, SeatStanding, TablePage, table_page
from scorekeeper.web.games import access
from scorekeeper.web.games.documents import GameSchema, game_document
from scorekeeper.web.games.games import affiliation_of
from scorekeeper.web.http import addresses, responses
from scorekeeper.web.http.formats import spoken_days
from scorekeeper.web.http.responses import Cell

blueprint = Blueprint("exports", __name__, url_prefix="/games/<game:game_id>")
_GAME: Final = GameSchema()
_MOST_COLUMNS: Final = 20
_NOTES: Final = ("Out", "Posted", "Left", "Joined late", "Charged")


@blueprint.get("/print")
@access.watcher
def print(game_id: str) -> str:  # noqa: A001
    page = responses.or_404(table_page(game_id))
    last = page.head.last_hand
    columns = last if last and last <= _MOST_COLUMNS else len(page.hands)
    contracts = [page.head.rules.contract(number) for number in range(1, columns + 1)]
    return render_template(
        "games/print.html", table=page, contracts=contracts, affiliation=affiliation_of(game_id)
    )


@blueprint.get("/game.txt")
@access.watcher
def text(game_id: str) -> Response:
    return Response(_text(responses.or_404(table_page(game_id))), mimetype="text/plain")


@blueprint.get("/sharing")
@access.watcher
def sharing(game_id: str) -> str:
    """The code of the table page for those who watch, and the scores as text to pass on."""
    page = responses.or_404(table_page(game_id))
    link = addresses.outside(url_for("games.table", game_id=game_id))
    return render_template("games/sharing.html", head=page.head, link=link, text=_text(page))


@blueprint.get("/game.json")
@access.watcher
def json(game_id: str) -> Response:
    # Programs read it.
    with speaking(ENGLISH):
        document = _GAME.dump(responses.or_404(game_document(game_id)))
    body = documents.dumps(document, ensure_ascii=False, indent=1)
    return responses.download([body], mimetype="application/json", name="game.json")


@blueprint.get("/game.csv")
@access.watcher
def csv(game_id: str) -> Response:
    """A line for each hand, the score and the count of each seat beside each other, the totals last."""
    return responses.csv_file(_rows(responses.or_404(table_page(game_id))), name="game.csv")


def _text(page: TablePage) -> str:
    affiliation = affiliation_of(page.head.id)
    return render_template("games/game.txt", table=page, days=spoken_days(page.head), affiliation=affiliation)


def _rows(page: TablePage) -> Iterable[list[Cell]]:
    """The lines of the CSV file: numbers in the columns of the seats, and in those of `_NOTES` names.

    Where every hand adds up to 0, a column between them has the sums.
    """
    seats = page.seats
    late = tuple(seat for seat in seats if seat.start_score is not None)
    summed = page.head.rules.score.form is ScoreForm.ZERO_SUM
    names = (heading for seat in seats for heading in (seat.name, f"{seat.name} held"))
    yield ["Hand", *names, *(["Sum"] * summed), *_NOTES]
    if late:
        starts = (*_alone(seat.start_score for seat in seats), *([""] * summed))
        yield ["Start", *starts, "", "", "", _named(late), ""]
    for hand in page.hands:
        numbers = (cell for score in hand.scores for cell in _score_and_count(score))
        total = sum_of(score.points for score in hand.scores if score is not None)
        yield [hand.number, *numbers, *([total] * summed), *_hand_notes(hand, seats=seats)]
    gone = (seat for seat in seats if seat.left_after is not None)
    posted = (seat for seat in seats if seat.posted)
    totals = (*_alone(seat.total for seat in seats), *([page.sum_of_hands] * summed))
    yield ["Total", *totals, "", _named(posted), _named(gone), _named(late), ""]
    yield ["Rank", *_alone(seat.rank for seat in seats), *([""] * summed), "", "", "", "", ""]


def _score_and_count(score: Score | None) -> tuple[Cell, Cell]:
    if score is None:
        return "", ""
    return score.points, "" if score.held is None else score.held


def _alone(numbers: Iterable[Exact | None]) -> Iterator[Cell]:
    """Each number in the first of the two columns of its seat."""
    for number in numbers:
        yield from ("" if number is None else number, "")


def _hand_notes(hand: HandScores, *, seats: Sequence[SeatStanding]) -> tuple[str, str, str, str, str]:
    """Names for the columns of `_NOTES`: out, posted, left after this hand, joined for it, charged."""
    played = [(seat, score) for seat, score in zip(seats, hand.scores, strict=True) if score is not None]
    return (
        _named(seat for seat in seats if seat.number == hand.went_out),
        _named(seat for seat, score in played if score.posted),
        _named(seat for seat in seats if seat.left_after == hand.number),
        _named(seat for seat in seats if seat.start_score is not None and seat.first_hand == hand.number),
        ", ".join(f"{seat.name} {score.charge}" for seat, score in played if score.charge),
    )


def _named(seats: Iterable[SeatStanding]) -> str:
    return ", ".join(seat.name for seat in seats)
