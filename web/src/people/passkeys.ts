// Passes passkey messages between the server and the browser's authenticator. The server checks everything.

import type { PasskeyChallenge, PasskeyRequest } from "../messages";

/** Why this browser can't use passkeys here; null when it can. */
export function passkeyObstacle(): "address" | "browser" | null {
  if (!isSecureContext || isBareAddress(location.hostname)) return "address";
  return "PublicKeyCredential" in window ? null : "browser";
}

/** Whether this host is an address: passkeys belong to a domain name. */
export function isBareAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname);
}

// The signatures to choose from: ECDSA with P-256, Ed25519, RSA.
const ALGORITHMS = [-7, -8, -257];

/** Have the browser make a passkey. Null when the person changed their mind, or the device has one already. */
export async function makePasskey(request: PasskeyRequest, name: string): Promise<object | null> {
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(request.challenge),
        rp: { id: request.rpId, name: "Noughts" },
        user: {
          id: new TextEncoder().encode(request.player),
          name: request.username,
          displayName: request.username,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        excludeCredentials: request.known.map((id) => ({ type: "public-key", id: bytesOf(id) })),
      },
    }),
  );
  if (made === null) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return { name, clientData: textOf(response.clientDataJSON), attestation: textOf(response.attestationObject) };
}

/** Have the person choose a passkey and sign this challenge with it. Null when they changed their mind. */
export async function provePasskey({ challenge, rpId }: PasskeyChallenge): Promise<object | null> {
  const proof = await asked(() =>
    navigator.credentials.get({ publicKey: { challenge: bytesOf(challenge), rpId, userVerification: "required" } }),
  );
  if (proof === null) return null;
  const response = proof.response as AuthenticatorAssertionResponse;
  return {
    credential: proof.id,
    clientData: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    player: new TextDecoder().decode(response.userHandle ?? new ArrayBuffer()),
  };
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null;
  } catch {
    // Browsers give no reason, so that a site learns nothing about the device.
    return null;
  }
}

/** The bytes of base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** The bytes as base64url without padding. */
export function textOf(data: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
