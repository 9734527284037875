// The service worker: caches the page's files, so that the page opens without a connection, and installs new versions.
// It must be a single file, so nothing else may import the modules that it imports.

/// <reference lib="webworker" />

import { listenForPushes } from "./push";

declare const self: ServiceWorkerGlobalScope;

// The build inserts this: the list of the page's files, and a version that changes with them.
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

// A waiting version takes over when the player agrees.
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

/** The server's answer if there is one; without it, the stored page. */
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
