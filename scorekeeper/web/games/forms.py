"""The forms of a game: who plays and who deals, who comes and goes, breaks, who may score."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, DateTimeLocalField, Field, RadioField, SelectField
from wtforms.validators import InputRequired, Optional, ValidationError

from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules import names
from scorekeeper.rules.checks import FEWEST_RECORDED
from scorekeeper.rules.entries import Joined
from scorekeeper.rules.faults import Fault
from scorekeeper.rules.first_dealer import DECK, Drawn, dealer_of
from scorekeeper.rules.fold import dealer, next_seat
from scorekeeper.rules.game import Game
from scorekeeper.web.games import rule_choice
from scorekeeper.web.games.rule_choice import RuleChoice
from scorekeeper.web.http import messages
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.http.forms import Form, HiddenWholeField, RepeatedField, TextField
from scorekeeper.web.http.parsing import NotANumber, parse_whole

# The seat of a player who has none yet.
NEWCOMER: Final = -1
_CARD_LETTERS: Final = 8


class NewGameForm(Form):
    """A new game, which small buttons change on the server: names of players, first dealer, rules and start.

    `dealer` is an index into `player`, or -1. `card` has the cards of each player, "QS 4H", if they were
    drawn, `just_drawn` by the last button. `seat` has the seats of the players of a game that is arranged
    anew, NEWCOMER for whoever has none yet. `find` is the typed search in the suggestions. `ends` has the
    faults of `hands`, `target` and `session` together.
    """

    pointers: ClassVar[Mapping[str, str]] = {
        "/players/*": "player-*",
        "/names/*": "player-*",
        "/first_dealer": "dealer",
        "/started_at": "started_at",
        **rule_choice.POINTERS,
    }
    choice: RuleChoice
    just_drawn = False

    player = RepeatedField(TextField())
    seat = RepeatedField(HiddenWholeField(default=NEWCOMER))
    dealer = HiddenWholeField(default=-1)
    card = RepeatedField(TextField())
    new_name = TextField()
    started_at = DateTimeLocalField(_l("Date played"), [Optional()])
    time_zone = TextField()
    previous = TextField(filters=[lambda text: text if is_game_id(text) else ""])
    find = TextField()
    ruleset = TextField()
    variant = RepeatedField(TextField())
    hands = TextField(_l("Number of hands"))
    target = TextField(_l("Total to reach"))
    session = BooleanField(_l("Whenever we stop"))
    ends = Field()
    values = RadioField(_l("What are the cards worth?"), default="", validate_choice=False)
    move = TextField()
    toggle = TextField()
    start = BooleanField()
    form_id = TextField()

    def process(self, formdata: Any = None, *args: Any, **values: Any) -> None:
        """As of `wtforms.Form`; `choice` are the rules, whatever is sent."""
        super().process(formdata, *args, **values)
        self.take(values.get("choice") or rule_choice.choice_in(formdata or MultiDict()))
        if len(self.seat) != len(self.player):
            self.seat.put([NEWCOMER] * len(self.player))
        if self.dealer.data not in range(len(self.player)):
            self.dealer.data = -1

    def take(self, choice: RuleChoice) -> None:
        """Play by these rules."""
        self.choice = choice
        self.variant.put(choice.variants)
        for field in (self.hands, self.target, self.session, self.values):
            field.process(None, getattr(choice, field.name))

    def join(self, name: str) -> None:
        """Add a player at the end, if it is a name."""
        if name := names.clean(name):
            self.player.put([*self.player.data, name])
            self.seat.put([*self.seat.data, NEWCOMER])

    def drop(self, index: int) -> None:
        """Take one player away."""
        self.place([place for place in range(len(self.player)) if place != index])
        self.card.put(())

    def place(self, places: Sequence[int]) -> None:
        """Keep these of the players, in this order."""
        values = {"player": self.player.data, "seat": self.seat.data, "card": [*map(" ".join, self.drawn)]}
        for name, rows in values.items():
            getattr(self, name).put(rows[place] for place in places if rows)
        self.dealer.data = places.index(self.dealer.data) if self.dealer.data in places else -1

    @property
    def drawn(self) -> Drawn:
        """The cards of each player as long as they say who deals, else none."""
        drawn = tuple(tuple(cards.split()) for cards in self.card.data)
        is_whole = len(drawn) == len(self.player) and all(cards and {*cards} <= {*DECK} for cards in drawn)
        return drawn if self.is_drawn and is_whole and dealer_of(drawn) == self.dealer.data else ()

    @property
    def is_drawn(self) -> bool:
        """Whether cards are drawn for the first dealer."""
        return self.choice.rules.deal.dealer and self.choice.rules.deal.first == "high-card"

    @property
    def is_random(self) -> bool:
        """Whether chance decides who deals first."""
        return self.choice.rules.deal.dealer and self.choice.rules.deal.first == "random"

    @property
    def has_short_names(self) -> bool:
        """Whether each name is at most as wide as a playing card."""
        return all(names.letters(name) <= _CARD_LETTERS for name in self.player.data)

    @property
    def rule_faults(self) -> tuple[Fault, ...]:
        """Faults of the rules so far; an end that is not agreed on yet may still come."""
        return self.choice.faults(players=max(len(self.player), FEWEST_RECORDED))

    @property
    def is_enough(self) -> bool:
        """Whether a game can have so few players."""
        return len(self.player) >= FEWEST_RECORDED

    @property
    def in_turn(self) -> range:
        """The places of the players in the direction of play."""
        places = range(len(self.player))
        return places if self.choice.rules.direction == "clockwise" else places[::-1]

    @property
    def starter(self) -> str | None:
        """Who goes first (2.5); None without a dealer."""
        if self.dealer.data < 0 or not self.choice.rules.deal.dealer:
            return None
        first = next_seat(self.in_turn, after=self.dealer.data, playing=self.in_turn)
        return str(self.player[first].data)


class ArrangementForm(NewGameForm):
    """The table of a game before its first score, as of its version `seen`."""

    seen = HiddenWholeField(default=0)

    def drop(self, index: int) -> None:
        """Take one player away, who passes the deal on (2.2)."""
        left = [place for place in range(len(self.player)) if place != index]
        if self.dealer.data >= 0 and left:
            self.dealer.data = dealer(self.in_turn, first=self.dealer.data, last=None, playing=left)
        super().drop(index)


class NamesForm(Form):
    """The names at a table, such as `name-3`; that of `seat` changes. `arrange` is of an ArrangementForm."""

    arrange = BooleanField()
    substitute = BooleanField()
    seat = HiddenWholeField(default=-1)

    @classmethod
    def of(cls, game: Game) -> Self:
        """The form with the names of a game."""
        seats = {f"name-{number}": game.seats[number].name for number in game.order}
        form: Self = type("NamesOfGame", (cls,), {name: TextField() for name in seats})(**seats)
        form.pointers = {"*": f"name-{form.seat.data}"}  # type: ignore[misc]
        return form


class DeparturesForm(Form):
    """Who leaves, in a break if everyone agrees."""

    pointers: ClassVar[Mapping[str, str]] = {"*": "seat"}

    seat = RepeatedField(HiddenWholeField(default=-1))
    agreed = BooleanField()


class ArrivalForm(Form):
    """Who joins late. `start` is one of the suggested scores, or "other" with the number in `start_score`."""

    name = TextField(_l("Name"))
    after = HiddenWholeField(_l("Who’s on their right?"), default=-1)
    start = RadioField(_l("Starting score"), [InputRequired(_l("Choose a score."))], validate_choice=False)
    start_score = TextField(_l("Another number"))

    @property
    def event(self) -> Joined:
        """The arrival, once the form is valid."""
        return Joined(self.name.data, after=self.after.data, start_score=parse_whole(self._score.data))

    @property
    def _score(self) -> Field:
        return self.start_score if self.start.data == "other" else self.start

    def validate_start(self, field: Field) -> None:
        try:
            parse_whole((field.raw_data or [""])[0] if field is self._score else "0")
        except NotANumber as error:
            raise ValidationError(messages.unreadable(str(error))) from error

    validate_start_score = validate_start


class BreakForm(Form):
    """Whether everybody agrees."""

    agreed = BooleanField(_l("Everyone agrees"))


class ResumptionForm(BreakForm):
    """Who sits where after a break; `order` has the faults of all places together."""

    pointers: ClassVar[Mapping[str, str]] = {"/seats/*": "place-*", "/seats": "order", "/*": "*"}

    order = Field()

    @classmethod
    def of(cls, game: Game) -> Self:
        """The form with a place, such as `place-0`, for each player of a game."""
        choices = {str(seat): game.seats[seat].name for seat in game.playing}
        seats = {f"place-{index}": seat for index, seat in enumerate(game.playing)}
        text = _l("Choose a player for this seat.")
        fields = {
            name: SelectField(
                validators=[InputRequired(text)],
                choices=choices,
                invalid_choice_message=text,  # type: ignore[call-arg]
            )
            for name in seats
        }
        form: Self = type("PlacesOfGame", (cls,), fields)(**seats)
        return form

    @property
    def places(self) -> list[SelectField]:
        """The fields of the places, clockwise."""
        return [field for field in self if isinstance(field, SelectField)]


class RevocationForm(Form):
    """Whether programs lose their right, too."""

    programs = BooleanField(_l("Remove programs too"))


class CodeForm(Form):
    """The code of an invitation."""

    code = TextField(_l("Code"))


class UndoForm(Form):
    """The entry to undo."""

    entry = HiddenWholeField(default=0)
