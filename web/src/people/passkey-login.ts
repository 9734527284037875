// Logging in with a passkey, and setting a new password with one.

import type { PasskeyChallenge } from "../messages";
import { call } from "../net/api";
import { provePasskey } from "./passkeys";
import { peopleWords, refusalText } from "./words";

/** Log this browser in. Null when that worked, otherwise what to say. */
export async function logInWithPasskey(newPassword?: string): Promise<string | null> {
  const challenge = await call<PasskeyChallenge>("POST", "/passkeys/challenge", {});
  if (!challenge.ok) return refusalText(challenge.refused);
  const proof = await provePasskey(challenge.value);
  if (proof === null) return peopleWords().passkeys.nothing;
  const reply = await call("POST", "/passkeys/login?cookie=true", {
    ...proof,
    ...(newPassword === undefined ? {} : { newPassword }),
  });
  return reply.ok ? null : refusalText(reply.refused);
}
