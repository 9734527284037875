// Notifications while no page is open: asks the reader's leave, and tells the server where this browser is reached.

import { call } from "./net/api";
import { WORKER } from "./updates.svelte";

export type PushState = "impossible" | "forbidden" | "off" | "on";

/** Whether this browser is told of what waits, and if not, whether it could be. */
export async function pushState(): Promise<PushState> {
  if (!("PushManager" in window) || !("serviceWorker" in navigator)) return "impossible";
  if (Notification.permission === "denied") return "forbidden";
  return (await subscribed()) === null ? "off" : "on";
}

/** Ask for leave and subscribe; call it on a click, or the browser will not ask. Off: it may work another time. */
export async function startPush(): Promise<PushState> {
  const leave = await Notification.requestPermission();
  if (leave !== "granted") return leave === "denied" ? "forbidden" : "off";
  const answer = await call<{ key: string }>("GET", "/push/key");
  if (!answer.ok) return "off";
  try {
    // The page takes its time to start the worker: whoever was quicker starts it now.
    await navigator.serviceWorker.register(WORKER);
    const registration = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: answer.value.key };
    return await tellServer(await registration.pushManager.subscribe(options));
  } catch {
    // The browser has no push service, cannot reach it, or lets no worker start.
    return "impossible";
  }
}

/** No more: in one click, and whoever is logged in. */
export async function stopPush(): Promise<PushState> {
  const subscription = await subscribed();
  if (subscription !== null) {
    await call("POST", "/push/unsubscribe", { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  return "off";
}

/** This browser is another player now: what it is told is for that one, or for nobody. */
export async function handPushOver(): Promise<void> {
  if ((await pushState()) !== "on") return;
  const subscription = await subscribed();
  if (subscription !== null) await tellServer(subscription);
}

async function tellServer(subscription: PushSubscription): Promise<PushState> {
  if ((await call("POST", "/push/subscriptions", subscription.toJSON())).ok) return "on";
  return stopPush();
}

async function subscribed(): Promise<PushSubscription | null> {
  return (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;
}
