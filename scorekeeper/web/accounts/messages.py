"""What the pages of accounts say: why something is refused, what was done, and what went wrong."""

from typing import Final

from scorekeeper.language import N_, Plural
from scorekeeper.rules.faults import FaultCode
from scorekeeper.services.accounts import passwords
from scorekeeper.web.http.messages import ErrorText, Messages

MESSAGES: Final = Messages(
    faults={
        FaultCode.MAIL_SHAPE: N_("Enter an email address, like ana@example.org."),
        FaultCode.MAIL_TAKEN: N_("Use another email, or sign in. This one already has an account."),
        FaultCode.NAME_SHAPE: N_("Enter a name of 1 to 40 letters that everyone can see."),
        FaultCode.PASSWORD_SHORT: Plural(
            "Use at least {fewest_characters} character.",
            "Use at least {fewest_characters} characters.",
            by="fewest_characters",
        ),
        FaultCode.PASSWORD_LONG: Plural(
            "Use at most {most_characters} character.",
            "Use at most {most_characters} characters.",
            by="most_characters",
        ),
        FaultCode.PASSWORD_EASY: N_("Choose another password. This one is easy to guess."),
        FaultCode.PASSWORD_WRONG: N_("Try again. That isn’t your current password."),
        FaultCode.NOT_TOGETHER: N_("Email or password is wrong."),
        FaultCode.PASSKEY_UNUSABLE: N_("Try again. This passkey didn’t work. Nothing was changed."),
        FaultCode.PASSKEY_UNKNOWN: N_(
            "Sign in with your password instead. No account here has this passkey."
        ),
        FaultCode.LEAGUE_ALONE: N_(
            "Hand over your leagues first. You’re the only organiser of some of them. Nothing was changed."
        ),
        FaultCode.PAGE_TOO_OLD: N_("Try again. This page was open for too long."),
    },
    limits={"fewest_characters": passwords.FEWEST, "most_characters": passwords.MOST},
    news={
        "welcome": N_("You’re signed in."),
        "signed-out": N_("You’re signed out on this browser."),
        "closed": N_("Your account is closed."),
        "password-changed": N_("Password changed. Sign in again everywhere else."),
        "ended": N_("That browser is signed out."),
        "others-ended": N_("All other browsers are signed out."),
        "passkey-added": N_("This device has a passkey now."),
        "passkey-removed": N_("Passkey removed. Delete it on the device too."),
        "recovery-sent": N_(
            "Check your email. If it has an account here, we’ve sent a link. It works once, within an hour."
        ),
        "sign-up-sent": N_("Check your email. We’ve sent a link. It works once, within a day."),
    },
    errors={
        "account-needed": ErrorText(
            N_("Sign in first"),
            N_("Sign in, then try again. You’re no longer signed in on this browser. Nothing was changed."),
            offer="accounts/_sign_in_first.html",
        ),
        "sign-up-closed": ErrorText(
            N_("No new accounts here"),
            N_("Ask the person who runs this server for an account. Nothing was changed."),
        ),
    },
)
