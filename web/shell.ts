// During the build: gives the service worker the list of files that make up the page, and a version that changes with
// them. The worker gets its own copy of shared code, since it can load nothing.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PLACE = "__SHELL__";
// The imports of a copied module are copied too.
const COPY = "?worker-copy";
const IN_WORKER = /\/src\/worker\/[^/]+$/;
// Pages that need a connection anyway, and the worker itself.
const LEFT_OUT = /^(api|404)|^assets\/(api|embed)-|\.html$|^sw\.js$|^previews\.json$/;

export function shell(publicFolder: string): Plugin {
  return {
    name: "shell",
    apply: "build",
    enforce: "pre",
    resolveId: {
      order: "pre",
      async handler(source, importer) {
        if (importer === undefined || source.includes("?")) return null;
        if (!IN_WORKER.test(importer) && !importer.endsWith(COPY)) return null;
        const found = await this.resolve(source, importer, { skipSelf: true });
        return found === null || IN_WORKER.test(found.id) ? found : { ...found, id: `${found.id}${COPY}` };
      },
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk") throw new Error("there is no sw.js in the build");
        if (worker.imports.length > 0)
          throw new Error(`sw.js imports ${worker.imports.join(", ")}: it must stand alone`);
        const hash = createHash("sha256");
        const built = Object.keys(bundle).filter((name) => !LEFT_OUT.test(name));
        const page = bundle["index.html"];
        hash.update(page?.type === "asset" ? page.source : "").update(built.join());
        const icons = readdirSync(join(publicFolder, "icons")).map((name) => `icons/${name}`);
        for (const name of [...icons, "manifest.webmanifest"]) hash.update(readFileSync(join(publicFolder, name)));
        const files = [...built, ...icons, "manifest.webmanifest"].map((name) => `/${name}`).sort();
        const told = JSON.stringify({ version: hash.digest("hex").slice(0, 16), files });
        if (!worker.code.includes(PLACE)) throw new Error(`sw.js has no ${PLACE}`);
        worker.code = worker.code.replaceAll(PLACE, told);
      },
    },
  };
}
