import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { chunkOf, compileHint } from "./chunks";
import { compress } from "./compress";
import { shell } from "./shell";

const outDir = "../src/noughts/doors/static";

// Where `npm run dev` finds the server: `noughts serve` on its own port.
const server = process.env.NOUGHTS_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), shell("public"), compileHint(), compress(outDir)],
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    // The page may load nothing but files of its own server: no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page on which one plays, the one that tells programs how to, and the one for an address with nothing there.
    // The service worker's name is fixed, and it lies at the root, whose pages it serves.
    rolldownOptions: {
      input: { index: "index.html", api: "api.html", 404: "404.html", sw: "src/worker/service.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: [{ name: chunkOf, debugName: "first page", includeDependenciesRecursively: false }] },
      },
    },
  },
  server: { proxy: { "/ws": { target: server, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { include: ["tests/**/*.test.ts"] },
});
