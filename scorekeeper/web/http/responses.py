"""How a view answers: by a page, by a redirect (303) after a save, by a file.

Files of tables are CSV that spreadsheets read correctly, with cells that they never run as formulas. They are
UTF-8, marked as such at their beginning: without the mark Excel takes every letter beyond ASCII for several.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from flask import (
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    stream_with_context,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.rules.checks import clause_by
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.web.http import messages
from scorekeeper.web.http.formats import plain
from scorekeeper.web.http.forms import Form

T = TypeVar("T")
# A view's page with its form, as it is or with another status.
Page = Callable[..., ResponseReturnValue]
Cell = str | int | float | Fraction
# What of a request does not hold for another one of the same phone.
_OF_ONE_REQUEST: Final = ("werkzeug.", "HTTP_ACCEPT_ENCODING", "HTTP_IF_")
# Which sign a file has before the fractions of numbers: a part of its address.
DECIMALS: Final = "decimals"
_MARK: Final = "\ufeff"
# A spreadsheet would run a cell that begins like this.
_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def see(endpoint: str, *, news: str | None = None, **values: Any) -> Response:
    """Redirect (303) to another page, which shows the news of this code."""
    if news is not None:
        values["said"] = news
    return redirect(url_for(endpoint, **values), 303)  # type: ignore[return-value]


def page(template: str, *, status: int | None = None, **context: Any) -> ResponseReturnValue:
    """A page: 200, or the status of the form with errors in it, unless `status` says otherwise."""
    forms = (value for value in context.values() if isinstance(value, Form) and value.errors)
    return render_template(template, **context), status or max((form.status for form in forms), default=200)


def html_at(path: str) -> str | None:
    """The page that this phone would get at another path; None where it gets none that it may keep."""
    environ = {name: value for name, value in request.environ.items() if not name.startswith(_OF_ONE_REQUEST)}
    with current_app.request_context({**environ, "PATH_INFO": path, "QUERY_STRING": ""}):
        response = current_app.full_dispatch_request()
        may_be_kept = response.status_code == 200 and not response.cache_control.no_store
        return response.get_data(as_text=True) if may_be_kept else None


def news(link: tuple[str, str] | None = None, *, rules: Ruleset = LAW) -> dict[str, Any]:
    """The news that `?said=` asks for, as the variable of a template; None for an unknown code.

    It is a sentence about what was just done, the clause that holds by these rules, and a link to the next
    step: address and text.
    """
    code = request.args.get("said", "")
    sentence = messages.news_text(code, request.args)
    if sentence is None:
        return {"news": None}
    clause = clause_by(messages.catalogue_of(current_app).news_clauses.get(code), rules=rules)
    return {"news": {"sentence": sentence, "clause": clause, "link": link}}


def or_404(value: T | None) -> T:
    """Return the result of a look-up; 404 for None."""
    if value is None:
        abort(404)
    return value


def _with_comma(cell: Cell) -> Cell:
    cell = safe_cell(cell)
    return str(cell).replace(".", ",") if isinstance(cell, float) else cell


def safe_cell(cell: Cell) -> Cell:
    """Escape a text that a spreadsheet would take for a formula; a fraction is written like "-33 1/2"."""
    if isinstance(cell, Fraction):
        return plain(cell)
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_SIGNS) else cell


def csv_file(rows: Iterable[Sequence[Cell]], *, name: str) -> Response:
    """Send rows as a CSV file to be saved under a name.

    The address says whether it is for a spreadsheet that writes 2,5: then semicolons are between cells.
    """
    has_comma = request.args.get(DECIMALS) == "comma"
    return download(_lines(rows, has_comma=has_comma), mimetype="text/csv", name=name)


def download(pieces: Iterable[str], *, mimetype: str, name: str) -> Response:
    """Send text as a file to be saved, while it is made: a league may have a hundred thousand hands."""
    response = Response(stream_with_context(iter(pieces)), mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _lines(rows: Iterable[Sequence[Cell]], *, has_comma: bool) -> Iterator[str]:
    yield _MARK
    written = io.StringIO()
    # Quoted, a text is one cell whatever the spreadsheet takes for a separator.
    writer = csv.writer(written, delimiter=";" if has_comma else ",", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer.writerow([_with_comma(cell) if has_comma else safe_cell(cell) for cell in row])
        yield written.getvalue()
        written.seek(0)
        written.truncate()
