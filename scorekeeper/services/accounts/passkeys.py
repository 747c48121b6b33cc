"""Passkeys: making one for an account, signing in by one, removing it.

The challenge that a device signs is a signed one-time token for one browser and one purpose. The library is
loaded where it is used: most installations have no address that passkeys work for.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select, update

from scorekeeper.models import PasskeyRow, SignInRow
from scorekeeper.models.engine import reading, rows_changed, writing
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.services.accounts import sessions
from scorekeeper.services.accounts.sessions import SignedIn, SigningBrowser
from scorekeeper.services.common import one_time_links
from scorekeeper.services.common.signing import keyed

VALID_FOR: Final = timedelta(hours=1)
_NAME: Final = "Scorekeeper"
_LONGEST_ID: Final = 1400
_SIGNED: Final = "passkey challenge"
_SIGN_IN: Final = "sign-in"


@dataclass(frozen=True, slots=True)
class Site:
    """The host name that passkeys are bound to, and the origin that browsers send for it."""

    host: str
    origin: str


@dataclass(frozen=True, slots=True)
class Options:
    """A challenge, and the options of WebAuthn in JSON, which a script hands to the device."""

    challenge: str
    options: str


def registration_options(me: SignedIn, *, site: Site, device: str, now: datetime) -> Options | None:
    """Options to make a passkey; None unless the sign-in is fresh.

    A passkey outlives the sign-in, so a stranger at an open browser must not be able to make one.
    """
    import webauthn
    from webauthn.helpers import base64url_to_bytes, structs

    if not me.is_fresh(now):
        return None
    challenge = one_time_links.signed(_SIGNED, _making(me), device, ends=now + sessions.FRESH_FOR)
    with reading() as session:
        keys = session.scalars(
            select(PasskeyRow.credential_id).where(
                PasskeyRow.account_id == me.account_id, PasskeyRow.site == site.host
            )
        ).all()
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=_NAME,
        user_id=keyed("passkey user", str(me.account_id)),
        user_name=me.mail,
        user_display_name=me.name,
        challenge=challenge.encode(),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(base64url_to_bytes(key)) for key in keys],
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
    )
    return Options(challenge, webauthn.options_to_json(options))


def authentication_options(*, site: Site, device: str, now: datetime) -> Options:
    """Options to sign in by a passkey; they name no account and so reveal none."""
    import webauthn
    from webauthn.helpers import structs

    challenge = one_time_links.signed(_SIGNED, _SIGN_IN, device, ends=now + VALID_FOR)
    options = webauthn.generate_authentication_options(
        rp_id=site.host,
        challenge=challenge.encode(),
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return Options(challenge, webauthn.options_to_json(options))


def make(
    me: SignedIn, challenge: str, credential: str, *, site: Site, device: str, label: str, now: datetime
) -> None:
    """Store the passkey that a device made for a challenge, `credential` in JSON; RuleViolation."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    _check_challenge(challenge, _making(me), device=device, now=now)
    with _refused_if_unusable():
        registration = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    credential_id = bytes_to_base64url(registration.credential_id)
    if len(credential_id) > _LONGEST_ID:
        raise RuleViolation(Fault(FaultCode.PASSKEY_UNUSABLE, "/passkey"))
    with writing() as session:
        # A sign-in that ended meanwhile, by a new password or by closing the account, must not come back.
        if session.get(SignInRow, me.sign_in) is None:
            raise RuleViolation(Fault(FaultCode.PAGE_TOO_OLD, "/passkey"))
        _use_up(challenge, now=now)
        if session.scalar(select(PasskeyRow.id).where(PasskeyRow.credential_id == credential_id)) is not None:
            raise RuleViolation(Fault(FaultCode.PASSKEY_UNUSABLE, "/passkey"))
        passkey = PasskeyRow(account_id=me.account_id, site=site.host, label=label, created_at=now)
        passkey.credential_id, passkey.public_key = credential_id, registration.credential_public_key
        passkey.sign_count = registration.sign_count
        session.add(passkey)


def sign_in(challenge: str, credential: str, *, site: Site, device: str, browser: SigningBrowser) -> str:
    """Sign a browser in by a passkey and return its token; RuleViolation."""
    import webauthn

    _check_challenge(challenge, _SIGN_IN, device=device, now=browser.now)
    query = select(PasskeyRow.id, PasskeyRow.account_id, PasskeyRow.public_key, PasskeyRow.sign_count)
    has_id = PasskeyRow.credential_id == _credential_id(credential)
    with reading() as session:
        passkey = session.execute(query.where(has_id, PasskeyRow.site == site.host)).first()
    if passkey is None:
        raise RuleViolation(Fault(FaultCode.PASSKEY_UNKNOWN, "/passkey"))
    with _refused_if_unusable():
        authentication = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    with writing() as session:
        _use_up(challenge, now=browser.now)
        is_as_read = (PasskeyRow.id == passkey.id, PasskeyRow.sign_count == passkey.sign_count)
        columns = {"sign_count": authentication.new_sign_count, "used_at": browser.now}
        if not rows_changed(session, update(PasskeyRow).where(*is_as_read).values(columns)):
            raise RuleViolation(Fault(FaultCode.PASSKEY_UNUSABLE, "/passkey"))
        return sessions.begin(passkey.account_id, browser=browser)


def remove(account_id: int, *, passkey: int) -> bool:
    """Remove a passkey of an account; False if it has no such one."""
    with writing() as session:
        removal = delete(PasskeyRow).where(PasskeyRow.id == passkey, PasskeyRow.account_id == account_id)
        return rows_changed(session, removal) > 0


def _making(me: SignedIn) -> str:
    return f"make for {me.account_id} signed in by {me.sign_in}"


def _check_challenge(challenge: str, purpose: str, *, device: str, now: datetime) -> None:
    if not one_time_links.is_signed(challenge, _SIGNED, purpose, device, now=now, longest=VALID_FOR):
        raise RuleViolation(Fault(FaultCode.PAGE_TOO_OLD, "/passkey"))


def _use_up(challenge: str, *, now: datetime) -> None:
    if not one_time_links.redeem_signed(challenge, now=now):
        raise RuleViolation(Fault(FaultCode.PAGE_TOO_OLD, "/passkey"))


def _credential_id(credential: str) -> str:
    with _refused_if_unusable():
        raw_id = json.loads(credential)["rawId"]
    return raw_id if isinstance(raw_id, str) and raw_id.isascii() and "\0" not in raw_id else ""


@contextmanager
def _refused_if_unusable() -> Iterator[None]:
    """Raise RuleViolation for every exception: parsers of input from anywhere raise many kinds of them."""
    try:
        yield
    except Exception as error:
        raise RuleViolation(Fault(FaultCode.PASSKEY_UNUSABLE, "/passkey")) from error
