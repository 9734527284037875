// After the build: compresses each file where it saves enough. The server sends the compressed copy as it is.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const forms = {
  ".br": (data: Buffer) => promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ".gz": (data: Buffer) => promisify(gzip)(data, { level: 9 }),
};

// Other files are small, or already compressed, like pictures.
const WORTH_IT = /\.(html|js|css|svg|json|webmanifest)$/;
const LEAST_BYTES = 512;

export function compress(folder: string): Plugin {
  return {
    name: "compress",
    apply: "build",
    async closeBundle() {
      for (const name of await readdir(folder, { recursive: true })) {
        if (!WORTH_IT.test(name)) continue;
        const data = await readFile(join(folder, name));
        if (data.length < LEAST_BYTES) continue;
        for (const [ending, form] of Object.entries(forms)) {
          await writeFile(join(folder, name + ending), await form(data));
        }
      }
    },
  };
}
