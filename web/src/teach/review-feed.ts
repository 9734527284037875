// Follows the review of a game: the first answer comes after a quick look, and later ones are surer. The server searches
// only while somebody asks, so a hidden page stops asking.

import { call } from "../net/api";
import type { Review } from "./review";

const PAUSE_MS = 2000;
const MOST_TRIES = 10;

/** Calls `onreview` with every answer, or with null if there is none. Returns a function that stops it. */
export function followReview(game: string, onreview: (review: Review | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let tries = 0;

  async function ask(): Promise<void> {
    if (document.hidden) {
      document.addEventListener("visibilitychange", () => void ask(), { once: true });
      return;
    }
    const reply = await call<Review>("GET", `/games/${game}/review`);
    if (isStopped) return;
    if (reply.ok) {
      tries = 0;
      onreview(reply.value);
      if (reply.value.progress.state !== "done") timer = setTimeout(() => void ask(), PAUSE_MS);
      return;
    }
    const { code, waitSeconds } = reply.refused;
    tries += 1;
    const isBusy = code === "computer_busy" || code === "too_many_requests" || code === "unreachable";
    if (isBusy && tries <= MOST_TRIES) {
      timer = setTimeout(() => void ask(), Math.max(PAUSE_MS, (waitSeconds ?? 0) * 1000));
      return;
    }
    onreview(null);
  }

  void ask();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
