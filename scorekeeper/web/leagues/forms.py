"""The forms of a league's pages."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, ClassVar, Final, Self

from wtforms import (
    BooleanField,
    DateTimeLocalField,
    Field,
    FieldList,
    FormField,
    HiddenField,
    RadioField,
    SelectField,
    TextAreaField,
)
from wtforms import Form as PlainForm
from wtforms.validators import InputRequired, Optional, StopValidation, ValidationError
from wtforms.widgets import HiddenInput, SearchInput, TextInput

from scorekeeper.language import _
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules import names
from scorekeeper.rules.checks import FEWEST_RECORDED, MOST_RECORDED
from scorekeeper.rules.game import Game
from scorekeeper.rules.leagues.ranking import PRESETS, Method, Ranking, TieBreak, Unit
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.rules.results import Late, Substitutes
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.services.leagues.queries.players import PlayerLine
from scorekeeper.web.http import clock, messages
from scorekeeper.web.http.formats import isolated
from scorekeeper.web.http.forms import DayField, Form, HiddenWholeField, TextField, UploadField, WholeField
from scorekeeper.web.http.parsing import NotANumber, parse_whole, parse_whole_or
from scorekeeper.web.leagues.columns import SORTS

MOST_AT_ONCE: Final = 200
SIZES: Final = range(FEWEST_RECORDED, MOST_RECORDED + 1)
USUAL_BEST_OF: Final = 8
MOST_TIE_BREAKS: Final = 3
NEW: Final = "new"
_LONGEST: Final = 400
_BETWEEN: Final = re.compile(r"[\s,;/]+")
_NUMBER_REQUIRED: Final = InputRequired(_l("Enter a whole number."))


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


class NewLeagueForm(LeagueNameForm, VisibilityForm, TimeZoneForm):
    """A league to be founded, in the zone of the browser."""

    name = TextField(_l("Name"))
    time_zone = TextField(_l("Time zone"), widget=HiddenInput())


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


class PastDayForm(Form):
    """As of which day a season's table is shown; today for an empty field."""

    on = DayField(_l("Look back to"), validators=[Optional()])


class NameSearchForm(Form):
    """A part of a player's name."""

    q = TextField(_l("Name"), widget=SearchInput())


class SeasonTableForm(NameSearchForm, PastDayForm):
    """Whom a season's table shows, in which order, and as of which day."""

    sort = TextField(_l("Sort by"), filters=[lambda name: name if name in SORTS else "rank"])


class RecordsForm(Form):
    """Whose records are shown: of a season, and with so many games."""

    season = TextField(_l("Season"))
    least = WholeField(_l("Minimum games"))


class GamesForm(Form):
    """Which games are listed; an empty field stands for all."""

    season = TextField(_l("Season"))
    player = HiddenWholeField(_l("Player"), default=0)
    state = TextField(_l("Which games"))


class NewPlayersForm(Form):
    """Names to be added, one a line; a blank line is none. All are guests, or members."""

    pointers: ClassVar[Mapping[str, str]] = {"*": "names"}

    names = TextAreaField(_l("New players"))
    guests = BooleanField(_l("Guests, not members"))
    asked = BooleanField(widget=HiddenInput())

    @property
    def lines(self) -> list[str]:
        """The lines of the field."""
        return (self.names.data or "").splitlines()

    def validate_names(self, _field: TextAreaField) -> None:
        """ValidationError without a name, or with more than a page of them."""
        number = sum(1 for line in self.lines if line.strip())
        if not 0 < number <= MOST_AT_ONCE:
            raise ValidationError(messages.unreadable("players-many" if number else "players-none"))


class PlayerNameForm(Form):
    """What a player is called."""

    name = TextField(_l("Name"))


class ErasureForm(Form):
    """The name of the player who is erased for good."""

    name = TextField(_l("Type the name to confirm"))


class StandingForm(Form):
    """Whether a player is a guest, or a member; whether one who retired comes back, or one retires."""

    guest = BooleanField()
    back = BooleanField()


class MergeForm(Form):
    """The number of the player who is the same person."""

    into = HiddenWholeField(_l("Same person as"), default=0)


class StrikeForm(Form):
    """Why a game counts no longer."""

    reason = TextField(_l("Reason"))


class InvitationForm(Form):
    """Whether the phone that is invited will be the only one to score a game."""

    alone = BooleanField()


class OrganiserRemovalForm(Form):
    """Which links end together with an organiser's right."""

    renew_nights = BooleanField(_l("Also make new links for open and planned league nights"), default=True)
    renew_link = BooleanField(_l("Also make a new link to the league"), default=True)


class MomentField(DateTimeLocalField):
    """A moment in UTC, typed on the clock of the zone `tz`."""

    tz: tzinfo

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(valuelist)
        try:
            self.data = self.data and self.data.astimezone(UTC)
        except OverflowError as error:
            raise ValueError(messages.unreadable("date")) from error


def _unless_planned(form: "NightForm", field: Field) -> None:
    """Let a night open now, but no plan leave out when it opens."""
    rule = InputRequired(_l("Choose a date and a time.")) if form.plan.data else Optional()
    rule(form, field)


class NightForm(Form):
    """When a night opens and closes, in `time_zone`; where both are empty it opens now."""

    plan = BooleanField()
    opens_at = MomentField(_l("Opens"), validators=[_unless_planned])
    closes_at = MomentField(_l("Closes"), validators=[Optional()])

    def process(self, formdata: Any = None, *args: Any, **values: Any) -> None:
        self.opens_at.tz = self.closes_at.tz = clock.find_zone(values["time_zone"]) or UTC
        super().process(formdata, *args, **values)

    @property
    def times(self) -> dict[str, datetime]:
        """The moments that were chosen, by field."""
        return {field.name: field.data for field in (self.opens_at, self.closes_at) if field.data}


class SeasonDaysForm(Form):
    """The name and the days of a season, the last one included."""

    pointers: ClassVar[Mapping[str, str]] = {"/name": "name", "/starts_on": "first", "/ends_on": "last"}

    name = TextField(_l("Name"))
    first = DayField(_l("First day"), validators=[InputRequired(_l("Choose a day."))])
    last = DayField(_l("Last day"), validators=[InputRequired(_l("Choose a day."))])

    @property
    def season(self) -> Season:
        """The season with these days."""
        assert self.first.data is not None
        assert self.last.data is not None
        return Season(names.clean(self.name.data), self.first.data, self.last.data + timedelta(days=1))


class NewSeasonForm(SeasonDaysForm):
    """A new season, and the one whose ranking it takes over."""

    like = SelectField(_l("Ranks like"), default="")


class SeasonRemovalForm(Form):
    """Nothing but the button that removes a season."""

    pointers: ClassVar[Mapping[str, str]] = {"*": "removal"}

    removal = HiddenField()


class PlacePointsField(Field):
    """Points for places, best first: "11, 7, 4, 2"; `data` are the numbers."""

    widget = TextInput()
    data: tuple[int, ...]

    def _value(self) -> str:
        return self.raw_data[0] if self.raw_data else ", ".join(map(str, self.data or ()))

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = ()
        try:
            self.data = tuple(
                map(parse_whole, filter(None, _BETWEEN.split("".join(valuelist[:1])[:_LONGEST])))
            )
        except NotANumber as error:
            raise ValueError(messages.unreadable("points")) from error


# One field for each number of players at a table, named by it.
PlacePointsForm: Final = type(
    "PlacePointsForm", (PlainForm,), {str(seats): PlacePointsField() for seats in SIZES}
)


def _unless_all_count(form: "RankingForm", field: Field) -> None:
    """Read how many count only where not all do."""
    if form.what_counts == "all":
        field.errors = []
        raise StopValidation


class RankingForm(Form):
    """How a season ranks its players."""

    pointers: ClassVar[Mapping[str, str]] = {
        "/place_points/*": "points-*",
        "/best_of": "number",
        "/worst": "number",
        "/*": "*",
    }

    way = RadioField(
        _l("Rank by"),
        choices={
            Method.AVERAGE.value: _l("Average total"),
            Method.BEATEN.value: _l("Opponents beaten"),
            Method.PLACES.value: _l("Points for places"),
            Method.TOTALS.value: _l("Totals, added up"),
        },
        render_kw={
            "hints": {
                Method.AVERAGE: _l("The best average leads."),
                Method.BEATEN: _l("The share of opponents you beat. It’s fair for small and large tables."),
                Method.PLACES: _l(
                    "Each place earns points. If you tie, you share the points of both places."
                ),
                Method.TOTALS: _l("Your best games are added together. Choose how many below."),
            }
        },
    )
    counts = RadioField(
        _l("What counts"),
        choices={"all": _l("Everything"), "best": _l("Only the best"), "worst": _l("All but the worst")},
    )
    number = WholeField(_l("How many"), validators=[_unless_all_count, _NUMBER_REQUIRED])
    unit = RadioField(
        _l("Count by"),
        choices={Unit.GAME.value: _l("Games"), Unit.EVENING.value: _l("Evenings, with all their games")},
    )
    min_games = WholeField(_l("How many you need for a place at the end"), validators=[_NUMBER_REQUIRED])
    bonus = WholeField(_l("Extra points for each evening you play"), default=0, validators=[_NUMBER_REQUIRED])
    tie_breaks = FieldList(
        SelectField(
            choices={
                "": "–",
                TieBreak.WINS.value: _l("Most wins"),
                TieBreak.AVERAGE.value: _l("Best average"),
                TieBreak.BEST.value: _l("Best game"),
                TieBreak.BEATEN.value: _l("Opponents beaten"),
                TieBreak.GAMES.value: _l("Most games"),
            }
        ),
        min_entries=MOST_TIE_BREAKS,
        max_entries=MOST_TIE_BREAKS,
    )
    points: "FormField[PlainForm]" = FormField(PlacePointsForm)
    late = RadioField(
        _l("If someone joins a game late"),
        choices={
            Late.NONE.value: _l("It doesn’t count"),
            Late.WHOLE.value: _l("It counts for those who played all of it"),
            Late.ALL.value: _l("It counts for everyone"),
        },
        default=Late.NONE.value,
    )
    substitutes = RadioField(
        _l("If someone plays on for another"),
        choices={
            Substitutes.STARTER.value: _l("It counts for the player who began"),
            Substitutes.FINISHER.value: _l("It counts for the player who finished"),
        },
        default=Substitutes.STARTER.value,
    )
    guests = BooleanField(_l("Guests count like members"))

    @classmethod
    def of(cls, ranking: Ranking) -> Self:
        """The form filled in with a ranking."""
        counts = "best" if ranking.best_of else "worst" if ranking.worst else "all"
        return cls(
            None,
            data=asdict(ranking),
            way=ranking.method,
            counts=counts,
            number=ranking.best_of or ranking.worst or USUAL_BEST_OF,
            tie_breaks=ranking.tie_breaks[:MOST_TIE_BREAKS],
            points={str(seats): ranking.points_at(seats) for seats in SIZES},
        )

    @property
    def what_counts(self) -> str:
        """Which of the choices of `counts` holds: totals are added up of the best alone."""
        return "best" if self.way.data == Method.TOTALS else self.counts.data

    @property
    def ranking(self) -> Ranking:
        """The ranking that the form says."""
        assert self.min_games.data is not None
        points = {seats: self.points[str(seats)].data for seats in SIZES}
        counts, number = self.what_counts, self.number.data
        return Ranking(
            method=Method(self.way.data),
            min_games=1 if self.way.data == Method.TOTALS else self.min_games.data,
            best_of=number if counts == "best" else None,
            place_points={
                seats: places for seats, places in points.items() if places and places != PRESETS[seats]
            },
            unit=Unit(self.unit.data),
            worst=(number or 0) if counts == "worst" else 0,
            bonus=self.bonus.data or 0,
            late=Late(self.late.data),
            substitutes=Substitutes(self.substitutes.data),
            guests=self.guests.data,
            tie_breaks=tuple(dict.fromkeys(TieBreak(name) for name in self.tie_breaks.data if name)),
        )


class WhichGameForm(Form):
    """The address of a game to be taken into a league."""

    game = TextField(_l("Link to the game"))


class SeatedPlayersForm(Form):
    """Who sat where in a game that is taken into a league; each seat has its field."""

    pointers: ClassVar[Mapping[str, str]] = {"/seats/*": "player-*"}

    @property
    def players(self) -> dict[int, int | None]:
        """Player numbers by seat, None for a new player; a seat for which nothing was chosen is left out."""
        chosen = {int(field.name.removeprefix("player-")): field.data for field in self if field.raw_data}
        players = {
            seat: None if text == NEW else parse_whole_or(text, default=0) for seat, text in chosen.items()
        }
        return {seat: player for seat, player in players.items() if player != 0}


def seated_players_form(game: Game, people: Sequence[PlayerLine]) -> SeatedPlayersForm:
    """The form with a field for each seat; a player of that name is suggested, else to add one."""
    numbers = {person.name_key: person.number for person in people}
    members = {str(person.number): person.name for person in people}
    fields = {}
    for seat in game.seats:
        suggested = numbers.get(names.key(seat.name))
        addition = {} if suggested else {NEW: _("Add {name} as a new player").format(name=seat.name)}
        fields[f"player-{seat.number}"] = SelectField(
            isolated(seat.name),
            choices={"": _("Choose a player"), **addition, **members},
            default=str(suggested or NEW),
            validate_choice=False,
        )
    form_class: type[SeatedPlayersForm] = type("SeatsForm", (SeatedPlayersForm,), fields)
    return form_class()


class UploadForm(Form):
    """A file that is not empty, or a pasted text."""

    file = UploadField(_l("File"))
    text = TextAreaField(_l("Or paste the table"))

    @property
    def content(self) -> bytes:
        """What was sent."""
        return self.file.data or (self.text.data or "").strip("\r\n").encode("utf-8", "replace")

    def validate_file(self, _field: UploadField) -> None:
        """ValidationError if nothing was sent."""
        if not self.content:
            raise ValidationError(messages.unreadable("file"))
