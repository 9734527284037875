// The page as an installed app: starts the service worker if the browser supports it, and knows when a newer version of
// the page waits. Browsers don't support it over plain HTTP.

export const WORKER = "/sw.js";
// The worker starts this long after the page has loaded. On a slow phone, the files that the worker caches would otherwise
// delay the page.
const START_MS = 1_000;

export class Updates {
  /** Whether a newer version waits for the player to reload. */
  isWaiting = $state(false);
  #registration: ServiceWorkerRegistration | null = null;
  #isWanted = false;

  start(): void {
    // A part of this version is no longer on the server: only a newer page knows the new address.
    addEventListener("vite:preloadError", () => location.reload());
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    if (serviceWorker === undefined || import.meta.env.DEV) return;
    serviceWorker.addEventListener("controllerchange", () => {
      if (this.#isWanted) location.reload();
    });
    const start = (): unknown => setTimeout(() => void this.#register(serviceWorker), START_MS);
    if (document.readyState === "complete") start();
    else addEventListener("load", start);
  }

  /** Look for a newer version: the server may have been upgraded while it was away. */
  look(): void {
    void this.#registration?.update().catch(() => {});
  }

  takeOver(): void {
    this.#isWanted = true;
    this.#registration?.waiting?.postMessage("take over");
  }

  async #register(container: ServiceWorkerContainer): Promise<void> {
    try {
      const registration = await container.register(WORKER);
      this.#registration = registration;
      const notice = (): void => {
        // The first installation is not an update.
        if (registration.waiting !== null && container.controller !== null) this.isWaiting = true;
      };
      notice();
      registration.addEventListener("updatefound", () => {
        registration.installing?.addEventListener("statechange", notice);
      });
    } catch {
      // Service workers are forbidden in this browser: the page works without one while connected.
    }
  }
}
