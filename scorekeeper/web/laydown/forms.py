"""The form of the checker. Its address fills it in."""

from collections.abc import Mapping
from typing import ClassVar, Final

from flask import request
from wtforms import RadioField, SelectField, StringField, ValidationError

from scorekeeper.language import _
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.web.http.forms import Form
from scorekeeper.web.laydown.checks import Subject
from scorekeeper.web.rulesets.contracts import contract_name

LONGEST: Final = 600


class LaydownForm(Form):
    """Cards as a text, where they are, and the hand whose contract is asked for, where hands have contracts.

    Cards that are only `picked` are in it, but not asked about.
    """

    pointers: ClassVar[Mapping[str, str]] = {"*": "cards"}

    cards = StringField(filters=[lambda text: (text or "")[:LONGEST]])
    subject = RadioField(name="as", choices={}, validate_choice=False)
    hand = SelectField(validate_choice=False)

    def __init__(self, rules: Ruleset, *, hand: int | None) -> None:
        super().__init__(request.args, cards=request.args.get("picked"), hand=hand)
        self.hand.choices = {str(n): contract_name(it) for n, it in enumerate(rules.contracts, start=1)}
        self.text = self.cards.data or ""
        self.is_asked = bool(self.cards.raw_data and self.text.strip())
        self.where = Subject.HEAP if self.subject.data == Subject.HEAP else Subject.MELDS
        self.number = int(self.hand.data) if self.hand.data in self.hand.choices else None

    def validate_cards(self, field: StringField) -> None:
        if field.raw_data and not self.is_asked:
            raise ValidationError(_("Tap or type what to check."))

    def validate_hand(self, field: SelectField) -> None:
        if field.data and field.choices and self.number is None:
            raise ValidationError(_("There’s no such hand in this game. Choose one."))
