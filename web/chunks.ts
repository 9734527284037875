// During the build: bundles everything that the first page needs into one file instead of twenty, each of which would
// cost a phone a round trip. Code for other pages stays separate, and loads when you go there.

import { resolve } from "node:path";
import type { Plugin } from "vite";

const PAGE = resolve("src/main.ts");
const WORKER = resolve("src/worker/service.ts");
const FIRST_FILE = "page";
const COMPILE_ALL = "//# allFunctionsCalledOnLoad";

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Return the name of the file that this module goes into, or null for a separate file. */
export function chunkOf(id: string, modules: Modules): string | null {
  if (id === PAGE || !neededBy(PAGE, modules).has(id) || neededBy(WORKER, modules).has(id)) return null;
  return FIRST_FILE;
}

/** Ask browsers that support it to compile this file in the background while it loads. */
export function compileHint(): Plugin {
  return {
    name: "compile hint",
    apply: "build",
    generateBundle: {
      // It must be the first line, so it is added last.
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk" && file.name === FIRST_FILE) file.code = `${COMPILE_ALL}\n${file.code}`;
        }
      },
    },
  };
}

const known = new Map<string, Set<string>>();

/** All modules that this one needs before it can run. */
function neededBy(start: string, modules: Modules): Set<string> {
  const found = known.get(start) ?? new Set([start]);
  if (!known.has(start)) {
    known.set(start, found);
    // Iterating over a set includes elements added during the loop.
    for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  }
  return found;
}
