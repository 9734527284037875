// During the build: everything that the first page needs makes two files instead of twenty, each of which would cost a
// phone a round trip. What only other pages need stays apart, and is loaded when somebody goes there.

import { resolve } from "node:path";
import type { Plugin } from "vite";

const PAGE = resolve("src/main.ts");
const REFERENCE = resolve("src/reference/main.ts");
const WORKER = resolve("src/worker/service.ts");
const FIRST_FILES = new Set(["shared", "page"]);
const COMPILE_ALL = "//# allFunctionsCalledOnLoad";

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The file that this module goes into: one that the pages share, one of the first page's own, or as it comes. */
export function chunkOf(id: string, modules: Modules): string | null {
  if (id === PAGE || !neededBy(PAGE, modules).has(id) || neededBy(WORKER, modules).has(id)) return null;
  return neededBy(REFERENCE, modules).has(id) ? "shared" : "page";
}

/** Has browsers that know it compile these files aside while they still come, and not bit by bit when they run. */
export function compileHint(): Plugin {
  return {
    name: "compile hint",
    apply: "build",
    generateBundle: {
      // It must be the first line, so it is added last.
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk" && FIRST_FILES.has(file.name)) file.code = `${COMPILE_ALL}\n${file.code}`;
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
    // A set gives out what is added to it meanwhile, too.
    for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  }
  return found;
}
