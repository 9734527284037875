// The page as an installed app: starts the service worker where the browser has one, and knows when a newer version of
// the page waits. Browsers have none on plain http.

export const WORKER = "/sw.js";
// So long after everything that is needed now has come: on a slow phone, the files that the worker keeps would otherwise
// come in the way of opening the page.
const START_MS = 1_000;

export class Updates {
  /** A newer version is here and waits for the reader. */
  isWaiting = $state(false);
  #registration: ServiceWorkerRegistration | null = null;
  #isWanted = false;

  start(): void {
    // A part of the page that is gone from the server: only a newer page can know where it went.
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

  /** The server was away: it may have come back as a newer one. */
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
        // The first version of all is no news.
        if (registration.waiting !== null && container.controller !== null) this.isWaiting = true;
      };
      notice();
      registration.addEventListener("updatefound", () => {
        registration.installing?.addEventListener("statechange", notice);
      });
    } catch {
      // Forbidden in this browser: the page works all the same, with a connection.
    }
  }
}
