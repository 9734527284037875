// The players you follow, as the server last listed them.

import type { Friend, Friends } from "../messages";
import { call, type Refused, type Reply } from "../net/api";

export class FriendList {
  /** Null until the server has answered. */
  friends: readonly Friend[] | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);

  async load(): Promise<void> {
    this.refused = this.#listed(await call<Friends>("GET", "/me/friends"));
  }

  /** Follow this player, by username or id. Return why the server refused, or null. */
  async follow(player: string): Promise<Refused | null> {
    return this.#listed(await call<Friends>("PUT", `/me/friends/${encodeURIComponent(player)}`, {}));
  }

  async unfollow(player: string): Promise<Refused | null> {
    return this.#listed(await call<Friends>("DELETE", `/me/friends/${encodeURIComponent(player)}`));
  }

  has(player: string): boolean {
    return this.friends?.some((friend) => friend.player.id === player) ?? false;
  }

  #listed(reply: Reply<Friends>): Refused | null {
    if (!reply.ok) return reply.refused;
    this.friends = reply.value.friends;
    return null;
  }
}
