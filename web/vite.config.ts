import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { chunkOf, compileHint } from "./chunks";
import { compress } from "./compress";
import { previews } from "./previews";
import { shell } from "./shell";
import { texts } from "./texts/plugin.ts";

const outDir = "../src/noughts/doors/static";

// The server that `npm run dev` connects to: `noughts serve` on its default port.
const server = process.env.NOUGHTS_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [texts(), svelte(), previews(), shell("public"), compileHint(), compress(outDir)],
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    // The content security policy forbids data: URLs, so nothing is inlined.
    assetsInlineLimit: 0,
    // The API viewer is large, but only its own page loads it.
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    // The game page, the API page, the board for other sites' frames, and the page for addresses that don't
    // exist. The service worker has a fixed name, at the root, because it serves all pages.
    rolldownOptions: {
      input: {
        index: "index.html",
        api: "api.html",
        embed: "embed.html",
        404: "404.html",
        sw: "src/worker/service.ts",
      },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: [{ name: chunkOf, debugName: "first page", includeDependenciesRecursively: false }] },
      },
    },
  },
  server: { proxy: { "/ws": { target: server, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: {
    include: ["tests/**/*.test.ts"],
    // A slow machine must not fail tests.
    testTimeout: 120_000,
    // One process for all files: a new one for each took half of the time.
    isolate: false,
    maxWorkers: 1,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // Generated code, and thin wrappers of browser features (sound, canvas, workers), which tests/e2e covers.
      exclude: [
        "src/messages.ts",
        "src/**/main.ts",
        "src/**/worker.ts",
        "src/worker/**",
        "src/engine/computer.ts",
        "src/share/{picture,ways}.ts",
        "src/sound/{sounds,tones,vibration}.ts",
        "src/views/pictures.ts",
        "src/voice/microphone.ts",
        "src/push.ts",
        "src/**/*.svelte.ts",
      ],
      reporter: [["text", { skipFull: true }]],
      thresholds: { statements: 85, branches: 85 },
    },
  },
});
