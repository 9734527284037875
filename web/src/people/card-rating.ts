// The rating of a player, for the card beside a board. It is requested once a game.

import type { Speed } from "../game/speed";
import type { PlayerPage } from "../messages";
import { call } from "../net/api";

/** The rating as text, with a question mark while it is provisional. Null if there is none. */
export async function ratingOf(player: string, variant: string, speed: Speed): Promise<string | null> {
  const reply = await call<PlayerPage>("GET", `/players/id:${player}`);
  const entry = reply.ok
    ? reply.value.ratings.find((one) => one.variant === variant && one.speed === speed)
    : undefined;
  return entry === undefined ? null : `${Math.round(entry.rating)}${entry.isProvisional ? "?" : ""}`;
}
