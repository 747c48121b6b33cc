"""Sign texts by the secret key of this installation; hash random tokens and ids."""

import base64
import hashlib
import hmac

from flask import current_app


def keyed(purpose: str, *parts: str) -> bytes:
    """HMAC-SHA256 of `parts` for one purpose: 32 bytes."""
    key = current_app.config["SECRET_KEY"]
    message = "\0".join((purpose, *parts)).encode()
    return hmac.new(key if isinstance(key, bytes) else key.encode(), message, hashlib.sha256).digest()


def keyed_text(purpose: str, *parts: str) -> str:
    """A signature of `parts` for one purpose, as 43 characters that can stand in an address."""
    return base64.urlsafe_b64encode(keyed(purpose, *parts)).rstrip(b"=").decode()


def digest(secret: str) -> str:
    """The SHA-256 of a random token or id, which nobody can guess, as 64 hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()
