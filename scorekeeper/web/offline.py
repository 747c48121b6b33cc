"""What phones need to open pages without a network: the worker that shows them, and the pages of the app."""

from collections.abc import Iterator
from typing import Final

from flask import Blueprint, Response, current_app, jsonify, render_template, url_for

from scorekeeper import config
from scorekeeper.web.http import responses
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.assets import static_tree

blueprint = Blueprint("offline", __name__)
_PAGES: Final = (
    "games.new",
    "rules.rules",
    "rules.card",
    "rules.ask",
    "referee.index",
    "referee.offline",
    "home.help",
    "offline.unkept",
)


@blueprint.get("/worker.js")
@anyone
def worker() -> Response:
    """The service worker, whose scope is its folder; one that removes itself where it is switched off."""
    text = render_template(
        "layout/worker.js",
        is_off=not config.current().offline,
        files=f"/static/{static_tree(current_app).digest}/",
        unkept=url_for("offline.unkept"),
    )
    return Response(text, mimetype="text/javascript")


@blueprint.get("/unkept")
@anyone
def unkept() -> str:
    """The page that stands in for one that a phone has not kept."""
    return render_template("layout/unkept.html")


@blueprint.get("/ahead")
@anyone
def pages() -> Response:
    """The pages of the app that belong to no game, in HTML by their address."""
    return jsonify(dict(_drawn()))


def _drawn() -> Iterator[tuple[str, str]]:
    for address in map(url_for, _PAGES):
        if html := responses.html_at(address):
            yield address, html
