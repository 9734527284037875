// Notifications while no page is open: asks for permission, and sends this browser's push subscription to the server.

import { call } from "./net/api";
import { WORKER } from "./updates.svelte";

export type PushState = "impossible" | "forbidden" | "off" | "on";

/** Whether this browser gets notifications, and if not, whether it could. */
export async function pushState(): Promise<PushState> {
  if (!("PushManager" in window) || !("serviceWorker" in navigator)) return "impossible";
  if (Notification.permission === "denied") return "forbidden";
  return (await subscribed()) === null ? "off" : "on";
}

/** Ask for permission and subscribe. Browsers ask only after a click. `off` means that it may work another time. */
export async function startPush(): Promise<PushState> {
  const leave = await Notification.requestPermission();
  if (leave !== "granted") return leave === "denied" ? "forbidden" : "off";
  const answer = await call<{ key: string }>("GET", "/push/key");
  if (!answer.ok) return "off";
  try {
    // The page starts the worker late, so it may not be running yet.
    await navigator.serviceWorker.register(WORKER);
    const registration = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: answer.value.key };
    return await tellServer(await registration.pushManager.subscribe(options));
  } catch {
    // The browser has no push service, can't reach it, or can't start the worker.
    return "impossible";
  }
}

/** Unsubscribe, with one click and without a login. */
export async function stopPush(): Promise<PushState> {
  const subscription = await subscribed();
  if (subscription !== null) {
    await call("POST", "/push/unsubscribe", { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  return "off";
}

/** Assign this browser's notifications to its new player, or to nobody. */
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
