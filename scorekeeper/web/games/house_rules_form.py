"""The house rules as the fields of a form."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.web.http.fields import whole_or

_NO_NUMBER: Final = 0
_SWITCHES: Final = tuple(switch.name for switch in fields(HouseRules) if switch.name != "cards_dealt")


def house_rules(form: MultiDict[str, str]) -> HouseRules:
    """The rules as ticked; those of the rulebook if the form does not ask for them."""
    if not form.get("house"):
        return HouseRules()
    typed = form.get("house-cards_dealt")
    cards_dealt = whole_or(typed, default=_NO_NUMBER) if typed else HouseRules().cards_dealt
    return HouseRules(cards_dealt=cards_dealt, **{name: f"house-{name}" in form for name in _SWITCHES})
