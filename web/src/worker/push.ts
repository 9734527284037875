// Push messages in the service worker: one notification for each game, which a newer one replaces. A click
// opens the game. Nothing is shown to a player who is looking at that game.

/// <reference lib="webworker" />

import { preferred } from "../words/languages";
import { noticeText } from "../words/notices";
import type { NoticesTexts } from "../words/texts";

// All languages are included, because the worker can't load them later.
const TEXTS = import.meta.glob<{ notices: NoticesTexts }>("../locales/*.json", {
  query: "?notices",
  import: "default",
  eager: true,
});

interface PushedNotice {
  kind: string;
  game: string;
  by: string | null;
}

export function listenForPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => {
    const notice = read(event.data);
    if (notice !== null) event.waitUntil(show(worker, notice));
  });
  worker.addEventListener("notificationclick", (event) => {
    const { notification, action } = event;
    notification.close();
    event.waitUntil(action === "stop" ? stop(worker) : open(worker, `/g/${String(notification.tag)}`));
  });
}

function read(data: PushMessageData | null): PushedNotice | null {
  try {
    const notice = data?.json() as Partial<PushedNotice> | undefined;
    if (typeof notice?.kind !== "string" || typeof notice.game !== "string") return null;
    return { kind: notice.kind, game: notice.game, by: typeof notice.by === "string" ? notice.by : null };
  } catch {
    return null;
  }
}

async function show(worker: ServiceWorkerGlobalScope, notice: PushedNotice): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const looks = pages.some(({ url, visibilityState }) => visibilityState === "visible" && isAbout(url, notice.game));
  if (looks) return;
  // In the browser's language: the worker doesn't know the page's language.
  const texts = TEXTS[`../locales/${preferred(worker.navigator.languages)}.json`]?.notices;
  if (texts === undefined) return;
  const options: NotificationOptions & { actions: object[]; renotify: boolean } = {
    body: noticeText(notice.kind, notice.by, texts),
    tag: notice.game,
    renotify: true,
    icon: "/icons/192.png",
    actions: [{ action: "stop", title: texts.stop }],
  };
  await worker.registration.showNotification("Noughts", options);
}

function isAbout(url: string, game: string): boolean {
  return new URL(url).pathname === `/g/${game}`;
}

async function open(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window" });
  const page = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
  if (page === undefined) {
    await worker.clients.openWindow(path);
    return;
  }
  if (new URL(page.url).pathname !== path) await page.navigate(path);
  await page.focus().catch(() => {
    // Without a click by a person the browser refuses to focus the page; it shows the game anyway.
  });
}

async function stop(worker: ServiceWorkerGlobalScope): Promise<void> {
  const subscription = await worker.registration.pushManager.getSubscription();
  if (subscription === null) return;
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ endpoint: subscription.endpoint });
  await fetch("/api/v1/push/unsubscribe", { method: "POST", headers, body });
  await subscription.unsubscribe();
}
