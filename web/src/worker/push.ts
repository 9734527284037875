// Push messages in the service worker: one notification a game, which a newer one replaces, and a click that opens the
// game. Nothing is shown to one who has that game before its eyes.

/// <reference lib="webworker" />

import { noticeText as english } from "../words/notices-en";
import { noticeText as russian } from "../words/notices-ru";

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
  // In the browser's language: what the page speaks is not known here.
  const isRussian = worker.navigator.language.toLowerCase().startsWith("ru");
  const options: NotificationOptions & { actions: object[]; renotify: boolean } = {
    body: (isRussian ? russian : english)(notice.kind, notice.by),
    tag: notice.game,
    renotify: true,
    icon: "/icons/192.png",
    actions: [{ action: "stop", title: isRussian ? "Больше не присылать" : "No more of these" }],
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
    // Only a click of a person may bring a page to the front: it shows the game all the same.
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
