"""What the forms of all pages share, and the fields that WTForms lacks.

A form is filled in by the request that posts it, or by what it is given. It checks shape only: what a value
is, whether it is there, how long it may be. A view calls its verb with the values, and `catching_faults`
puts what the rules refuse beside the fields that it is about:

    form = RenameForm()
    if form.validate_on_submit():
        with form.catching_faults():
            leagues.rename_league(league.id, form.name.data, actor=actor())
            return see("league_settings.settings", slug=league.slug)
    return settings_page(league, form=form)
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from fnmatch import fnmatchcase
from typing import Any, ClassVar, Final, Self

import wtforms
from flask import request
from markupsafe import Markup
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from wtforms import DateField, FieldList, FileField, FormField, IntegerField, StringField
from wtforms.fields.core import Field
from wtforms.utils import unset_value

from scorekeeper.language import N_, Sentence, _, ngettext
from scorekeeper.rules.faults import Fault, RuleViolation, StateViolation, Violation
from scorekeeper.web.http import messages
from scorekeeper.web.http.parsing import NotADay, NotANumber, cut, parse_day, parse_whole

# The fields of the request that is answered.
FROM_REQUEST: Final = ImmutableMultiDict[str, Any]()
_MOST_SHOWN: Final = 12
_MOST_REPEATED: Final = 20
# What WTForms' own fields and validators say, in our words.
_WORDS: Final[Mapping[str, Sentence]] = {
    "Not a valid choice.": N_("Choose one of these."),
    "Not a valid choice": N_("Choose one of these."),
    "Invalid Choice: could not coerce.": N_("Choose one of these."),
    "Not a valid datetime value.": N_("Choose a date and a time."),
    "Number must be between %(min)s and %(max)s.": N_("Enter a whole number from %(min)s to %(max)s."),
}


class _Translations:
    """The reader's language, as WTForms asks for it."""

    def gettext(self, text: str) -> str:
        return _(_WORDS.get(text, text))

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return ngettext(singular, plural, n)


class FormError(str):
    """One sentence to show, and the number of the clause it rests on, if it does."""

    clause: str | None

    def __new__(cls, text: str, clause: str | None = None) -> Self:
        error = super().__new__(cls, text)
        error.clause = clause
        return error


class Form(wtforms.Form):
    """A form of a page. Its token is checked before its view is called (`csrf`).

    `pointers` says which field a JSON pointer of the rules means, by the first pattern that matches. `*` in
    a pattern stands for anything; in a field it is the last part of the pointer. What matches none is about
    the form as a whole.
    """

    pointers: ClassVar[Mapping[str, str]] = {"/*": "*"}
    # Of the page that shows the form with errors.
    status: int = 422

    class Meta:
        def get_translations(self, _form: wtforms.form.BaseForm) -> _Translations:
            return _Translations()

        def render_field(self, field: Field, render_kw: dict[str, Any]) -> Markup:
            # Our sentence beside the field says what is missing, in the language of the page.
            return Markup(field.widget(field, **{"required": False, **(field.render_kw or {}), **render_kw}))

    def __init__(self, formdata: Any = FROM_REQUEST, **values: Any) -> None:
        """Filled in from the request, if that posts a form, else from `values` as of `wtforms.Form`.

        `formdata` None leaves the request aside: for one of several forms on a page that posts another.
        """
        if formdata is FROM_REQUEST:
            formdata = request.form if request.method == "POST" else None
        super().__init__(formdata, **values)

    def validate_on_submit(self) -> bool:
        """Whether the request posts the form, and each field holds what it should."""
        return request.method == "POST" and self.validate()

    @contextmanager
    def catching_faults(self, kind: type[Violation] = RuleViolation) -> Iterator[None]:
        """Put what the rules refuse within the block beside the fields, and go on after it.

        What the state of the game forbids, whatever was typed, has a page of its own, unless `kind` is any
        Violation.
        """
        try:
            yield
        except kind as violation:
            self.status = status_of(violation)
            self.add_faults(violation.faults)

    def add_faults(self, faults: Iterable[Fault]) -> None:
        """Say each fault beside the field that `pointers` names, none twice, and at most twelve at one."""
        for fault in faults:
            self._add(_field_of(fault.pointer, self.pointers), form_error(fault))

    def add_error(self, name: str, code: str) -> None:
        """Say beside a field ("" for the form as a whole) the sentence of a code of `Messages.unreadable`."""
        self._add(name, FormError(messages.unreadable(code)))

    def _add(self, name: str, error: FormError) -> None:
        path = _path_to(name, self)
        holder, attribute = (path[-1], "errors") if path else (self, "form_errors")
        errors = [*getattr(holder, attribute)]
        if error not in errors and len(errors) < _MOST_SHOWN:
            setattr(holder, attribute, [*errors, error])
        for field in reversed(path[:-1]):
            if isinstance(field, FieldList):
                field.errors = [entry.errors for entry in field]


class TextField(StringField):
    """A text without white space around it, cut to 400 characters: longer than anything the rules accept."""

    data: str

    def process_data(self, value: str | None) -> None:
        self.data = value or ""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = cut(valuelist[0]) if valuelist else self.data


class WholeField(IntegerField):
    """A whole number of at most nine digits."""

    widget: wtforms.widgets.Input = wtforms.widgets.TextInput()

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:
            return
        self.data = None
        try:
            self.data = parse_whole(valuelist[0])
        except NotANumber as error:
            raise ValueError(messages.unreadable(str(error))) from error


class HiddenWholeField(WholeField):
    """A whole number that nobody types: the default for whatever else is sent."""

    data: int
    widget = wtforms.widgets.HiddenInput()

    def process_formdata(self, valuelist: list[str]) -> None:
        try:
            super().process_formdata(valuelist)
        except ValueError:
            self.process_data(self.default)


class RepeatedField(FieldList):  # type: ignore[type-arg]
    """The values that a form sends again and again under one name; only their ids are numbered."""

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        texts = formdata.getlist(self.name)[:_MOST_REPEATED] if formdata else ()
        numbered = MultiDict((f"{self.name}-{number}", text) for number, text in enumerate(texts))
        super().process(numbered, data, extra_filters)
        for entry in self.entries:
            entry.name = self.name

    def put(self, values: Iterable[Any]) -> None:
        """Hold these values in place of the present ones."""
        self.process(None, [*values])


class DayField(DateField):
    """A day between 1900 and 2999, written `YYYY-MM-DD`; browsers show no other text."""

    data: date | None

    def _value(self) -> str:
        return self.data.isoformat() if self.data else ""

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:
            return
        self.data = None
        try:
            self.data = parse_day(valuelist[0])
        except NotADay as error:
            raise ValueError(messages.unreadable("day")) from error


class UploadField(FileField):
    """A file; `data` is what it holds, empty without one. No other field takes a file for its text."""

    data: bytes

    def process_formdata(self, _valuelist: list[str]) -> None:
        upload = request.files.get(self.name)
        self.data = upload.read() if upload else b""


def status_of(violation: Violation) -> int:
    """The HTTP status of a refusal: 409 for what the state of the game forbids, 422 for what the rules do."""
    return 409 if isinstance(violation, StateViolation) else 422


def form_error(fault: Fault) -> FormError:
    """A fault of the core in words, with its clause."""
    return FormError(messages.fault_text(fault), fault.clause)


def sent_text() -> str:
    """The form of this request as one text: the same again only if one page is sent twice, unchanged."""
    return "&".join(f"{name}={value}" for name, value in request.form.items(multi=True))


def _field_of(pointer: str, pointers: Mapping[str, str]) -> str:
    for pattern, field in pointers.items():
        if fnmatchcase(pointer, pattern):
            return field.replace("*", pointer.rpartition("/")[2])
    return ""


def _path_to(name: str, fields: Iterable[Field]) -> list[Field]:
    """The fields that lead to the one of this id, itself the last; empty if there is none."""
    for field in fields:
        if field.id == name:
            return [field]
        nested = field if isinstance(field, FormField | FieldList) else ()
        if name.startswith(f"{field.id}-") and (path := _path_to(name, nested)):
            return [field, *path]
    return []
