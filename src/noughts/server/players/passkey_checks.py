"""Checks what an authenticator has signed. It is pure; py_webauthn knows the formats.

Imported when the first passkey is used: the library takes a tenth of a second to load.
"""

from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    RegistrationCredential,
)

from noughts.messages.passkeys import PasskeyMade, PasskeyProof
from noughts.server.players.relying_party import RelyingParty
from noughts.storage.passkeys import NewPasskey, StoredPasskey


def new_passkey(made: PasskeyMade, challenge: bytes, party: RelyingParty) -> NewPasskey | None:
    """Return the passkey to be stored; None when anything about it is wrong."""
    response = AuthenticatorAttestationResponse(
        client_data_json=base64url_to_bytes(made.client_data), attestation_object=base64url_to_bytes(made.attestation)
    )
    try:
        verified = verify_registration_response(
            # The attestation has the credential's id. The unsigned copies beside it are not used.
            credential=RegistrationCredential(id="", raw_id=b"", response=response),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
        )
    except Exception:
        # Catch everything: the bytes are untrusted, and the library's parsers raise many kinds of exceptions.
        return None
    credential, key = (bytes_to_base64url(part) for part in (verified.credential_id, verified.credential_public_key))
    return NewPasskey(credential, key, verified.sign_count, made.name)


def new_sign_count(proof: PasskeyProof, stored: StoredPasskey, challenge: bytes, party: RelyingParty) -> int | None:
    """Return the passkey's own count of its uses; None when the signature is wrong."""
    response = AuthenticatorAssertionResponse(
        client_data_json=base64url_to_bytes(proof.client_data),
        authenticator_data=base64url_to_bytes(proof.authenticator_data),
        signature=base64url_to_bytes(proof.signature),
    )
    try:
        verified = verify_authentication_response(
            credential=AuthenticationCredential(
                id=proof.credential, raw_id=base64url_to_bytes(proof.credential), response=response
            ),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=base64url_to_bytes(stored.public_key),
            credential_current_sign_count=stored.sign_count,
            require_user_verification=True,
        )
    except Exception:
        # As above.
        return None
    return verified.new_sign_count
