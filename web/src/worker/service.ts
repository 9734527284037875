// The service worker: keeps the page's own files, so that it opens without a connection, and brings new versions.
// It stands alone: whatever it imports must be imported by nothing else, or it could not run as one file.

/// <reference lib="webworker" />

import { listenForPushes } from "./push";

declare const self: ServiceWorkerGlobalScope;

// Put in by the build: every file of the page, and a name that changes with any of them.
const { version, files } = __SHELL__;

const CACHE = `shell-${version}`;
const SHELL = "/";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([SHELL, ...files])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOlder().then(() => self.clients.claim()));
});

listenForPushes(self);

// A waiting version takes over when the reader says so.
self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (files.includes(url.pathname)) event.respondWith(kept(request));
});

/** What the server says, as long as it says anything: only without it the page that we kept. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await caches.match(SHELL);
    if (shell === undefined) throw error;
    return shell;
  }
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function forgetOlder(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}
