// The page as an installed app: starts the service worker where the browser has one, and knows when a newer version of
// the page waits. Browsers have none on plain http.

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
    // Not before everything that is needed now has come.
    if (document.readyState === "complete") void this.#register(serviceWorker);
    else addEventListener("load", () => void this.#register(serviceWorker));
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
      const registration = await container.register("/sw.js");
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
