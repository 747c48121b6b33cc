"""The forms of a league's pages."""

from collections.abc import Mapping
from typing import ClassVar

from wtforms import RadioField, SelectField

from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.web.http.forms import Form, TextField


class LeagueNameForm(Form):
    """What a league is called."""

    name = TextField(_l("League name"))


class VisibilityForm(Form):
    """Who reads a league."""

    visibility = RadioField(
        _l("Who can see this league"),
        choices={
            "public": _l("Everyone"),
            "link": _l("Anyone with the link"),
            "private": _l("Only organisers"),
        },
        render_kw={
            "hints": {
                "public": _l("It’s in the list of leagues."),
                "link": _l("It isn’t in the list. People can pass the link on."),
                "private": _l("People at a league night can still start games in it."),
            }
        },
    )


class TimeZoneForm(Form):
    """Where a league plays."""

    time_zone = TextField(_l("Time zone"))


class LeagueRulesForm(Form):
    """What a league plays: saved rules by their link or key, else a game by its id."""

    pointers: ClassVar[Mapping[str, str]] = {"*": "saved_rules"}

    ruleset = SelectField(
        _l("Game"),
        choices={ruleset.id: _l(ruleset.name) for ruleset in RULESETS.values()},
        validate_choice=False,
    )
    saved_rules = TextField(_l("Or your saved rules"))

    @property
    def rules_name(self) -> str:
        """The key or id that was chosen."""
        key = (self.saved_rules.data or "").partition("?")[0].rstrip("/").rpartition("/")[2]
        return key or self.ruleset.data or ""
