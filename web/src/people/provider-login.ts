// Logging in through the operator's login provider. The server checks everything.

import type { ProviderEntered, ProviderLogins, ProviderStart } from "../messages";
import { call } from "../net/api";
import { peopleWords, refusalText } from "./words";

export interface ProviderReturn {
  /** None when the person went back without logging in. */
  code: string | null;
  state: string;
}

/** The provider's answer in the address, if there is one. */
export function providerReturn(search: string): ProviderReturn | null {
  const fields = new URLSearchParams(search);
  const state = fields.get("state");
  return state === null || !/^(login|link)\./.test(state) ? null : { code: fields.get("code"), state };
}

/** Go to the provider. Returns what to say if that is impossible. */
export async function goToProvider(): Promise<string> {
  const reply = await call<ProviderStart>("POST", "/provider/start", {});
  if (!reply.ok) return refusalText(reply.refused);
  location.assign(reply.value.url);
  return "";
}

export type Finished = { kind: "entered" | "newcomer" } | { kind: "linked" | "failed"; said: string };

/** Finish what began before the browser went to the provider. */
export async function finish({ code, state }: ProviderReturn): Promise<Finished> {
  const words = peopleWords().provider;
  if (code === null) return { kind: "failed", said: words.cancelled };
  if (state.startsWith("link.")) {
    const linked = await call<ProviderLogins>("POST", "/me/provider", { code, state });
    return linked.ok ? { kind: "linked", said: words.linked } : { kind: "failed", said: refusalText(linked.refused) };
  }
  const entered = await call<ProviderEntered>("POST", "/provider/login", { code, state });
  if (!entered.ok) return { kind: "failed", said: refusalText(entered.refused) };
  return { kind: entered.value.player === null ? "newcomer" : "entered" };
}
