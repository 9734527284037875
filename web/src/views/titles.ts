// The title of a variant by its name; other sizes are called mnk-ROWSxCOLS-LENGTH.

import { words } from "../words";

const FREE_SIZE = /^mnk-(\d+)x(\d+)-\d+$/;

export function variantName(name: string): string {
  const size = FREE_SIZE.exec(name);
  return words.variantTitle(name, Number(size?.[1] ?? 3), Number(size?.[2] ?? 3));
}
