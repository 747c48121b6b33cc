"""The first page, the players' list, and help."""

from __future__ import annotations

from flask import Blueprint, render_template

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> str:
    return render_template("home/home.html")


@blueprint.get("/help")
def help_page() -> str:
    return render_template("home/help.html")
