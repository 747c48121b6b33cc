"""The first page with this phone's games, its players, and help."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.services.reading.home import home_page
from scorekeeper.services.reading.players import averages
from scorekeeper.services.trash import KEPT_FOR
from scorekeeper.web import access, addresses, answers, device

blueprint = Blueprint("home", __name__)
_NOBODY = ""


@blueprint.get("/")
@access.anyone
def index() -> str:
    page = home_page(device.known() or _NOBODY)
    return render_template("home/index.html", page=page, kept_days=KEPT_FOR.days, **answers.news())


@blueprint.get("/players")
@access.anyone
def players() -> str:
    return render_template("home/players.html", players=averages(device.known() or _NOBODY))


@blueprint.get("/help")
@access.anyone
def help() -> str:  # noqa: A001
    return render_template("home/help.html", address=addresses.outside("/"))
