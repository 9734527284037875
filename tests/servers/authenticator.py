"""An authenticator in software: it makes passkeys and signs challenges with real keys, as a phone does."""

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL = 0x01, 0x04, 0x40


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """A device with one passkey. With `counts` it counts its uses, as a security key does."""

    def __init__(self, origin: str, *, counts: bool = False, verifies: bool = True) -> None:
        self.origin = origin
        self.credential = secrets.token_bytes(32)
        self.player = ""
        self.uses = 0
        self._counts = counts
        self._verified = USER_VERIFIED if verifies else 0
        self._key = generate_private_key(SECP256R1())

    def make(self, request: dict[str, Any], name: str = "My phone") -> dict[str, str]:
        """Create the passkey for a challenge."""
        self.player = request["player"]
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + cbor2.dumps(key)
        data = self._data(request["rpId"], HAS_CREDENTIAL) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._client_data("webauthn.create", request["challenge"])
        return {"name": name, "clientData": base64url(said), "attestation": base64url(attestation)}

    def prove(self, request: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """Sign a challenge."""
        self.uses += self._counts
        data = self._data(request["rpId"])
        said = self._client_data("webauthn.get", request["challenge"])
        signature = self._key.sign(data + sha256(said).digest(), ECDSA(SHA256()))
        return {
            "credential": base64url(self.credential),
            "clientData": base64url(said),
            "authenticatorData": base64url(data),
            "signature": base64url(signature),
            "player": self.player,
            **fields,
        }

    def _data(self, rp_id: str, flags: int = 0) -> bytes:
        flags |= USER_PRESENT | self._verified
        return sha256(rp_id.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        # A browser sends the challenge back unchanged, in base64url without padding.
        assert base64url(urlsafe_b64decode(challenge + "==")) == challenge
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()
