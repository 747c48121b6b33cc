"""The forms of the referee's pages that save something.

The facts of a dispute are no fields: they answer a graph of questions, in an address as in a form,
and `disputes` reads them.
"""

from wtforms import SelectField, StringField

from scorekeeper.language import _
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.entries import Agreed
from scorekeeper.web.http.fields import one_line
from scorekeeper.web.http.forms import Form, HiddenWholeField


class AgreementForm(Form):
    """What a table agreed on, about a clause or something else. `seen` is the version that its sender saw."""

    seen = HiddenWholeField(default=0)
    clause = SelectField(_l("What is it about?"), default="", validate_choice=False)
    question = StringField(_l("What was the question?"), filters=[one_line])
    agreed = StringField(_l("What did you decide?"), filters=[one_line])

    def offer(self, clauses: dict[str, str]) -> None:
        """Let the table choose one of these clauses, numbers with their texts, or none of them."""
        texts = {number: f"{number} {text}" for number, text in clauses.items()}
        self.clause.choices = {"": _("Something else"), **texts}

    @property
    def event(self) -> Agreed:
        """The agreement."""
        return Agreed(self.clause.data or None, self.question.data or "", self.agreed.data or "")


class RulingForm(Form):
    """A ruling to be saved: its irregularity, and the version of the game that its sender saw."""

    irregularity = StringField(default="")
    seen = HiddenWholeField(default=0)


class DutyForm(Form):
    """How often a duty was still to be done when it was shown; 0 where it did not say."""

    times = HiddenWholeField(default=0)
