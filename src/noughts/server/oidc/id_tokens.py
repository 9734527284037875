"""Checks the ID token that a provider has signed. It is pure; joserfc knows the formats.

Imported with the first login by the provider: the library takes a moment to load.
"""

from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

# Public-key signatures only. Never `none`, and never a shared secret: an attacker could pass off a public key as one.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519")
# The key types of these algorithms. A secret key ("oct") is not allowed.
KEY_TYPES = ("RSA", "EC", "OKP")
# How far the clocks of two servers may be apart.
LEEWAY_SECONDS = 60
MOST_SUBJECT_CHARACTERS = 255


def subject_in(token: str, keys: Any, issuer: str, client: str, nonce: str, now: int) -> str | None:
    """Return the subject of this token, or None when anything about the token is wrong."""
    try:
        claims = jwt.decode(token, KeySet.import_key_set(keys), algorithms=list(ALGORITHMS)).claims
    except (JoseError, ValueError, TypeError, KeyError):
        return None
    audience = claims.get("aud")
    audiences = audience if isinstance(audience, list) else [audience]
    expires, issued, subject = claims.get("exp"), claims.get("iat"), claims.get("sub")
    is_right = (
        claims.get("iss") == issuer
        and client in audiences
        and (len(audiences) == 1 or claims.get("azp") == client)
        and claims.get("azp", client) == client
        and claims.get("nonce") == nonce
        and isinstance(expires, int | float)
        and expires > now - LEEWAY_SECONDS
        and isinstance(issued, int | float)
        and issued < now + LEEWAY_SECONDS
    )
    if not is_right or not isinstance(subject, str) or not 0 < len(subject) <= MOST_SUBJECT_CHARACTERS:
        return None
    return subject


def has_key(keys: Any) -> bool:
    """Return whether an ID token can be signed with one of these keys."""
    try:
        found = KeySet.import_key_set(keys).keys
    except (JoseError, ValueError, TypeError, KeyError):
        return False
    return any(key.key_type in KEY_TYPES and key.get("use", "sig") == "sig" for key in found)
