"""Sign texts by the secret key of this installation; hash the ids of devices."""

from __future__ import annotations

import base64
import hashlib
import hmac

from flask import current_app


def keyed(purpose: str, *parts: str) -> bytes:
    """32 bytes that belong to `parts`, for one purpose only."""
    key = current_app.config["SECRET_KEY"]
    message = "\0".join((purpose, *parts)).encode()
    return hmac.new(key if isinstance(key, bytes) else key.encode(), message, hashlib.sha256).digest()


def keyed_text(purpose: str, *parts: str) -> str:
    """A signature of `parts` for one purpose, as 43 characters that can stand in an address."""
    return base64.urlsafe_b64encode(keyed(purpose, *parts)).rstrip(b"=").decode()


def device_hash(device_id: str) -> str:
    """What is stored of a device's id: 64 hexadecimal digits."""
    return hashlib.sha256(device_id.encode()).hexdigest()
