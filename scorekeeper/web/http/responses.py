"""How a view answers: 303 and news after a save, the same page and what was typed after a refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from flask import Response, abort, redirect, render_template, request, url_for

from scorekeeper.rules.checks import state_faults
from scorekeeper.rules.entries import Event
from scorekeeper.rules.faults import StateViolation
from scorekeeper.rules.game import Game
from scorekeeper.services.games import recording
from scorekeeper.web.http import clock, device, messages
from scorekeeper.web.http.refusals import Errors

T = TypeVar("T")
Answer = str | Response | tuple[str, int]


def see(endpoint: str, *, said: str | None = None, **values: Any) -> Response:
    """303 to another page, which shows the sentence `said`."""
    if said is not None:
        values["said"] = said
    return redirect(url_for(endpoint, **values), 303)  # type: ignore[return-value]


def page(template: str, *, errors: Errors, status: int | None = None, **context: Any) -> Answer:
    """A page: 200, or 422 when it shows refusals, unless `status` says otherwise."""
    html = render_template(template, errors=errors, **context)
    return html, status or (422 if errors else 200)


def seats_page(
    template: str, game: Game, *, game_id: str, seats: Sequence[int], errors: Errors, **context: Any
) -> Answer:
    """A page about the seats of these numbers, in their order."""
    listed = tuple(game.seats[number] for number in seats)
    return page(template, errors=errors, game=game, game_id=game_id, seats=listed, **context)


def news(way: tuple[str, str] | None = None) -> dict[str, Any]:
    """The sentence that `?said=` asks for, with its clause; an unknown code says nothing.

    `way` is a way forward to show with it: address and text.
    """
    code = request.args.get("said", "")
    return {"said": messages.SAID.get(code), "said_clause": messages.SAID_CLAUSES.get(code), "said_way": way}


def record(
    game_id: str,
    event: Event | Callable[[Game], Event],
    *,
    attempt: int | None = None,
    seen: int | None = None,
) -> recording.Recorded:
    """Record an event of this phone now."""
    phone = device.known()
    return recording.record(game_id, event, now=clock.now(), device=phone, seen=seen, attempt=attempt)


def found(sought: T | None) -> T:
    """What was looked up; 404 when there is none."""
    if sought is None:
        abort(404)
    return sought


def require(game: Game, event: Event) -> None:
    """Refuse (StateViolation) to show a form whose event the state of the game forbids, whatever is typed."""
    if forbidden := state_faults(game, event, at=clock.now()):
        raise StateViolation(*forbidden)
