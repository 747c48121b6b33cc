"""The forms of the referee: a ruling to be recorded, an agreement, a duty that is done.

What leads to a ruling is no form of these: its fields are the facts of a question graph, in an address.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, SelectField, StringField

from scorekeeper.language import lazy_gettext as _l
from scorekeeper.web.http.forms import Form, HiddenWholeField
from scorekeeper.web.http.parsing import one_line


class RulingForm(Form):
    """A ruling to be recorded in the game as it was seen, with what the table decided.

    `answers` is the path of the question graph that led to it, as its address has it.
    """

    pointers: ClassVar[Mapping[str, str]] = {"/choice": "agreed"}

    irregularity = HiddenField()
    seen = HiddenWholeField(default=0)
    apply = HiddenField()
    agreed = StringField(filters=[one_line])
    answers: MultiDict[str, str]

    def process(self, formdata: Any = None, *args: Any, **values: Any) -> None:
        super().process(formdata, *args, **values)
        self.answers = MultiDict(formdata)


class AgreementForm(Form):
    """What a table agreed on a clause that the rules leave open, or on something else."""

    seen = HiddenWholeField(default=0)
    clause = SelectField(_l("What is it about?"), default="", choices={})
    question = StringField(_l("What was the question?"), filters=[one_line])
    agreed = StringField(_l("What did you decide?"), filters=[one_line])


class DutyForm(Form):
    """A duty that is done; `times` is how often it bound when the page was made, 0 if it does not say."""

    times = HiddenWholeField(default=0)
