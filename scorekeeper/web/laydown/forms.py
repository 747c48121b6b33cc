"""The form of the checker. Its address fills it in."""

from collections.abc import Mapping
from typing import ClassVar, Final

from flask import request
from wtforms import RadioField, SelectField, StringField, ValidationError

from scorekeeper.language import _
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.web.http.fields import whole_or
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
        names = map(contract_name, rules.contracts)
        self.hand.choices = {str(number): name for number, name in enumerate(names, start=1)}

    @property
    def text(self) -> str:
        return self.cards.data or ""

    @property
    def is_asked(self) -> bool:
        """Whether cards are asked about."""
        return bool(self.cards.raw_data and self.text.strip())

    @property
    def where(self) -> Subject:
        return Subject.HEAP if self.subject.data == Subject.HEAP else Subject.MELDS

    @property
    def number(self) -> int | None:
        """The number of the hand; None for any."""
        number = whole_or(self.hand.data, default=0)
        return number if 1 <= number <= len(self.hand.choices or ()) else None

    def validate_cards(self, field: StringField) -> None:
        if field.raw_data and not self.text.strip():
            raise ValidationError(_("Tap or type some cards first."))

    def validate_hand(self, field: SelectField) -> None:
        if field.data and field.choices and self.number is None:
            raise ValidationError(_("There’s no such hand in this game. Choose one."))
