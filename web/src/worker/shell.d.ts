/** Put into the service worker by `../../shell.ts`. */
declare const __SHELL__: { version: string; files: readonly string[] };
