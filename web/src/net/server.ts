// What this server offers. A small installation has no voice moves and takes no pictures.

import { call } from "./api";

export interface ServerInfo {
  version: string;
  voice: boolean;
  pictures: boolean;
  compiledEngine: boolean;
  /** Whether it sends links to players who forgot their password. */
  email: boolean;
  /** The name of the service that players may log in with. */
  provider: string | null;
}

let asked: Promise<ServerInfo | null> | null = null;

/** Asks once. Null without a connection: then the page offers everything, and the server refuses what it can't do. */
export function serverInfo(): Promise<ServerInfo | null> {
  asked ??= call<ServerInfo>("GET", "/server").then((reply) => {
    if (reply.ok) return reply.value;
    asked = null;
    return null;
  });
  return asked;
}
