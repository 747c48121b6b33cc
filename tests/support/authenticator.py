"""A device that makes and uses one passkey, byte by byte as WebAuthn says; tests let it answer wrongly."""

import base64
import hashlib
import json
from dataclasses import dataclass, field

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """A device that claims `count` uses; without `verified` it claims that nobody unlocked it."""

    host: str = "localhost"
    origin: str = "http://localhost"
    verified: bool = True
    count: int = 0
    identity: bytes = b"one passkey of a test"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, challenge: str) -> str:
        """The credential, as JSON, for a page that creates a passkey."""
        told = self._told("webauthn.create", challenge)
        length = len(self.identity).to_bytes(2, "big")
        data = self._data(ATTESTED) + bytes(16) + length + self.identity + self._public_key()
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(clientDataJSON=told, attestationObject=made)

    def use(self, challenge: str) -> str:
        """The credential, as JSON, for a page that signs in."""
        self.count += 1
        told, data = self._told("webauthn.get", challenge), self._data(0)
        signed = self.key.sign(data + hashlib.sha256(told).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=told, authenticatorData=data, signature=signed)

    def _told(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": text(challenge.encode()), "origin": self.origin}
        return json.dumps(told).encode()

    def _data(self, flags: int) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verified else 0)
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _public_key(self) -> bytes:
        point = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})

    def _answer(self, **response: bytes) -> str:
        identity = text(self.identity)
        told = {name: text(value) for name, value in response.items()}
        return json.dumps({"id": identity, "rawId": identity, "type": "public-key", "response": told})


def text(value: bytes) -> str:
    """Bytes as browsers send them: base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
