"""Our identity for push services (VAPID, RFC 8292), and messages that only one browser can read (RFC 8291)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from noughts.storage.push import Subscription

# How long a signature is valid; push services allow a day at most.
SIGNED_SECONDS = 12 * 3600
_CURVE = ec.SECP256R1()
_POINT_BYTES, _SECRET_BYTES = 65, 16


def new_key() -> str:
    """Return a private key as it is stored."""
    number = ec.generate_private_key(_CURVE).private_numbers().private_value
    return _text(number.to_bytes(32))


class Vapid:
    """This installation's key, which identifies it to push services."""

    def __init__(self, private_key: str, contact: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(_bytes(private_key)), _CURVE)
        self._contact = contact

    @property
    def public_key(self) -> str:
        """The key that a page needs to subscribe."""
        return _text(_point(self._key))

    def authorization(self, endpoint: str, now_ms: int) -> str:
        """Return the header that identifies the sender, for the service of this endpoint alone."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now_ms // 1000 + SIGNED_SECONDS}
        if self._contact:
            claims["sub"] = self._contact
        signed = ".".join(_text(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{_text(r.to_bytes(32) + s.to_bytes(32))}, k={self.public_key}"


def sealed(content: bytes, subscription: Subscription) -> bytes:
    """Return the content as only this browser can read it."""
    body: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(_CURVE),
        dh=_bytes(subscription.p256dh),
        auth_secret=_bytes(subscription.auth),
        version="aes128gcm",
    )
    return body


def are_keys(p256dh: str, auth: str) -> bool:
    """Return whether a message can be encrypted with these."""
    try:
        point, secret = _bytes(p256dh), _bytes(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    except ValueError:
        return False
    return len(point) == _POINT_BYTES and len(secret) == _SECRET_BYTES


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    # Browsers omit the padding, some libraries don't.
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
