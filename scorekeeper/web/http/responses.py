"""How a view answers: a redirect (303) after a save, the same page with what was typed after a refusal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from flask import Response, abort, current_app, redirect, render_template, request, url_for

from scorekeeper.web.http import messages
from scorekeeper.web.http.form_errors import Errors

T = TypeVar("T")
Answer = str | Response | tuple[str, int]


@dataclass(frozen=True, slots=True)
class News:
    """A sentence about what was just done, its clause, and a link to the next step: address and text."""

    sentence: str
    clause: str | None
    link: tuple[str, str] | None


def see(endpoint: str, *, said: str | None = None, **values: Any) -> Response:
    """Redirect (303) to another page, which shows the news of the code `said`."""
    if said is not None:
        values["said"] = said
    return redirect(url_for(endpoint, **values), 303)  # type: ignore[return-value]


def page(template: str, *, errors: Errors, status: int | None = None, **context: Any) -> Answer:
    """A page: 200, or 422 when it shows errors, unless `status` says otherwise."""
    html = render_template(template, errors=errors, **context)
    return html, status or (422 if errors else 200)


def news(link: tuple[str, str] | None = None) -> dict[str, Any]:
    """The news that `?said=` asks for, as the variable of a template; None for an unknown code."""
    code = request.args.get("said", "")
    catalogue = messages.of(current_app)
    sentence = catalogue.news.get(code)
    if sentence is None:
        return {"news": None}
    return {"news": News(sentence, catalogue.news_clauses.get(code), link)}


def found(sought: T | None) -> T:
    """Return the result of a look-up; 404 for None."""
    if sought is None:
        abort(404)
    return sought
