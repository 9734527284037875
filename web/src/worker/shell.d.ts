/** `../../shell.ts` inserts this into the service worker. */
declare const __SHELL__: { version: string; files: readonly string[] };
