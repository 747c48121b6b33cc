"""What the forms of all pages share: reading a request, and saying faults beside fields."""

from datetime import date
from io import BytesIO
from typing import ClassVar

import pytest
from wtforms import FieldList, FormField
from wtforms import Form as PlainForm
from wtforms.validators import InputRequired, NumberRange

from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.web.http.forms import DayField, Form, HiddenWholeField, TextField, WholeField


class LineForm(PlainForm):
    points = WholeField()


class ExampleForm(Form):
    pointers: ClassVar = {"/lines/*/points": "lines-1-points", "/names/*": "*"}

    name = TextField(validators=[InputRequired()])
    number = WholeField(validators=[NumberRange(1, 9)])
    seen = HiddenWholeField(default=7)
    day = DayField()
    lines = FieldList(FormField(LineForm), min_entries=2)


@pytest.fixture
def posted(app):
    """A form as a request posts it."""

    def form(**fields):
        with app.test_request_context("/", method="POST", data=fields):
            return ExampleForm()

    return form


@pytest.fixture(autouse=True)
def _within_app(app):
    with app.test_request_context("/", method="POST"):
        yield


def test_fields_are_read_as_what_they_are(posted):
    form = posted(name="  Ana ", number=" 7", seen="3", day="2026-11-28")

    assert form.validate()
    assert (form.name.data, form.number.data, form.seen.data) == ("Ana", 7, 3)
    assert form.day.data == date(2026, 11, 28)


@pytest.mark.parametrize("text", ["", "seven", "1_0", "7.0", "9999999999"])
def test_a_number_has_up_to_nine_digits(posted, text):
    form = posted(name="Ana", number=text, seen=text, day="2026-11-28")

    assert not form.validate()
    assert list(form.errors) == ["number"]
    assert (form.number.data, form.seen.data) == (None, 7)


@pytest.mark.parametrize("text", ["", "28.11.2026", "2026-02-30", "1899-12-31", "3000-01-01"])
def test_a_day_is_one_of_the_calendar(posted, text):
    form = posted(name="Ana", number="1", day=text)

    assert not form.validate()
    assert list(form.errors) == ["day"]


def test_a_file_is_the_text_of_no_field(posted):
    form = posted(name=(BytesIO(b"Ana"), "name.txt"), number="1", day="2026-11-28")

    assert not form.validate()
    assert (list(form.errors), form.name.data) == (["name"], "")


def test_words_of_wtforms_are_said_in_ours(posted):
    form = posted(name="Ana", number="10", day="2026-11-28")

    assert not form.validate()
    assert form.number.errors == ["Enter a whole number from 1 to 9."]


def test_a_form_aside_of_the_request_shows_what_it_is_given():
    form = ExampleForm(None, name="Ben")

    assert (form.name.data, form.number.data, form.seen.data) == ("Ben", None, 7)


def test_faults_stand_beside_the_fields_that_pointers_name(posted):
    form = posted()
    codes = ("/names/name", "/lines/0/points", "/else", "/names/name")

    with form.catching_faults():
        raise RuleViolation(*(Fault(FaultCode.NAME_EMPTY, pointer) for pointer in codes))

    assert len(form.name.errors) == len(form.lines[1].points.errors) == len(form.form_errors) == 1
    assert form.errors.keys() == {"name", "lines", ""}
    assert not form.lines[0].points.errors


def test_a_code_of_a_field_is_said_beside_it(posted):
    form = posted()
    form.add_error("day", "day")

    assert len(form.day.errors) == 1
