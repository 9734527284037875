// Notifications while no page is open: asks the reader's leave, and tells the server where this browser is reached.

export type PushState = "impossible" | "forbidden" | "off" | "on";

/** Whether this browser is told of what waits, and if not, whether it could be. */
export async function pushState(): Promise<PushState> {
  if (!("PushManager" in window) || !("serviceWorker" in navigator)) return "impossible";
  if (Notification.permission === "denied") return "forbidden";
  const subscription = await (await registered())?.pushManager.getSubscription();
  return subscription == null ? "off" : "on";
}

/** Ask for leave and subscribe; call it on a click, or the browser will not ask. */
export async function startPush(headers: HeadersInit = {}): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return "forbidden";
  const registration = await registered();
  if (registration === undefined) return "impossible";
  const { key } = (await (await fetch("/api/v1/push/key")).json()) as { key: string };
  try {
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = await registration.pushManager.subscribe(options);
    const accepted = await post("/api/v1/push/subscriptions", subscription.toJSON(), headers);
    if (accepted) return "on";
    await subscription.unsubscribe();
    return "off";
  } catch {
    // The browser has no push service, or cannot reach it.
    return "impossible";
  }
}

/** No more: in one click, and whoever is logged in. */
export async function stopPush(): Promise<PushState> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (subscription != null) {
    await post("/api/v1/push/unsubscribe", { endpoint: subscription.endpoint }, {});
    await subscription.unsubscribe();
  }
  return "off";
}

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration();
}

async function post(path: string, body: unknown, headers: HeadersInit): Promise<boolean> {
  const all = { "Content-Type": "application/json", ...headers };
  return (await fetch(path, { method: "POST", headers: all, body: JSON.stringify(body) })).ok;
}
