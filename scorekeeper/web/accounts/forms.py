"""The forms about accounts. What an account may be is checked by the services."""

from typing import Final

from wtforms import HiddenField, PasswordField, SubmitField
from wtforms.widgets import EmailInput

from scorekeeper.language import lazy_gettext as _l
from scorekeeper.services.accounts.registration import LONGEST_MAIL
from scorekeeper.web.http import addresses
from scorekeeper.web.http.forms import Form, TextField

# Longer than any password that is accepted, so that a password that is cut off is refused.
_LONGEST_PASSWORD: Final = 1000


class SecretField(PasswordField):
    """A password as it was typed, which is never shown again."""

    data: str

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = valuelist[0][:_LONGEST_PASSWORD] if valuelist else ""


# Where to go afterwards: never to another server.
_NEXT: Final = HiddenField(filters=[addresses.own_path])
_VERBATIM: Final = {"autocapitalize": "none", "spellcheck": "false", "required": True}
_MAIL: Final = TextField(
    _l("Email"),
    widget=EmailInput(),
    render_kw={"autocomplete": "username", "maxlength": LONGEST_MAIL, **_VERBATIM},
)
_NAME: Final = TextField(
    _l("Your name"), render_kw={"autocomplete": "name", "maxlength": 100, "required": True}
)
_KNOWN: Final = {"autocomplete": "current-password", **_VERBATIM}
_NEW: Final = {"autocomplete": "new-password", **_VERBATIM}


class SignInForm(Form):
    """Signing in by a password."""

    mail = _MAIL
    password = SecretField(_l("Password"), render_kw=_KNOWN)
    next = _NEXT


class PasskeyForm(Form):
    """The answer of a browser that makes or uses a passkey, by the button beside which its faults stand."""

    challenge = HiddenField()
    credential = HiddenField()
    next = _NEXT
    passkey = SubmitField()


class SignUpForm(Form):
    """A new account. A link to it, or to a new password, asks for what it does not know yet."""

    mail = _MAIL
    name = _NAME
    password = SecretField(_l("Password"), render_kw=_NEW)


class RecoveryForm(Form):
    """The account whose password is forgotten."""

    mail = _MAIL


class AccountNameForm(Form):
    """Another name for an account."""

    name = _NAME


class PasswordForm(Form):
    """Another password for an account."""

    current = SecretField(_l("Current password"), render_kw=_KNOWN)
    password = SecretField(_l("New password"), render_kw=_NEW)
