// Run by `npm run texts`, which is part of `make fmt`.

import { writeFileSync } from "node:fs";
import { render, TARGET } from "./types.ts";

writeFileSync(TARGET, render());
