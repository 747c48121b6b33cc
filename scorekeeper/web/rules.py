"""The rulebook to read: all clauses, each with an address of its own."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.rulebook import book
from scorekeeper.web import access

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
@access.anyone
def rules() -> str:
    return render_template("rules/rules.html", book=book())
